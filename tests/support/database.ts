import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { PglitePreparedQuery } from 'drizzle-orm/pglite/session'
import postgres from 'postgres'
import { connect, connectInMemory, type Database } from '#db/connect.ts'

const ROOT = join(import.meta.dir, '../..')
const CACHE = join(ROOT, 'node_modules/.cache/tabletalk')

/** What of a statement stands outside of all parentheses. */
function outside(statement: string): string {
  const less = statement.replace(/\([^()]*\)/g, '')
  return less === statement ? statement : outside(less)
}
const hasAnyOrder = (statement: string) =>
  /^\s*(select|with)\b/i.test(statement) && !/\border by\b/i.test(outside(statement))

// A SELECT without an order may answer its rows in any, and mostly answers them as they were written: who relies on that fails once in a
// hundred runs. Embedded databases of tests answer the last one first.
const { execute } = PglitePreparedQuery.prototype
PglitePreparedQuery.prototype.execute = async function (...values) {
  const answer = await execute.apply(this, values)
  if (hasAnyOrder(this.getQuery().sql)) (Array.isArray(answer) ? answer : answer.rows).reverse()
  return answer
}

/**
 * The database of this test process: a fresh database on the server of TEST_DATABASE_URL when that is set, otherwise an embedded
 * one in memory. Both carry the real migrations; tests keep apart by minting their own people and organizations.
 */
export async function openTestDatabase(): Promise<Database> {
  const server = process.env.TEST_DATABASE_URL
  if (!server) return connectInMemory(new Blob([await Bun.file(await migratedDump()).arrayBuffer()]))
  const name = `test_${process.pid}_${Date.now()}`
  const admin = postgres(server, { max: 1, onnotice: () => {} })
  await admin.unsafe(`create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  const database = await connect({ databaseUrl: url.href, dataDir: '' })
  return {
    ...database,
    async close() {
      await database.close()
      await admin.unsafe(`drop database if exists ${name} with (force)`)
      await admin.end()
    },
  }
}

/** Path of a dump of a migrated embedded database, made once per state of drizzle/: loading it is ten times quicker than initdb. */
export async function migratedDump(): Promise<string> {
  const hash = new Bun.CryptoHasher('sha1')
  for (const name of readdirSync(join(ROOT, 'drizzle')).sort())
    if (name.endsWith('.sql')) hash.update(readFileSync(join(ROOT, 'drizzle', name)))
  const file = join(CACHE, `pglite-${hash.digest('hex')}.tar`)
  if (!existsSync(file)) {
    mkdirSync(CACHE, { recursive: true })
    const database = await connectInMemory()
    const dump = await (database.client as PGlite).dumpDataDir('none')
    const partial = `${file}.${process.pid}`
    await Bun.write(partial, dump)
    renameSync(partial, file)
    await database.close()
  }
  return file
}
