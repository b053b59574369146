import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { DuckDBInstance } from '@duckdb/node-api'
import type { StubTable, TableNeed } from '#outside/engine.ts'
import { createPlanner, plan as planOf } from './planner.ts'

const orders: StubTable = {
  name: 'orders',
  columns: [
    { name: 'id', type: 'BIGINT' },
    { name: 'customer_id', type: 'BIGINT' },
    { name: 'Order Total', type: 'DECIMAL(12,2)' },
    { name: 'status', type: 'VARCHAR' },
    { name: 'a=1 OR b', type: 'VARCHAR' },
    { name: 'day', type: 'DATE' },
    { name: 'placed', type: 'TIMESTAMP' },
    { name: 'paid', type: 'BOOLEAN' },
    { name: 'weight', type: 'DOUBLE' },
  ],
}
const customers: StubTable = {
  name: 'customers',
  columns: [
    { name: 'id', type: 'BIGINT' },
    { name: 'country', type: 'VARCHAR' },
  ],
}

let planner: DuckDBInstance
let parser: DuckDBInstance
beforeAll(async () => {
  planner = await createPlanner()
  parser = await DuckDBInstance.create()
})
afterAll(() => {
  planner.closeSync()
  parser.closeSync()
})

async function plan(
  sql: string,
  stubs = [orders, customers],
): Promise<Record<string, Omit<TableNeed, 'table' | 'scans'>>> {
  const [connection, trusted] = [await planner.connect(), await parser.connect()]
  try {
    const { needs } = await planOf(connection, trusted, sql, stubs, 1000)
    return Object.fromEntries(needs.map(({ table, scans: _scans, ...need }) => [table, need]))
  } finally {
    connection.closeSync()
    trusted.closeSync()
  }
}
const need = async (sql: string) => (await plan(sql, [orders])).orders!

describe('what a statement needs of a table', () => {
  test('the columns that it reads, and the conditions that every source understands', async () => {
    expect(
      await plan(`SELECT c.country, count(*), sum("Order Total") FROM orders o JOIN customers c ON c.id = o.customer_id
        WHERE placed >= '2024-01-01' AND placed < DATE '2025-01-01' AND status IN ('paid', 'it''s') AND day = '2024-02-03' GROUP BY ALL`),
    ).toEqual({
      orders: {
        columns: ['customer_id', 'Order Total', 'status', 'day', 'placed'],
        anyOf: [
          [
            { column: 'status', op: 'in', values: ['paid', "it's"] },
            { column: 'day', op: '=', value: '2024-02-03' },
            { column: 'placed', op: '>=', value: '2024-01-01 00:00:00' },
            { column: 'placed', op: '<', value: '2025-01-01 00:00:00' },
          ],
        ],
        limit: null,
      },
      customers: { columns: ['id', 'country'], anyOf: [], limit: null },
    })
  })

  test('no more than one column when rows are only counted', async () => {
    expect(await need('SELECT count(*) FROM orders')).toEqual({ columns: [], anyOf: [], limit: null })
  })

  test('a column that only a condition names, which the source cannot be asked for', async () => {
    expect(await need(`SELECT id FROM orders WHERE lower(status) = 'x' AND paid AND weight > 1.5`)).toEqual({
      columns: ['id', 'status', 'paid', 'weight'],
      anyOf: [[{ column: 'weight', op: '>', value: '1.5' }]],
      limit: null,
    })
  })

  test('texts are only compared for being equal: elsewhere A may come before b, or be the same as a', async () => {
    const asked = await need(`SELECT id FROM orders WHERE status <> 'x' AND status LIKE 'p%' AND status > 'm'`)
    expect(asked.anyOf).toEqual([])
    expect((await need(`SELECT id FROM orders WHERE status = 'x'`)).anyOf).toEqual([
      [{ column: 'status', op: '=', value: 'x' }],
    ])
  })

  test('names and values that look like conditions are neither', async () => {
    expect(await need(`SELECT id FROM orders WHERE "a=1 OR b" = 'id=5 AND x'`)).toEqual({
      columns: ['id', 'a=1 OR b'],
      anyOf: [[{ column: 'a=1 OR b', op: '=', value: 'id=5 AND x' }]],
      limit: 1001,
    })
    for (const value of ['x\nid=5', 'x\nid=5\n', 'x\nc0=5 --', '--', '/*', 'x\nc0=5 /*'])
      expect(await need(`SELECT id FROM orders WHERE status = '${value}'`)).toMatchObject({ anyOf: [], limit: null })
  })

  test('exact decimals, null checks, several values of one column', async () => {
    const asked = await need(
      `SELECT id FROM orders WHERE "Order Total" >= 5.5 AND status IS NOT NULL AND day IS NULL AND id <> 4`,
    )
    expect(asked.anyOf[0]).toContainEqual({ column: 'Order Total', op: '>=', value: '5.50' })
    expect(asked.anyOf[0]).toContainEqual({ column: 'status', op: 'is not null' })
    expect(asked.anyOf[0]).toContainEqual({ column: 'day', op: 'is null' })
    expect(asked.anyOf[0]).toContainEqual({ column: 'id', op: '<>', value: '4' })
  })

  test('two looks at one table need what either needs', async () => {
    const sql = `SELECT (SELECT count(*) FROM orders WHERE id = 1) AS a, (SELECT max(day) FROM orders WHERE customer_id = 2) AS b`
    const both = await need(sql)
    expect(both).toMatchObject({ columns: ['id', 'customer_id', 'day'], limit: null })
    expect(both.anyOf.toSorted((a, b) => b[0]!.column.localeCompare(a[0]!.column))).toEqual([
      [{ column: 'id', op: '=', value: '1' }],
      [{ column: 'customer_id', op: '=', value: '2' }],
    ])
    const open = await need(`SELECT a.id FROM orders a JOIN orders b ON a.id = b.customer_id WHERE a.status = 'x'`)
    expect(open.anyOf).toEqual([])
  })

  test('a limit goes to the source when nothing else decides about the rows', async () => {
    expect((await need('SELECT * FROM orders LIMIT 10 OFFSET 5')).limit).toBe(15)
    expect((await need(`SELECT id FROM orders WHERE id > 5 LIMIT 10`)).limit).toBe(10)
    expect((await need('SELECT * FROM orders')).limit).toBe(1001)
    for (const sql of [
      `SELECT id FROM orders WHERE status LIKE '%x%' LIMIT 10`,
      'SELECT id FROM orders ORDER BY id LIMIT 10',
      'SELECT DISTINCT status FROM orders LIMIT 10',
      'SELECT count(*) FROM orders LIMIT 1',
      'SELECT row_number() OVER (ORDER BY id) FROM orders LIMIT 3',
      'SELECT unnest([1, 2]) FROM orders LIMIT 3',
      'SELECT id FROM orders USING SAMPLE 5 ROWS',
    ])
      expect({ sql, limit: (await need(sql)).limit }).toEqual({ sql, limit: null })
  })

  test('nothing at all when no row can pass', async () => {
    expect(await need('SELECT id FROM orders WHERE false')).toEqual({ columns: [], anyOf: [], limit: 0 })
  })

  test('a statement that cannot be planned fails as it would when it runs', async () => {
    await expect(need('SELECT nothing FROM orders')).rejects.toThrow('nothing')
  })
})

test('planning may neither read files nor change settings', async () => {
  const connection = await planner.connect()
  for (const sql of [`SELECT * FROM read_text('/etc/passwd')`, 'SET threads=4', `ATTACH '/tmp/x.duckdb' AS x`])
    await expect(connection.run(sql)).rejects.toThrow()
  connection.closeSync()
})
