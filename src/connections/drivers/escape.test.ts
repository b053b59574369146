import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AppError } from '#base/errors.ts'
import type { VisibleTable } from '#outside/remote.ts'
import {
  DIALECT_LEGITIMATE,
  LEGITIMATE,
  MYSQL_ATTEMPTS,
  POSTGRES_ATTEMPTS,
  SQLITE_ATTEMPTS,
} from '../../../tests/support/attempts.ts'
import {
  contextOf,
  mariadbSource,
  postgresSource,
  sqliteSource,
  type TestSource,
} from '../../../tests/support/drivers.ts'
import type { Session } from './driver.ts'
import { driverOf } from './registry.ts'

const SECRET = 'the canary sings'
const dir = mkdtempSync(join(tmpdir(), 'tabletalk-source-escape-'))
const canary = join(dir, 'canary')
const outside = join(dir, 'outside')
mkdirSync(outside)
for (const open of [dir, outside]) chmodSync(open, 0o777)
writeFileSync(canary, SECRET, { mode: 0o644 })
afterAll(() => rmSync(dir, { recursive: true, force: true }))

for (const [name, start, attempts, home, own] of [
  ['PostgreSQL', postgresSource, POSTGRES_ATTEMPTS, 'public', DIALECT_LEGITIMATE.postgres],
  ['MariaDB', mariadbSource, MYSQL_ATTEMPTS, 'shop', DIALECT_LEGITIMATE.mysql],
  ['SQLite', sqliteSource, SQLITE_ATTEMPTS, 'main', DIALECT_LEGITIMATE.sqlite],
] as const)
  describe(name, () => {
    let at: TestSource
    let folders: string[] = []
    beforeAll(async () => {
      at = await start()
      if ('folder' in at) folders = [String(at.folder)]
    }, 300_000)
    afterAll(() => at?.stop())

    const visible: VisibleTable[] = [
      { schema: home, name: 'people', columns: ['id', 'name', 'team', 'age'], hidden: ['secret'] },
      { schema: home, name: 'orders', columns: ['id', 'person_id', 'amount'], hidden: [] },
      { schema: home, name: 'adults', columns: ['id', 'name'], hidden: [] },
    ]
    const open = async (): Promise<Session> =>
      (await driverOf(at.engine)).open(at.source, contextOf({ folders, timeoutMs: 2000 }))
    const all = attempts.map((sql) => sql.replaceAll('CANARY', canary).replaceAll('OUTSIDE', outside))
    const read = async (session: Session, sql: string) => {
      let text = ''
      for await (const piece of (await session.stream(sql)).csv) {
        text += Buffer.from(piece)
        if (text.length > 1 << 20) break
      }
      return text
    }

    test('there are at least 250 attempts', () => expect(all.length).toBeGreaterThanOrEqual(250))

    test('the gate lets none of them through, for the most powerful user', async () => {
      const passed: string[] = []
      let session = await open()
      for (const sql of all) {
        const error = await session.gated(sql, visible, 10).catch((thrown) => thrown)
        if (error instanceof AppError && ['sql_error', 'sql_refused'].includes(error.code)) continue
        // What is no reach outside after all may pass, if it gives nothing away.
        if (error instanceof Error) passed.push(`${sql} => ${error}`)
        const text = await read(session, String(error)).catch((thrown) => `${thrown.code}: ${thrown.message}`)
        if (!/^sql_(error|refused)/.test(text)) passed.push(`${sql} => ${text.slice(0, 100)}`)
        await session.close()
        session = await open()
      }
      await session.close()
      expect(passed).toEqual([])
    })

    test('with the gate off the source still changes nothing', async () => {
      const state = async () =>
        JSON.stringify([
          await at.ask('select count(*) as n, sum(age) as s from people'),
          await at.ask('select count(*) as n from orders'),
          await at.ask('select count(*) as n from hidden'),
        ])
      const before = await state()
      let session = await open()
      for (const sql of all.filter(
        (each) =>
          !/sleep|benchmark|lock|master_pos|recursive|randomblob|pg_(cancel|terminate|rotate|reload|switch)/i.test(
            each,
          ),
      )) {
        const error = await read(session, sql).then(
          () => null,
          (thrown) => thrown,
        )
        if (!(error instanceof AppError && error.code.startsWith('sql_'))) {
          await session.close()
          session = await open()
        }
      }
      await session.close()
      expect(await state()).toBe(before)
      expect([readdirSync(outside), readdirSync(dir).sort()]).toEqual([[], ['canary', 'outside']])
    })

    test('what people ask passes, and is answered', async () => {
      const refused: string[] = []
      for (const sql of [...LEGITIMATE, ...own]) {
        const session = await open()
        const outcome = await session
          .gated(sql, visible, 50)
          .then((gated) => read(session, gated))
          .catch((error) => `${error.code}: ${error.message}`)
        if (/^(sql_|query_|source_|ERR_|undefined)/.test(outcome)) refused.push(`${sql} => ${outcome}`)
        await session.close()
      }
      expect(refused).toEqual([])
    })

    test('the limit holds, and does not change what a statement means', async () => {
      const session = await open()
      const lines = async (sql: string, rows: number) =>
        (await read(session, await session.gated(sql, visible, rows))).trim().split('\n')
      expect(await lines('select id from orders order by id desc', 3)).toEqual(['1000', '999', '998'])
      expect(await lines('select id from orders order by id desc limit 2', 3)).toEqual(['1000', '999'])
      expect(await lines('select id from orders order by id limit 100 offset 10', 2)).toEqual(['11', '12'])
      expect(
        await lines('select id from people where id < 3 union all select id from orders where id < 3 order by 1', 3),
      ).toEqual(['1', '1', '2'])
      expect((await lines('select 1 as a, 2 as a', 5)).length).toBe(1)
      await session.close()
    })
  })
