import { castNode, literalNode } from '#analyst/rules/chips/subject.ts'
import { allOf, STAR, selecting } from '#analyst/rules/joins/tree.ts'
import { isRecursive } from '#query/rules/gate.ts'
import type { Node } from '#query/rules/need.ts'

/**
 * A statement that reads some tables as if they had only some of their rows: wherever a table is read, a query of these rows stands in its
 * place. So a filter decides before anything is joined, grouped or compared with other rows, in every part of the statement alike. Rows
 * that an outer join keeps without a partner are kept, as if the others had never been there.
 * @param statement as `json_serialize_sql` gives it
 * @param conditions what all rows of a table must meet, given its name in small letters and the common tables in whose reach it is read;
 * none for a table that stays whole
 */
export function withRows(
  statement: Node,
  conditions: (table: string, ctes: ReadonlySet<string>) => Node[],
): { statement: Node; replaced: Set<string> } {
  const replaced = new Set<string>()

  const tableOf = (node: Node, ctes: ReadonlySet<string>): Node => {
    const name = String(node.table_name).toLowerCase()
    const isOwn = node.catalog_name === '' && ['', 'main'].includes(String(node.schema_name).toLowerCase())
    const wheres = isOwn && !(node.schema_name === '' && ctes.has(name)) ? conditions(name, ctes) : []
    if (wheres.length === 0) return node
    replaced.add(name)
    const { alias, sample, column_name_alias } = node
    const table = { ...node, alias: '', sample: null, column_name_alias: [] }
    const where_clause = wheres.length > 1 ? allOf(wheres) : wheres[0]
    const rows = selecting({ type: 'SELECT_NODE', where_clause, sample: null }, [STAR])
    return {
      ...{ type: 'SUBQUERY', alias: alias || node.table_name, sample, query_location: 0, column_name_alias },
      subquery: { node: { ...rows, cte_map: { map: [] }, from_table: table }, named_param_map: [] },
    }
  }

  const walk = (value: unknown, ctes: ReadonlySet<string>): unknown => {
    if (Array.isArray(value)) return value.map((item) => walk(item, ctes))
    if (typeof value !== 'object' || value === null) return value
    const node = value as Node
    if (node.class === 'CONSTANT') return node
    if (node.class === undefined && node.type === 'BASE_TABLE') return tableOf(node, ctes)
    let inner = ctes
    const entries = ((node.cte_map as Node | undefined)?.map ?? []) as { key: string; value: Node }[]
    const map = entries.map(({ key, value }) => {
      const withItself = new Set([...inner, key.toLowerCase()])
      const query = walk(value, isRecursive(value) ? withItself : inner)
      inner = withItself
      return { key, value: query }
    })
    if (typeof node.cte_name === 'string') inner = new Set([...inner, node.cte_name.toLowerCase()])
    return Object.fromEntries(
      Object.entries(node).map(([key, child]) => [
        key,
        key === 'cte_map' ? { ...(child as Node), map } : walk(child, inner),
      ]),
    )
  }
  const result = walk(statement, new Set()) as Node
  return { statement: printable(result, replaced) as Node, replaced }
}

/**
 * The same as it can be written. A query has no schema: columns that were named with that of their table are named without it. Numbers
 * with an exponent would be written as decimals, which are computed with in another way.
 */
export function printable(value: unknown, replaced: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((item) => printable(item, replaced))
  if (typeof value !== 'object' || value === null) return value
  const node = value as Node
  if (node.class === 'CONSTANT') {
    const { type, value: number, is_null } = node.value as { type: Node; value: unknown; is_null: boolean }
    if (type.id !== 'DOUBLE' || is_null) return node
    return { ...castNode(literalNode(String(number), 'text'), 'DOUBLE'), alias: node.alias }
  }
  if (node.class === 'COLUMN_REF') {
    const [schema, table, ...rest] = node.column_names as string[]
    const isLong = rest.length > 0 && schema!.toLowerCase() === 'main' && replaced.has(table!.toLowerCase())
    return isLong ? { ...node, column_names: [table, ...rest] } : node
  }
  return Object.fromEntries(Object.entries(node).map(([key, child]) => [key, printable(child, replaced)]))
}
