import type { Node } from '#query/rules/need.ts'
import {
  columnNode,
  expressions,
  isAggregate,
  isColumn,
  isSubquery,
  nameOf,
  nodes,
  numbered,
  selecting,
} from './tree.ts'

/**
 * A table that a statement may name. `key`: a column known to have another value in each row. `made`: what an earlier result was made of,
 * where its columns are to be followed to the stored ones behind it; `called`: the table in these, where it goes by another name there.
 */
export type KnownTable = {
  name: string
  schema?: string
  columns: string[]
  key?: string
  isStored: boolean
  called?: string
  made?: { tree: Node; tables: KnownTable[] } | null
}
/** The column of a stored table whose values an output has, as they are or added up. */
export type Origin = { table: string; column: string }
/** What tells the rows of one item of FROM apart in the SELECT where it stands. */
export type RowSet = { ref: [string, string]; table: string }
/**
 * A column that a query or an item of FROM gives. `columns`: the stored ones it is made of, in any way; `aggregate`: the function
 * that made it of many rows.
 */
type Column = { name: string; origin: Origin | null; columns: Origin[]; aggregate: string | null }
type Output = Column & { rows: RowSet[] }
/** An item of FROM. `table`: where it is a stored table itself; `outputs`: null where its columns are not known. */
export type Source = { alias: string; table: string | null; outputs: Output[] | null; rows: RowSet[] }
/**
 * A SELECT of a statement whose FROM shows the rows of each of its tables by a column. `deciding`: items of FROM that only decide about
 * rows of the others.
 */
export type Scope = { select: Node; rewritten: Node; sources: Source[]; deciding: Source[]; isOutermost: boolean }
type From = { node: Node; sources: Source[]; deciding?: Source[] }

/** Columns that a query gives. `rows`: columns of `rewritten` that tell rows of its tables apart; null when it groups or leaves out rows. */
type Read = {
  columns: (Column & { rows: number[] })[] | null
  rows: { column: string; table: string }[] | null
  rewritten: Node
}
type Cte = { read: Read; rowsName: string }
type Reach = { ctes: ReadonlyMap<string, Cte>; entries: Node[] }

/** The text of an aggregate that passes a value of its column on. */
const PASSING = new Set(['min', 'max', 'any_value', 'first', 'last', 'arbitrary', 'sum'])

/**
 * Follows the rows of stored tables through the joins, sub-queries and common tables of a statement.
 * @param statement as `json_serialize_sql` gives it
 */
export function scopesOf(statement: Node, tables: KnownTable[]): Scope[] {
  const reader = new Reader(tables)
  reader.query(statement.node as Node, { ctes: new Map(), entries: [] }, true)
  return reader.scopes
}

/** The columns that an earlier result gives; null where they are not known. */
const behind = ({ tree, tables }: { tree: Node; tables: KnownTable[] }) =>
  new Reader(tables).query(tree.node as Node, { ctes: new Map(), entries: [] }, true).columns

class Reader {
  readonly scopes: Scope[] = []
  private last = 0

  constructor(private readonly tables: KnownTable[]) {}

  query(node: Node, reach: Reach, isOutermost: boolean): Read {
    const inner = this.ctesOf(node, reach)
    if (node.type === 'SELECT_NODE') return this.select(node, inner, isOutermost)
    const unknown: Read = { columns: null, rows: null, rewritten: node }
    if (node.type !== 'SET_OPERATION_NODE') return unknown
    const sides = [...nodes(node.children), node.left, node.right].filter(Boolean) as Node[]
    const [first, ...others] = sides.map((side) => this.query(side, inner, isOutermost).columns)
    const columns = first?.map((column, at) => ({
      ...{ ...column, rows: [], origin: null },
      aggregate:
        [column, ...others.flatMap((side) => side?.[at] ?? [])].find(({ aggregate }) => aggregate)?.aggregate ?? null,
      columns: [column, ...others.flatMap((side) => side?.[at] ?? [])].flatMap(({ columns }) => columns),
    }))
    return { ...unknown, columns: columns ?? null }
  }

  private ctesOf(node: Node, reach: Reach): Reach {
    let inner = reach
    for (const entry of nodes((node.cte_map as Node | undefined)?.map)) {
      const { query, aliases } = entry.value as { query: Node; aliases: string[] }
      const read = named(this.query(query.node as Node, inner, false), aliases)
      const name = String(entry.key)
      const rowsName = `${name}_with_rows_${++this.last}`
      const value = { ...(entry.value as Node), query: { ...query, node: read.rewritten } }
      const entries = [...inner.entries.filter(({ key }) => key !== name), entry]
      if (read.rows) entries.push({ ...entry, key: rowsName, value })
      inner = { ctes: new Map([...inner.ctes, [name.toLowerCase(), { read, rowsName }]]), entries }
    }
    return inner
  }

  private select(node: Node, reach: Reach, isOutermost: boolean): Read {
    const from = this.from(node.from_table as Node, reach)
    const parts = [node.select_list, node.where_clause, node.having, node.qualify, node.group_expressions]
    for (const { subquery } of expressions([parts, node.modifiers, conditionsIn(node.from_table as Node)], isSubquery))
      this.query((subquery as Node).node as Node, reach, false)
    const ownCtes = { cte_map: { map: reach.entries } }
    const rewritten = { ...node, ...ownCtes, from_table: from.node }
    this.scopes.push({ select: node, rewritten, sources: from.sources, deciding: from.deciding ?? [], isOutermost })
    const outputs = itemsOf(node, from.sources)
    const all = from.sources.flatMap(({ rows }) => rows)
    if (!keepsRows(node) || all.length === 0)
      return {
        columns: outputs?.map((output) => ({ ...output, rows: [] })) ?? null,
        rows: null,
        rewritten: node,
      }
    const selected = all.map(({ ref, table }) => ({ ref, table, column: this.fresh() }))
    const list = [...nodes(node.select_list), ...selected.map(({ ref, column }) => columnNode(ref, column))]
    return {
      columns:
        outputs?.map(({ rows, ...column }) => ({ ...column, rows: rows.map((row) => all.indexOf(row)) })) ?? null,
      rows: selected.map(({ column, table }) => ({ column, table })),
      rewritten: { ...node, from_table: from.node, select_list: list },
    }
  }

  private from(node: Node, reach: Reach): From {
    switch (node?.type) {
      case 'BASE_TABLE':
        return this.table(node, reach)
      case 'SUBQUERY': {
        const subquery = node.subquery as Node
        const aliases = node.column_name_alias as string[]
        const read = named(this.query(subquery.node as Node, reach, false), aliases)
        const alias = String(node.alias || this.fresh())
        const rewritten = { ...node, alias, subquery: { ...subquery, node: read.rewritten } }
        return read.rows ? this.shown(rewritten, alias, read) : this.counted(node, alias, alias, read.columns)
      }
      case 'JOIN': {
        const [left, right] = [this.from(node.left as Node, reach), this.from(node.right as Node, reach)]
        // Rows of the right side only decide about those of the left.
        const isHalf = node.join_type === 'SEMI' || node.join_type === 'ANTI'
        return {
          node: { ...node, left: left.node, right: isHalf ? node.right : right.node },
          sources: isHalf ? left.sources : [...left.sources, ...right.sources],
          deciding: [left, right].flatMap(({ deciding = [] }) => deciding).concat(isHalf ? right.sources : []),
        }
      }
      case 'EMPTY':
        return { node, sources: [] }
      default:
        return { node, sources: [{ alias: String(node?.alias ?? ''), table: null, outputs: null, rows: [] }] }
    }
  }

  private table(node: Node, reach: Reach): { node: Node; sources: Source[] } {
    const [name, schema] = [String(node.table_name), String(node.schema_name)]
    const alias = String(node.alias || name)
    const cte = schema === '' ? reach.ctes.get(name.toLowerCase()) : undefined
    if (cte?.read.rows) return this.shown({ ...node, alias, table_name: cte.rowsName }, alias, cte.read)
    if (cte) return this.counted(node, alias, name, cte.read.columns)
    const table = this.tables.find(
      (each) => same(each.name, name) && (!each.schema || schema === '' || same(each.schema, schema)),
    )
    const made = table?.made && behind(table.made)
    // A column is called as it came out, whatever it was in the statement.
    if (table && made?.length === table.columns.length)
      return this.counted(
        node,
        alias,
        table.name,
        made.map((column, at) => ({ ...column, name: table.columns[at]! })),
      )
    const columns = table?.columns.map((column) => {
      const origin = table.isStored ? { table: table.called ?? table.name, column } : null
      return { name: column, origin, columns: origin ? [origin] : [], aggregate: null }
    })
    if (!table?.key || nodes(node.column_name_alias).length > 0)
      return this.counted(node, alias, table?.name ?? name, columns ?? null, table?.isStored)
    return { node, sources: [source(alias, [{ ref: [alias, table.key], table: table.name }], columns!, true)] }
  }

  /** An item of FROM that shows by columns of its own which rows it was made of. */
  private shown(node: Node, alias: string, { columns, rows }: Read): { node: Node; sources: Source[] } {
    const sets = rows!.map(({ column, table }): RowSet => ({ ref: [alias, column], table }))
    const outputs = columns?.map(({ rows, ...column }) => ({ ...column, rows: rows.map((at) => sets[at]!) }))
    return { node, sources: [{ alias, table: null, rows: sets, outputs: outputs ?? null }] }
  }

  /** An item of FROM whose rows are numbered to be told apart. */
  private counted(
    node: Node,
    alias: string,
    table: string,
    columns: Column[] | null,
    isStored = false,
  ): { node: Node; sources: Source[] } {
    const column = this.fresh()
    const sources = [source(alias, [{ ref: [alias, column], table }], columns, isStored)]
    return { node: numbered(node, alias, column), sources }
  }

  private fresh(): string {
    return `counted_${++this.last}`
  }
}

const source = (alias: string, rows: RowSet[], columns: Column[] | null, isStored: boolean): Source => ({
  ...{ alias, rows, table: isStored ? rows[0]!.table : null },
  outputs: columns?.map((column) => ({ ...column, rows })) ?? null,
})

const conditionsIn = (from: Node | null): unknown[] =>
  from?.type === 'JOIN' ? [from.condition, conditionsIn(from.left as Node), conditionsIn(from.right as Node)] : []

/** The names that a list of aliases gives to the first columns. */
const named = (read: Read, aliases: string[]): Read => ({
  ...read,
  columns: read.columns?.map((column, at) => ({ ...column, name: aliases[at] ?? column.name })) ?? null,
})

/** Whether each row that FROM and WHERE give is one row of the outcome. */
export function keepsRows(node: Node): boolean {
  const modifiers = nodes(node.modifiers).every(({ type }) => type === 'ORDER_MODIFIER')
  const grouped = nodes(node.group_expressions).length > 0 || nodes(node.group_sets).length > 0
  const whole = !node.having && !node.qualify && !node.sample && node.aggregate_handling === 'STANDARD_HANDLING'
  return modifiers && !grouped && whole && expressions(node.select_list, isAggregate).length === 0
}

function itemsOf(node: Node, sources: Source[]): Output[] | null {
  const outputs: Output[] = []
  for (const item of nodes(node.select_list)) {
    if (item.class !== 'STAR') outputs.push(outputOf(item, sources))
    else if (nodes(item.replace_list).length > 0 || item.columns || item.expr) return null
    else
      for (const { alias, outputs: own } of sources) {
        if (item.relation_name && !same(alias, String(item.relation_name))) continue
        if (!own) return null
        outputs.push(...own)
      }
  }
  return outputs
}

export function outputOf(item: Node, sources: Source[]): Output {
  const names = isColumn(item) ? (item.column_names as string[]) : []
  const name = String(item.alias || names.at(-1) || nameOf(item))
  const passed = isAggregate(item) && PASSING.has(nameOf(item)) && !item.distinct ? nodes(item.children)[0] : item
  return {
    ...{ name, rows: rowsBehind(item, sources), origin: originOf(passed, sources), columns: columnsOf(item, sources) },
    aggregate: aggregateOf(item, sources),
  }
}

/** The stored columns that an expression is made of, without those of queries inside of it. */
export const columnsOf = (value: unknown, sources: Source[]): Origin[] =>
  unique(ownColumns(value).flatMap((node) => lookUp(node, sources)?.columns ?? []))

const ownColumns = (value: unknown): Node[] =>
  expressions(value, (node) => isColumn(node) || isSubquery(node)).flatMap((node) =>
    isColumn(node) ? [node] : node.child ? ownColumns(node.child) : [],
  )

export const unique = (origins: Origin[]): Origin[] => [
  ...new Map(origins.map((origin) => [JSON.stringify([origin.table, origin.column]), origin])).values(),
]

/** The aggregate whose value this is, as it is or with others computed from it; one divided by another is an average. */
export function aggregateOf(node: Node | undefined, sources: Source[]): string | null {
  if (!node || isSubquery(node)) return null
  if (isColumn(node)) return lookUp(node, sources)?.aggregate ?? null
  if (isAggregate(node)) return nameOf(node)
  const children = [...nodes(node.children), node.child, ...nodes(node.case_checks).map(({ then_expr }) => then_expr)]
  const found = [...children, node.else_expr].map((child) => (child ? aggregateOf(child as Node, sources) : null))
  if (nameOf(node) === '/' && found[0] && found[1]) return 'avg'
  return found.find((name) => name === 'avg' || name === 'mean') ?? found.find((name) => name !== null) ?? null
}

/** The sets of rows that an expression is made of: all of them where it looks at other rows as well. */
export function rowsBehind(value: unknown, sources: Source[]): RowSet[] {
  const isWide = (node: Node) => node.class === 'WINDOW' || isSubquery(node)
  if (expressions(value, isWide).length > 0) return sources.flatMap(({ rows }) => rows)
  return [...new Set(expressions(value, isColumn).flatMap((node) => lookUp(node, sources)?.rows ?? []))]
}

export function originOf(node: Node | undefined, sources: Source[]): Origin | null {
  if (node?.class === 'CAST') return originOf(node.child as Node, sources)
  return node && isColumn(node) ? (lookUp(node, sources)?.origin ?? null) : null
}

/** What a column of a SELECT is; null when nothing in FROM is known to have it. */
export function lookUp(node: Node, sources: Source[]): Omit<Output, 'name'> | null {
  const names = (node.column_names as string[]).slice(-2)
  const [qualifier, name] = names.length === 2 ? names : [null, names[0]]
  const near = qualifier === null ? sources : sources.filter(({ alias }) => same(alias, qualifier!))
  // A field of a column is written like a column of a table.
  if (qualifier !== null && near.length === 0) return lookUp(columnNode([qualifier!]), sources)
  for (const { outputs } of near) {
    const found = outputs?.find((output) => same(output.name, name!))
    if (found) return found
  }
  const unknown = near.filter(({ outputs }) => outputs === null)
  return unknown.length === 1 ? { rows: unknown[0]!.rows, origin: null, columns: [], aggregate: null } : null
}

const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

/** The statement that asks for `list` over the rows that a scope sees. */
export const probeOf = ({ rewritten }: Scope, list: Node[]): Node => ({
  node: selecting(rewritten, list),
  named_param_map: [],
})
