import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import fc from 'fast-check'
import type { Cell } from '#query/rules/answers.ts'
import { cases } from '../../../../tests/support/properties.ts'
import { isTypedCell, typedColumns } from './columns.ts'

// Whether data decide about a number is seen without reading its statement: over other data, another one comes out.

let connection: DuckDBConnection
beforeAll(async () => {
  connection = await (await DuckDBInstance.create(':memory:')).connect()
  const sizes = [7, 23, 61]
  for (const [at, rows] of sizes.entries())
    await connection.run(
      `CREATE TABLE t${at} AS SELECT (i // ${at + 2} * ${3.7 + at * 11.3} + ${at * 400}) % 977 + ${at + 2.25} AS x, i * i * ${0.31 * (at + 1) ** 3} + ${at * 90 + 5.5} AS y, i % ${at + 2} AS k FROM range(${rows}) r(i)`,
    )
})
afterAll(() => connection.closeSync())

const cellOf = async (sql: string): Promise<Cell> => {
  const found = (await connection.runAndReadAll(sql)).getRowsJson()[0]?.[0] ?? null
  return typeof found === 'string' ? Number(found) : (found as Cell)
}

/** What one statement gives over three tables, and whether each of these counts as typed. */
async function over(sql: string): Promise<{ cells: Cell[]; typed: boolean[] }> {
  const found = await connection.runAndReadAll('SELECT json_serialize_sql($1::VARCHAR)', [sql.replaceAll('$t', 't')])
  const [tree] = JSON.parse(String(found.getRowsJS()[0]![0]), (key, value) =>
    key === 'query_location' ? 0 : value,
  ).statements
  const columns = typedColumns(tree, [{ name: 't', columns: ['x', 'y', 'k'] }], () => false)
  const cells: Cell[] = []
  for (const at of [0, 1, 2]) cells.push(await cellOf(sql.replaceAll('$t', `t${at}`)))
  return { cells, typed: cells.map((value) => isTypedCell(tree, columns, { at: 0, columns: 1, value })) }
}

const DATA = [
  'sum(x)',
  'avg(y)',
  'max(x)',
  'min(y)',
  'count(*)',
  'sum(y)',
  'sum(x * y)',
  'count(DISTINCT x)',
  'sum(x) FILTER (WHERE k > 0)',
]
const typed = fc.constantFrom('12.3', '7', '0.5', '250', '0', '1', '2', 'NULL')
/** Anything that may be written over aggregates, in one or two queries. */
const anything = (leaves: fc.Arbitrary<string>) =>
  fc.letrec<{ any: string; node: string }>((tie) => ({
    any: fc.oneof({ maxDepth: 4, withCrossShrink: true }, leaves, tie('node')),
    node: fc.oneof(
      ...['(% + %)', '(% - %)', '(% * %)', '(% / nullif(%, 0))', 'coalesce(%, %)', 'least(%, %)', 'greatest(%, %)'].map(
        (form) => fc.tuple(tie('any'), tie('any')).map(([a, b]) => form.replace('%', () => a).replace('%', () => b)),
      ),
      ...['abs(%)', 'round(%, 3)', '(-%)', 'CAST(% AS DOUBLE)', '(SELECT %)'].map((form) =>
        tie('any').map((a) => form.replace('%', () => a)),
      ),
      fc.tuple(tie('any'), tie('any'), tie('any')).map(([a, b, c]) => `CASE WHEN ${a} > ${b} THEN ${c} ELSE ${a} END`),
    ),
  })).any
const STATEMENTS = [
  (value: string) => `SELECT ${value} AS v FROM $t`,
  (value: string) => `WITH c AS (SELECT ${value} AS v FROM $t) SELECT v FROM c`,
  (value: string) => `SELECT max(v) FROM (SELECT ${value} AS v FROM $t) s, $t`,
  (value: string) => `SELECT v FROM (SELECT ${value} AS v FROM $t) s JOIN (VALUES (1)) o(n) ON true`,
]

test('a number that comes out over any data is never one that was read', async () => {
  const leaves = fc.oneof(fc.constantFrom(...DATA), typed)
  let same = 0
  await fc.assert(
    fc.asyncProperty(anything(leaves), fc.constantFrom(...STATEMENTS), async (value, statement) => {
      const { cells, typed } = await over(statement(value))
      const [cell] = cells
      const isClaim = typeof cell === 'number' && Number.isFinite(cell) && ![0, 1, -1].includes(cell)
      if (!isClaim || !cells.every((other) => Math.abs(Number(other) - cell) <= 1e-9 * Math.abs(cell))) return
      same++
      expect([statement(value), cells, typed]).toEqual([statement(value), cells, [true, true, true]])
    }),
    cases(150),
  )
  // The property looks at something.
  expect(same).toBeGreaterThan(10)
})

test('what is added up, divided and converted is read', async () => {
  const factor = fc.constantFrom('', ' * 1.18', ' * 100.0', ' / 12', ' / 1000', ' * 83.2')
  const term = fc.tuple(fc.constantFrom(...DATA), factor).map(([of, by]) => `${of}${by}`)
  const legitimate = fc
    .tuple(fc.uniqueArray(fc.constantFrom(...DATA), { minLength: 2, maxLength: 2 }), term, factor, fc.nat(5))
    .map(
      ([[a, b], c, by, way]) =>
        [
          `${a}${by}`,
          `round(${a} * 1.0 / nullif(${b}, 0), 2)`,
          `(${a} * 1.0 / ${b} - 1) * 100`,
          `coalesce(${a}, 0)${by}`,
          `100.0 * ${a} / (${a} + ${b})`,
          `${a} + ${b} - ${c}`,
        ][way]!,
    )
  await fc.assert(
    fc.asyncProperty(legitimate, fc.constantFrom(...STATEMENTS), async (value, statement) => {
      const { cells, typed } = await over(statement(value))
      // What cancels out by chance says nothing.
      if (new Set(cells).size < 3) return
      expect([statement(value), typed]).toEqual([statement(value), [false, false, false]])
    }),
    cases(50),
  )
})
