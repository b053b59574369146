import { afterEach, expect, test } from 'bun:test'
import { generateKeyPairSync } from 'node:crypto'
import { importSPKI, jwtVerify } from 'jose'
import type { AppError } from '#base/errors.ts'
import { contextOf } from '../../../../tests/support/drivers.ts'
import { type Asked, type Given, playRecorded, type RecordedServer } from '../../../../tests/support/recorded.ts'
import type { Session } from '../driver.ts'
import { driver } from './driver.ts'
import { duckType, moment } from './types.ts'

/** Recorded exchanges: written after the documentation of BigQuery's REST API v2. */
const { privateKey, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})
const KEY = JSON.stringify({
  type: 'service_account',
  client_email: 'reader@p.iam.gserviceaccount.com',
  private_key: privateKey,
  private_key_id: 'k1',
  token_uri: 'http://169.254.169.254/',
})
const FIELDS = [
  { name: 'id', type: 'INTEGER', mode: 'REQUIRED' },
  { name: 'amount', type: 'NUMERIC', mode: 'NULLABLE' },
  { name: 'name', type: 'STRING', mode: 'NULLABLE' },
  { name: 'at', type: 'TIMESTAMP', mode: 'NULLABLE' },
  { name: 'raw', type: 'BYTES', mode: 'NULLABLE' },
  { name: 'tags', type: 'STRING', mode: 'REPEATED' },
  { name: 'who', type: 'RECORD', mode: 'NULLABLE', fields: [{ name: 'first', type: 'STRING', mode: 'NULLABLE' }] },
  { name: 'when', type: 'DATETIME', mode: 'NULLABLE' },
]
const cells = (values: unknown[]) => ({ f: values.map((v) => ({ v })) })
const ROW = cells([
  '9223372036854775807',
  '12345678901234567890.123456789',
  'a "b"\nc',
  '1704067200123456',
  'aGk=',
  [{ v: 'x' }, { v: 'y' }],
  cells(['Ann']),
  '2024-01-01T10:00:00.5',
])
const NULLS = cells([null, null, null, null, null, [], null, null])
const jobReference = { projectId: 'p', jobId: 'job_1', location: 'EU' }

let server: RecordedServer
afterEach(() => server?.stop())

function bigquery({ method, path, headers, body, query }: Asked): Given {
  if (path === '/token') return { body: { access_token: 'token-1', expires_in: 3599, token_type: 'Bearer' } }
  if (headers.authorization !== 'Bearer token-1')
    return { status: 401, body: { error: { message: 'Invalid credentials' } } }
  const own = path.replace('/bigquery/v2/projects/p', '')
  if (own.startsWith('/bigquery'))
    return { status: 404, body: { error: { message: 'Not found: Project other', errors: [{ reason: 'notFound' }] } } }
  if (own === '/datasets') return { body: { datasets: [{ datasetReference: { projectId: 'p', datasetId: 'shop' } }] } }
  const asked = method === 'POST' && body ? JSON.parse(body) : {}
  if (asked.dryRun) {
    if (asked.query.includes('nothing_there'))
      return {
        status: 400,
        body: {
          error: {
            code: 400,
            message: 'Unrecognized name: nothing_there at [1:8]',
            errors: [{ reason: 'invalidQuery' }],
            status: 'INVALID_ARGUMENT',
          },
        },
      }
    const totalBytesProcessed = asked.query.includes('expensive') ? String(500 * 2 ** 30) : '1000'
    return { body: { jobComplete: true, totalBytesProcessed, schema: { fields: FIELDS } } }
  }
  if (own.endsWith('/cancel')) return { body: { kind: 'bigquery#jobCancelResponse' } }
  if (own === '/queries' && asked.query.includes('INFORMATION_SCHEMA'))
    return {
      body: {
        jobReference,
        jobComplete: true,
        schema: { fields: Array.from({ length: 9 }, (_, n) => ({ name: `c${n}`, type: 'STRING' })) },
        rows: [
          cells(['people', 'BASE TABLE', '3', '"Who works here"', 'id', 'INT64', 'NO', null, '1']),
          cells(['people', 'BASE TABLE', '3', '"Who works here"', 'pay', 'NUMERIC(10, 2)', 'YES', 'in euros', null]),
          cells(['rich', 'VIEW', null, null, 'tags', 'ARRAY<STRING>', 'YES', null, null]),
        ],
      },
    }
  if (own === '/queries') return { body: { jobReference, jobComplete: false } }
  if (query.get('pageToken') === 'next')
    return { body: { jobReference, jobComplete: true, schema: { fields: FIELDS }, rows: [NULLS] } }
  return { body: { jobReference, jobComplete: true, schema: { fields: FIELDS }, rows: [ROW], pageToken: 'next' } }
}

async function open(settings: object = {}, service_account = KEY, options = {}): Promise<Session> {
  const endpoint = `http://127.0.0.1:${server.port}`
  return driver.open(
    { engine: 'bigquery', settings: { project: 'p', endpoint, ...settings }, secrets: { service_account } },
    contextOf(options),
  )
}
const read = async (session: Session, sql: string) => (await Array.fromAsync((await session.stream(sql)).csv)).join('')

test('signs in with a signed assertion for reading only, and follows no address of the key', async () => {
  server = await playRecorded(bigquery)
  await open()
  const assertion = new URLSearchParams(server.seen[0]!.body).get('assertion')!
  const { payload, protectedHeader } = await jwtVerify(assertion, await importSPKI(publicKey, 'RS256'), {
    audience: 'https://oauth2.googleapis.com/token',
  })
  expect(payload).toMatchObject({
    iss: 'reader@p.iam.gserviceaccount.com',
    scope: 'https://www.googleapis.com/auth/bigquery.readonly',
  })
  expect(protectedHeader).toMatchObject({ alg: 'RS256', kid: 'k1' })
})

test('rows come page by page with exact types, after a dry run and with a limit of cost', async () => {
  server = await playRecorded(bigquery)
  const session = await open({ location: 'EU' })
  const rows = await session.stream('select * from people')
  expect(rows.columns.map(({ type }) => type)).toEqual([
    'BIGINT',
    'DECIMAL(38,9)',
    'VARCHAR',
    'TIMESTAMP WITH TIME ZONE',
    'BLOB',
    'VARCHAR',
    'VARCHAR',
    'TIMESTAMP',
  ])
  expect((await Array.fromAsync(rows.csv)).join('')).toBe(
    `9223372036854775807,12345678901234567890.123456789,"a ""b""\nc",2024-01-01 00:00:00.123456+00,"6869","[""x"",""y""]","{""first"":""Ann""}",2024-01-01 10:00:00.5\n,,,,,"[]",,\n`,
  )
  const asked = JSON.parse(
    server.seen.find(({ path, body }) => path.endsWith('/queries') && !body.includes('dryRun'))!.body,
  )
  expect(asked).toMatchObject({
    useLegacySql: false,
    location: 'EU',
    jobTimeoutMs: '10000',
    maximumBytesBilled: String(200 * 2 ** 30),
  })
  expect(server.seen.some(({ path }) => path.endsWith('/cancel'))).toBe(false)
})

test('finds tables with keys, counts and descriptions', async () => {
  server = await playRecorded(bigquery)
  const tables = await (await open()).introspect(undefined)
  expect(tables).toEqual([
    {
      schema: 'shop',
      name: 'people',
      kind: 'table',
      rows: 3,
      comment: 'Who works here',
      columns: [
        { name: 'id', type: 'BIGINT', native: 'INT64', nullable: false, comment: '' },
        { name: 'pay', type: 'DECIMAL(10,2)', native: 'NUMERIC(10, 2)', nullable: true, comment: 'in euros' },
      ],
      primaryKey: ['id'],
      foreignKeys: [],
    },
    {
      schema: 'shop',
      name: 'rich',
      kind: 'view',
      rows: null,
      comment: '',
      columns: [{ name: 'tags', type: 'VARCHAR', native: 'ARRAY<STRING>', nullable: true, comment: '' }],
      primaryKey: [],
      foreignKeys: [],
    },
  ])
})

test('each way to fail is named; what writes or costs too much does not run', async () => {
  server = await playRecorded(bigquery)
  const session = await open()
  const code = (sql: string) => read(session, sql).catch((error) => error.code)
  expect(await code('select nothing_there')).toBe('sql_error')
  expect(await code('select expensive')).toBe('too_much')
  expect(await code('delete from people')).toBe('sql_refused')
  const ran = server.seen.filter(({ path, body }) => path.endsWith('/queries') && !JSON.parse(body).dryRun)
  expect(ran).toEqual([])
  const step = (promise: Promise<unknown>) =>
    promise.then(
      () => 'opened',
      (error: AppError) => error.details?.step,
    )
  expect(await step(open({ project: 'other' }))).toBe('database')
  expect(await step(open({}, '{}'))).toBe('auth')
  expect(await step(open({ endpoint: 'http://127.0.0.1:1' }))).toBe('tcp')
  expect(await step(open({ endpoint: `https://127.0.0.1:${server.port}` }))).toBe('tls')
  expect(await step(open({ endpoint: 'file:///etc/passwd' }))).toBe('dns')
})

test('a job that is cancelled, or not read to its end, is cancelled at the source', async () => {
  server = await playRecorded((asked) => (asked.query.get('pageToken') ? { hang: true } : bigquery(asked)))
  const controller = new AbortController()
  const session = await open({}, KEY, { signal: controller.signal })
  const reading = read(session, 'select 1').catch((error) => error)
  while (!server.seen.some(({ query }) => query.get('pageToken'))) await Bun.sleep(5)
  controller.abort()
  expect((await reading).code).toBe('query_cancelled')
  expect(server.seen.at(-1)).toMatchObject({ method: 'POST', path: '/bigquery/v2/projects/p/jobs/job_1/cancel' })
})

test('types and moments are exact', () => {
  const types = [
    'NUMERIC',
    'BIGNUMERIC',
    'NUMERIC(5)',
    'BIGNUMERIC(40, 2)',
    'STRING(20)',
    'JSON',
    'GEOGRAPHY',
    'INTERVAL',
    'STRUCT<a INT64>',
    'TIME',
    'BYTES(3)',
  ]
  expect(types.map(duckType)).toEqual([
    'DECIMAL(38,9)',
    'VARCHAR',
    'DECIMAL(5,0)',
    'VARCHAR',
    'VARCHAR',
    'VARCHAR',
    'VARCHAR',
    'VARCHAR',
    'VARCHAR',
    'TIME',
    'BLOB',
  ])
  expect(moment('-1')).toBe('1969-12-31 23:59:59.999999+00')
  expect(moment('253402300799999999')).toBe('9999-12-31 23:59:59.999999+00')
})
