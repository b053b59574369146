import { afterAll, beforeAll, describe, expect, spyOn, test } from 'bun:test'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import type { Engine, EngineTable } from '#outside/engine.ts'
import { watchedLog } from '../../../tests/support/secrets.ts'
import { SOON } from '../../../tests/support/soon.ts'
import { createEngine } from './engine.ts'

const dir = mkdtempSync(join(tmpdir(), 'tabletalk-engine-'))
const log = watchedLog({ LOG_LEVEL: 'silent' })
const settings = {
  dataDir: dir,
  ENGINE_PROCESSES: 2,
  ENGINE_MEMORY_MB: 512,
  ENGINE_TIMEOUT_S: 20,
  ENGINE_MAX_ROWS: 1000,
}
let engine: Engine
let files = 0
const output = () => join(dir, `result-${++files}.parquet`)

/** Writes the rows of a query to Parquet with an engine of its own, as an upload does. */
async function parquet(name: string, select: string): Promise<EngineTable> {
  const path = join(dir, `${name}-${++files}.parquet`)
  const connection = await (await DuckDBInstance.create()).connect()
  await connection.run(`COPY (${select}) TO '${path}' (FORMAT parquet)`)
  const columns = (await connection.runAndReadAll(`DESCRIBE FROM '${path}'`)).getRowsJS().map((row) => String(row[0]))
  const counted = await connection.runAndReadAll(`SELECT count(*) FROM '${path}'`)
  connection.closeSync()
  return { name, path, columns, rows: Number(counted.getRowsJS()[0]![0]) }
}

let orders: EngineTable
beforeAll(async () => {
  engine = createEngine(settings, log)
  orders = await parquet(
    'orders',
    `SELECT range AS id, range * 1.5 AS amount, ['a', 'b', 'c'][1 + range % 3] AS kind FROM range(1000)`,
  )
})
afterAll(async () => {
  await engine.close()
  rmSync(dir, { recursive: true, force: true })
})

const run = (sql: string, more: Partial<Parameters<Engine['run']>[0]> = {}) =>
  engine.run({ workspaceId: 'w1', tables: [orders], sql, maxRows: 1000, output: output(), ...more })
/** A query that would take minutes. */
const ENDLESS = 'SELECT count(*) FROM range(1000000) a, range(1000000) b WHERE hash(a.range + b.range) = 42'

describe('a statement', () => {
  test('gives columns, first rows, totals and the rows it read', async () => {
    const result = await run('SELECT kind, count(*) AS n, sum(amount) AS total FROM orders GROUP BY kind ORDER BY kind')
    expect(result).toMatchObject({
      columns: [
        { name: 'kind', type: 'VARCHAR' },
        { name: 'n', type: 'BIGINT' },
        { name: 'total', type: 'DECIMAL(38,1)' },
      ],
      rows: [
        ['a', 334, '250249.5'],
        ['b', 333, '249250.5'],
        ['c', 333, '249750.0'],
      ],
      totalRows: 3,
      truncated: false,
      rowsRead: 1000,
    })
  })

  test('keeps at most the rows that were asked for and says so', async () => {
    const path = output()
    const result = await run('SELECT * FROM orders', { maxRows: 250, output: path })
    expect(result).toMatchObject({ totalRows: 250, truncated: true })
    expect(result.rows).toHaveLength(200)
    expect((await engine.read({ path, offset: 0, limit: 1 })).totalRows).toBe(250)
    expect(await run('SELECT * FROM orders', { maxRows: 1000 })).toMatchObject({ totalRows: 1000, truncated: false })
  })

  test('that would give endless rows is cut at the limit', async () => {
    expect(await run('SELECT * FROM range(10000000000)')).toMatchObject({ totalRows: 1000, truncated: true })
  })

  test('with columns of the same name gives distinct names', async () => {
    const result = await run('SELECT a.id, b.id, b.ID AS "ID" FROM orders a JOIN orders b USING (id) LIMIT 1')
    expect(result.columns.map((column) => column.name)).toEqual(['id', 'id_1', 'ID_2'])
  })

  test('may name stored results as tables', async () => {
    const path = output()
    await run('SELECT kind, sum(id) AS total FROM orders GROUP BY kind', { output: path })
    const r1 = { name: 'r1', path, columns: ['kind', 'total'], rows: 3 }
    const result = await run('SELECT max(total) FROM r1 JOIN orders USING (kind)', { results: [r1] })
    expect(result.rows).toEqual([[166833]])
    expect(run('SELECT * FROM r1')).rejects.toMatchObject({ code: 'sql_error' })
  })

  test('about an unknown table or column names the nearest ones', async () => {
    await expect(run('SELECT * FROM order_s')).rejects.toMatchObject({
      code: 'sql_error',
      details: { candidates: ['orders'] },
    })
    await expect(run('SELECT amounts FROM orders')).rejects.toMatchObject({
      code: 'sql_error',
      details: { candidates: ['amount'] },
    })
    await expect(
      engine.explain({ workspaceId: 'w1', tables: [orders], sql: 'SELECT amounts FROM orders' }),
    ).rejects.toMatchObject({
      code: 'sql_error',
    })
    await engine.explain({ workspaceId: 'w1', tables: [orders], sql: 'SELECT amount FROM orders' })
  })

  test.each([
    ['SELECT amounts FROM orders', 'There is no column "amounts" in orders. Did you mean amount?'],
    ['SELECT o.amounts FROM orders o', 'There is no column "amounts" in o. Did you mean amount?'],
    ['SELECT sum("zq ""zq""") FROM orders', 'There is no column "zq "zq"" in orders.'],
    ['SELECT * EXCLUDE (zq) FROM orders', 'There is no column "zq" in orders.'],
    ['SELECT 1 FROM orders JOIN orders p USING (zq)', 'There is no column "zq" in orders.'],
    ['SELECT 1 FROM orders QUALIFY row_number() OVER (ORDER BY zq) = 1', 'There is no column "zq" in orders.'],
    ['WITH t AS (SELECT kind FROM orders) SELECT amount FROM t', /^There is no column "amount" where the statement/],
    [
      'SELECT order_s.amount FROM orders',
      'There is no table "order_s" in the FROM of the statement. Did you mean orders?',
    ],
  ])('about what is not there says so in a plain sentence: %s', async (sql, message) => {
    await expect(run(sql)).rejects.toMatchObject({
      code: 'sql_error',
      message: typeof message === 'string' ? message : expect.stringMatching(message),
    })
  })

  test('that fails at run time says why', async () => {
    await expect(run(`SELECT CAST(kind AS INTEGER) FROM orders`)).rejects.toMatchObject({
      kind: 'unprocessable',
      code: 'sql_error',
      message: expect.stringContaining('Could not convert'),
    })
  })
})

describe('values stay exact', () => {
  test.each([
    ['9007199254740991', 'BIGINT', 9007199254740991],
    ['9007199254740993::BIGINT', 'BIGINT', '9007199254740993'],
    ["'-9223372036854775808'::BIGINT", 'BIGINT', '-9223372036854775808'],
    ['18446744073709551615::UBIGINT', 'UBIGINT', '18446744073709551615'],
    ['42::HUGEINT', 'HUGEINT', 42],
    ['170141183460469231731687303715884105727::HUGEINT', 'HUGEINT', '170141183460469231731687303715884105727'],
    ['99999999999999999999999999999999999999::HUGEINT', 'HUGEINT', '99999999999999999999999999999999999999'],
    ['340282366920938463463374607431768211455::UHUGEINT', 'UHUGEINT', '340282366920938463463374607431768211455'],
    [
      '1234567890123456789012345678.0123456789::DECIMAL(38,10)',
      'DECIMAL(38,10)',
      '1234567890123456789012345678.0123456789',
    ],
    ['1.50::DECIMAL(5,2)', 'DECIMAL(5,2)', '1.50'],
    ['0.1::DOUBLE', 'DOUBLE', 0.1],
    ['0.1::FLOAT', 'FLOAT', 0.1],
    ["'NaN'::DOUBLE", 'DOUBLE', 'nan'],
    ["'-inf'::DOUBLE", 'DOUBLE', '-inf'],
    ["'NaN'::FLOAT", 'FLOAT', 'nan'],
    ['true', 'BOOLEAN', true],
    ['NULL::INTEGER', 'INTEGER', null],
    ["DATE '2024-02-29'", 'DATE', '2024-02-29'],
    ["DATE '0044-03-15 (BC)'", 'DATE', '0044-03-15 (BC)'],
    ["TIME '23:59:59.123456'", 'TIME', '23:59:59.123456'],
    ["TIMESTAMP '2024-02-29 12:34:56.123456'", 'TIMESTAMP', '2024-02-29 12:34:56.123456'],
    ["TIMESTAMP_NS '2024-02-29 12:34:56.123456789'", 'TIMESTAMP_NS', '2024-02-29 12:34:56.123456789'],
    ["'2024-02-29 12:34:56'::TIMESTAMP_S", 'TIMESTAMP_S', '2024-02-29 12:34:56'],
    ["TIMESTAMPTZ '2024-02-29 12:34:56+02'", 'TIMESTAMP WITH TIME ZONE', '2024-02-29 10:34:56+00'],
    ["TIMETZ '12:34:56+02'", 'TIME WITH TIME ZONE', '12:34:56+02'],
    ["INTERVAL '14 months 3 days 1.000001 seconds'", 'INTERVAL', '1 year 2 months 3 days 00:00:01.000001'],
    ["'a\\x00b'::BLOB", 'BLOB', 'a\\x00b'],
    ["'10101'::BITSTRING", 'BIT', '10101'],
    ["'eccff2c8-7e1c-4ac5-b4b1-2d6b0e0b0b0b'::UUID", 'UUID', 'eccff2c8-7e1c-4ac5-b4b1-2d6b0e0b0b0b'],
    ["'b'::ENUM('a', 'b')", "ENUM('a', 'b')", 'b'],
    ['[1, 2, NULL]', 'INTEGER[]', '[1, 2, NULL]'],
    ['[9007199254740993, 1]::HUGEINT[]', 'HUGEINT[]', '[9007199254740993, 1]'],
    ["{'a b': 1, 'c': ['x']}", 'STRUCT("a b" INTEGER, "c" VARCHAR[])', "{'a b': 1, 'c': [x]}"],
    ["MAP {'k': 1.5}", 'MAP(VARCHAR, DECIMAL(2,1))', '{k=1.5}'],
    ['union_value(n := 1)', 'UNION("n" INTEGER)', '1'],
    ['[1, 2]::INTEGER[2]', 'INTEGER[2]', '[1, 2]'],
    [
      "'12345678901234567890123456789012345678901234567890'::BIGNUM",
      'BIGNUM',
      '12345678901234567890123456789012345678901234567890',
    ],
    ["'naïve 日本 😀'", 'VARCHAR', 'naïve 日本 😀'],
    ["''", 'VARCHAR', ''],
  ])('%s', async (expression, type, cell) => {
    const path = output()
    const result = await run(`SELECT ${expression} AS v`, { output: path })
    expect(result.columns).toEqual([{ name: 'v', type }])
    expect(result.rows).toEqual([[cell]])
    expect(await engine.read({ path, offset: 0, limit: 10 })).toMatchObject({
      columns: [{ name: 'v', type }],
      rows: [[cell]],
    })
    const again = await run('SELECT v FROM r1', { results: [{ name: 'r1', path, columns: ['v'], rows: 1 }] })
    expect(again.rows).toEqual([[cell]])
  })
})

describe('a query that goes wrong', () => {
  test('is cancelled within a second and the next one runs', async () => {
    await run('SELECT 1')
    const controller = new AbortController()
    const running = run(ENDLESS, { signal: controller.signal })
    await Bun.sleep(200)
    const begun = performance.now()
    controller.abort()
    await expect(running).rejects.toMatchObject({ kind: 'conflict', code: 'query_cancelled' })
    expect(performance.now() - begun).toBeLessThan(SOON)
    expect((await run('SELECT 1')).rows).toEqual([[1]])
  })

  test('is stopped when its time is up', async () => {
    const hasty = createEngine({ ...settings, ENGINE_TIMEOUT_S: 1 }, log)
    const query = { workspaceId: 'w1', tables: [orders], maxRows: 10, output: output() }
    await hasty.run({ ...query, sql: 'SELECT 1' })
    const begun = performance.now()
    await expect(hasty.run({ ...query, sql: ENDLESS })).rejects.toMatchObject({
      kind: 'timeout',
      code: 'query_timeout',
    })
    expect(performance.now() - begun).toBeLessThan(SOON)
    expect((await hasty.run({ ...query, sql: 'SELECT 1' })).rows).toEqual([[1]])
    await hasty.close()
  })

  test('is told so when its process is killed, and the next one runs', async () => {
    await run('SELECT 1', { workspaceId: 'victim' })
    const running = run(ENDLESS, { workspaceId: 'victim' })
    await Bun.sleep(300)
    for (const pid of workers()) process.kill(pid, 'SIGKILL')
    await expect(running).rejects.toMatchObject({ kind: 'unavailable', code: 'engine_failed' })
    expect((await run('SELECT 1', { workspaceId: 'victim' })).rows).toEqual([[1]])
  })

  test('for want of memory leaves the engine as it was', async () => {
    await expect(
      run(`SELECT count(*) FROM (SELECT DISTINCT hash(range), repeat('x', 100) || range FROM range(20000000))`),
    ).rejects.toMatchObject({
      code: expect.stringMatching(/sql_error|engine_failed/),
    })
    await expect(run(`SELECT length(repeat('x', 3000000000))`)).rejects.toMatchObject({
      code: expect.stringMatching(/sql_error|engine_failed/),
    })
    expect((await run('SELECT 1')).rows).toEqual([[1]])
  })

  test('for its mere length or depth is told so', async () => {
    for (const sql of [
      `SELECT ${'1+'.repeat(90000)}1`,
      `SELECT ${'('.repeat(90000)}1${')'.repeat(90000)}`,
      `SELECT '${'x'.repeat(300000)}'`,
      `SELECT 1\0`,
    ])
      await expect(run(sql)).rejects.toMatchObject({ code: 'sql_error' })
  })
})

test('folders of processes that are gone are removed at the start', async () => {
  const left = join(dir, 'scratch', 'engine-4194999-gone')
  mkdirSync(left, { recursive: true })
  const another = createEngine(settings, log)
  expect(existsSync(left)).toBe(false)
  await another.close()
})

describe('workspaces', () => {
  test('never see each other, not even under the same names', async () => {
    const theirs = await parquet('orders', `SELECT 'theirs' AS canary`)
    const ours = await parquet('orders', `SELECT 'ours' AS canary`)
    const ask = (workspaceId: string, table: EngineTable) =>
      run('SELECT canary FROM orders', { workspaceId, tables: [table] })
    const answers = await Promise.all([...Array(20).keys()].map((i) => (i % 2 ? ask('a', ours) : ask('b', theirs))))
    expect(answers.map(({ rows }) => rows[0]![0])).toEqual(
      [...Array(20).keys()].map((i) => (i % 2 ? 'ours' : 'theirs')),
    )
    await expect(run('SELECT * FROM orders', { workspaceId: 'c', tables: [] })).rejects.toMatchObject({
      code: 'sql_error',
    })
  })

  test('more of them than processes take turns', async () => {
    const answers = await Promise.all([...Array(5).keys()].map((i) => run(`SELECT ${i}`, { workspaceId: `many-${i}` })))
    expect(answers.map(({ rows }) => rows[0]![0])).toEqual([0, 1, 2, 3, 4])
  })

  test('with heavy queries do not hold up another', async () => {
    await run('SELECT 1', { workspaceId: 'quick' })
    const controller = new AbortController()
    const heavy = [...Array(6)].map(() =>
      run(ENDLESS, { workspaceId: 'busy', signal: controller.signal }).catch(() => 'stopped'),
    )
    await Bun.sleep(100)
    const begun = performance.now()
    await run('SELECT 1', { workspaceId: 'quick' })
    expect(performance.now() - begun).toBeLessThan(SOON)
    controller.abort()
    expect(await Promise.all(heavy)).toEqual(Array(6).fill('stopped'))
  })

  test('see a table again after its rows or columns changed', async () => {
    const first = await parquet('t', 'SELECT 1 AS a, 2 AS secret')
    const second = await parquet('t', 'SELECT 10 AS a')
    const ask = (tables: EngineTable[], sql = 'SELECT * FROM t') => run(sql, { workspaceId: 'changing', tables })
    expect((await ask([{ ...first, columns: ['a'] }])).rows).toEqual([[1]])
    await expect(ask([{ ...first, columns: ['a'] }], 'SELECT secret FROM t')).rejects.toMatchObject({
      code: 'sql_error',
    })
    expect((await ask([second])).rows).toEqual([[10]])
  })
})

test('a large table is read from a copy and never from its file', async () => {
  const large = await parquet(
    'large',
    `SELECT range AS id, md5(range::VARCHAR) AS note, range % 7 AS kind FROM range(300000)`,
  )
  expect(Bun.file(large.path).size).toBeGreaterThan(2 * 1024 * 1024)
  const visible = { ...large, columns: ['id', 'kind'] }
  // Who gives up while the copy is being made does not wait for it.
  const cancelling = new AbortController()
  const given = run('SELECT 1', { workspaceId: 'large', tables: [visible], signal: cancelling.signal })
  cancelling.abort()
  await expect(given).rejects.toMatchObject({ code: 'query_cancelled' })
  await engine.prepare({ workspaceId: 'large', tables: [visible] })
  const result = await run('SELECT kind, count(*) FROM large GROUP BY kind ORDER BY kind LIMIT 1', {
    workspaceId: 'large',
    tables: [visible],
  })
  expect(result).toMatchObject({ rows: [[0, 42858]], rowsRead: 300000 })
  await expect(run('SELECT note FROM large', { workspaceId: 'large', tables: [visible] })).rejects.toMatchObject({
    code: 'sql_error',
  })
})

test('who may ask soon is made ready in a free place, and in that of another only when that has long been quiet', async () => {
  const own = mkdtempSync(join(dir, 'ready-'))
  const small = createEngine({ ...settings, dataDir: own, ENGINE_PROCESSES: 1 }, log)
  // A folder for each process: of the workspace, and a spare one.
  const processes = () => readdirSync(join(own, 'scratch')).sort()
  const ask = (workspaceId: string) =>
    small.run({ workspaceId, tables: [orders], sql: 'SELECT count(*) FROM orders', maxRows: 1 })
  try {
    await small.prepare({ workspaceId: 'first', tables: [orders] })
    await ask('first')
    while (processes().length < 2) await Bun.sleep(10)
    const both = processes()
    await small.prepare({ workspaceId: 'second', tables: [orders] })
    await ask('first')
    expect(processes()).toEqual(both)
    const { now } = performance
    const later = spyOn(performance, 'now').mockImplementation(() => now.call(performance) + 6 * 60_000)
    // Again and again: a process is free a moment after it has answered.
    while (both.every((process) => processes().includes(process)))
      await small.prepare({ workspaceId: 'second', tables: [orders] })
    later.mockRestore()
    await ask('second')
  } finally {
    await small.close()
  }
})

test('a table kept in the format of the engine is opened as it is, but for its hidden columns', async () => {
  const path = join(dir, 'kept.duckdb')
  const instance = await DuckDBInstance.create(path)
  const connection = await instance.connect()
  await connection.run(`CREATE TABLE data AS SELECT range AS id, 'secret' AS note, range % 7 AS kind FROM range(1000)`)
  connection.closeSync()
  instance.closeSync()
  const ask = (workspaceId: string, sql: string, more: Partial<EngineTable>) =>
    run(sql, { workspaceId, tables: [{ name: 'kept', path, columns: ['id', 'note', 'kind'], rows: 1000, ...more }] })
  expect((await ask('open', 'SELECT note, max(id) FROM kept GROUP BY note', {})).rows).toEqual([['secret', 999]])
  const hiding = { columns: ['kind', 'id'], partial: true }
  expect((await ask('hiding', 'SELECT * FROM kept ORDER BY id DESC LIMIT 1', hiding)).rows).toEqual([[5, 999]])
  await expect(ask('hiding', 'SELECT note FROM kept', hiding)).rejects.toMatchObject({ code: 'sql_error' })
  // Whoever forgets to say so is not shown more either.
  await expect(ask('forgetful', 'SELECT id FROM kept', { columns: ['id'] })).rejects.toMatchObject({
    code: 'engine_failed',
  })
})

test('a small file that unfolds to more than the memory does not close its workspace', async () => {
  const tables = [
    await parquet('bomb', `SELECT repeat('x', 1000) AS text, range % 100 AS id FROM range(150000)`),
    orders,
  ]
  // Its texts alone take more than the memory of an instance.
  expect(Bun.file(tables[0]!.path).size).toBeLessThan(2 * 1024 * 1024)
  const small = createEngine({ ...settings, ENGINE_MEMORY_MB: 128 }, log)
  const ask = async (sql: string) =>
    (await small.run({ workspaceId: 'bombed', tables, sql, maxRows: 10, output: output() })).rows
  expect(await ask('SELECT count(*) FROM orders')).toEqual([[1000]])
  expect(await ask('SELECT max(length(text)) FROM bomb')).toEqual([[1000]])
  await small.close()
})

/** Processes of the engine that this process started. */
function workers(): number[] {
  const found = Bun.spawnSync(['pgrep', '-P', String(process.pid)]).stdout.toString()
  return found.split('\n').filter(Boolean).map(Number)
}
