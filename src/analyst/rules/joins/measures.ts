import type { Node } from '#query/rules/need.ts'
import { lookUp, type Origin, originOf, type RowSet, rowsBehind, type Scope } from './lineage.ts'
import { expressions, isAggregate, isColumn, isSubquery, nameOf, nodes } from './tree.ts'

/** A value that a SELECT makes of many rows and that changes when a row comes twice. */
export type Measure = {
  /** As it is shown: `sum(o.total)`. */
  text: string
  /** rows: it counts whatever rows there are; count: those that have a value; value: it adds up or averages a value. */
  kind: 'rows' | 'count' | 'value'
  /** The rows that must not come twice; with several, no combination of them may. */
  rows: RowSet[]
  /** Whether nothing is known of what it measures. */
  isUnknown: boolean
  /** Whether the groups are named by a column of the same rows: then it counts what belongs to each. */
  isOfGroup: boolean
  /** For sums of a stored column: which, and the expression that is added up. */
  origin: Origin | null
  added: Node | null
}

/** The others take no notice of a row that comes twice. */
const COUNTS_TWICE =
  /^(sum|fsum|kahan_sum|sumkahan|avg|mean|favg|median|product|count|count_star|count_if|countif|list|array_agg|string_agg|listagg|group_concat|stddev\w*|var_\w+|variance|quantile\w*|histogram|geomean)$/

/** Values of one SELECT that a join may change; an aggregate of a sum of columns is one of each. */
export function measuresOf({ select, sources }: Scope): Measure[] {
  const orders = nodes(select.modifiers).flatMap(({ orders }) => nodes(orders))
  const calls = aggregatesIn([select.select_list, select.having, select.qualify, orders])
  const all = sources.flatMap(({ rows }) => rows)
  const grouping = rowsBehind(groupsOf(select), sources)
  const found = calls.flatMap((call) => {
    const name = nameOf(call)
    const values = nodes(call.children)
    const text = `${name === 'count_star' ? 'count' : name}(${values.map(textOf).join(', ') || '*'})`
    const counts = name.startsWith('count')
    const common = { text, isOfGroup: false, isUnknown: false, origin: null, added: null }
    if (counts && (values.length === 0 || !isColumn(values[0]!)))
      return [{ ...common, kind: 'rows' as const, rows: all }]
    return termsOf(values[0]!).flatMap((term): Measure[] => {
      const [own] = [valueColumns(term), expressions(term, isColumn)].filter((columns) => columns.length > 0)
      if (!own) return expressions(values, isColumn).length > 0 ? [] : [{ ...common, kind: 'rows', rows: all }]
      const rows = rowsBehind(own, sources)
      const isUnknown = rows.length === 0 || own.some((column) => lookUp(column, sources) === null)
      const isOfGroup = rows.some((set) => grouping.includes(set))
      const origin = name === 'sum' && !call.filter ? originOf(term, sources) : null
      return [{ text, kind: counts ? 'count' : 'value', rows, isUnknown, isOfGroup, origin, added: origin && term }]
    })
  })
  return [
    ...new Map(found.map((measure) => [`${measure.text} ${measure.rows.map(({ ref }) => ref)}`, measure])).values(),
  ]
}

/** What rows are grouped by, also where a group is named by its place or the name of an output. */
export function groupsOf(select: Node): Node[] {
  const items = nodes(select.select_list)
  const plain = items.filter((item) => aggregatesIn(item).length === 0 && expressions(item, isAggregate).length === 0)
  if (select.aggregate_handling === 'FORCE_AGGREGATES') return plain
  return nodes(select.group_expressions).map((group) => {
    const at = group.class === 'CONSTANT' ? Number((group.value as Node).value) : Number.NaN
    const names = isColumn(group) ? (group.column_names as string[]) : []
    return items[at - 1] ?? items.find((item) => names.length === 1 && item.alias === names[0]) ?? group
  })
}

/** Aggregates that count a row as often as it comes; of a window over groups only what makes the groups. */
function aggregatesIn(value: unknown): Node[] {
  const isCall = (node: Node) => isSubquery(node) || isAggregate(node) || isWindowed(node)
  return expressions(value, isCall).filter(
    (node) => !isSubquery(node) && node.distinct !== true && COUNTS_TWICE.test(nameOf(node)),
  )
}

const isWindowed = (node: Node): boolean =>
  node.class === 'WINDOW' && node.type === 'WINDOW_AGGREGATE' && expressions(node.children, isAggregate).length === 0

/** The terms of a sum: each is added up by itself. */
function termsOf(node: Node): Node[] {
  const children = nodes(node.children)
  const isSum = node.class === 'FUNCTION' && (node.function_name === '+' || node.function_name === '-')
  return isSum && children.length === 2 ? children.flatMap(termsOf) : [node]
}

/** Columns whose values are measured, without those that only decide about it. */
export function valueColumns(node: Node): Node[] {
  if (node.class === 'CASE') {
    const values = nodes(node.case_checks).map(({ then_expr }) => then_expr)
    return [...values, node.else_expr].flatMap((value) => (value ? valueColumns(value as Node) : []))
  }
  if (node.class === 'COMPARISON' || node.class === 'CONJUNCTION' || node.class === 'BETWEEN') return []
  if (isColumn(node)) return [node]
  return [...nodes(node.children), node.child].flatMap((child) => (child ? valueColumns(child as Node) : []))
}

function textOf(node: Node): string {
  if (isColumn(node)) return (node.column_names as string[]).join('.')
  if (node.class === 'CAST') return textOf(node.child as Node)
  const columns = expressions(node, isColumn).map(textOf)
  return columns.length > 0 ? [...new Set(columns)].join(', ') : '…'
}
