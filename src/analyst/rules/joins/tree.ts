import type { Node } from '#query/rules/need.ts'

/** Expressions and FROM items as DuckDB's `json_serialize_sql` writes them, to be put into a tree of a statement. */

export const columnNode = (names: readonly string[], alias = ''): Node => ({
  ...{ class: 'COLUMN_REF', type: 'COLUMN_REF', alias, query_location: 0 },
  column_names: [...names],
})

export const STAR: Node = {
  ...{ class: 'STAR', type: 'STAR', alias: '', query_location: 0, relation_name: '', columns: false, expr: null },
  ...{ exclude_list: [], replace_list: [], qualified_exclude_list: [], rename_list: [] },
}

export const callNode = (
  name: string,
  children: Node[],
  { alias = '', distinct = false, filter = null }: { alias?: string; distinct?: boolean; filter?: Node | null } = {},
): Node => ({
  ...{ class: 'FUNCTION', type: 'FUNCTION', alias, query_location: 0, function_name: name, schema: '', catalog: '' },
  ...{ children, filter, distinct, is_operator: false, export_state: false },
  order_bys: { type: 'ORDER_MODIFIER', orders: [] },
})

const ONE: Node = {
  ...{ class: 'CONSTANT', type: 'VALUE_CONSTANT', alias: '', query_location: 0 },
  value: { type: { id: 'INTEGER', type_info: null }, is_null: false, value: 1 },
}

/** Counts all rows, in words that every database knows: the tree's own `count_star` is one of DuckDB. */
export const countOfRows = (filter: Node | null = null): Node => callNode('count', [ONE], { filter })

export const isNotNull = (child: Node): Node => ({
  ...{ class: 'OPERATOR', type: 'OPERATOR_IS_NOT_NULL', alias: '', query_location: 0, children: [child] },
})

export const allOf = (children: Node[]): Node => ({
  ...{ class: 'CONJUNCTION', type: 'CONJUNCTION_AND', alias: '', query_location: 0, children },
})

const rowNumber = (alias: string): Node => ({
  ...{ class: 'WINDOW', type: 'WINDOW_ROW_NUMBER', alias, query_location: 0, function_name: 'row_number' },
  ...{ schema: '', catalog: '', children: [], partitions: [], orders: [], arg_orders: [], distinct: false },
  ...{ start: 'UNBOUNDED_PRECEDING', end: 'CURRENT_ROW_RANGE', start_expr: null, end_expr: null, offset_expr: null },
  ...{ default_expr: null, ignore_nulls: false, filter_expr: null, exclude_clause: 'NO_OTHER' },
})

/** A SELECT without the parts that make other rows of those that FROM and WHERE give. */
export const selecting = (select: Node, list: Node[]): Node => ({
  ...select,
  ...{ select_list: list, modifiers: [], group_expressions: [], group_sets: [], having: null, qualify: null },
  aggregate_handling: 'STANDARD_HANDLING',
})

/** Numbers the rows of an item of FROM: `(SELECT *, row_number() OVER () AS column FROM item) AS alias`. */
export const numbered = (item: Node, alias: string, column: string): Node => ({
  ...{ type: 'SUBQUERY', alias, sample: null, query_location: 0, column_name_alias: [] },
  subquery: {
    node: {
      ...selecting({ type: 'SELECT_NODE', where_clause: null, sample: null }, [STAR, rowNumber(column)]),
      ...{ cte_map: { map: [] }, from_table: item },
    },
    named_param_map: [],
  },
})

/** Every part below `value` that `wanted` names; what stands below such a one is not looked at. */
export function expressions(value: unknown, wanted: (node: Node) => boolean, into: Node[] = []): Node[] {
  if (Array.isArray(value)) for (const item of value) expressions(item, wanted, into)
  else if (typeof value === 'object' && value !== null) {
    const node = value as Node
    if (wanted(node)) into.push(node)
    else for (const child of Object.values(node)) expressions(child, wanted, into)
  }
  return into
}

export const nodes = (value: unknown): Node[] => (Array.isArray(value) ? (value as Node[]) : [])
export const isSubquery = (node: Node): boolean => node.class === 'SUBQUERY'
export const isColumn = (node: Node): boolean => node.class === 'COLUMN_REF'
export const isTable = (node: Node): boolean => node.type === 'BASE_TABLE'

/** Functions that make one value of many rows. */
const AGGREGATES =
  /^(sum|avg|mean|count|count_star|min|max|median|mode|product|list|first|last|any_value|arbitrary|geomean|fsum|favg|kahan_sum|sumkahan|count_if|countif|histogram|entropy|kurtosis\w*|skewness|sem|mad|corr|covar_\w+|regr_\w+|var_\w+|variance|stddev\w*|quantile\w*|approx_\w+|reservoir_quantile|bool_(and|or)|bit_(and|or|xor)|bitstring_agg|(string|array|json_group|max_by|min_by|arg_min|arg_max)\w*|listagg|group_concat)$/
export const nameOf = (node: Node): string => String(node.function_name ?? '').toLowerCase()
export const isAggregate = (node: Node): boolean => node.class === 'FUNCTION' && AGGREGATES.test(nameOf(node))

export const joinNodes = (from: Node | null): Node[] =>
  from?.type === 'JOIN' ? [from, ...joinNodes(from.left as Node), ...joinNodes(from.right as Node)] : []

/** The conditions of which all must be met for `condition` to be. */
export const conjuncts = (condition: unknown): Node[] => {
  const node = condition as Node | null
  if (!node) return []
  return node.type === 'CONJUNCTION_AND' ? nodes(node.children).flatMap(conjuncts) : [node]
}
