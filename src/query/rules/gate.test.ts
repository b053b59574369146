import { expect, test } from 'bun:test'
import { DuckDBInstance } from '@duckdb/node-api'
import { AppError } from '#base/errors.ts'
import { checkStatement, checkText } from './gate.ts'

const connection = await (await DuckDBInstance.create()).connect()
const TABLES = [
  { name: 'orders', columns: ['id', 'customer_id', 'amount', 'ordered_at', 'tags'] },
  { name: 'Order Items', columns: ['order_id', 'sku'] },
  { name: 'customers', columns: ['id', 'name'] },
]

async function check(sql: string): Promise<string[]> {
  checkText(sql)
  const serialized = await connection.runAndReadAll('SELECT json_serialize_sql($1::VARCHAR)', [sql])
  return checkStatement(String(serialized.getRowsJS()[0]![0]), TABLES)
}
const refusal = (sql: string) =>
  check(sql).then(
    () => null,
    (error) => error as AppError,
  )

test.each([
  ['SELECT 1', []],
  ['SELECT 1;', []],
  ['-- sum\nSELECT sum(amount) /* all */ FROM orders', ['orders']],
  ['FROM orders', ['orders']],
  ['TABLE customers', ['customers']],
  ['SELECT * FROM ORDERS o JOIN main.customers c ON c.id = o.customer_id', ['orders', 'customers']],
  ['SELECT * FROM "Order Items" AS i, orders WHERE i.order_id = orders.id', ['Order Items', 'orders']],
  ['WITH x AS (SELECT * FROM orders), y AS (SELECT * FROM x) SELECT * FROM y', ['orders']],
  ['WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 9) SELECT * FROM n', []],
  ['WITH x AS (SELECT 1) SELECT (SELECT count(*) FROM x) FROM (SELECT * FROM x) a', []],
  ['WITH orders AS (SELECT 1) SELECT * FROM orders', []],
  [
    "SELECT date_trunc('month', ordered_at), count(*) FILTER (WHERE amount > 1) FROM orders GROUP BY ALL HAVING count(*) > 1 ORDER BY 1",
    ['orders'],
  ],
  [
    'SELECT *, row_number() OVER w FROM orders WINDOW w AS (PARTITION BY customer_id ORDER BY amount) QUALIFY row_number() OVER w = 1',
    ['orders'],
  ],
  ['SELECT id FROM orders UNION ALL SELECT id FROM customers EXCEPT SELECT 1', ['orders', 'customers']],
  ['SELECT * FROM range(10) r(i), unnest([1, 2]) u(j), generate_series(1, 3)', []],
  ['SELECT unnest(tags), tags[1], len(tags), list_transform(tags, lambda t: upper(t)) FROM orders', ['orders']],
  ["SELECT {a: 1}.a, [x * 2 for x in [1, 2]], MAP {1: 2}, CAST(1 AS DECIMAL(10,2)), 1::ENUM('a')", []],
  ["SELECT COLUMNS('^a'), * EXCLUDE (id) REPLACE (amount * 2 AS amount) RENAME (tags AS t) FROM orders", ['orders']],
  ['PIVOT orders ON customer_id IN (1, 2) USING sum(amount)', ['orders']],
  ['UNPIVOT (SELECT id, amount FROM orders) ON id, amount', ['orders']],
  ['DESCRIBE orders', ['orders']],
  ['SUMMARIZE SELECT * FROM orders', ['orders']],
  ['VALUES (1, 2)', []],
  [
    "SELECT CASE WHEN amount BETWEEN 1 AND 2 THEN 'a' ELSE NULL END, amount IS NULL, name LIKE 'a%', name COLLATE nocase FROM orders, customers",
    ['orders', 'customers'],
  ],
  ['SELECT * FROM orders TABLESAMPLE 10%', ['orders']],
  ['SELECT DISTINCT ON (customer_id) * FROM orders ORDER BY ALL LIMIT 10% OFFSET 1', ['orders']],
  ['SELECT * FROM orders ASOF JOIN customers ON orders.id >= customers.id', ['orders', 'customers']],
  ['SELECT a.b.c, s.x FROM (SELECT {b: {c: 1}} AS a, {x: 1} AS s)', []],
  ["SELECT pg_typeof(1), current_date, now(), version(), current_timestamp AT TIME ZONE 'UTC', INTERVAL 1 DAY", []],
  ["SELECT ('a').upper(), amount.round() FROM orders", ['orders']],
  ["SELECT '/etc/passwd', 'read_text(''x'')'", []],
  ['SELECT grouping(customer_id), sum(amount) FROM orders GROUP BY ROLLUP (customer_id)', ['orders']],
])('lets through: %s', async (sql, reads) => {
  expect((await check(sql)).sort()).toEqual([...reads].sort())
})

test.each([
  ['SELECT * FROM orderz', 'sql_error', ['orders', 'Order Items']],
  ['SELECT * FROM order_item', 'sql_error', ['Order Items', 'orders']],
  ['SELECT * FROM x', 'sql_error', undefined],
  ['WITH x AS (SELECT * FROM y) SELECT * FROM x', 'sql_error', undefined],
  ['SELECT * FROM (WITH x AS (SELECT 1) SELECT 1) a, x', 'sql_error', undefined],
  ['SELECT FROM WHERE', 'sql_error', undefined],
  ['', 'sql_error', undefined],
])('names what may have been meant by: %s', async (sql, code, candidates) => {
  const error = await refusal(sql)
  expect(error?.code).toBe(code)
  expect(error?.details?.candidates as string[] | undefined).toEqual(candidates as string[] | undefined)
})

test('a refusal is one sentence for a person', async () => {
  const error = await refusal("SELECT * FROM read_csv('/etc/passwd')")
  expect(error).toMatchObject({
    kind: 'unprocessable',
    code: 'sql_refused',
    message: 'read_csv cannot be used as a table: only the tables of this workspace can be read.',
  })
})

test('a kind of node that is not known is refused', () => {
  const tree = (node: object) => JSON.stringify({ error: false, statements: [{ node }] })
  expect(() => checkStatement(tree({ type: 'SELECT_NODE', from_table: { type: 'NEW_REF' } }), [])).toThrow(AppError)
  expect(() => checkStatement(tree({ type: 'SELECT_NODE', select_list: [{ class: 'NEW', type: 'NEW' }] }), [])).toThrow(
    AppError,
  )
})
