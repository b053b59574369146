import { beforeAll, describe, expect, test } from 'bun:test'
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import fc from 'fast-check'
import { changed, statementOn } from '#analyst/rules/chips/change.ts'
import type { Table } from '#analyst/rules/chips/query.ts'
import { treeOf } from '#analyst/statements.ts'
import type { Node } from '#query/rules/need.ts'
import { cases } from '../../../tests/support/properties.ts'
import { conditionsOf, type Filter, type FilterValue, kindsFor } from './filter.ts'
import { filtersQuery, filtersText, readFilters, temporaryId } from './filter-address.ts'
import { withRows } from './filtered.ts'
import { daysOf } from './relative-days.ts'

const filter = (id: string, kind: Filter['kind']): Filter => ({ id, name: id, kind, places: [], except: [] })
const KNOWN = [
  filter('region', 'values'),
  filter('day', 'date_range'),
  filter('amount', 'number_range'),
  filter('words', 'text'),
]
const readBack = (text: string) =>
  readFilters(text, { filters: KNOWN, parameters: [] }, ({ column }) => (column === 'gone' ? null : 'values'))

describe('the address of filters', () => {
  test.each<[string, FilterValue]>([
    ['region:North,South%2DEast,~', { kind: 'values', values: ['North', 'South-East', null] }],
    ['region:%7E,', { kind: 'values', values: ['~', ''] }],
    ['day:2026-01-01..2026-03-31', { kind: 'date_range', from: '2026-01-01', to: '2026-03-31' }],
    ['day:..2026-03-31', { kind: 'date_range', from: null, to: '2026-03-31' }],
    ['day:last_30_days', { kind: 'date_range', relative: 'last_30_days' }],
    ['amount:-10.5..', { kind: 'number_range', from: '-10.5', to: null }],
    ['words:a%3Bb%3Ac', { kind: 'text', text: 'a;b:c' }],
  ])('%s is read', (text, value) => {
    expect(readBack(text)).toMatchObject({ set: [{ value }], wrong: [] })
  })

  test.each([
    ...['region', 'region:%', 'nobody:1', 'day:2026-02-30..', 'day:..', 'day:last_0_days', 'day:next_month'],
    ...['day:2026-01-01', 'amount:1e9..', 'amount:1..2..3', 'words:', 'orders.gone:1', 'a.b.c:1', ':x'],
    `region:${Array.from({ length: 51 }, (_, at) => at)}`,
  ])('%s sets nothing and is told', (text) => {
    expect(readBack(text)).toEqual({ set: [], wrong: [text], problems: [] })
  })

  test('one filter is set once, and a column that no filter has by its names', () => {
    expect(readBack('region:A;region:B;order%2Elines.a%3Ab:C')).toMatchObject({
      set: [{ id: 'region' }, { place: { table: 'order.lines', column: 'a:b' }, value: { values: ['C'] } }],
      wrong: ['region:B'],
    })
  })

  test('is readable in a link', () => {
    const values: FilterValue = { kind: 'values', values: ['North', 'a & b'] }
    const id = temporaryId({ table: 'order.lines', column: 'a:b' })
    expect(filtersQuery({ region: values, [id]: { kind: 'text', text: 'x' } })).toBe(
      '?filters=region:North,a%2520%2526%2520b;order%252Elines.a%253Ab:x',
    )
    expect(filtersQuery({})).toBe('')
  })

  test('whatever is chosen comes back as it was', () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
    const value = fc.oneof(
      fc
        .uniqueArray(fc.option(text), { minLength: 1, maxLength: 5 })
        .map((values) => ['region', { kind: 'values', values }]),
      text
        .filter((one) => one.trim() === one && one.isWellFormed())
        .map((one) => ['words', { kind: 'text', text: one }]),
    )
    fc.assert(
      fc.property(value, (made) => {
        const [id, value] = made as [string, FilterValue]
        expect(readBack(filtersText({ [id]: value })).set).toMatchObject([{ id, value }])
      }),
      cases(100),
    )
  })
})

test.each([
  ['this_day', '2026-03-31', '2026-03-31', '2026-03-31'],
  ['this_week', '2026-03-01', '2026-02-23', '2026-03-01'],
  ['this_month', '2028-02-10', '2028-02-01', '2028-02-29'],
  ['previous_month', '2026-01-15', '2025-12-01', '2025-12-31'],
  ['previous_week', '2026-03-02', '2026-02-23', '2026-03-01'],
  ['this_quarter', '2026-05-31', '2026-04-01', '2026-06-30'],
  ['previous_quarter', '2026-02-01', '2025-10-01', '2025-12-31'],
  ['previous_year', '2026-02-01', '2025-01-01', '2025-12-31'],
  ['last_30_days', '2026-03-01', '2026-01-31', '2026-03-01'],
  ['last_1_days', '2026-03-01', '2026-03-01', '2026-03-01'],
  ['last_2_weeks', '2026-03-14', '2026-03-01', '2026-03-14'],
  ['last_1_months', '2026-03-31', '2026-03-01', '2026-03-31'],
  ['last_12_months', '2026-02-28', '2025-03-01', '2026-02-28'],
  ['last_2_years', '2028-02-29', '2026-03-01', '2028-02-29'],
])('%s on %s is %s to %s', (text, today, from, to) => {
  expect(daysOf(text, today)).toEqual({ from, to })
})

test('a column may have the kinds of filters that its values are of, the usual one first', () => {
  expect(
    Object.fromEntries(
      ['VARCHAR', 'DATE', 'TIMESTAMP', 'DECIMAL(9,2)', 'BOOLEAN', 'INTEGER[]'].map((one) => [one, kindsFor(one)]),
    ),
  ).toEqual({
    ...{ VARCHAR: ['values', 'text'], DATE: ['date_range', 'values'], TIMESTAMP: ['date_range'] },
    ...{ 'DECIMAL(9,2)': ['number_range', 'values'], BOOLEAN: ['values'], 'INTEGER[]': [] },
  })
})

let engine: DuckDBConnection
const column = (name: string, type: string) => ({ name, type }) as Table['columns'][number]
const TABLES: Table[] = [
  {
    name: 'orders',
    columns: [
      ...[column('id', 'BIGINT'), column('region', 'VARCHAR'), column('amount', 'DECIMAL(9,2)')],
      ...[column('day', 'DATE'), column('at', 'TIMESTAMP'), column('paid', 'BOOLEAN')],
    ],
    relations: [],
  },
  { name: 'Order "Items"', columns: [column('order_id', 'BIGINT'), column('the kind', 'VARCHAR')], relations: [] },
]

beforeAll(async () => {
  engine = await (await DuckDBInstance.create(':memory:')).connect()
  await engine.run(`CREATE TABLE orders AS SELECT i AS id, ['North', 'South', NULL][i % 3 + 1] AS region, (i * 10)::DECIMAL(9,2) AS amount,
    DATE '2026-01-01' + i::INT AS day, TIMESTAMP '2026-01-01 23:00:00' + INTERVAL (i) DAY AS at, i % 2 = 0 AS paid FROM range(12) r(i)`)
  await engine.run(
    `CREATE TABLE "Order ""Items""" AS SELECT i % 12 AS order_id, ['tea', 'rice'][i % 2 + 1] AS "the kind" FROM range(24) r(i)`,
  )
})
const parse = async (sql: string): Promise<Node> =>
  treeOf(String((await engine.runAndReadAll('SELECT json_serialize_sql($1::VARCHAR)', [sql])).getRowsJS()[0]![0]))
const written = async (statement: Node): Promise<string> => {
  const tree = JSON.stringify({ error: false, statements: [statement] })
  return String((await engine.runAndReadAll('SELECT json_deserialize_sql($1::JSON)', [tree])).getRowsJS()[0]![0])
}
const rowsOf = async (sql: string) => JSON.stringify((await engine.runAndReadAll(sql)).getRowsJson())

function conditions(table: Table, value: FilterValue, name: string): Node[] {
  const { type } = table.columns.find((one) => one.name === name)!
  const any = conditionsOf(value, { of: table.name, column: name, type }, '2026-01-10')!
  const edit = { act: 'add', part: { kind: 'filter', any } } as const
  return [(changed(statementOn(table.name, TABLES), TABLES, [edit]).node as Node).where_clause as Node]
}
const [ORDERS, ITEMS] = TABLES as [Table, Table]
const NORTH = { kind: 'values', values: ['North'] } as const
const north = (table: string): Node[] =>
  table === 'orders' ? conditions(ORDERS, { ...NORTH, values: ['North'] }, 'region') : []

/** Each of these must give over the rows that stay what it gives over a table that never had others. */
const STATEMENTS = [
  'SELECT count(*) AS n, sum(amount) AS s FROM orders',
  'SELECT region, sum(amount) AS s FROM orders GROUP BY region HAVING count(*) > 1 ORDER BY s DESC LIMIT 3',
  'SELECT o.region, ORDERS.id FROM orders AS o JOIN orders USING (id) ORDER BY 2',
  'SELECT orders.id, main.orders.amount FROM main.orders ORDER BY main.orders.id',
  'SELECT id, amount * 1e3 AS k, 2.5e-1 AS q FROM orders ORDER BY id',
  'SELECT * FROM orders ORDER BY id',
  'SELECT a.x, b FROM orders AS a(x, y, b) ORDER BY 1',
  'SELECT i."the kind", count(o.id) AS n FROM "Order ""Items""" i LEFT JOIN orders o ON o.id = i.order_id GROUP BY 1 ORDER BY 1',
  'SELECT o.id, i.order_id FROM orders o FULL JOIN "Order ""Items""" i ON o.id = i.order_id + 6 ORDER BY ALL',
  'WITH orders AS (SELECT * FROM orders WHERE amount > 20), b AS (SELECT max(amount) AS m FROM orders) SELECT * FROM orders, b ORDER BY id',
  'WITH RECURSIVE r AS (SELECT min(id) AS n FROM orders UNION ALL SELECT n + 1 FROM r WHERE n + 1 IN (SELECT id FROM orders)) SELECT n FROM r ORDER BY n',
  `SELECT 'all' AS what, count(*) AS n FROM orders UNION ALL SELECT region, count(*) FROM orders GROUP BY region ORDER BY ALL`,
  'SELECT id FROM orders EXCEPT SELECT id FROM orders WHERE paid ORDER BY id',
  'SELECT id, amount / sum(amount) OVER () AS share, row_number() OVER (PARTITION BY paid ORDER BY id DESC) AS k FROM orders QUALIFY k < 3 ORDER BY id',
  'SELECT id, (SELECT count(*) FROM orders x WHERE x.amount > orders.amount) AS larger FROM orders ORDER BY id',
  'SELECT DISTINCT "the kind" FROM "Order ""Items""" WHERE order_id NOT IN (SELECT id FROM orders) ORDER BY 1',
  'SELECT "the kind" FROM "Order ""Items""" i WHERE EXISTS (SELECT 1 FROM orders o WHERE o.id = i.order_id) ORDER BY order_id',
  'SELECT * FROM (SELECT paid, avg(amount) AS a FROM orders GROUP BY ALL) t ORDER BY paid',
  `SELECT * FROM (PIVOT orders ON paid IN (true, false) USING sum(amount) GROUP BY region) ORDER BY region`,
  `SELECT date_trunc('month', "at")::DATE AS month, count(*) AS n FROM orders WHERE day >= DATE '2026-01-03' GROUP BY 1 ORDER BY 1`,
  'SELECT o.id, l.n FROM orders o, LATERAL (SELECT count(*) AS n FROM orders p WHERE p.id < o.id) l ORDER BY o.id',
  'FROM orders SELECT max(COLUMNS(* EXCLUDE (region)))',
]

test.each(STATEMENTS)('%s reads only the rows that stay', async (sql) => {
  const { statement, replaced } = withRows(await parse(sql), north)
  expect([...replaced]).toEqual(['orders'])
  const text = await written(statement)
  // What was printed is what was meant.
  expect(Bun.deepEquals(await parse(text), statement)).toBe(true)
  const whole = await rowsOf(sql)
  await engine.run('BEGIN')
  await engine.run(`DELETE FROM orders WHERE region IS DISTINCT FROM 'North'`)
  const wanted = await rowsOf(sql)
  await engine.run('ROLLBACK')
  expect(await rowsOf(text)).toBe(wanted)
  expect(await rowsOf(text)).not.toBe(whole)
  const columns = async (of: string) => (await engine.runAndReadAll(of)).columnNames()
  expect(await columns(text)).toEqual(await columns(sql))
})

test.each([
  'WITH orders AS (SELECT 1 AS id) SELECT * FROM orders',
  `SELECT 'orders' AS orders`,
  'SELECT * FROM "Order ""Items"""',
  'SELECT * FROM other.orders',
])('%s does not read the table, and stays as it is', async (sql) => {
  const tree = await parse(sql)
  const { statement, replaced } = withRows(tree, north)
  expect(replaced.size).toBe(0)
  expect(statement).toEqual(tree)
})

test.each<[string, FilterValue, string, number]>([
  ['region', { kind: 'values', values: ['North', null] }, 'values and none', 8],
  ['region', { kind: 'text', text: 'OUT' }, 'text in any capitals', 4],
  ['amount', { kind: 'number_range', from: '20', to: '40' }, 'a range with its ends', 3],
  ['amount', { kind: 'values', values: ['20', '30.00'] }, 'numbers', 2],
  ['day', { kind: 'date_range', from: '2026-01-02', to: '2026-01-03' }, 'days', 2],
  ['at', { kind: 'date_range', from: '2026-01-02', to: '2026-01-03' }, 'moments of whole days', 2],
  ['at', { kind: 'date_range', from: null, to: '2026-01-03' }, 'moments up to the end of a day', 3],
  ['day', { kind: 'date_range', relative: 'last_2_days' }, 'days up to today', 2],
  ['paid', { kind: 'values', values: ['true', 'false'] }, 'truth values', 12],
  ['paid', { kind: 'values', values: ['false'] }, 'one truth value', 6],
])('%s takes %j: %s', async (name, value, _, rows) => {
  const where = (table: string) => (table === 'orders' ? conditions(ORDERS, value, name) : [])
  const text = await written(withRows(await parse('SELECT count(*) AS n FROM orders'), where).statement)
  expect(await rowsOf(text)).toBe(`[["${rows}"]]`)
})

test('a type that has no such values is not filtered', () => {
  const at = (type: string) =>
    conditionsOf({ kind: 'text', text: 'x' }, { of: 'orders', column: 'c', type }, '2026-01-10')
  expect(at('BIGINT')).toBeNull()
  expect(at('INTEGER[]')).toBeNull()
})

const NASTY = [
  ...[
    `'; DROP TABLE orders; --`,
    `' OR '1'='1`,
    `North' --`,
    `"`,
    `\\'`,
    `/* x */`,
    `$1`,
    `%`,
    `_`,
    `\u2019; --`,
    `\u02bc OR 1=1`,
  ],
  ...['\uFF07 OR 1=1', '\u200b', 'a\nb', '{{x}}', `x' UNION SELECT 1 --`, '🙂', '\u0000'.replace('\0', '\u0001')],
]
test.each(NASTY)('%j is a value and nothing else', async (nasty) => {
  const quoted = `'${nasty.replaceAll("'", "''")}'`
  await engine.run('BEGIN')
  await engine.run(`UPDATE orders SET region = ${quoted} WHERE id = 7`)
  for (const value of [
    { kind: 'values', values: [nasty] },
    { kind: 'text', text: nasty },
  ] as FilterValue[]) {
    const where = (table: string) => (table === 'orders' ? conditions(ORDERS, value, 'region') : [])
    const { statement } = withRows(await parse('SELECT id FROM orders'), where)
    const text = await written(statement)
    expect(Bun.deepEquals(await parse(text), statement)).toBe(true)
    expect(await rowsOf(text)).toBe('[["7"]]')
  }
  await engine.run('ROLLBACK')
})

test('names with quotes and spaces are names', async () => {
  const value: FilterValue = { kind: 'values', values: ['tea'] }
  const where = (table: string) => (table === 'order "items"' ? conditions(ITEMS, value, 'the kind') : [])
  const { statement } = withRows(await parse('SELECT count(*) AS n FROM "order ""items"""'), where)
  expect(await rowsOf(await written(statement))).toBe('[["12"]]')
})
