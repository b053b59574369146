import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import { drizzle as onPglite } from 'drizzle-orm/pglite'
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator'
import { drizzle as onPostgres } from 'drizzle-orm/postgres-js'
import { migrate as migratePostgres } from 'drizzle-orm/postgres-js/migrator'
import postgres from 'postgres'
import { AppError } from '#base/errors.ts'
import { type Bus, openBus, SILENT } from './bus.ts'
import { EmbeddedPostgres } from './embedded.ts'
import { takeLock } from './lock.ts'

/** One type for both databases, and for a transaction of either. */
export type Db = PgDatabase<PgQueryResultHKT>

export type Database = {
  db: Db
  kind: 'postgres' | 'pglite'
  bus: Bus
  /** Finishes running statements, then closes; releases the lock of an embedded database. */
  close(): Promise<void>
}

const MIGRATIONS = join(import.meta.dir, '../../drizzle')
/** Whether a database was made before the first release: its tables are there, one that every release has is not. */
const SCHEMA_AGE =
  "select to_regclass('users') is not null and to_regclass('catalog_versions') is null as is_before_release"
type SchemaAge = { is_before_release: boolean }
/** Folders of migrations to apply one after the other; drizzle leaves out what a database has. */
const migrationFolders = ({ is_before_release }: SchemaAge) =>
  is_before_release ? [join(MIGRATIONS, 'before-release'), MIGRATIONS] : [MIGRATIONS]
/** Any number: all server processes of one database take the same advisory lock to migrate one after the other. */
const MIGRATION_LOCK = 7_203_114

/** Opens `databaseUrl`, or the embedded database in `dataDir`, and brings its schema up to date. */
export async function connect(options: { databaseUrl?: string | undefined; dataDir: string }): Promise<Database> {
  return options.databaseUrl ? connectPostgres(options.databaseUrl) : connectPglite(join(options.dataDir, 'pglite'))
}

async function connectPostgres(url: string): Promise<Database> {
  const migrator = postgres(url, { max: 1, onnotice: () => {}, connect_timeout: 10 })
  try {
    await migrator`select pg_advisory_lock(${MIGRATION_LOCK})`.catch((error: Error) => {
      const message = `The database of DATABASE_URL cannot be used: ${error.message}`
      throw new AppError('unavailable', message, { code: 'database_unreachable', cause: error })
    })
    for (const migrationsFolder of migrationFolders((await migrator.unsafe<SchemaAge[]>(SCHEMA_AGE))[0]!))
      await migratePostgres(onPostgres(migrator), { migrationsFolder })
  } finally {
    await migrator.end({ timeout: 5 })
  }
  const client = postgres(url, { max: 20, onnotice: () => {}, connect_timeout: 10, idle_timeout: 60 })
  const bus = openBus(client)
  await bus.ready
  return {
    db: onPostgres(client) as unknown as Db,
    kind: 'postgres',
    bus,
    close: () => client.end({ timeout: 5 }),
  }
}

async function connectPglite(dir: string): Promise<Database> {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const { isHeld, release } = takeLock(`${dir}.lock`)
  try {
    const client = await EmbeddedPostgres.open({ dataDir: dir, relaxedDurability: false }, isHeld)
    const db = await migrated(client)
    const close = async () => {
      // The last checkpoint would be written over the database of whoever has the folder now.
      if (isHeld()) await client.close()
      release()
    }
    return { db: db as unknown as Db, kind: 'pglite', bus: SILENT, close }
  } catch (error) {
    release()
    throw error
  }
}

/** An embedded database in memory, for tests; `dump` is a data folder to begin with, as `PGlite.dumpDataDir` gives it. */
export async function connectInMemory(dump?: Blob): Promise<Database & { client: PGlite }> {
  const client = await EmbeddedPostgres.open(dump ? { loadDataDir: dump } : {})
  const db = await migrated(client)
  return { db: db as unknown as Db, kind: 'pglite', bus: SILENT, client, close: () => client.close() }
}

async function migrated(client: EmbeddedPostgres) {
  const db = onPglite(client)
  for (const migrationsFolder of migrationFolders((await client.query<SchemaAge>(SCHEMA_AGE)).rows[0]!))
    await migratePglite(db, { migrationsFolder })
  await client.forget()
  return db
}

/** What is to be done once a transaction is kept. */
const onKept = new WeakMap<Db, (() => void)[]>()

/** Does something once the transaction of `db` is kept, and never where it is undone; at once outside of one. */
export function onceKept(db: Db, act: () => void): void {
  const acts = onKept.get(db)
  if (acts) acts.push(act)
  else act()
}

/** Runs `work` in one transaction: `work` gets the same ctx with `db` bound to it. Calls to the outside stay out of it. */
export async function inTransaction<C extends { db: Db }, T>(ctx: C, work: (ctx: C) => Promise<T>): Promise<T> {
  const acts: (() => void)[] = []
  const done = await ctx.db.transaction((tx) => {
    const db = tx as unknown as Db
    onKept.set(db, acts)
    return work({ ...ctx, db })
  })
  for (const act of acts) onceKept(ctx.db, act)
  return done
}
