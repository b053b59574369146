import type { Cell } from '#query/rules/answers.ts'
import { limitOf, type Node } from '#query/rules/need.ts'
import { expressions, isColumn, isSubquery, nameOf, nodes } from '../joins/tree.ts'
import { typedNumbers } from '../typed.ts'
import { Atoms, type Form, numberOf, verdictOf } from './form.ts'
import { type Place, type Value, valueOfNode } from './value.ts'

/** A table that a statement may name; `made`: of an earlier result what made it, null where that cannot be read. */
export type Readable = { name: string; schema?: string; columns: string[]; made?: Made | null }
type Made = { tree: Node; tables: Readable[] }
/**
 * What a statement says of a column by itself. typed: all of it. `numbers`: cells that hold one of these were typed, any others were
 * read.
 */
type Typed = 'typed' | { numbers: number[] }
export type TypedColumns = {
  /** By their places; null where the columns could not be followed. */
  columns: Typed[] | null
  /** Whether it looks at any data, and how many rows it lets through at most. */
  reads: boolean
  limit: number | null
}

type Column = { name: string; value: Value }
type Item = { alias: string; columns: Column[] | null; reads: boolean; limit: number | null }
type Given = { columns: Column[] | null; reads: boolean; limit: number | null }

/** Functions in FROM that make rows up out of what they are given. */
const MAKES_ROWS = /^(range|generate_series|unnest|repeat|repeat_row)$/
const DEEPEST = 40

/**
 * Which values of a statement stand in the statement itself instead of the data: `SELECT 12.3 AS pct`, VALUES, `sum(x) * 0 + 12.3`, and
 * what the data may only choose. Columns are followed through sub-queries, common tables and earlier results.
 * @param isSaid whether people said a number themselves: then it is no claim of the model
 */
export function typedColumns(statement: Node, tables: Readable[], isSaid: (value: number) => boolean): TypedColumns {
  const reader = new Reader(new Atoms(), isSaid)
  const given = reader.query(statement.node as Node, { tables, ctes: new Map(), around: [], depth: 0 })
  const columns = given.columns?.map(({ value }): Typed => {
    const verdicts = value.map((form) => verdictOf(form, isSaid))
    const isConstant = value.length > 0 && value.every((form) => numberOf(form) !== null)
    if (isConstant || verdicts.includes('typed')) return 'typed'
    return { numbers: verdicts.flatMap((verdict) => (verdict === 'typed' ? [] : verdict.numbers)) }
  })
  return { columns: columns ?? null, reads: given.reads || reader.hasRead, limit: limitOf(statement) }
}

/** Where columns could not be followed, every number of the statement counts as one that the cell may be. */
export function isTypedCell(
  tree: Node,
  { columns, reads }: TypedColumns,
  { at, columns: width, value }: { at: number; columns: number; value: Cell },
): boolean {
  if (!reads) return true
  const typed = columns?.length === width ? columns[at]! : { numbers: typedNumbers(tree) }
  return typed === 'typed' || typed.numbers.some((number) => isTold(value, number))
}

/** Whether a cell holds a typed number, as far as its decimals tell; nothing, one and yes are no claims of a statement. */
function isTold(value: Cell, number: number): boolean {
  const cell = Number(value)
  if (value === null || typeof value === 'boolean' || !Number.isFinite(cell) || [0, 1, -1].includes(cell)) return false
  const decimals = String(value).split('.')[1]?.length ?? 0
  return Math.abs(cell - number) <= Math.max(0.5 * 10 ** -decimals, 1e-9 * Math.abs(number))
}

type Reach = { tables: Readable[]; ctes: ReadonlyMap<string, Given>; around: Item[]; depth: number }

class Reader {
  private last = 0
  /** Whether anything looked at data, also a query inside of an expression. */
  hasRead = false
  constructor(
    private readonly atoms: Atoms,
    private readonly isSaid: (value: number) => boolean,
  ) {}

  query(node: Node, reach: Reach): Given {
    if (reach.depth > DEEPEST) return UNKNOWN
    let inner = { ...reach, depth: reach.depth + 1 }
    for (const entry of nodes((node.cte_map as Node | undefined)?.map)) {
      const { query, aliases } = entry.value as { query: Node; aliases: string[] }
      const given = named(this.query(query.node as Node, inner), aliases)
      inner = { ...inner, ctes: new Map([...inner.ctes, [String(entry.key).toLowerCase(), given]]) }
    }
    if (node.type === 'SELECT_NODE') return this.select(node, inner)
    if (node.type !== 'SET_OPERATION_NODE') return { ...UNKNOWN, reads: readsRows(node) }
    const sides = [...nodes(node.children), node.left, node.right].filter(Boolean) as Node[]
    const given = sides.map((side) => this.query(side, inner))
    const isKnown = given.every(({ columns }) => columns?.length === given[0]!.columns?.length)
    const columns = given[0]?.columns?.map(({ name }, at) => ({
      name,
      value: given.flatMap((side) => side.columns?.[at]?.value ?? []),
    }))
    return { columns: isKnown ? (columns ?? null) : null, reads: given.some(({ reads }) => reads), limit: null }
  }

  private select(node: Node, reach: Reach): Given {
    const items = this.from(node.from_table as Node | null, reach)
    const isRead = items.some(({ reads }) => reads)
    this.hasRead ||= isRead
    const list = nodes(node.select_list)
    const place: Place = {
      atoms: this.atoms,
      reads: isRead,
      limits: items.flatMap(({ limit }) => limit ?? []),
      isSaid: this.isSaid,
      column: (names) => this.column(names, items, reach, list, place),
      query: (query) => {
        const { columns, reads } = this.query(query.node as Node, { ...reach, around: [...items, ...reach.around] })
        const of = `query ${JSON.stringify(query)}`
        return columns?.[0] ? columns[0].value.map((form) => this.atoms.renamed(form, of)) : [this.unknown(of, reads)]
      },
    }
    const limit = limitOf({ node }) ?? (items.length === 1 ? items[0]!.limit : null)
    return { columns: columnsOf(list, items, place), reads: isRead, limit }
  }

  /** A column of FROM, of the query around, or an output that stands before it. */
  private column(names: string[], items: Item[], reach: Reach, list: Node[], place: Place): Value {
    const name = names.at(-1)!
    const [qualifier] = names.length > 1 ? names.slice(-2) : []
    for (const near of [items, reach.around]) {
      const wanted = qualifier === undefined ? near : near.filter(({ alias }) => same(alias, qualifier))
      for (const item of wanted) {
        const found = item.columns?.find((column) => same(column.name, name))
        if (found) return found.value
      }
      const output =
        near === items &&
        list.find(({ alias, class: kind }) => kind !== 'COLUMN_REF' && same(String(alias ?? ''), name))
      if (output && qualifier === undefined) return this.output(output, place)
      const unknown = wanted.find(({ columns }) => columns === null)
      if (unknown) return [this.unknown(`${unknown.alias}.${name}`, unknown.reads)]
    }
    // A field of a column is written like a column of a table.
    if (qualifier !== undefined)
      return this.column([qualifier], items, reach, list, place).map((form) =>
        this.atoms.renamed(form, `field ${name}`),
      )
    return [
      this.unknown(
        names.join('.'),
        items.some(({ reads }) => reads),
      ),
    ]
  }

  private readonly open = new Set<Node>()
  private output(node: Node, place: Place): Value {
    if (this.open.has(node)) return [this.unknown('itself', false)]
    this.open.add(node)
    const value = valueOfNode(node, place)
    this.open.delete(node)
    return value
  }

  private unknown(name: string, isRead: boolean): Form {
    return this.atoms.form(isRead ? 'data' : 'typed', name)
  }

  private from(node: Node | null, reach: Reach): Item[] {
    switch (node?.type) {
      case 'JOIN': {
        const left = this.from(node.left as Node, reach)
        const right = this.from(node.right as Node, { ...reach, around: [...left, ...reach.around] })
        // Nobody knows how many rows of a limited item a join leaves.
        return [...left, ...right].map((item) => ({ ...item, limit: null }))
      }
      case 'BASE_TABLE':
        return [this.table(node, reach)]
      case 'SUBQUERY': {
        const given = this.query((node.subquery as Node).node as Node, reach)
        return [this.item(String(node.alias || `item${++this.last}`), named(given, nodes(node.column_name_alias)))]
      }
      case 'EXPRESSION_LIST':
        return [this.values(node, reach)]
      case 'EMPTY':
        return []
      case 'TABLE_FUNCTION': {
        const call = node.function as Node
        const isRead = !MAKES_ROWS.test(nameOf(call)) || expressions(call, isColumn).length > 0
        return [{ alias: String(node.alias ?? ''), columns: null, reads: isRead, limit: null }]
      }
      default:
        return [
          { alias: String(node?.alias ?? ''), columns: null, reads: node !== null && readsRows(node), limit: null },
        ]
    }
  }

  private values(node: Node, reach: Reach): Item {
    const place: Place = {
      ...{ atoms: this.atoms, reads: false, limits: [], isSaid: this.isSaid },
      column: () => [],
      query: (query) => this.query(query.node as Node, reach).columns?.[0]?.value ?? [],
    }
    const rows = (node.values as Node[][]).map((row) => row.map((cell) => valueOfNode(cell, place)))
    const columns = rows[0]?.map((_, at) => {
      const value = rows.flatMap((row) => row[at] ?? [])
      return { name: `col${at}`, value: value.length > MOST_VALUES ? [this.unknown(`values ${at}`, false)] : value }
    })
    return this.item(String(node.alias || 'valueslist'), { columns: columns ?? null, reads: false, limit: null })
  }

  private table(node: Node, reach: Reach): Item {
    const [name, schema] = [String(node.table_name), String(node.schema_name ?? '')]
    const alias = String(node.alias || name)
    const aliases = nodes(node.column_name_alias)
    const cte = schema === '' ? reach.ctes.get(name.toLowerCase()) : undefined
    if (cte) return this.item(alias, named(cte, aliases))
    const table = reach.tables.find(
      (one) => same(one.name, name) && (!one.schema || schema === '' || same(one.schema, schema)),
    )
    if (table?.made) {
      const { tree, tables } = table.made
      const given = this.query(tree.node as Node, { tables, ctes: new Map(), around: [], depth: reach.depth + 1 })
      // It is called as it came out, whatever the expressions are called in the statement.
      const isWhole = given.columns?.length === table.columns.length
      return this.item(
        alias,
        named(isWhole ? given : { ...given, columns: null }, aliases.length > 0 ? aliases : table.columns),
      )
    }
    const columns = table?.columns.map((column) => ({ name: column, value: [this.atoms.form('data', column)] })) ?? null
    return this.item(alias, named({ columns, reads: true, limit: null }, aliases))
  }

  /** Its values are others than those of the same query in another item. */
  private item(alias: string, { columns, ...given }: Given): Item {
    const own = columns?.map(({ name, value }) => ({
      name,
      value: value.map((form) => this.atoms.renamed(form, alias)),
    }))
    return { alias, columns: own ?? null, ...given }
  }
}

const MOST_VALUES = 12
const UNKNOWN: Given = { columns: null, reads: true, limit: null }
const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

const named = (given: Given, aliases: unknown[]): Given => ({
  ...given,
  columns: given.columns?.map((column, at) => ({ ...column, name: String(aliases[at] ?? column.name) })) ?? null,
})

/** Outputs of a SELECT in their order; null where it is not known which there are. */
function columnsOf(list: Node[], items: Item[], place: Place): Column[] | null {
  const columns: Column[] = []
  for (const node of list) {
    if (node.class !== 'STAR') {
      if (expressions(node, (one) => isSubquery(one) || one.class === 'STAR').some((one) => one.class === 'STAR'))
        return null
      const names = isColumn(node) ? (node.column_names as string[]) : []
      columns.push({ name: String(node.alias || names.at(-1) || nameOf(node)), value: valueOfNode(node, place) })
      continue
    }
    if (node.columns || node.expr) return null
    const excluded = [...nodes(node.exclude_list), ...nodes(node.qualified_exclude_list)].map((one) =>
      String((one as { column?: string }).column ?? one).toLowerCase(),
    )
    const replaced = new Map(
      nodes(node.replace_list).map(({ key, value }) => [String(key).toLowerCase(), value as Node]),
    )
    for (const { alias, columns: own } of items) {
      if (node.relation_name && !same(alias, String(node.relation_name))) continue
      if (!own) return null
      for (const column of own) {
        const other = replaced.get(column.name.toLowerCase())
        if (!excluded.includes(column.name.toLowerCase()))
          columns.push(other ? { name: column.name, value: valueOfNode(other, place) } : column)
      }
    }
  }
  return columns
}

/** Whether anything below looks at a table, or something else that is not written there; what repeats itself looks at its own rows. */
const readsRows = (node: Node): boolean =>
  expressions(
    node,
    ({ type, table_name }) => type === 'SHOW_REF' || (type === 'BASE_TABLE' && table_name !== node.cte_name),
  ).length > 0
