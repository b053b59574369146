import { afterAll, expect, test } from 'bun:test'
import { DuckDBInstance } from '@duckdb/node-api'
import type { Node } from './need.ts'
import { plainRows } from './plain-rows.ts'

const connection = await (await DuckDBInstance.create()).connect()
afterAll(() => connection.closeSync())

async function columns(sql: string): Promise<string[] | null> {
  const found = await connection.runAndReadAll('SELECT json_serialize_sql($1::VARCHAR)', [sql])
  const { statements } = JSON.parse(String(found.getRowsJS()[0]![0])) as { statements: Node[] }
  return plainRows(statements[0]!, ['id', 'Name', 'total'])
}

test.each([
  ['SELECT * FROM t', ['id', 'Name', 'total']],
  ['FROM t LIMIT 5', ['id', 'Name', 'total']],
  ['SELECT total AS x, name FROM t AS o', ['total', 'Name']],
])('%s asks for rows as they are', async (sql, expected) => {
  expect(await columns(sql)).toEqual(expected)
})

test.each([
  'SELECT id, id FROM t',
  'SELECT id + 1 FROM t',
  'SELECT o.id FROM t o',
  'SELECT t FROM t',
  'SELECT rowid FROM t',
  'SELECT COLUMNS(*) FROM t',
  'SELECT * EXCLUDE (id) FROM t',
  'SELECT * REPLACE (1 AS id) FROM t',
  'SELECT * RENAME (id AS x) FROM t',
  'SELECT t.* FROM t',
  "SELECT * LIKE 'n%' FROM t",
  'SELECT * FROM t o(a, b, c)',
  'SELECT * FROM t WHERE id = 1',
  'SELECT * FROM t TABLESAMPLE 10%',
  'SELECT * FROM t USING SAMPLE 5',
  'SELECT * FROM t ORDER BY id',
  'SELECT * FROM t LIMIT 5 OFFSET 2',
  'SELECT * FROM t LIMIT 2 + 2',
  'SELECT * FROM t LIMIT 10%',
  'SELECT DISTINCT id FROM t',
  'SELECT id FROM t GROUP BY id',
  'SELECT id FROM t GROUP BY ALL',
  'SELECT id FROM t QUALIFY row_number() OVER () = 1',
  'SELECT * FROM t, t u',
  'SELECT * FROM t AT (VERSION => 1)',
  'SELECT * FROM other.t',
  'WITH x AS (SELECT 1) SELECT * FROM t',
  'SELECT * FROM (SELECT * FROM t)',
  'SELECT * FROM t UNION ALL SELECT * FROM t',
])('%s asks for something else', async (sql) => {
  expect(await columns(sql)).toBeNull()
})
