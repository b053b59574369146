import type { CatalogTable } from '#catalog/rules/answers.ts'
import type { Node } from '#query/rules/need.ts'
import { allOf, conjuncts, expressions, isAggregate, isColumn, isSubquery, isTable, nodes } from '../joins/tree.ts'
import type { ColumnName } from './part.ts'

/** A table as the catalog shows it: what chips may be about. */
export type Table = Pick<CatalogTable, 'name' | 'columns' | 'relations'> & { schema?: string | undefined }
type Source = { of: string; table: Table }
/** A join of FROM, the innermost first. `source`: the known table at its right. */
export type Join = { node: Node; source: Source | null }
/**
 * One output. `group`: its place among the groups. measure: of many rows; column: of each row, where the statement does not group; star: all columns.
 */
type Item = { node: Node; role: 'measure' | 'group' | 'column' | 'star' | 'other'; group: number | null }
/** `item`: the place of the output that it is by; null for anything else. */
type Order = { node: Node; item: number | null }

/**
 * A SELECT taken apart, its names followed. `isOpen`: something in FROM is not of the catalog, so that a bare name may be a column of that.
 * `isGrouped`: its rows are of many.
 */
export type Query = {
  select: Node
  sources: Source[]
  joins: Join[]
  isOpen: boolean
  isGrouped: boolean
  items: Item[]
  groups: Node[]
  wheres: Node[]
  havings: Node[]
  orders: Order[]
}

export const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

/** @param select a SELECT as `json_serialize_sql` gives it @param tables those that whoever reads may see */
export function takenApart(select: Node, tables: Table[]): Query {
  const ctes = new Set(nodes((select.cte_map as Node | undefined)?.map).map(({ key }) => String(key).toLowerCase()))
  const stored = tables.filter(({ name }) => !ctes.has(name.toLowerCase()))
  const from = fromOf(select.from_table as Node, stored)
  const query: Query = { select, ...from, isGrouped: false, items: [], groups: [], wheres: [], havings: [], orders: [] }
  const list = nodes(select.select_list)
  query.groups = groupsOf(query, list)
  query.wheres = conjuncts(select.where_clause)
  query.havings = conjuncts(select.having)
  query.isGrouped = query.groups.length > 0 || query.havings.length > 0 || ownAggregates(list).length > 0
  query.items = list.map((node): Item => {
    const group = query.groups.findIndex((one) => isSame(query, one, node))
    if (group >= 0) return { node, role: 'group', group }
    if (ownAggregates(node).length > 0) return { node, role: 'measure', group: null }
    if (query.isGrouped) return { node, role: 'other', group: null }
    return { node, role: isAll(node) ? 'star' : 'column', group: null }
  })
  query.orders = nodes(orderOf(select)?.orders).map((node) => ({ node, item: itemOf(query, node.expression as Node) }))
  return query
}

/** `*` and nothing else. */
const isAll = ({ class: kind, exclude_list, replace_list, rename_list, columns, expr, relation_name }: Node) =>
  kind === 'STAR' &&
  !columns &&
  !expr &&
  !relation_name &&
  [exclude_list, replace_list, rename_list].every((list) => nodes(list).length === 0)

/** Aggregates of an expression, without those of queries inside of it. */
const ownAggregates = (value: unknown): Node[] =>
  expressions(value, (node) => isAggregate(node) || isSubquery(node)).filter(isAggregate)

const orderOf = (select: Node): Node | undefined =>
  nodes(select.modifiers).find(({ type }) => type === 'ORDER_MODIFIER')

function fromOf(from: Node | null, tables: Table[]): Pick<Query, 'sources' | 'joins' | 'isOpen'> {
  if (from?.type === 'JOIN') {
    const [left, right] = [fromOf(from.left as Node, tables), fromOf(from.right as Node, tables)]
    const source = (from.right as Node).type === 'BASE_TABLE' ? (right.sources[0] ?? null) : null
    return {
      sources: [...left.sources, ...right.sources],
      joins: [...left.joins, ...right.joins, { node: from, source }],
      isOpen: left.isOpen || right.isOpen,
    }
  }
  const source = from && isTable(from) ? sourceOf(from, tables) : null
  return { sources: source ? [source] : [], joins: [], isOpen: !source && from?.type !== 'EMPTY' }
}

function sourceOf(node: Node, tables: Table[]): Source | null {
  const isPlain = !node.catalog_name && !node.sample && !node.at_clause && nodes(node.column_name_alias).length === 0
  const isIn = ({ schema = '' }: Table) => !node.schema_name || same(schema, String(node.schema_name))
  const table = isPlain && tables.find((one) => same(one.name, String(node.table_name)) && isIn(one))
  return table ? { of: String(node.alias || node.table_name), table } : null
}

function groupsOf(query: Query, list: Node[]): Node[] {
  const { select } = query
  if (select.aggregate_handling === 'FORCE_AGGREGATES') return list.filter((node) => ownAggregates(node).length === 0)
  return nodes(select.group_expressions).map((group) => {
    const at = group.class === 'CONSTANT' ? Number((group.value as Node).value) : Number.NaN
    return list[at - 1] ?? (columnOf(query, group) ? group : (list.find((item) => isCalled(group, item)) ?? group))
  })
}

/** Whether a bare name is that which the statement gives to an output. */
const isCalled = (node: Node, { alias }: Node): boolean =>
  isColumn(node) &&
  (node.column_names as string[]).length === 1 &&
  same(String(alias), (node.column_names as string[])[0]!)

/** The output that an order is by: its number, its name, or the same expression. */
function itemOf(query: Query, node: Node): number | null {
  const at = node.class === 'CONSTANT' ? Number((node.value as Node).value) - 1 : -1
  if (query.items[at]) return at
  const called = query.items.findIndex((item) => isCalled(node, item.node))
  const equal = called >= 0 ? called : query.items.findIndex((item) => isSame(query, item.node, node))
  return equal < 0 ? null : equal
}

/** The output that a name in HAVING stands for: columns of tables come first. */
export const outputCalled = (query: Query, node: Node): Node =>
  (!query.isOpen && !columnOf(query, node) && query.items.find((item) => isCalled(node, item.node))?.node) || node

/** The column of a known table that a node names, with its type; null where it is none, or may be another's as well. */
export function columnOf(query: Pick<Query, 'sources' | 'isOpen' | 'joins'>, node: Node | undefined) {
  if (!node || !isColumn(node)) return null
  const names = node.column_names as string[]
  if (names.length > 2 || (names.length === 1 && query.isOpen)) return null
  const [of, name] = names.length === 2 ? names : [null, names[0]]
  const found = query.sources.flatMap((source) => {
    const column =
      of === null || same(source.of, of!) ? source.table.columns.find((one) => same(one.name, name!)) : null
    return column ? [{ name: { of: source.of, column: column.name } satisfies ColumnName, type: column.type }] : []
  })
  return found.length === 1 ? found[0]! : null
}

/** Whether two expressions say the same, whatever they are called. */
export const isSame = (query: Query, a: Node, b: Node): boolean => plain(query, a) === plain(query, b)

const plain = (query: Query, node: Node): string =>
  JSON.stringify(node, (key, value) => {
    if (key === 'alias' || key === 'query_location') return
    return (typeof value === 'object' && value !== null && columnOf(query, value as Node)?.name) || value
  })

/** What an output is called in the result, where the statement says so. */
export const nameOfOutput = ({ node }: Pick<Item, 'node'>): string =>
  String(node.alias || (isColumn(node) ? (node.column_names as string[]).at(-1) : ''))

export function putTogether({ select, items, groups, wheres, havings, orders }: Query): Node {
  const rest = nodes(select.modifiers).filter(({ type }) => type !== 'ORDER_MODIFIER')
  const order = { type: 'ORDER_MODIFIER', orders: orders.map(({ node }) => node) }
  const at = rest.findIndex(({ type }) => /^LIMIT/.test(String(type)))
  const modifiers = orders.length > 0 ? rest.toSpliced(at < 0 ? rest.length : at, 0, order) : rest
  return {
    ...select,
    select_list: items.map(({ node }) => node),
    where_clause: joined(wheres),
    having: joined(havings),
    group_expressions: groups.map((node) => ({ ...node, alias: '' })),
    group_sets: groups.length > 0 ? [groups.map((_, at) => at)] : [],
    aggregate_handling: 'STANDARD_HANDLING',
    modifiers,
  }
}

const joined = (conditions: Node[]): Node | null =>
  conditions.length > 1 ? allOf(conditions) : (conditions[0] ?? null)
