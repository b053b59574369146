import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { RemoteNeed, Remotes, RemoteTable } from '#outside/remote.ts'
import { mariadbSource, postgresSource, sqliteSource, TEXTS, type TestSource } from '../../../tests/support/drivers.ts'
import { watchedLog } from '../../../tests/support/secrets.ts'
import { createRemotes } from './pool.ts'

/** The whole way as the product goes it: from the server through the child process to a real source and into a file. */
const dir = mkdtempSync(join(tmpdir(), 'tabletalk-remotes-'))
const log = watchedLog({ LOG_LEVEL: 'silent' })
const settings = {
  dataDir: dir,
  ENGINE_MEMORY_MB: 512,
  ALLOWED_PRIVATE_HOSTS: '127.0.0.0/8,::1',
  DATABASE_URL: 'postgres://me@127.0.0.1:9/own',
  SQLITE_FOLDERS: '',
  REMOTE_TIMEOUT_S: 10,
}
let outputs = 0
const output = () => {
  const folder = join(dir, `out-${++outputs}`)
  mkdirSync(folder)
  return join(folder, 'rows')
}
const LIMITS = { rows: 500, bytes: 1 << 24 }
afterAll(() => rmSync(dir, { recursive: true, force: true }))

for (const [name, start] of [
  ['PostgreSQL', postgresSource],
  ['MariaDB', mariadbSource],
  ['SQLite', sqliteSource],
] as const)
  describe(name, () => {
    let at: TestSource
    let remotes: Remotes
    let tables: RemoteTable[]
    beforeAll(async () => {
      at = await start()
      const folder = 'folder' in at ? String(at.folder) : ''
      remotes = createRemotes({ ...settings, SQLITE_FOLDERS: folder }, log)
      tables = await remotes.introspect('w', at.source)
    }, 300_000)
    afterAll(async () => {
      await remotes?.close()
      await at?.stop()
    })
    const need = (table: string): RemoteNeed => ({
      schema: at.schema,
      table,
      columns: tables.find((each) => each.name === table)!.columns,
      anyOf: [],
    })

    test('looks, samples, fetches and asks', async () => {
      const diagnosis = await remotes.test('w', at.source)
      expect(diagnosis.tables).toBe(tables.length)
      expect(diagnosis.server_version).toMatch(/\d/)
      const [people, gone] = await remotes.sample(
        'w',
        at.source,
        [need('people'), { ...need('orders'), table: 'gone' }],
        100,
      )
      expect([people!.columns.length, people!.rows]).toEqual([5, TEXTS.length + 1])
      expect(gone).toBeNull()
      const all = await remotes.fetch('w', at.source, need('people'), output(), LIMITS)
      expect([all.rows, all.truncated, existsSync(all.path)]).toEqual([TEXTS.length + 1, false, true])
      const some = await remotes.fetch('w', at.source, need('orders'), output(), LIMITS)
      expect([some.rows, some.truncated]).toEqual([501, true])
      const limited = await remotes.fetch('w', at.source, { ...need('orders'), limit: 3 }, output(), LIMITS)
      expect([limited.rows, limited.truncated]).toEqual([3, false])
      const visible = [{ schema: at.schema, name: 'orders', columns: ['id', 'person_id', 'amount'], hidden: [] }]
      const statement = { sql: 'select id, id from orders order by id', visible, as: null }
      const answer = await remotes.query('w', at.source, statement, output(), LIMITS)
      expect([answer.columns.map((column) => column.name), answer.truncated]).toEqual([['id', 'id_2'], true])
      expect([answer.rows, readdirSync(dirname(answer.path))]).toEqual([500, ['rows.parquet']])
    })

    test('more than may be brought over is refused, with nothing left behind', async () => {
      const to = output()
      await expect(remotes.fetch('w', at.source, need('people'), to, { rows: 500, bytes: 1000 })).rejects.toMatchObject(
        { code: 'too_much' },
      )
      expect(readdirSync(join(to, '..'))).toEqual([])
      expect((await remotes.fetch('w', at.source, need('people'), output(), LIMITS)).rows).toBe(TEXTS.length + 1)
    })

    test('a cancelled question ends, and the next one is answered', async () => {
      const controller = new AbortController()
      const slow = `select count(*) as n from orders a, orders b, orders c, orders d`
      const visible = [{ schema: at.schema, name: 'orders', columns: ['id'], hidden: [] }]
      const asked = remotes.query('w', at.source, { sql: slow, visible, as: null }, output(), LIMITS, {
        signal: controller.signal,
      })
      setTimeout(() => controller.abort(), 500)
      const error = await asked.catch((thrown) => thrown)
      expect(error.code).toMatch(/cancelled/)
      expect((await remotes.fetch('w', at.source, need('people'), output(), LIMITS)).rows).toBe(TEXTS.length + 1)
    })

    test('our own database and a path outside are out of reach', async () => {
      const source = { ...at.source, settings: { ...at.source.settings, port: 9, path: '/etc/passwd' } }
      await expect(remotes.test('w', source)).rejects.toMatchObject({ code: 'connection_failed' })
    })
  })

test('a SQLite file that is asked something without end holds nobody', async () => {
  const at = await sqliteSource()
  const remotes = createRemotes({ ...settings, SQLITE_FOLDERS: at.folder, REMOTE_TIMEOUT_S: 1 }, log)
  const endless = 'with recursive n(v) as (select 1 union all select v + 1 from n) select count(*) from n'
  const statement = { sql: endless, visible: [], as: null }
  const error = await remotes.query('w', at.source, statement, output(), LIMITS).catch((thrown) => thrown)
  expect(error.kind).toBe('timeout')
  expect((await remotes.introspect('w', at.source)).length).toBe(4)
  await remotes.close()
  await at.stop()
})
