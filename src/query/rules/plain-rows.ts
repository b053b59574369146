import { limitOf, type Node } from './need.ts'

/** Nothing, or something made of nothing, as `{ map: [] }`. */
function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0
  if (typeof value === 'object' && value !== null) return Object.values(value).every(isEmpty)
  return value === null || value === '' || value === false
}

/** Whether a node says nothing but what stands in these keys: what a later version adds is not passed over. */
const saysOnly = (node: Node, ...keys: string[]) =>
  Object.entries(node).every(([key, value]) => keys.includes(key) || isEmpty(value))

/**
 * The columns that a statement gives when it asks for nothing but rows of one table as they are, `SELECT a, b FROM t LIMIT 5`, in the
 * order of its answer; null when it asks for anything else.
 * @param columns the names of all columns of the table, in order
 */
export function plainRows(tree: Node, columns: string[]): string[] | null {
  const node = tree.node as Node | undefined
  if (node?.type !== 'SELECT_NODE' || node.aggregate_handling !== 'STANDARD_HANDLING') return null
  if (!saysOnly(node, 'type', 'aggregate_handling', 'modifiers', 'select_list', 'from_table')) return null
  const from = node.from_table as Node
  if (from.type !== 'BASE_TABLE' || !saysOnly(from, 'type', 'alias', 'query_location', 'table_name')) return null
  const [limit, ...others] = node.modifiers as Node[]
  if (limit && (others.length > 0 || !saysOnly(limit, 'type', 'limit') || limitOf(tree) === null)) return null
  const named = (node.select_list as Node[]).flatMap((item) => columnsOf(item, columns) ?? [null])
  const found = named.filter((name) => name !== null)
  return found.length === named.length && new Set(found).size === found.length ? found : null
}

function columnsOf(item: Node, columns: string[]): string[] | null {
  const place = ['class', 'type', 'alias', 'query_location']
  if (item.class === 'STAR') return saysOnly(item, ...place) ? columns : null
  if (item.class !== 'COLUMN_REF' || !saysOnly(item, ...place, 'column_names')) return null
  const [name, ...rest] = item.column_names as string[]
  const column = columns.find((each) => each.toLowerCase() === name!.toLowerCase())
  return column !== undefined && rest.length === 0 ? [column] : null
}
