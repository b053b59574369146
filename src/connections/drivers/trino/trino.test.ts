import { afterEach, expect, test } from 'bun:test'
import type { AppError } from '#base/errors.ts'
import type { RemoteSource } from '#outside/remote.ts'
import { contextOf } from '../../../../tests/support/drivers.ts'
import { type Asked, type Given, playRecorded, type RecordedServer } from '../../../../tests/support/recorded.ts'
import type { Session } from '../driver.ts'
import { driver } from './driver.ts'
import { duckType, inOffset, writerOf } from './types.ts'

/** Recorded exchanges: no Trino can be installed here; these are made from its documented client protocol. */
let server: RecordedServer
afterEach(() => server?.stop())

const COLUMNS = [
  { name: 'id', type: 'bigint' },
  { name: 'name', type: 'varchar(20)' },
  { name: 'at', type: 'timestamp(6) with time zone' },
  { name: 'raw', type: 'varbinary' },
  { name: 'list', type: 'array(integer)' },
]
/** Rows as the coordinator writes them: a bigint that a double would round. */
const DATA =
  '[[9223372036854775807,"a \\"quoted\\", 1234567890123456789","2024-01-01 00:00:00.123456 UTC","aGk=",[1,2]]]'
const page = (port: number, parts: object, next?: string) => ({
  id: '20240101_000000_00001_abcde',
  infoUri: `http://127.0.0.1:${port}/ui/query.html`,
  stats: { state: next ? 'RUNNING' : 'FINISHED' },
  ...(next ? { nextUri: `http://127.0.0.1:${port}${next}` } : {}),
  ...parts,
})

function trino({ method, path, headers, body }: Asked, port: number): Given {
  if (path === '/v1/info') return { body: { nodeVersion: { version: '450' }, coordinator: true } }
  if (headers.authorization !== `Basic ${btoa('ann:secret')}`) return { status: 401, body: 'Unauthorized' }
  if (method === 'DELETE') return { status: 204, body: '' }
  if (body === 'show schemas from "lake"')
    return { body: page(port, { columns: COLUMNS.slice(1, 2), data: [['shop']] }) }
  if (body.startsWith('show schemas'))
    return {
      body: page(port, {
        error: {
          message: `line 1:1: Catalog 'other' not found`,
          errorName: 'CATALOG_NOT_FOUND',
          errorType: 'USER_ERROR',
        },
      }),
    }
  if (body.startsWith('start transaction'))
    return { headers: { 'X-Trino-Started-Transaction-Id': 'tx-1' }, body: page(port, {}) }
  if (body === 'rollback') return { body: page(port, { updateType: 'ROLLBACK' }) }
  if (body.includes('system.jdbc.columns'))
    return {
      body: page(port, {
        columns: COLUMNS,
        data: [
          ['shop', 'people', 'TABLE', 'Who works here', 'id', 'bigint', 'NO', null],
          ['shop', 'people', 'TABLE', 'Who works here', 'name', 'varchar', 'YES', 'as spoken'],
        ],
      }),
    }
  if (body.includes('nothing_there'))
    return {
      body: page(port, {
        error: {
          message: `line 1:8: Column 'nothing_there' cannot be resolved`,
          errorName: 'COLUMN_NOT_FOUND',
          errorType: 'USER_ERROR',
        },
      }),
    }
  if (body.includes('elsewhere')) return { body: { ...page(port, {}), nextUri: 'http://169.254.169.254/latest' } }
  if (body.includes('for_ever')) return { body: page(port, {}, '/v1/statement/queued/for_ever') }
  if (path.endsWith('for_ever')) return { hang: true }
  if (path === '/v1/statement') return { body: page(port, {}, '/v1/statement/queued/q1/1') }
  if (path.endsWith('/queued/q1/1')) {
    busy++
    return busy % 2
      ? { status: 503, body: 'busy' }
      : { body: page(port, { columns: COLUMNS }, '/v1/statement/executing/q1/2') }
  }
  if (path.endsWith('/executing/q1/2'))
    return {
      body: JSON.stringify(page(port, { data: 'DATA' }, '/v1/statement/executing/q1/3')).replace('"DATA"', DATA),
    }
  return { body: page(port, { data: [[null, null, null, null, null]] }) }
}
let busy = 0

async function open(settings: object = {}, secrets = { password: 'secret' }, options = {}): Promise<Session> {
  server ??= await playRecorded(trino)
  const source: RemoteSource = {
    engine: 'trino',
    settings: {
      host: '127.0.0.1',
      port: server.port,
      catalog: 'lake',
      username: 'ann',
      ssl: { mode: 'disable' },
      ...settings,
    },
    secrets,
  }
  return driver.open(source, contextOf(options))
}
async function begin(options = {}) {
  server = await playRecorded(trino)
  return open({}, undefined, options)
}
const read = async (session: Session, sql: string) => (await Array.fromAsync((await session.stream(sql)).csv)).join('')

test('rows come page by page with exact types, inside a read-only transaction', async () => {
  const session = await begin()
  const rows = await session.stream('select * from people')
  expect(rows.columns.map(({ type }) => type)).toEqual([
    'BIGINT',
    'VARCHAR',
    'TIMESTAMP WITH TIME ZONE',
    'BLOB',
    'VARCHAR',
  ])
  expect((await Array.fromAsync(rows.csv)).join('')).toBe(
    '9223372036854775807,"a ""quoted"", 1234567890123456789",2024-01-01 00:00:00.123456+00,"6869","[1,2]"\n,,,,\n',
  )
  const asked = server.seen.find(({ body }) => body === 'select * from people')!
  expect(asked.headers).toMatchObject({
    'x-trino-transaction-id': 'tx-1',
    'x-trino-time-zone': 'UTC',
    'x-trino-session': 'query_max_run_time=10s',
  })
  expect(server.seen.at(-1)).toMatchObject({ body: 'rollback' })
})

test('finds tables with comments', async () => {
  const session = await begin()
  expect((await session.facts()).serverVersion).toBe('Trino 450')
  expect(await session.introspect(['shop'])).toEqual([
    {
      schema: 'shop',
      name: 'people',
      kind: 'table',
      rows: null,
      comment: 'Who works here',
      columns: [
        { name: 'id', type: 'BIGINT', native: 'bigint', nullable: false, comment: '' },
        { name: 'name', type: 'VARCHAR', native: 'varchar', nullable: true, comment: 'as spoken' },
      ],
      primaryKey: [],
      foreignKeys: [],
    },
  ])
})

test('each way to fail is named, and no other host is followed', async () => {
  const session = await begin()
  const error = await read(session, 'select nothing_there from people').catch((thrown) => thrown)
  expect([error.code, error.message]).toEqual(['sql_error', `line 1:8: Column 'nothing_there' cannot be resolved`])
  expect((await read(session, 'select elsewhere').catch((thrown) => thrown)).code).toBe('source_failed')
  const step = (promise: Promise<unknown>) =>
    promise.then(
      () => 'opened',
      (thrown: AppError) => thrown.details?.step,
    )
  expect(await step(open({}, { password: 'wrong' }))).toBe('auth')
  expect(await step(open({ catalog: 'other' }))).toBe('database')
  expect(await step(open({ port: 1 }))).toBe('tcp')
  expect(await step(open({ ssl: { mode: 'require' } }))).toBe('tls')
  expect(await step(open({ host: 'no-such-host.invalid' }))).toBe('dns')
})

test('a query that is cancelled, or not read to its end, is deleted at the source', async () => {
  const controller = new AbortController()
  const session = await begin({ signal: controller.signal })
  for await (const _ of (await session.stream('select * from people')).csv) break
  expect(server.seen.filter(({ method }) => method === 'DELETE').map(({ path }) => path)).toEqual([
    '/v1/statement/executing/q1/3',
  ])
  const reading = read(session, 'select for_ever').catch((thrown) => thrown)
  while (!server.seen.some(({ path }) => path.endsWith('for_ever'))) await Bun.sleep(5)
  controller.abort()
  expect((await reading).code).toBe('query_cancelled')
  expect(server.seen.some(({ method, path }) => method === 'DELETE' && path.endsWith('for_ever'))).toBe(true)
})

test('a source that does not answer is left after its time', async () => {
  const session = await begin({ timeoutMs: 100 })
  expect((await read(session, 'select for_ever').catch((thrown) => thrown)).code).toBe('query_timeout')
})

test('types have the DuckDB type that holds them exactly', () => {
  const types = [
    'decimal(38,2)',
    'decimal(10)',
    'timestamp(3)',
    'timestamp(9)',
    'timestamp(12)',
    'time(6)',
    'time(3) with time zone',
    'char(3)',
    'json',
    'row(a integer)',
    'uuid',
    'real',
  ]
  expect(types.map(duckType)).toEqual([
    'DECIMAL(38,2)',
    'DECIMAL(10,0)',
    'TIMESTAMP',
    'VARCHAR',
    'VARCHAR',
    'TIME',
    'VARCHAR',
    'VARCHAR',
    'VARCHAR',
    'VARCHAR',
    'UUID',
    'FLOAT',
  ])
  expect(writerOf('boolean')(true)).toBe('true')
  expect(inOffset('2024-07-01 12:00:00.000 Europe/Berlin')).toBe('2024-07-01 12:00:00.000+02:00')
  expect(inOffset('2024-01-01 12:00:00 America/St_Johns')).toBe('2024-01-01 12:00:00-03:30')
  expect(inOffset('2024-01-01 12:00:00 +05:30')).toBe('2024-01-01 12:00:00+05:30')
})

test('a SELECT for a need is quoted by its rules', async () => {
  const session = await begin()
  const columns = [
    { name: 'i"d', type: 'BIGINT', native: 'bigint' },
    { name: 'name', type: 'VARCHAR', native: 'varchar' },
    { name: 'at', type: 'TIMESTAMP', native: 'timestamp(3)' },
  ]
  const anyOf = [
    [
      { column: 'i"d', op: '=', value: '1' },
      { column: 'name', op: '<>', value: "O'Brien" },
    ] as const,
    [{ column: 'at', op: '>=', value: '2024-01-01 00:00:00' }] as const,
  ]
  expect(session.selectOf({ schema: 's', table: 't', columns, anyOf: anyOf.map((group) => [...group]) }, 5)).toBe(
    `select "i""d", "name", "at" from "s"."t" where ("i""d" in (1) and "name" <> 'O''Brien') or ("at" >= cast('2024-01-01 00:00:00' as timestamp(3))) limit 5`,
  )
})
