import { afterEach, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import type { AppError } from '#base/errors.ts'
import { makeCertificates } from '../../../../tests/support/certificates.ts'
import { contextOf } from '../../../../tests/support/drivers.ts'
import {
  begun,
  columns,
  done,
  ended,
  failure,
  LATIN,
  nvarchar,
  parts,
  routed,
  row,
  type SignIn,
  signedIn,
  sparseRow,
  startTds,
  type TdsServer,
  table,
  text,
  UTF8,
  word,
} from '../../../../tests/support/tds-server.ts'
import type { Session } from '../driver.ts'
import { driver } from './driver.ts'
import { duckType } from './types.ts'

/** Recorded exchanges: no SQL Server can be installed here; these are written after the published protocol (MS-TDS). */
let server: TdsServer
afterEach(() => server?.stop())

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex')
const wide = (text: string) => Buffer.from(text, 'utf16le')
const long = 'ü"x,\n'.repeat(20_000)
const LONG_DECIMAL = '-1234567890123456789012345678.9012345678'
/** A type by its name and in the server's bytes, a value in its bytes, as DuckDB's type and as it stands in the CSV. */
const VALUES: [native: string, type: Buffer, value: Buffer, duck: string, field: string][] = [
  ['int', hex('26 04'), hex('04 ffffff7f'), 'INTEGER', '2147483647'],
  ['bigint', hex('26 08'), hex('08 ffffffffffffff7f'), 'BIGINT', '9223372036854775807'],
  ['tinyint', hex('26 01'), hex('01 ff'), 'UTINYINT', '255'],
  ['smallint', hex('34'), hex('0080'), 'SMALLINT', '-32768'],
  ['bit', hex('68 01'), hex('01 01'), 'BOOLEAN', 'true'],
  // Asked for as text, in which the server sends all digits.
  ['decimal(38,10)', nvarchar(41), text(LONG_DECIMAL), 'DECIMAL(38,10)', LONG_DECIMAL],
  ['money', hex('6e 08'), hex('08 73f91f00 d284faca'), 'DECIMAL(19,4)', '900000000000.1234'],
  ['smallmoney', hex('6e 04'), hex('04 9cffffff'), 'DECIMAL(10,4)', '-0.0100'],
  ['float', hex('6d 08'), hex('08 9a9999999999b93f'), 'DOUBLE', '0.1'],
  ['date', hex('28'), hex('03 d9440b'), 'DATE', '2023-01-02'],
  ['time(7)', hex('29 07'), hex('05 ffbf692ac9'), 'TIME', '23:59:59.999999'],
  ['datetime2(7)', hex('2a 07'), hex('08 0000000000 000000'), 'TIMESTAMP', '0001-01-01 00:00:00.000000'],
  [
    'datetimeoffset(0)',
    hex('2b 00'),
    hex('08 000000 d9440b 3c00'),
    'TIMESTAMP WITH TIME ZONE',
    '2023-01-02 00:00:00.000000+00',
  ],
  ['datetime', hex('6f 08'), hex('08 00000000 2c010000'), 'TIMESTAMP', '1900-01-01 00:00:01.000000'],
  ['smalldatetime', hex('6f 04'), hex('04 0100 3c00'), 'TIMESTAMP', '1900-01-02 01:00:00.000000'],
  [
    'uniqueidentifier',
    hex('24 10'),
    hex('10 04c4f061 b35c e711 907b a6006ad3dba0'),
    'UUID',
    '61f0c404-5cb3-11e7-907b-a6006ad3dba0',
  ],
  ['nvarchar(50)', nvarchar(50), text('日本 "x"'), 'VARCHAR', '"日本 ""x"""'],
  ['varchar(50)', Buffer.concat([hex('a7 3200'), LATIN]), word(hex('4772 fcdf 65 20 80')), 'VARCHAR', '"Grüße €"'],
  ['varchar(50)', Buffer.concat([hex('a7 3200'), UTF8]), word(Buffer.from('Grüße 日')), 'VARCHAR', '"Grüße 日"'],
  ['varbinary(max)', hex('a5 ffff'), parts(hex('00ff10'), 2), 'BLOB', '"00ff10"'],
  [
    'nvarchar(max)',
    Buffer.concat([hex('e7 ffff'), LATIN]),
    parts(wide(long), 3001),
    'VARCHAR',
    `"${long.replaceAll('"', '""')}"`,
  ],
  ['xml', hex('f1 00'), parts(wide('<a b="c"/>'), 100), 'VARCHAR', '"<a b=""c""/>"'],
  ['sql_variant', hex('62 491f0000'), Buffer.concat([hex('06000000 38 00'), hex('2a000000')]), 'VARCHAR', '"42"'],
  [
    'text',
    hex('23 ffffff7f 0904d00034 01 0100 7800'),
    Buffer.concat([hex('10'), Buffer.alloc(24), hex('02000000'), Buffer.from('hi')]),
    'VARCHAR',
    '"hi"',
  ],
]

function signIn({ user, password, database, flags }: SignIn): Buffer {
  if (flags !== 0x20) return Buffer.concat([failure(1, 'not for reading only'), done(2)])
  if (user !== 'ann' || password !== 'Pä$$')
    return Buffer.concat([failure(18456, `Login failed for user '${user}'.`, 14), done(2)])
  if (database !== 'shop')
    return Buffer.concat([failure(4060, `Cannot open database "${database}" requested by the login.`, 11), done(2)])
  return signedIn()
}
/** Decimals as text, and texts in a form that keeps all letters; the rest as it is. */
const requested = (native: string) =>
  native.startsWith('decimal') ? 'varchar(41)' : /^n?varchar|^text/.test(native) ? 'nvarchar(max)' : native
const own = (sql: string): Buffer | null => {
  // What the library and the driver set at the beginning.
  if (/^set (ansi_nulls|quoted_identifier)/.test(sql)) return done()
  if (sql.includes('begin transaction')) return begun()
  if (sql.includes('rollback')) return ended()
  if (sql.includes('schema_name()')) return table([''], [['dbo']])
  return null
}
const answer = (sql: string): Buffer | null => {
  if (own(sql)) return own(sql)
  if (sql.includes('is_srvrolemember')) return table(['', '', '', ''], [['16.0.4000', '1', '0', '0']])
  if (sql.includes('sys.foreign_keys'))
    return Buffer.concat([
      table(
        ['', '', '', '', ''],
        [
          ['dbo', 'people', 'U ', '3', 'Who works here'],
          ['dbo', 'adults', 'V ', null, null],
        ],
      ),
      table(Array(9).fill(''), [
        ['dbo', 'people', 'id', 'int', '4', '10', '0', 'false', null],
        ['dbo', 'people', 'name', 'nvarchar', '100', '0', '0', 'true', 'as spoken'],
        ['dbo', 'people', 'pay', 'decimal', '9', '12', '2', 'true', null],
        ['dbo', 'people', 'note', 'varchar', '-1', '0', '0', 'true', null],
        ['dbo', 'adults', 'at', 'datetime2', '8', '27', '7', 'true', null],
      ]),
      table(['', '', ''], [['dbo', 'people', 'id']]),
      table(Array(7).fill(''), [['dbo', 'people', 'fk', 'team', 'dbo', 'teams', 'id']]),
    ])
  if (sql.includes('describe_first_result_set')) {
    if (sql.includes('nothing_there'))
      return table(['', '', ''], [[null, null, `Invalid column name 'nothing_there'.`]])
    const described = sql.includes('types') ? VALUES.map(([native]) => native) : ['nvarchar(10)']
    return table(
      ['', '', ''],
      described.map((native, index) => [`c${index}`, native, null]),
    )
  }
  if (sql.includes('for_ever')) return null
  if (sql.includes('half'))
    return Buffer.concat([
      columns([{ name: 'x', type: nvarchar(10) }]),
      row([text('a')]),
      failure(8134, 'Divide by zero error encountered.'),
      done(2),
    ])
  const head = columns(VALUES.map(([, type], index) => ({ name: `c${index}`, type })))
  return Buffer.concat([
    head,
    row(VALUES.map(([, , value]) => value)),
    sparseRow(VALUES.map(([, , value], at) => (at === 3 ? value : null))),
    done(0x10),
  ])
}
async function open(settings: object = {}, password = 'Pä$$', options = {}): Promise<Session> {
  return driver.open(
    {
      engine: 'sqlserver',
      settings: {
        host: '127.0.0.1',
        port: server.port,
        database: 'shop',
        username: 'ann',
        ssl: { mode: 'prefer' },
        ...settings,
      },
      secrets: { password },
    },
    contextOf(options),
  )
}
const read = async (session: Session, sql: string) => (await Array.fromAsync((await session.stream(sql)).csv)).join('')

for (const packetSize of [4096, 61, 512])
  test(`values of every type arrive exactly, in packets of ${packetSize} bytes`, async () => {
    server = await startTds(signIn, answer, { packetSize })
    const session = await open()
    const rows = await session.stream('select * from types')
    expect(rows.columns.map(({ type }) => type)).toEqual(VALUES.map(([, , , duck]) => duck))
    const csv = (await Array.fromAsync(rows.csv)).join('')
    expect(server.batches.at(-2)).toBe(
      `exec (N'select * from types') with result sets ((${VALUES.map(([native], at) => `[c${at}] ${requested(native)} null`).join(', ')}))`,
    )
    const second = VALUES.map((_, at) => (at === 3 ? '-32768' : '')).join(',')
    expect(csv).toBe(`${VALUES.map(([, , , , field]) => field).join(',')}\n${second}\n`)
    expect(server.batches.at(-1)).toContain('rollback')
    await session.close()
    expect(server.attentions()).toBe(0)
  })

test('finds tables with keys, comments and counts in one batch', async () => {
  server = await startTds(signIn, answer)
  const session = await open()
  expect((await session.facts()).warnings.length).toBe(1)
  expect((await session.facts()).serverVersion).toBe('Microsoft SQL Server 16.0.4000')
  const [people, adults] = await session.introspect(['dbo'])
  expect(people).toMatchObject({
    ...{ schema: 'dbo', name: 'people', kind: 'table', rows: 3, comment: 'Who works here', primaryKey: ['id'] },
    foreignKeys: [{ columns: ['team'], toSchema: 'dbo', toTable: 'teams', toColumns: ['id'] }],
  })
  expect(people!.columns.map(({ native }) => native)).toEqual(['int', 'nvarchar(50)', 'decimal(12,2)', 'varchar(max)'])
  expect(adults).toMatchObject({ kind: 'view', rows: null, columns: [{ type: 'TIMESTAMP', native: 'datetime2(7)' }] })
})

test('each way to fail is named, and an error in the middle of rows is heard', async () => {
  server = await startTds(signIn, answer)
  const session = await open()
  const told = (sql: string) => read(session, sql).catch((error) => [error.code, error.message])
  expect(await told('select nothing_there')).toEqual(['sql_error', `Invalid column name 'nothing_there'.`])
  expect(await told('select half')).toEqual(['sql_error', 'Divide by zero error encountered.'])
  expect(await read(session, 'select 1')).toContain('2147483647')
  expect((await told('drop table people'))[0]).toBe('sql_refused')
  const step = (promise: Promise<unknown>) =>
    promise.then(
      () => 'opened',
      (error: AppError) => error.details?.step,
    )
  expect(await step(open({}, 'wrong'))).toBe('auth')
  expect(await step(open({ database: 'other' }))).toBe('database')
  expect(await step(open({ ssl: { mode: 'require' } }))).toBe('tls')
  expect(await step(open({ port: 1 }))).toBe('tcp')
  expect(await step(open({ host: 'no-such-host.invalid' }))).toBe('dns')
})

test('a statement is limited by the session, and runs in a transaction that is rolled back', async () => {
  server = await startTds(signIn, answer)
  const session = await open()
  const visible = [{ schema: 'dbo', name: 'orders', columns: ['id'], hidden: [] }]
  const gated = await session.gated('select id from Orders', visible, 7)
  expect(gated).toBe('select id from [dbo].[orders]')
  await read(session, gated)
  expect(server.batches.slice(-3)).toEqual([
    'set rowcount 7; begin transaction',
    gated,
    'if @@trancount > 0 rollback; set rowcount 0',
  ])
})

test('a statement that is cancelled or too slow hears attention', async () => {
  server = await startTds(signIn, answer)
  const controller = new AbortController()
  const session = await open({}, undefined, { signal: controller.signal })
  const reading = read(session, 'select for_ever').catch((error) => error)
  while (!server.batches.includes('select for_ever')) await Bun.sleep(5)
  controller.abort()
  expect((await reading).code).toBe('query_cancelled')
  expect(server.attentions()).toBe(1)
  const hasty = await open({}, undefined, { timeoutMs: 100 })
  expect((await read(hasty, 'select for_ever').catch((error) => error)).code).toBe('query_timeout')
  expect(server.attentions()).toBe(2)
})

test('TLS is made inside of the protocol, and certificates are checked as the mode says', async () => {
  const certificates = await makeCertificates()
  const tls = { key: readFileSync(certificates.key, 'utf8'), cert: readFileSync(certificates.cert, 'utf8') }
  server = await startTds(signIn, answer, { tls })
  const { ca, otherCa } = certificates
  const session = await open({ host: 'localhost', ssl: { mode: 'verify-full', ca } })
  expect(await read(session, 'select 1')).toContain('2147483647')
  const step = (settings: object) =>
    open(settings).then(
      () => 'opened',
      (error: AppError) => error.details?.step,
    )
  expect(await step({ ssl: { mode: 'require' } })).toBe('opened')
  expect(await step({ ssl: { mode: 'verify-ca', ca } })).toBe('opened')
  const signIns = server.signIns()
  expect(await step({ ssl: { mode: 'verify-ca', ca: otherCa } })).toBe('tls')
  expect(await step({ ssl: { mode: 'verify-full', ca } })).toBe('tls')
  expect(await step({ host: 'localhost', ssl: { mode: 'verify-full', ca: otherCa } })).toBe('tls')
  // Whoever cannot prove who they are hears no password.
  expect(server.signIns()).toBe(signIns)
})

test('a server that sends us on is left for the other', async () => {
  const other = await startTds(signIn, answer)
  server = await startTds(() => Buffer.concat([signedIn().subarray(0, -13), routed(other.port, '127.0.0.1')]), answer)
  const session = await open()
  expect(await read(session, 'select 1')).toContain('2147483647')
  expect(server.batches).toEqual([])
  await session.close()
  other.stop()
  server.stop()
  // Where it sends us is checked like every other address, and nobody goes in circles.
  for (const [host, step] of [
    ['10.0.0.1', 'dns'],
    ['169.254.169.254', 'dns'],
    ['127.0.0.1', 'tcp'],
  ] as const) {
    const circle: TdsServer = await startTds(
      () => Buffer.concat([signedIn().subarray(0, -13), routed(circle.port, host)]),
      answer,
    )
    server = circle
    const error = await open().catch((error) => error)
    expect([host, error.details?.step]).toEqual([host, step])
    circle.stop()
  }
})

test('a SELECT for a need is quoted by its rules', async () => {
  server = await startTds(signIn, answer)
  const session = await open()
  const need = {
    schema: 'dbo',
    table: 'a]b',
    columns: [
      { name: 'id', type: 'INTEGER', native: 'int' },
      { name: 'name', type: 'VARCHAR', native: 'nvarchar(50)' },
    ],
    anyOf: [
      [
        { column: 'id', op: '>' as const, value: '1' },
        { column: 'name', op: '=' as const, value: "O'B" },
      ],
    ],
  }
  expect(session.selectOf(need, 5)).toBe(
    `select top (5) [id], [name] from [dbo].[a]]b] where ([id] > 1 and [name] in (N'O''B') and cast(cast([name] as nvarchar(max)) as varbinary(max)) in (cast(N'O''B' as varbinary(max))))`,
  )
  const money = { ...need, columns: [{ name: 'pay', type: 'DECIMAL(19,4)', native: 'money' }], anyOf: [] }
  expect(session.selectOf(money, 5)).toBe('select top (5) cast([pay] as DECIMAL(19,4)) [pay] from [dbo].[a]]b]')
  expect(['geography', 'hierarchyid', 'numeric(5,0)', 'rowversion', 'datetimeoffset(7)'].map(duckType)).toEqual([
    'VARCHAR',
    'VARCHAR',
    'DECIMAL(5,0)',
    'BLOB',
    'TIMESTAMP WITH TIME ZONE',
  ])
})
