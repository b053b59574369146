import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { identifier } from '#base/sql.ts'
import type { Planned, StubTable } from '#outside/engine.ts'
import { conditionTexts, limitOf, type Need, type Node, needOf, type Plan, scansOf, together } from '../rules/need.ts'
import { createLockedInstance } from './locked.ts'

const MEMORY_MB = 128
/**
 * Without these the plan says less of what a table must give: they would look at the stand-ins' rows, of which there are none, or at
 * rows twice.
 */
const NOT_NOW =
  'statistics_propagation,late_materialization,common_subplan,compressed_materialization,row_group_pruner,join_filter_pushdown'

/** An instance as locked as the one that runs statements, without a table: statements are planned in it, and folded constants are all that runs. */
export async function createPlanner(): Promise<DuckDBInstance> {
  return createLockedInstance({
    tables: [],
    memoryMb: MEMORY_MB,
    threads: 1,
    settings: { disabled_optimizers: NOT_NOW },
  })
}

/**
 * What a statement that passed the gate needs of each table it reads.
 * @param connection of the planner, for this one plan
 * @param trusted parses what the plan says of its filters
 * @param most rows that the result keeps
 */
export async function plan(
  connection: DuckDBConnection,
  trusted: DuckDBConnection,
  sql: string,
  stubs: StubTable[],
  most: number,
): Promise<Planned> {
  // The plan names columns without quoting them, so the stand-ins' columns have names that need none.
  const prefix = `stand_in_${crypto.randomUUID().slice(0, 8)}_`
  for (const [index, { name, columns }] of stubs.entries()) {
    const list = columns.map(({ type }, at) => `c${at} ${type}`)
    await connection.run(`CREATE TEMP TABLE ${prefix}${index} (${list.join(', ')})`)
    const named = columns.map((column, at) => `c${at} AS ${identifier(column.name)}`)
    await connection.run(`CREATE TEMP VIEW ${identifier(name)} AS SELECT ${named.join(', ')} FROM ${prefix}${index}`)
  }
  const explained = await connection.runAndReadAll(`EXPLAIN (FORMAT json) ${sql}`)
  const { scans, passing } = scansOf(JSON.parse(String(explained.getRowsJS()[0]![1])) as Plan[])
  const tree = await treeOf(trusted, sql)
  const limit = passing ? Math.min(limitOf(tree) ?? most + 1, most + 1) : null
  const needs = await Promise.all(
    stubs.map(async ({ name, columns }, index) => {
      const plain = columns.map(({ type }, at) => ({ name: `c${at}`, type }))
      const each: Need[] = []
      for (const scan of scans.filter(({ table }) => table === `${prefix}${index}`)) {
        const conditions = []
        for (const text of conditionTexts(scan)) conditions.push({ text, tree: await conditionOf(trusted, text) })
        each.push(needOf(scan, conditions, plain))
      }
      const need = together(each)
      const own = (column: string) => columns[Number(column.slice(1))]!.name
      return {
        table: name,
        columns: need.columns.map(own),
        anyOf: need.anyOf.map((group) => group.map((filter) => ({ ...filter, column: own(filter.column) }))),
        scans: each.length,
        limit: each.length === 0 ? 0 : limit !== null && need.exact ? limit : null,
      }
    }),
  )
  const described = await connection.runAndReadAll(`DESCRIBE ${sql}`)
  const columns = described.getRowsJS().map(([name, type]) => ({ name: String(name), type: String(type) }))
  return { needs, columns, tree }
}

export async function serialized(trusted: DuckDBConnection, sql: string): Promise<string> {
  const found = await trusted.runAndReadAll('SELECT json_serialize_sql($1::VARCHAR)', [sql])
  return String(found.getRowsJS()[0]![0])
}

async function parsed(trusted: DuckDBConnection, sql: string): Promise<{ statements?: { node: Node }[] }> {
  return JSON.parse(await serialized(trusted, sql)) as { statements?: { node: Node }[] }
}

const treeOf = async (trusted: DuckDBConnection, sql: string): Promise<Node> =>
  (await parsed(trusted, sql)).statements?.[0] ?? {}

async function conditionOf(trusted: DuckDBConnection, text: string): Promise<Node | null> {
  const { statements } = await parsed(trusted, `SELECT 1 FROM t WHERE ${text}`)
  const where = statements?.length === 1 ? (statements[0]!.node.where_clause as Node | null) : null
  return where ?? null
}
