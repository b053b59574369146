import { afterAll, expect, test } from 'bun:test'
import { DuckDBInstance } from '@duckdb/node-api'
import { joinKeys } from './join-key.ts'
import type { Node } from './need.ts'

const connection = await (await DuckDBInstance.create()).connect()
afterAll(() => connection.closeSync())

const tables = [
  { name: 'orders', columns: [{ name: 'id' }, { name: 'customer_id' }, { name: 'region' }] },
  { name: 'customers', columns: [{ name: 'id' }, { name: 'country' }] },
  { name: 'regions', columns: [{ name: 'region' }, { name: 'boss' }] },
]
async function keys(sql: string): Promise<string[]> {
  const found = await connection.runAndReadAll('SELECT json_serialize_sql($1::VARCHAR)', [sql])
  const { statements } = JSON.parse(String(found.getRowsJS()[0]![0])) as { statements: Node[] }
  return joinKeys(statements[0]!, tables).map(
    ({ table, column, other, otherColumn }) => `${table}.${column} in ${other}.${otherColumn}`,
  )
}

test.each([
  [
    'an inner join, either way',
    'SELECT * FROM orders o JOIN customers c ON c.id = o.customer_id',
    ['customers.id in orders.customer_id', 'orders.customer_id in customers.id'],
  ],
  [
    'the right side of a left join',
    'SELECT * FROM orders o LEFT JOIN customers c ON o.customer_id = c.id',
    ['customers.id in orders.customer_id'],
  ],
  [
    'unqualified columns, more conditions',
    `SELECT 1 FROM orders JOIN customers ON customer_id = customers.id AND country = 'x'`,
    ['customers.id in orders.customer_id', 'orders.customer_id in customers.id'],
  ],
  [
    'columns named with USING',
    'SELECT 1 FROM orders JOIN regions USING (region)',
    ['regions.region in orders.region', 'orders.region in regions.region'],
  ],
  [
    'joins of joins',
    'SELECT 1 FROM orders o LEFT JOIN regions r ON r.region = o.region JOIN customers c ON c.id = o.customer_id',
    ['regions.region in orders.region', 'customers.id in orders.customer_id', 'orders.customer_id in customers.id'],
  ],
  ['nothing of a full join', 'SELECT 1 FROM orders o FULL JOIN customers c ON c.id = o.customer_id', []],
  ['nothing of a right join', 'SELECT 1 FROM orders o RIGHT JOIN customers c ON c.id = o.customer_id', []],
  [
    'nothing of an inequality or a choice',
    'SELECT 1 FROM orders o JOIN customers c ON c.id > o.customer_id OR c.id = o.id',
    [],
  ],
  ['nothing of an expression', 'SELECT 1 FROM orders o JOIN customers c ON c.id + 1 = o.customer_id', []],
  ['nothing of a table that stands there twice', 'SELECT 1 FROM orders a JOIN orders b ON a.id = b.customer_id', []],
  [
    'nothing where a name may be something else',
    'WITH customers AS (SELECT 1 AS id) SELECT 1 FROM orders o JOIN customers c ON c.id = o.customer_id',
    [],
  ],
  ['nothing beside a subquery', 'SELECT 1 FROM (SELECT * FROM orders) o JOIN customers c ON c.id = o.customer_id', []],
  ['nothing of an anti join', 'SELECT 1 FROM orders o ANTI JOIN customers c ON c.id = o.customer_id', []],
])('%s', async (_name, sql, expected) => {
  expect(await keys(sql)).toEqual(expected)
})
