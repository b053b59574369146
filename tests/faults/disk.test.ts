import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, rmSync, statfsSync, truncateSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as connections from '#connections/connections.ts'
import { createRemotes } from '#connections/drivers/pool.ts'
import { closeSpare } from '#files/reader.ts'
import { createFileStore } from '#outside/files.ts'
import { createEngine } from '#query/engine/engine.ts'
import * as query from '#query/run.ts'
import type { WorkspaceCtx, World } from '../../src/ctx.ts'
import { connectDatabase } from '../support/connected.ts'
import { type App, call, newPlace, type Person, signUp, workspaceCtx } from '../support/people.ts'
import { upload } from '../support/upload.ts'
import { testApp, testWorld } from '../support/world.ts'

// On the embedded database only: it is about the disk of files and results.

/** The disk fills up while something is brought in or kept: a clear error, nothing of it left behind, and with room again the next one works. */
const MB = 1 << 20
const DISK_MB = 160
const outside = mkdtempSync(join(tmpdir(), 'tabletalk-outside-'))
/** A disk of its own: a file system in memory, which root may mount anywhere. */
const disk = mkdtempSync(join(tmpdir(), 'tabletalk-disk-'))
const FILLER = join(disk, 'filler')
let world: World
let app: App
let owner: Person
let ctx: WorkspaceCtx
let rows = ''
const address = createServer((_, response) => response.end(rows))

beforeAll(async () => {
  const mounted = Bun.spawnSync(['mount', '-t', 'tmpfs', '-o', `size=${DISK_MB}m,mode=700`, 'tmpfs', disk])
  if (!mounted.success) throw new Error(`this test mounts a disk, as root: ${mounted.stderr}`)
  const shared = await testWorld()
  const config = { ...shared.config, dataDir: disk }
  world = {
    ...shared,
    config,
    files: createFileStore(config),
    engine: createEngine(config, shared.log),
    remotes: createRemotes(config, shared.log),
  }
  app = await testApp(world)
  owner = await signUp(app)
  ctx = await workspaceCtx(world, owner.user.id, (await newPlace(app, owner)).workspace.id)
  const path = join(outside, 'shop.sqlite')
  const database = new Database(path)
  database.run('create table wide (id integer primary key, word text)')
  database.run(
    `insert into wide with recursive n(i) as (select 1 union all select i + 1 from n where i < 60000) select i, hex(randomblob(250)) from n`,
  )
  database.close()
  await connectDatabase(ctx, 'Shop', 'sqlite', { path })
  await new Promise<void>((resolve) => address.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  address.close()
  await Promise.all([world?.engine.close(), world?.remotes.close()])
  Bun.spawnSync(['umount', '-l', disk])
  for (const folder of [disk, outside]) rmSync(folder, { recursive: true, force: true })
})

/** Leaves room for so many bytes. */
function fill(left: number) {
  const { bavail, bsize } = statfsSync(disk)
  const piece = Buffer.alloc(MB)
  writeFileSync(FILLER, '')
  for (let bytes = bavail * bsize - left; bytes > 0; bytes -= MB)
    writeFileSync(FILLER, piece.subarray(0, Math.min(MB, bytes)), { flag: 'a' })
}
const free = () => truncateSync(FILLER)
/** What lies on the disk; the process that waits for the next file has something there as well. */
async function files(): Promise<string[]> {
  await closeSpare()
  return readdirSync(disk, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'filler')
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort()
}

/** What `work` gives on a disk with little room; whatever it wrote is gone again. */
async function whenFull<T>(work: () => Promise<T>, left = 4 * MB): Promise<T> {
  const before = await files()
  fill(left)
  try {
    return await work()
  } finally {
    expect(await files()).toEqual(before)
    free()
  }
}
const FULL = { kind: 'unavailable', code: 'storage_full' }
const run = (sql: string, more: Partial<query.RunRequest> = {}) => query.run(ctx, { sql, ...more })

test.each([
  ['rows that are fetched', 'SELECT max(lower(word)) FROM wide', {}],
  ['rows that are the answer', 'SELECT * FROM wide', {}],
  ['what a database answers', 'select id, word from wide', { source: 'Shop' }],
])(
  'for %s',
  async (_name, sql, more) => {
    await whenFull(async () => expect(run(sql, more)).rejects.toMatchObject(FULL))
    // Asked there: rows that are brought here stay open, and on the disk, until the next question.
    const again = await run('select count(*), min(length(word)) from wide', { source: 'Shop' })
    expect(again.rows).toEqual([[60_000, 500]])
  },
  60_000,
)

test('for a result that is kept', async () => {
  const sql = 'SELECT i, sha256(i::VARCHAR) AS word FROM range(300000) t(i)'
  await whenFull(async () => expect(run(sql)).rejects.toMatchObject(FULL))
  expect(await run(sql)).toMatchObject({ total_rows: 300_000 })
})

test('for an upload: its own bytes, and the tables that are made of it', async () => {
  const lines = Array.from({ length: 120_000 }, (_, i) => `${i},${Bun.hash(String(i))},${Bun.hash(`${i}x`)}`)
  const csv = `id,a,b\n${lines.join('\n')}\n`
  const send = () => upload(app, owner, ctx.workspace.id, 'many.csv', csv)
  const full = { status: 503, body: { code: 'storage_full' } }
  expect(await whenFull(send, 2 * MB)).toMatchObject(full)
  const roomy = Math.round(csv.length * 1.2)
  expect(await whenFull(send, roomy)).toMatchObject(full)
  expect(await send()).toMatchObject({ status: 201, body: { version: 1 } })
  expect((await run('SELECT count(*) FROM many')).rows).toEqual([[120_000]])
})

test('for an address that is looked at again: its tables stay', async () => {
  rows = 'id,word\n1,one\n'
  const at = `/api/workspaces/${ctx.workspace.id}/external-connections`
  const url = `http://127.0.0.1:${(address.address() as AddressInfo).port}/words.csv`
  const { body: made } = await call(app, owner, 'POST', at, { name: 'Words', kind: 'url', url })
  rows += Array.from({ length: 200_000 }, (_, i) => `${i},${Bun.hash(String(i))}\n`).join('')
  const state = async () => (await call(app, owner, 'GET', `${at}/${made.id}`)).body
  await whenFull(() => connections.refresh(ctx, made.id, 60_000).catch(() => {}), 2 * MB)
  expect(await state()).toMatchObject({ status: 'failed', error: expect.stringContaining('no room left'), tables: 1 })
  expect((await run('SELECT word FROM words')).rows).toEqual([['one']])
  await connections.refresh(ctx, made.id, 60_000)
  expect(await state()).toMatchObject({ status: 'ready' })
  expect((await run('SELECT count(*) FROM words')).rows).toEqual([[200_001]])
})
