import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AppError } from '#base/errors.ts'
import { IngestEngine } from '#files/ingest/engine.ts'
import type { RemoteNeed, RemoteSource, RemoteTable } from '#outside/remote.ts'
import type { Filter } from '#query/rules/need.ts'
import {
  contextOf,
  LONG,
  mariadbSource,
  postgresSource,
  sqliteSource,
  TEXTS,
  type TestSource,
} from '../../../tests/support/drivers.ts'
import type { Session } from './driver.ts'
import { load } from './load.ts'
import { driverOf } from './registry.ts'

/** What every driver must do, against real servers and a real file with the same tables. */
const dir = mkdtempSync(join(tmpdir(), 'tabletalk-drivers-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))
let outputs = 0

for (const [name, start] of [
  ['PostgreSQL', postgresSource],
  ['MariaDB', mariadbSource],
  ['SQLite', sqliteSource],
] as const)
  describe(name, () => {
    let at: TestSource
    let folders: string[] = []
    let tables: RemoteTable[]
    beforeAll(async () => {
      at = await start()
      if ('folder' in at) folders = [String(at.folder)]
      tables = await inSession((session) => session.introspect(undefined))
    }, 300_000)
    afterAll(() => at?.stop())

    const open = async (source: RemoteSource = at.source, options = {}): Promise<Session> =>
      (await driverOf(source.engine)).open(source, contextOf({ folders, ...options }))
    async function inSession<T>(work: (session: Session) => Promise<T>, source?: RemoteSource): Promise<T> {
      const session = await open(source)
      try {
        return await work(session)
      } finally {
        await session.close()
      }
    }
    const needOf = (table: string, anyOf: Filter[][] = []): RemoteNeed => ({
      schema: at.schema,
      table,
      columns: tables.find((each) => each.name === table)!.columns,
      anyOf,
    })
    /** Rows as DuckDB reads them from the file that is made of the stream. */
    async function rowsOf(sql: string, session: Session): Promise<unknown[][]> {
      const rows = await session.stream(sql)
      const engine = await IngestEngine.open({ dir, memoryMb: 256, threads: 1 }, new AbortController().signal)
      try {
        const { path } = await load(engine, rows, join(dir, `rows-${++outputs}`), { rows: 100_000, bytes: 1 << 28 })
        return await engine.rows(`select * from '${path}'`)
      } finally {
        engine.close()
      }
    }
    const fetched = (need: RemoteNeed, rows = 10_000) =>
      inSession((session) => rowsOf(session.selectOf(need, rows), session))

    test('finds tables with their columns, keys and estimates', () => {
      const people = tables.find((each) => each.name === 'people')!
      const orders = tables.find((each) => each.name === 'orders')!
      expect(people).toMatchObject({ schema: at.schema, kind: 'table', primaryKey: ['id'] })
      expect(people.columns.map((column) => column.name)).toEqual(['id', 'name', 'team', 'secret', 'age'])
      expect(people.columns.map(({ nullable }) => nullable)).toEqual([false, true, false, true, true])
      expect(orders.foreignKeys).toEqual([
        { columns: ['person_id'], toSchema: at.schema, toTable: 'people', toColumns: ['id'] },
      ])
      expect(orders.rows).toBeGreaterThan(900)
      expect(tables.find((each) => each.name === 'adults')!.kind).toBe('view')
      if (at.engine === 'sqlite') return
      expect(people.comment).toBe('Who works here')
      expect(people.columns.at(-1)!.comment).toBe('in years')
    })

    test('every text arrives as it is, empty and null apart', async () => {
      const rows = await fetched(needOf('people'))
      const texts = rows.sort((a, b) => Number(a[0]) - Number(b[0])).map((row) => row[1])
      expect(texts).toEqual([...TEXTS, null])
      expect(texts.includes(LONG)).toBe(true)
    })

    const filters: [Filter[][], number][] = [
      [[[{ column: 'id', op: '<=', value: '3' }]], 3],
      [[[{ column: 'id', op: 'in', values: ['1', '2', '99'] }]], 2],
      [[[{ column: 'id', op: 'in', values: [] }]], 0],
      [[[{ column: 'name', op: 'is null' }]], 1],
      [[[{ column: 'name', op: 'is not null' }]], TEXTS.length],
      [[[{ column: 'name', op: '=', value: 'PLAIN' }]], 0],
      [[[{ column: 'name', op: '=', value: 'plain ' }]], 0],
      [[[{ column: 'name', op: '<>', value: 'PLAIN' }]], TEXTS.length],
      [[[{ column: 'name', op: '=', value: '日本 🎉' }]], 1],
      [[[{ column: 'name', op: '=', value: '\\' }]], 1],
      [
        [[{ column: 'name', op: '>', value: 'Z' }]],
        TEXTS.filter((text) => Buffer.compare(Buffer.from(text), Buffer.from('Z')) > 0).length,
      ],
      [
        [
          [{ column: 'id', op: '=', value: '1' }],
          [
            { column: 'id', op: '=', value: '2' },
            { column: 'age', op: '>', value: '100' },
          ],
        ],
        1,
      ],
      [[[{ column: 'id', op: '=', value: '1' }], []], TEXTS.length + 1],
      ...TEXTS.filter((text) => text !== LONG).map((value): [Filter[][], number] => [
        [[{ column: 'name', op: '=', value }]],
        1,
      ]),
    ]
    test('filters mean what they mean in the engine, whatever their values contain', async () => {
      await inSession(async (session) => {
        for (const [anyOf, count] of filters) {
          const rows = await rowsOf(session.selectOf(needOf('people', anyOf), 1000), session)
          expect([anyOf, rows.length]).toEqual([anyOf, count])
        }
      })
    })

    test('no more rows come than are asked for', async () => {
      expect((await fetched(needOf('orders'), 7)).length).toBe(7)
    })

    test('a person’s own statement is answered with names and exact types', async () => {
      const visible = tables.map((table) => ({
        schema: table.schema,
        name: table.name,
        columns: table.columns.map((column) => column.name),
        hidden: [],
      }))
      const sql = `select team, count(*) as n, sum(amount) as total from people join orders on orders.person_id = people.id
        group by team order by 2 desc; -- all`
      const [columns, rows] = await inSession(async (session) => {
        const gated = await session.gated(sql, visible, 100)
        const found = await rowsOf(gated, session)
        return [(await session.stream(gated)).columns, found] as const
      })
      expect(columns.map((column) => column.name)).toEqual(['team', 'n', 'total'])
      expect(columns.map(({ type }) => type)).toEqual(
        {
          postgres: ['VARCHAR', 'BIGINT', 'DECIMAL(38,12)'],
          mysql: ['VARCHAR', 'BIGINT', 'DECIMAL(34,2)'],
        }[at.engine as string] ?? ['VARCHAR', 'BIGINT', 'DOUBLE'],
      )
      expect(rows.map(([team, n, total]) => [team, Number(n), Number(total)])).toEqual([['red', 1000, 625_625]])
    })

    test('errors of a statement are told in the words of the source, and the session goes on', async () => {
      await inSession(async (session) => {
        const error = await session.stream('select nothing_there from people').catch((thrown) => thrown)
        expect(error).toBeInstanceOf(AppError)
        expect(error.code).toBe('sql_error')
        expect(error.message).toContain('nothing_there')
        expect((await rowsOf('select id from people where id = 1', session)).length).toBe(1)
      })
    })

    test('writing is refused at the source too, for its most powerful user and past our own gate', async () => {
      const count = async () => JSON.stringify(await at.ask('select count(*) as n from people'))
      const before = await count()
      for (const sql of [
        "insert into people values (1000, 'x', 'x', 'x', 1)",
        'delete from people',
        'update people set age = 0',
        'drop table orders',
        'create table made (id int)',
        'create temporary table made (id int)',
        'select 1; delete from people',
        'select 1 as x; commit; delete from people',
        'with gone as (delete from people returning id) select * from gone',
        'commit',
        'rollback',
        'set session transaction read write',
        'truncate people',
      ]) {
        const error = await inSession(async (session) => {
          for await (const _ of (await session.stream(sql)).csv);
          return null
        }).catch((thrown) => thrown)
        expect([sql, error instanceof AppError && error.code]).toEqual([
          sql,
          expect.stringMatching(/^sql_(error|refused)$/),
        ])
      }
      expect(await count()).toBe(before)
      expect((await inSession((session) => session.introspect(undefined))).map((each) => each.name)).not.toContain(
        'made',
      )
    })

    if (name !== 'SQLite') serverTests({ at: () => at, open, inSession })
  })

type Helpers = {
  at: () => TestSource
  open: (source?: RemoteSource, options?: object) => Promise<Session>
  inSession: <T>(work: (session: Session) => Promise<T>, source?: RemoteSource) => Promise<T>
}

/** What only servers can do: refuse, hang, go away. */
function serverTests({ at, open, inSession }: Helpers) {
  const failing = (settings: object, secrets: object = at().source.secrets) =>
    open({ ...at().source, settings: { ...at().source.settings, ...settings }, secrets }).then(
      async (session) => {
        await session.close()
        return 'opened'
      },
      (error) => (error as AppError).details?.step ?? String(error),
    )
  const slow = () =>
    at().engine === 'postgres'
      ? 'select count(*) from generate_series(1, 4000000000) n'
      : 'select count(*) from information_schema.columns a, information_schema.columns b, information_schema.columns c, information_schema.columns d'
  /** How many of our slow statements run at the server. */
  const running = async () => {
    const rows = await at().ask(
      at().engine === 'postgres'
        ? `select 1 from pg_stat_activity where application_name = 'tabletalk' and state = 'active' and query like 'copy %'`
        : `select 1 from information_schema.processlist where command in ('Query', 'Execute') and info like 'select count(*) from information_schema.columns a%'`,
    )
    return rows.length
  }
  const until = async (what: () => Promise<boolean>) => {
    for (let tries = 0; tries < 500; tries++) {
      if (await what()) return true
      await Bun.sleep(20)
    }
    return false
  }

  test('each way to fail is named with its step', async () => {
    const { certificates } = at()
    expect(await failing({ host: 'no-such-host.invalid' })).toBe('dns')
    expect(await failing({ host: '/tmp' })).toBe('dns')
    expect(await failing({ port: 1 })).toBe('tcp')
    expect(await failing({ port: 70_000 })).toBe('tcp')
    expect(await failing({ ssl: { mode: 'disable' } })).toBe('opened')
    expect(await failing({ ssl: { mode: 'prefer' } })).toBe('opened')
    expect(await failing({ ssl: { mode: 'require' } })).toBe('opened')
    expect(await failing({ ssl: { mode: 'verify-ca', ca: certificates!.ca } })).toBe('opened')
    expect(await failing({ ssl: { mode: 'verify-full', ca: certificates!.ca } })).toBe('opened')
    expect(await failing({ ssl: { mode: 'verify-ca', ca: certificates!.otherCa } })).toBe('tls')
    expect(await failing({ ssl: { mode: 'verify-full', ca: certificates!.otherCa } })).toBe('tls')
    expect(await failing({ ssl: { mode: 'verify-full' } })).toBe('tls')
    // The certificate is for localhost, not for the address.
    expect(await failing({ host: '127.0.0.1', ssl: { mode: 'verify-ca', ca: certificates!.ca } })).toBe('opened')
    expect(await failing({ host: '127.0.0.1', ssl: { mode: 'verify-full', ca: certificates!.ca } })).toBe('tls')
    expect(await failing({ username: 'nobody' }, { password: 'wrong' })).toBe('auth')
    expect(await failing({ database: 'no_such_database' })).toBe('database')
    const { settings, secrets } = at().reader
    expect(await failing({ ...settings, database: 'closed' }, secrets)).toBe('permission')
  })

  test('a user that may read only some tables sees those, and is not warned about', async () => {
    const { reader } = at()
    const names = (await inSession((session) => session.introspect(undefined), reader)).map((each) => each.name)
    expect(names.filter((each) => ['people', 'orders', 'hidden', 'things'].includes(each)).sort()).toEqual([
      'orders',
      'people',
    ])
    expect((await inSession((session) => session.facts(), reader)).warnings).toEqual([])
    expect((await inSession((session) => session.facts())).warnings.length).toBe(1)
  })

  test('a cancelled statement ends at the server', async () => {
    const controller = new AbortController()
    // The server's own limit of time is far away: only the cancel can end it.
    const session = await open(at().source, { signal: controller.signal, timeoutMs: 120_000 })
    const asked = (async () => {
      for await (const _ of (await session.stream(slow())).csv);
    })().catch((error) => error)
    expect(await until(async () => (await running()) === 1)).toBe(true)
    controller.abort()
    expect((await asked).code).toBe('query_cancelled')
    expect(await until(async () => (await running()) === 0)).toBe(true)
    await session.close()
  })

  test('a statement that takes too long is stopped on both sides', async () => {
    const session = await open(at().source, { timeoutMs: 400 })
    const error = await (async () => {
      for await (const _ of (await session.stream(slow())).csv);
    })().catch((thrown) => thrown)
    expect(error.code).toBe('query_timeout')
    expect(await until(async () => (await running()) === 0)).toBe(true)
    await session.close()
  })

  test('a consumer that stops early ends the statement too', async () => {
    const session = await open(at().source, { timeoutMs: 120_000 })
    const endless =
      at().engine === 'postgres'
        ? `select repeat('x', 1000) from generate_series(1, 30000) a, generate_series(1, 30000) b`
        : `select repeat('x', 1000) from information_schema.columns a, information_schema.columns b, information_schema.columns c`
    for await (const _ of (await session.stream(endless)).csv) break
    expect(await until(async () => (await running()) === 0)).toBe(true)
    await session.close()
  })

  test('a connection that is cut in the middle is told clearly', async () => {
    const session = await open()
    const asked = (async () => {
      for await (const _ of (await session.stream(slow())).csv);
    })().catch((error) => error)
    expect(await until(async () => (await running()) === 1)).toBe(true)
    if (at().engine === 'postgres')
      await at().ask(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'tabletalk'`)
    else
      for (const { id } of await at().ask(
        `select id from information_schema.processlist where info like 'select count(*) from information_schema.columns a%'`,
      ))
        await at().ask(`kill ${Number(id)}`)
    const error = await asked
    expect([error.code, error.message]).toEqual(['source_failed', expect.stringContaining('went away')])
    await expect(session.stream('select 1 as a')).rejects.toMatchObject({ code: 'source_failed' })
    await session.close()
    expect((await inSession((each) => each.introspect(undefined))).length).toBeGreaterThan(2)
  })
}
