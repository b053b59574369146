import type { Node } from '#query/rules/need.ts'
import type { Check } from './answer.ts'
import { type KnownTable, lookUp, type Origin, type Scope, type Source, scopesOf } from './joins/lineage.ts'
import { expressions, isColumn, nodes } from './joins/tree.ts'

/** A metric as trees of its expression and of the conditions of its default filters. */
export type MetricTree = { name: string; expression: Node; filters: Node[] }
/** How a SELECT computes a metric. `joined`: over the rows of a join, which may have one several times. */
export type Use = { joined: boolean; filtered: boolean }

/** @param statement of `metricSql`, as `json_serialize_sql` gives it */
export function metricTree(name: string, statement: Node): MetricTree {
  const select = statement.node as Node
  return { name, expression: nodes(select.select_list)[0]!, filters: conjuncts(select.where_clause) }
}

const conjuncts = (node: unknown): Node[] => {
  const condition = node as Node | null
  if (!condition) return []
  return condition.type === 'CONJUNCTION_AND' ? nodes(condition.children).flatMap(conjuncts) : [condition]
}

/**
 * Where a statement computes a metric: SELECTs that read rows of its table and in whose outputs its expression stands as it is.
 * @param table the table as the statement calls it
 */
export function usesOf(statement: Node, tables: KnownTable[], metric: MetricTree, table: string): Use[] {
  const own = (column: Node) => String((column.column_names as string[]).at(-1)).toLowerCase()
  const wanted = plain(metric.expression, own)
  return scopesOf(statement, tables).flatMap((scope) => {
    // Rows that a sub-query or a common table passes on are those of the table.
    const isOf = ({ rows }: Source) => rows.length > 0 && rows.every((row) => row.table === table)
    const source = scope.sources.find((one) => one.table === table || isOf(one))
    if (!source) return []
    const called = (column: Node) => columnOf(column, scope, source, table)
    const outputs = expressions(nodes(scope.select.select_list), (node) => plain(node, called) === wanted)
    if (outputs.length === 0) return []
    const conditions = new Set(conjuncts(scope.select.where_clause).map((condition) => plain(condition, called)))
    const filtered = metric.filters.every((filter) => conditions.has(plain(filter, own)))
    return [{ joined: scope.sources.length > 1, filtered }]
  })
}

/** The name of a column where it is one of the table itself; null where another one may be meant. */
function columnOf(column: Node, { sources }: Scope, source: Source, table: string): string | null {
  const found = lookUp(column, sources)
  const origin: Origin | null | undefined = found?.origin
  return origin?.table === table && lookUp(column, [source])?.origin ? origin.column.toLowerCase() : null
}

/** An expression as text by which equal ones are equal: without aliases, places and the names of tables before columns. */
function plain(node: Node, called: (column: Node) => string | null): string {
  return JSON.stringify(node, (name, value: unknown) => {
    if (name === 'alias' || name === 'query_location') return undefined
    const column = value as Node | null
    if (typeof value !== 'object' || column === null || Array.isArray(value) || !isColumn(column)) return value
    return { column: called(column) ?? column.column_names }
  })
}

const NAME = 'Definition'

/**
 * Whether what was asked for by the name of a metric was computed as it is defined.
 * @param isRead whether every statement could be read
 * @param joins whether the rows of joins were counted and none stands there twice
 */
export function definitionCheck(
  metric: { name: string; expression: string; filters: string },
  { uses, isRead, joins }: { uses: Use[]; isRead: boolean; joins: boolean },
): Check {
  const text = `${metric.expression}${metric.filters ? ` where ${metric.filters}` : ''}`
  const checkOf = (state: Check['state'], note: string): Check => ({ name: NAME, state, note, probe: text })
  const whole = uses.filter(({ filtered }) => filtered)
  if (whole.some(({ joined }) => !joined || joins))
    return checkOf('pass', `${metric.name} is computed as it is defined.`)
  if (whole.length > 0)
    return checkOf('note', `${metric.name} is computed as it is defined, but over a join that may count rows twice.`)
  if (uses.length > 0) return checkOf('note', `${metric.name} is computed without its default filters.`)
  if (!isRead) return checkOf('unchecked', `Not looked at: whether ${metric.name} is computed as it is defined.`)
  return checkOf('note', `No statement computes ${metric.name} by its definition as it stands.`)
}
