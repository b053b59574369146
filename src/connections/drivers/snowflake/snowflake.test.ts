import { afterEach, expect, test } from 'bun:test'
import { createHash, createPublicKey, generateKeyPairSync } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { importSPKI, jwtVerify } from 'jose'
import type { AppError } from '#base/errors.ts'
import { contextOf } from '../../../../tests/support/drivers.ts'
import { type Asked, type Given, playRecorded, type RecordedServer } from '../../../../tests/support/recorded.ts'
import type { Session } from '../driver.ts'
import { driver } from './driver.ts'
import { duckType, writerOf } from './types.ts'

/** Recorded exchanges: written after the documentation of Snowflake's SQL API v2. */
const { privateKey, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})
const ROWS = [
  { name: 'ID', type: 'fixed', precision: 38, scale: 0, nullable: false },
  { name: 'AMOUNT', type: 'fixed', precision: 12, scale: 2, nullable: true },
  { name: 'NAME', type: 'text', nullable: true },
  { name: 'AT', type: 'timestamp_ltz', scale: 9, nullable: true },
  { name: 'DAY', type: 'date', nullable: true },
  { name: 'RAW', type: 'binary', nullable: true },
  { name: 'DOC', type: 'variant', nullable: true },
]
const DATA = [
  ['12345678901234567890123456789012345678', '1.25', 'a "b"', '1704067200.123456000', '19723', '6869', '{"a":1}'],
  ['1', null, '', null, null, null, null],
]
const meta = (rowType: object[], parts = 1) => ({
  numRows: 2,
  format: 'jsonv2',
  rowType,
  partitionInfo: Array.from({ length: parts }, () => ({ rowCount: 1 })),
})
const texts = (names: string[]) => names.map((name) => ({ name, type: 'text', nullable: true }))
const done = (rowType: object[], data: unknown[][], parts = 1): Given => ({
  body: {
    code: '090001',
    message: 'Statement executed successfully.',
    statementHandle: 'h-1',
    resultSetMetaData: meta(rowType, parts),
    data,
  },
})
const RUNNING: Given = {
  status: 202,
  body: { code: '333334', message: 'Asynchronous execution in progress.', statementHandle: 'h-1' },
}

let server: RecordedServer
let polls = 0
afterEach(() => server?.stop())

function snowflake({ method, path, headers, body, query }: Asked): Given {
  if (!headers.authorization?.startsWith('Bearer ') || headers.authorization.endsWith('wrong'))
    return { status: 401, body: { code: '390144', message: 'JWT token is invalid.' } }
  if (path.endsWith('/cancel')) return { body: { code: '000604', message: 'SQL execution canceled' } }
  if (method === 'GET' && query.get('partition') === '1') return done(ROWS, DATA.slice(1), 2)
  if (method === 'GET') return ++polls < 2 ? RUNNING : done(ROWS, DATA.slice(0, 1), 2)
  const { statement, database } = JSON.parse(body)
  if (statement.includes('current_version'))
    return done(texts(['V', 'R', 'D']), [['9.1.0', 'ACCOUNTADMIN', database === 'DB' ? 'DB' : null]])
  if (statement.includes('INFORMATION_SCHEMA'))
    return done(texts(Array.from({ length: 12 }, (_, n) => `C${n}`)), [
      ['SHOP', 'PEOPLE', 'BASE TABLE', '3', 'Who works here', 'ID', 'NUMBER', '38', '0', null, 'NO', null],
      ['SHOP', 'PEOPLE', 'BASE TABLE', '3', 'Who works here', 'TEAM_ID', 'NUMBER', '9', '0', null, 'YES', 'which team'],
      ['SHOP', 'PEOPLE', 'BASE TABLE', '3', 'Who works here', 'SINCE', 'TIMESTAMP_NTZ', null, null, '9', 'YES', null],
    ])
  if (statement.startsWith('show primary'))
    return done(texts(['schema_name', 'table_name', 'column_name', 'key_sequence']), [['SHOP', 'PEOPLE', 'ID', '1']])
  if (statement.startsWith('show imported'))
    return done(
      texts([
        'pk_schema_name',
        'pk_table_name',
        'pk_column_name',
        'fk_schema_name',
        'fk_table_name',
        'fk_column_name',
        'key_sequence',
        'fk_name',
      ]),
      [['SHOP', 'TEAMS', 'ID', 'SHOP', 'PEOPLE', 'TEAM_ID', '1', 'FK']],
    )
  if (statement.includes('nothing_there'))
    return {
      status: 422,
      body: {
        code: '000904',
        message: `SQL compilation error: error line 1 at position 7\ninvalid identifier 'NOTHING_THERE'`,
        sqlState: '42000',
        statementHandle: 'h-2',
      },
    }
  if (statement.includes('too_slow'))
    return {
      status: 422,
      body: {
        code: '000630',
        message: 'Statement reached its statement or warehouse timeout of 10 second(s) and was canceled.',
      },
    }
  polls = 0
  return RUNNING
}

async function open(
  settings: object = {},
  secrets: object = { private_key: privateKey },
  options = {},
): Promise<Session> {
  const endpoint = `http://127.0.0.1:${server.port}`
  return driver.open(
    {
      engine: 'snowflake',
      settings: {
        account: 'org-acc.eu-central-1',
        username: 'ann',
        database: 'db',
        warehouse: 'wh',
        role: 'reader',
        endpoint,
        ...settings,
      },
      secrets,
    },
    contextOf(options),
  )
}
const read = async (session: Session, sql: string) => (await Array.fromAsync((await session.stream(sql)).csv)).join('')

test('signs in with a token that the key signs', async () => {
  server = await playRecorded(snowflake)
  const session = await open()
  expect((await session.facts()).warnings.length).toBe(1)
  const { headers, body } = server.seen[0]!
  expect(headers['x-snowflake-authorization-token-type']).toBe('KEYPAIR_JWT')
  const { payload } = await jwtVerify(headers.authorization!.slice(7), await importSPKI(publicKey, 'RS256'))
  const print = createHash('sha256')
    .update(createPublicKey(publicKey).export({ type: 'spki', format: 'der' }))
    .digest('base64')
  expect(payload).toMatchObject({ iss: `ORG-ACC.ANN.SHA256:${print}`, sub: 'ORG-ACC.ANN' })
  expect(JSON.parse(body)).toMatchObject({
    database: 'DB',
    warehouse: 'wh',
    role: 'reader',
    timeout: 10,
    parameters: { TIMEZONE: 'UTC', MULTI_STATEMENT_COUNT: '1' },
  })
})

test('rows come part by part with exact types, waiting while the statement runs', async () => {
  server = await playRecorded(snowflake)
  const session = await open()
  const rows = await session.stream('select * from people')
  expect(rows.columns.map(({ type }) => type)).toEqual([
    'DECIMAL(38,0)',
    'DECIMAL(12,2)',
    'VARCHAR',
    'TIMESTAMP WITH TIME ZONE',
    'DATE',
    'BLOB',
    'VARCHAR',
  ])
  expect((await Array.fromAsync(rows.csv)).join('')).toBe(
    `12345678901234567890123456789012345678,1.25,"a ""b""",2024-01-01 00:00:00.123456+00,2024-01-01,"6869","{""a"":1}"\n1,,"",,,,\n`,
  )
  expect(server.seen.filter(({ method }) => method === 'GET').map(({ path, query }) => `${path}?${query}`)).toEqual([
    '/api/v2/statements/h-1?',
    '/api/v2/statements/h-1?',
    '/api/v2/statements/h-1?partition=1',
  ])
  expect(server.seen.some(({ path }) => path.endsWith('/cancel'))).toBe(false)
})

test('finds tables with keys and comments', async () => {
  server = await playRecorded(snowflake)
  const [table] = await (await open()).introspect(['SHOP'])
  expect(table).toMatchObject({
    ...{ schema: 'SHOP', name: 'PEOPLE', kind: 'table', rows: 3, comment: 'Who works here', primaryKey: ['ID'] },
    foreignKeys: [{ columns: ['TEAM_ID'], toSchema: 'SHOP', toTable: 'TEAMS', toColumns: ['ID'] }],
  })
  expect(table!.columns.map(({ type }) => type)).toEqual(['DECIMAL(38,0)', 'BIGINT', 'TIMESTAMP'])
})

test('each way to fail is named', async () => {
  server = await playRecorded(snowflake)
  const session = await open()
  const code = (sql: string) => read(session, sql).catch((error) => error.code)
  expect(await code('select nothing_there')).toBe('sql_error')
  expect(await code('select too_slow')).toBe('query_timeout')
  expect(await code('drop table people')).toBe('sql_refused')
  const step = (promise: Promise<unknown>) =>
    promise.then(
      () => 'opened',
      (error: AppError) => error.details?.step,
    )
  expect(await step(open({ database: 'other' }))).toBe('database')
  expect(await step(open({}, { password: 'wrong' }))).toBe('auth')
  expect(await step(open({}, { private_key: 'no key' }))).toBe('auth')
  expect(await step(open({}, {}))).toBe('auth')
  expect(await step(open({ account: 'evil.example.com/x' }))).toBe('dns')
  expect(await step(open({ endpoint: 'http://127.0.0.1:1' }))).toBe('tcp')
})

test('a statement that is cancelled is cancelled at the source', async () => {
  server = await playRecorded((asked) => (asked.method === 'GET' ? RUNNING : snowflake(asked)))
  const controller = new AbortController()
  const session = await open({}, undefined, { signal: controller.signal })
  const reading = read(session, 'select 1').catch((error) => error)
  while (!server.seen.some(({ method }) => method === 'GET')) await Bun.sleep(5)
  controller.abort()
  expect((await reading).code).toBe('query_cancelled')
  expect(server.seen.at(-1)!.path).toBe('/api/v2/statements/h-1/cancel')
})

test('types and moments are exact', () => {
  const types = [
    'NUMBER(18,0)',
    'NUMBER(19,0)',
    'NUMBER(10,2)',
    'FLOAT',
    'TIME(6)',
    'TIME(9)',
    'TIMESTAMP_NTZ(3)',
    'VECTOR',
    'GEOGRAPHY',
    'ARRAY',
  ]
  expect(types.map(duckType)).toEqual([
    'BIGINT',
    'DECIMAL(19,0)',
    'DECIMAL(10,2)',
    'DOUBLE',
    'TIME',
    'VARCHAR',
    'TIMESTAMP',
    'VARCHAR',
    'VARCHAR',
    'VARCHAR',
  ])
  const at = (type: string, scale: number, value: string) => writerOf({ name: 'x', type, scale })(value)
  expect(at('timestamp_tz', 9, '1616173619.000000000 2040')).toBe('2021-03-19 17:06:59.000000+00')
  expect(at('timestamp_ntz', 9, '-1.250000000')).toBe('1969-12-31 23:59:58.750000')
  expect(at('time', 6, '82919.500000')).toBe('"23:01:59.500000"')
  expect(at('date', 0, '-1')).toBe('1969-12-31')
  expect(at('boolean', 0, 'true')).toBe('true')
})

test('packed parts are unpacked', async () => {
  const net = await import('node:http')
  const packed = net.createServer((request, response) => {
    request.resume()
    const body = JSON.stringify(
      (
        snowflake({
          method: 'POST',
          path: '',
          headers: { authorization: 'Bearer x' },
          body: JSON.stringify({ statement: 'select current_version', database: 'DB' }),
          query: new URLSearchParams(),
        }) as { body: object }
      ).body,
    )
    response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(gzipSync(body))
  })
  await new Promise<void>((resolve) => packed.listen(0, '127.0.0.1', resolve))
  const { port } = packed.address() as { port: number }
  server = await playRecorded(snowflake)
  const session = await open({ endpoint: `http://127.0.0.1:${port}` })
  expect((await session.facts()).serverVersion).toBe('Snowflake 9.1.0')
  packed.close()
})
