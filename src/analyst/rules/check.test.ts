import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import type { CatalogColumn, CatalogTable } from '#catalog/rules/answers.ts'
import type { AnswerResult } from './answer.ts'
import * as check from './check.ts'
import type { Origin } from './joins/lineage.ts'
import { factsOf } from './statement.ts'

const column = (name: string, more: Partial<CatalogColumn> = {}): CatalogColumn => ({
  name,
  type: 'BIGINT',
  role: 'measure',
  nulls: 0,
  distinct: 10,
  min: null,
  max: null,
  top: [],
  sample: [],
  description: '',
  hidden: false,
  ...more,
})
const table = (name: string, columns: CatalogColumn[]): CatalogTable => ({
  id: name,
  name,
  source: { kind: 'file', id: 'f', name },
  rows: 100,
  description: '',
  hidden: false,
  refreshed_at: '2026-01-01T00:00:00.000Z',
  columns,
  relations: [],
})
const tables = [
  table('orders', [
    column('id'),
    column('customer_id'),
    column('total'),
    column('coupon', { nulls: 60 }),
    column('note', { type: 'VARCHAR' }),
    column('paid_at', { type: 'TIMESTAMP' }),
    column('ordered_on', { type: 'DATE', min: '2023-04-10', max: '2024-03-31' }),
  ]),
  table('t', [column('stock_balance'), column('conversion_rate')]),
  table('order_items', [column('order_id'), column('price')]),
]
const result = (more: Partial<AnswerResult>): AnswerResult => ({
  id: 'x',
  name: 'r1',
  title: '',
  source: 'workspace',
  sql: 'select 1',
  columns: [{ name: 'n', type: 'BIGINT' }],
  rows: [[1]],
  total_rows: 1,
  truncated: false,
  elapsed_ms: 1,
  rows_read: 1,
  fresh_at: '2026-01-02T03:04:05.000Z',
  ...more,
})

let connection: DuckDBConnection
beforeAll(async () => {
  connection = await (await DuckDBInstance.create(':memory:')).connect()
})
afterAll(() => connection.closeSync())

async function looked(sql: string, all = tables, rows = 100): Promise<check.Looked> {
  const found = await connection.runAndReadAll('SELECT json_serialize_sql($1::VARCHAR)', [sql])
  const [statement] = JSON.parse(String(found.getRowsJS()[0]![0])).statements
  const columnOf = (origin: Origin) => {
    const table = all.find(({ name }) => name === origin.table)
    const column = table?.columns.find(({ name }) => name === origin.column)
    return table && column ? { table, column } : null
  }
  const known = all.map(({ name, columns }) => ({
    name,
    columns: columns.map((column) => column.name),
    isStored: true,
  }))
  const facts = factsOf(
    statement,
    known,
    (origin) => {
      const type = columnOf(origin)?.column.type ?? ''
      return /DATE|TIMESTAMP/.test(type) ? type : null
    },
    rows,
  )
  return { sql, tables: all.filter(({ name }) => sql.includes(name)), facts, columnOf }
}

describe('what the files hold is all counted, or said', () => {
  const aged = [
    column('age', { nulls: 5 }),
    column('age_as_written', { type: 'VARCHAR', nulls: 97, text_of: 'age', unread: 3 }),
    column('weight'),
  ]
  const deaths = { ...table('deaths', aged), rows_rejected: 2 }

  test('lines that are no rows of the table', async () => {
    expect(check.linesChecks([await looked('SELECT count(weight) FROM deaths', [deaths])])).toMatchObject([
      {
        name: 'Complete',
        state: 'warn',
        note: expect.stringMatching(/^100 of 102 lines of deaths counted; 2 could not be read\.$/),
      },
    ])
  })

  test('values that do not fit a column which is computed from', async () => {
    const [found, other] = check.linesChecks([await looked('SELECT avg(age) FROM deaths', [table('deaths', aged)])])
    expect(found).toMatchObject({
      ...{ name: 'Complete', state: 'note' },
      note: '97 of 100 lines of deaths counted; 3 have no age that could be read: what is written there stands in age_as_written.',
      probe: 'select * from "deaths" where "age" is null and "age_as_written" is not null',
      show: { unread: 'age' },
    })
    expect(other).toBeUndefined()
    const before = aged.map(({ unread: _, ...one }) => one)
    const [unsure] = check.linesChecks([await looked('SELECT avg(age) FROM deaths', [table('deaths', before)])])
    expect(unsure?.note).toStartWith('at least 97 of 100 lines of deaths counted; up to 3 have')
  })

  test('all lines of the file where nothing is left out', async () => {
    expect(check.linesChecks([await looked('SELECT avg(weight) FROM deaths', [table('deaths', aged)])])).toEqual([
      { name: 'Complete', state: 'pass', note: 'All 100 lines of deaths are counted.' },
    ])
  })
})

describe('the days that a statement is limited to', () => {
  const days = async (sql: string) =>
    (await looked(sql)).facts.windows.map(({ column, from, to, isKnown }) => [column, from, to, isKnown])
  const ORDERS = 'SELECT count(*) FROM orders o WHERE'

  test.each<[string, string | null, string | null]>([
    ["ordered_on >= '2024-01-01' AND o.ordered_on < '2024-04-01'", '2024-01-01', '2024-03-31'],
    ["ordered_on BETWEEN DATE '2024-01-01' AND DATE '2024-03-31'", '2024-01-01', '2024-03-31'],
    ["ordered_on > '2024-01-01'", '2024-01-02', null],
    ["'2024-03-01' > ordered_on", null, '2024-02-29'],
    ["ordered_on = '2024-02-29'", '2024-02-29', '2024-02-29'],
    ["date_trunc('month', ordered_on) = DATE '2024-02-01'", '2024-02-01', '2024-02-29'],
    ["date_trunc('quarter', ordered_on) <= DATE '2024-04-01'", null, '2024-06-30'],
    ["date_trunc('month', ordered_on) >= DATE '2024-01-15'", '2024-02-01', null],
    ["date_trunc('month', ordered_on) < DATE '2024-01-15'", null, '2024-01-31'],
    ['year(ordered_on) = 2024', '2024-01-01', '2024-12-31'],
    ['extract(year FROM ordered_on) IN (2023, 2024)', '2023-01-01', '2024-12-31'],
    ["paid_at > TIMESTAMP '2024-01-01'", '2024-01-01', null],
    ["paid_at::DATE <= '2024-01-31'", null, '2024-01-31'],
    // Of moments, those after the midnight of that day are beyond.
    ["paid_at <= '2024-01-31'", null, '2024-01-30'],
    ["paid_at BETWEEN '2024-01-01' AND '2024-03-31'", '2024-01-01', '2024-03-30'],
    ["paid_at BETWEEN '2024-01-01' AND '2024-03-31 23:59:59'", '2024-01-01', '2024-03-31'],
    ["date_trunc('month', paid_at) <= '2024-03-01'", null, '2024-03-31'],
    ["ordered_on >= '2024-01-01' AND total > 5 AND note = '2020-01-01'", '2024-01-01', null],
  ])('%s', async (condition, from, to) => {
    expect(await days(`${ORDERS} ${condition}`)).toMatchObject([[expect.any(String), from, to, true]])
  })

  test.each([
    "ordered_on < '2024-01-01' OR total > 5",
    "NOT ordered_on = '2024-01-01'",
    "ordered_on <> '2024-01-01'",
    'ordered_on = (SELECT max(ordered_on) FROM orders)',
    'ordered_on > current_date - 30',
    'year(ordered_on) IN (2020, 2024)',
    'month(ordered_on) = 3',
    "strftime(ordered_on, '%Y-%m') = '2024-01'",
    "EXISTS (SELECT 1) AND dayname(ordered_on) = 'Monday'",
    'year(ordered_on) < 2023.5',
    "date_trunc('month', ordered_on) = DATE '2024-02-15'",
    'ordered_on >= $1',
    "ordered_on BETWEEN '2024-03-31' AND '2024-03-30'",
    "total > 0 HAVING max(ordered_on) > '2024-01-01'",
    'total > 0 QUALIFY row_number() OVER (ORDER BY ordered_on DESC) = 1',
    'total > 0 GROUP BY ordered_on ORDER BY ordered_on DESC LIMIT 12',
  ])('are not told where they were not worked out: %s', async (condition) => {
    expect(await days(`${ORDERS} ${condition}`)).toMatchObject([['ordered_on', null, null, false]])
  })

  test.each([
    ['in the list', "SELECT sum(CASE WHEN ordered_on >= '2024-01-01' THEN total END) FROM orders"],
    ['in a filter of one figure', "SELECT count(*) FILTER (WHERE ordered_on >= '2024-01-01') FROM orders"],
    ['of days made up', "SELECT d FROM generate_series(DATE '2026-01-01', DATE '2026-06-01', INTERVAL 1 MONTH) t(d)"],
    ['of an outer join', "SELECT count(*) FROM orders o LEFT JOIN order_items i ON o.ordered_on >= '2024-01-01'"],
    ['between two columns', 'SELECT count(*) FROM orders WHERE ordered_on < paid_at'],
    ['that asks for a value', 'SELECT count(*) FROM orders WHERE ordered_on IS NOT NULL'],
  ])('a condition %s limits nothing', async (_, sql) => {
    expect(await days(sql)).toEqual([])
  })

  test.each([
    "WITH p AS (SELECT DATE '2024-01-01' AS s) SELECT count(*) FROM orders, p WHERE ordered_on >= p.s",
    'WITH p AS (SELECT max(ordered_on) AS s FROM orders) SELECT count(*) FROM orders, p WHERE ordered_on = p.s',
    'SELECT sum(total) FROM (SELECT * FROM orders ORDER BY ordered_on DESC LIMIT 10)',
    "SELECT date_trunc('month', ordered_on) AS m, count(*) FROM orders GROUP BY 1 HAVING m > '2024-01-01'",
  ])('are not told where another part of the statement says them: %s', async (sql) => {
    expect(await days(sql)).toEqual([['ordered_on', null, null, false]])
  })

  test('are not cut off by a limit that is not reached', async () => {
    const { facts } = await looked('SELECT ordered_on FROM orders ORDER BY 1 LIMIT 1000')
    expect(facts.windows).toEqual([])
  })

  test('come through sub-queries; several that read the table cover the days of all', async () => {
    const inner = "SELECT date_trunc('month', ordered_on) AS m, sum(total) AS s FROM orders GROUP BY 1"
    expect(await days(`SELECT * FROM (SELECT ordered_on AS d FROM orders) WHERE d >= '2024-02-01'`)).toEqual([
      ['ordered_on', '2024-02-01', null, true],
    ])
    expect(await days(`SELECT * FROM (${inner}) WHERE m >= '2024-02-01'`)).toEqual([['ordered_on', null, null, false]])
    const year = (n: number) => `SELECT total FROM orders WHERE year(ordered_on) = ${n}`
    expect(await days(`${year(2023)} UNION ALL ${year(2024)}`)).toEqual([
      ['ordered_on', '2023-01-01', '2024-12-31', true],
    ])
    expect(await days(`${year(2023)} UNION ALL SELECT total FROM orders`)).toEqual([['ordered_on', null, null, true]])
    expect(await days(`WITH a AS (${year(2023)}), b AS (${year(2024)}) SELECT * FROM a, b`)).toEqual([
      ['ordered_on', '2023-01-01', '2024-12-31', true],
    ])
  })
})

test.each([
  ['SELECT avg(a) FROM (SELECT shop, avg(total) AS a FROM orders GROUP BY shop) t', 'warn', 'average of averages'],
  ['WITH t AS (SELECT round(avg(total), 1) AS a FROM orders GROUP BY id) SELECT avg(a) FROM t', 'warn', 'of averages'],
  ['SELECT id, avg(avg(total)) OVER () FROM orders GROUP BY id', 'warn', 'average of averages'],
  ['SELECT sum(stock_balance) FROM t', 'warn', 'looks like a level'],
  ['SELECT sum(conversion_rate) FROM t', 'warn', 'rates do not add up'],
  ['SELECT avg(conversion_rate) FROM t', 'note', 'counts every row the same'],
  ['WITH t AS (SELECT sum(total) / count(*) AS a FROM orders GROUP BY id) SELECT avg(a) FROM t', 'warn', 'of averages'],
  ['SELECT avg(coalesce(a, 0)) FROM (SELECT avg(total) * 2 AS a FROM orders GROUP BY id) t', 'warn', 'of averages'],
  ['WITH x AS (SELECT stock_balance AS v FROM t) SELECT sum(v) FROM x', 'warn', 'stock_balance looks like a level'],
  ['SELECT sum(CASE WHEN conversion_rate > 0 THEN stock_balance ELSE 0 END) FROM t', 'warn', 'looks like a level'],
  ['SELECT sum(conversion_rate * 5 / stock_balance) FROM t', 'pass', ''],
  ['SELECT id, sum(total) FROM orders GROUP BY ALL ORDER BY ALL', 'pass', ''],
  ['SELECT sum(total) FROM orders NATURAL JOIN order_items', 'unchecked', 'could not be followed'],
  ['SELECT list_transform(list(total), x -> x + 1), sum(total) FROM orders', 'unchecked', 'could not be followed'],
  ['SELECT sum(total) FROM orders', 'pass', ''],
  ["SELECT avg(total), 'avg(avg(x))' FROM orders -- avg(a)", 'pass', ''],
])('additivity: %s', async (sql, state, words) => {
  expect(check.additivityCheck(await looked(sql))).toMatchObject({ state, note: expect.stringContaining(words) })
})

test('a statement without aggregates has nothing that adds up', async () => {
  expect(check.additivityCheck(await looked('SELECT total FROM orders'))).toBeNull()
})

test('missing values in the columns used are told with their share, whoever else has a column of that name', async () => {
  expect(check.nullCheck([await looked('SELECT coupon, total FROM orders')])).toMatchObject({
    state: 'warn',
    note: 'Empty in: orders.coupon 60 %.',
  })
  const named = "SELECT o.total, 'coupon' AS x FROM orders o JOIN order_items coupon ON coupon.order_id = o.id"
  expect(check.nullCheck([await looked(named)])).toMatchObject({ state: 'pass' })
  const state = async (sql: string) => check.nullCheck([await looked(sql)])?.state ?? null
  expect(await state('SELECT sum(total) FROM orders JOIN (SELECT coupon FROM orders) x USING (coupon)')).toBe('warn')
  expect(await state('SELECT (SELECT sum(price) FROM order_items WHERE order_id = o.coupon) FROM orders o')).toBe(
    'warn',
  )
  expect(await state('SELECT total FROM orders ORDER BY (SELECT max(coupon) FROM orders)')).toBe('warn')
  expect(await state("SELECT COLUMNS('c.*') FROM orders WHERE total > 0")).toBe('unchecked')
  expect(await state('SELECT *, total * 2 FROM orders')).toBeNull()
  const sampled = tables.map((table) => ({ ...table, rows_estimated: true as const }))
  expect(check.nullCheck([await looked('SELECT total FROM orders', sampled)])).toMatchObject({ state: 'unchecked' })
})

test('keys that find no partner are told of, unless the join keeps their rows', async () => {
  const cleaned = { how: 'in lower case', match_rate: 0.98 }
  const relation = { column: 'order_id', to_table: 'orders', to_column: 'id', match_rate: 0.6, cleaned }
  const all = tables.map((one) => (one.name === 'order_items' ? { ...one, relations: [relation as never] } : one))
  const keys = async (join: string) =>
    check.keysCheck(await looked(`SELECT sum(price) FROM order_items i ${join}`, all))
  expect((await keys('JOIN orders o ON o.id = i.order_id'))?.note).toBe(
    'Only 60 % of order_items.order_id in orders.id were found; rows of the others are left out. Written in lower case, 98 % would be found.',
  )
  expect((await keys(', orders o WHERE o.id = i.order_id'))?.state).toBe('warn')
  expect(await keys('LEFT JOIN orders o ON o.id = i.order_id')).toBeNull()
  expect(await keys('JOIN orders o ON o.customer_id = i.order_id')).toBeNull()
})

test('a truncated and an empty result are warned of', () => {
  expect(check.sizeChecks(result({ truncated: true }))[0]).toMatchObject({ state: 'warn' })
  expect(check.sizeChecks(result({ rows: [], total_rows: 0 }))[1]).toMatchObject({ name: 'Not empty', state: 'warn' })
  expect(check.sizeChecks(result({ rows: [[null]] }))[1]).toMatchObject({ state: 'warn' })
  expect(check.sizeChecks(result({}))).toEqual([
    { name: 'Complete', state: 'pass', note: 'All rows of r1 are kept.', probe: 'select 1' },
  ])
})

test('the period and the freshness are told', async () => {
  const now = new Date('2026-05-05T00:00:00Z')
  const told = async (...sql: string[]) =>
    check.windowCheck(await Promise.all(sql.map((one) => looked(one))), now)?.note ?? null
  expect(await told("SELECT total FROM orders WHERE ordered_on >= '2024-01-01'")).toBe(
    'orders.ordered_on since 2024-01-01 (UTC).',
  )
  expect(await told("SELECT 1 FROM orders WHERE ordered_on >= '2024-01-01' AND paid_at < '2025-01-01'")).toBe(
    'orders.ordered_on since 2024-01-01; orders.paid_at until 2024-12-31 (UTC).',
  )
  expect(await told('SELECT total FROM orders WHERE ordered_on > current_date - 30')).toBe(
    'Counted back from 2026-05-05 (UTC).',
  )
  expect(await told('SELECT total FROM orders WHERE month(ordered_on) = 3')).toBe(
    'Limited by a condition on orders.ordered_on (UTC).',
  )
  expect(await told('SELECT count(*), max(ordered_on) FROM orders')).toBe(
    'All data: orders.ordered_on from 2023-04-10 to 2024-03-31 (UTC).',
  )
  for (const sql of [
    "SELECT count(*) FILTER (WHERE ordered_on >= '2024-01-01') FROM orders",
    "SELECT sum(CASE WHEN ordered_on >= '2024-01-01' THEN total END) FROM orders",
    "SELECT d, count(id) FROM generate_series(DATE '2024-01-01', DATE '2024-01-31', INTERVAL 1 DAY) g(d) LEFT JOIN orders ON ordered_on = d GROUP BY d",
  ])
    expect(await told(sql)).toBe('Some figures are limited by a condition on orders.ordered_on (UTC).')
  expect(await told('WITH RECURSIVE r AS (SELECT ordered_on FROM orders) SELECT max(ordered_on) FROM r')).toBe(
    'All data: orders.ordered_on from 2023-04-10 to 2024-03-31 (UTC).',
  )
  expect(await told('SELECT total, current_date FROM orders')).toBeNull()
  expect(check.freshnessCheck([result({})])?.note).toBe('Data as of 2026-01-02 03:04 UTC.')
})

describe('whole periods', () => {
  const partial = async (sql: string) => check.partialCheck(await looked(sql))
  const monthly = `SELECT date_trunc('month', o."ordered_on")::DATE AS month, sum(total) AS s FROM orders o`
  const change = (where = '') => `SELECT month, s - lag(s) OVER (ORDER BY month) FROM (${monthly} ${where} GROUP BY 1)`

  test('warn where changes are worked out, are noted where they are not', async () => {
    expect(await partial(change())).toMatchObject({
      state: 'warn',
      note: 'Only in part: the first month begins on 2023-04-10. Changes to and from a part of a month mislead.',
    })
    expect(await partial(`${monthly} GROUP BY 1`)).toMatchObject({ state: 'note' })
    expect(await partial(change("WHERE ordered_on >= DATE '2023-05-01'"))).toMatchObject({ state: 'pass' })
    expect(await partial(change('WHERE ordered_on < current_date'))).toMatchObject({ state: 'unchecked' })
    expect(await partial(change("WHERE paid_at >= '2023-05-17'"))).toMatchObject({ state: 'unchecked' })
  })

  test.each([
    'SELECT year(ordered_on), count(*) FROM orders GROUP BY 1',
    'SELECT extract(year FROM ordered_on) AS y, count(*) FROM orders GROUP BY y',
    "SELECT strftime(ordered_on, '%Y'), count(*) FROM orders GROUP BY ALL",
  ])('know years: %s', async (sql) => {
    expect((await partial(sql))!.note).toBe(
      'Only in part: the first year begins on 2023-04-10, the last year ends on 2024-03-31.',
    )
  })

  test.each([
    "date_trunc('year', ordered_on - INTERVAL 3 MONTH)",
    "year(ordered_on + INTERVAL '9 months')",
    'extract(year FROM date_add(ordered_on::TIMESTAMP, INTERVAL 3 QUARTER))',
    'year((ordered_on - to_months(3))::DATE)',
  ])('know years that begin in another month: %s', async (year) => {
    const yearly = `SELECT ${year} AS y, sum(total) AS s FROM orders WHERE ordered_on >= '2023-04-01' GROUP BY 1`
    const sql = `SELECT y, s - lag(s) OVER (ORDER BY y) FROM (${yearly})`
    expect((await partial(sql))!.note).toBe('The first and the last year are whole. Years are counted from April.')
  })

  test('say from which month years are counted where the workspace counts otherwise', async () => {
    const told = check.partialCheck(await looked('SELECT year(ordered_on), count(*) FROM orders GROUP BY 1'), 4)
    expect(told!.note).toEndWith('Years are counted from January.')
    const months = check.partialCheck(await looked(`${monthly} GROUP BY 1`), 4)
    expect(months!.note).not.toContain('counted')
  })

  test.each([
    'SELECT year(ordered_on - INTERVAL 90 DAY), s - lag(s) OVER () FROM (SELECT ordered_on, 1 AS s FROM orders) GROUP BY ALL',
    'WITH f AS (SELECT ordered_on - INTERVAL 3 MONTH AS d FROM orders) SELECT year(d), count(*) FROM f GROUP BY 1',
    'SELECT year(ordered_on), quarter(ordered_on - INTERVAL 1 MONTH), count(*) FROM orders GROUP BY 1, 2',
    "SELECT date_trunc('week', ordered_on + INTERVAL 1 MONTH), count(*) FROM orders GROUP BY 1",
  ])('are not looked at where days are changed otherwise: %s', async (sql) => {
    expect(await partial(sql)).toMatchObject({ state: 'unchecked' })
  })

  test('know months that are numbered within years', async () => {
    const sql = 'SELECT year(ordered_on), month(ordered_on), count(*) FROM orders GROUP BY 1, 2'
    expect((await partial(sql))!.note).toBe('Only in part: the first month begins on 2023-04-10.')
  })

  test.each([
    'SELECT count(*) FROM orders',
    'SELECT total, count(*) FROM orders WHERE year(ordered_on) = 2024 GROUP BY 1',
    'SELECT month(ordered_on), count(*) FROM orders GROUP BY 1',
    "SELECT date_trunc('month', shipped_at), count(*) FROM orders GROUP BY 1",
    "SELECT date_trunc('month', DATE '2025-01-15') AS ordered_on, count(*) FROM orders GROUP BY 1",
    `${monthly} WHERE ordered_on >= '2023-05-01' GROUP BY 1`,
  ])('have nothing to say of %s', async (sql) => {
    expect(await partial(sql)).toBeNull()
  })
})

test('shares of a whole must add up', () => {
  const shares = (last: number) =>
    result({
      sql: 'select region, sum(n) / sum(sum(n)) over () as share from t group by 1',
      columns: [
        { name: 'region', type: 'VARCHAR' },
        { name: 'share', type: 'DOUBLE' },
      ],
      rows: [
        ['a', 0.4],
        ['b', last],
      ],
      total_rows: 2,
    })
  expect(check.wholeCheck(shares(0.6))).toMatchObject({ state: 'pass' })
  expect(check.wholeCheck(shares(0.3))).toMatchObject({ state: 'warn' })
  expect(check.wholeCheck(result({}))).toBeNull()
})
