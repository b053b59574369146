import { type Grain, kindOfType, PERIODS } from '#analyst/rules/chips/kinds.ts'
import { nameOfOutput, type Table, takenApart } from '#analyst/rules/chips/query.ts'
import { literalNode, subjectOf } from '#analyst/rules/chips/subject.ts'
import { allOf, conjuncts, nodes, STAR, selecting } from '#analyst/rules/joins/tree.ts'
import { unprocessable } from '#base/errors.ts'
import type { Cell, ResultColumn } from '#query/rules/answers.ts'
import type { Node } from '#query/rules/need.ts'
import { type Filter, type FilterValue, kindsFor, type Place } from './filter.ts'
import { temporaryId } from './filter-address.ts'
import { periodOf } from './relative-days.ts'

/** Cells of a row of a result that somebody points at, by the names of their columns. */
export type Cells = Record<string, Cell>
/** The column of a table that a column of a result shows, as it is or in periods. */
type Shown = Place & { type: string; grain: Grain | null }

/**
 * What the columns of a result show of stored tables; those that are computed are left out.
 * @param statement as `json_serialize_sql` gives it, before any filter
 */
export function shownColumns(statement: Node, tables: Table[]): Map<string, Shown> {
  const select = statement.node as Node
  if (select.type !== 'SELECT_NODE') return new Map()
  const query = takenApart(select, tables)
  const tableOf = (of: string) => query.sources.find((source) => source.of === of)?.table
  const all = query.items.flatMap(({ node, role }): [string, Shown][] => {
    if (role === 'star')
      return query.sources.flatMap(({ table }) =>
        table.columns.map(({ name, type }) => [name, { table: table.name, column: name, type, grain: null }] as const),
      ) as [string, Shown][]
    const subject = role === 'group' || role === 'column' ? subjectOf(query, node) : null
    const table = subject?.column && tableOf(subject.column.of)
    const column = table?.columns.find(({ name }) => name === subject?.column?.column)
    if (!subject || !table || !column) return []
    return [
      [nameOfOutput({ node }), { table: table.name, column: column.name, type: column.type, grain: subject.grain }],
    ]
  })
  // A name that stands there twice is renamed in the result: nobody knows which it is.
  return new Map(all.filter(([name], at) => all.findIndex((one) => one[0] === name) === at && name !== ''))
}

/** What a cell sets: the filter of the board on its column, or else one for this address alone; null where none can say it. */
export function filterFor(shown: Shown, cell: Cell, kept: Filter[]): { id: string; value: FilterValue } | null {
  const { table, column, type, grain } = shown
  const isHere = (place: Place) => place.table === table && place.column === column && !place.through
  const own = kept.flatMap((filter) => {
    const value = filter.places.some(isHere) ? valueFor(filter.kind, cell, grain) : null
    return value ? [{ id: filter.id, value }] : []
  })
  const [kind] = kindsFor(type)
  const value = kind ? valueFor(kind, cell, grain) : null
  return own[0] ?? (value ? { id: temporaryId({ table, column }), value } : null)
}

function valueFor(kind: Filter['kind'], cell: Cell, grain: Grain | null): FilterValue | null {
  if (kind === 'text') return null
  if (kind === 'values') return grain ? null : { kind, values: [cell === null ? null : String(cell)] }
  if (cell === null) return null
  const text = String(cell)
  if (kind === 'number_range') return grain ? null : { kind, from: text, to: text }
  const period = PERIODS.find((one) => one === grain)
  if (grain && !period) return null
  return { kind, ...periodOf(text.slice(0, 10), period && period !== 'hour' ? period : 'day') }
}

const refused = (message: string) => unprocessable(message, 'no_rows_behind')

/**
 * The rows that a row of a result was made of: the statement without its groups, where what it is grouped by has these values.
 * @param filtered the statement that was run; `original`: it before it was filtered, whose names are known
 * @throws AppError unprocessable `no_rows_behind` where its rows are not made of others, or are told by values that cannot be compared
 */
export function rowsBehind(
  filtered: Node,
  original: Node,
  tables: Table[],
  cells: Cells,
  columns: ResultColumn[],
): Node {
  const [select, before] = [filtered.node as Node, original.node as Node]
  if (select.type !== 'SELECT_NODE') throw refused('This result is put together of several: open its tables instead.')
  const query = takenApart(before, tables)
  if (!query.isGrouped) throw refused('These are the rows themselves: nothing lies behind them.')
  const list = nodes(select.select_list)
  const conditions = query.groups.flatMap((_, group) => {
    const at = query.items.findIndex((item) => item.group === group)
    const item = list[at]
    // What is not shown tells nothing of the row.
    if (!item) return []
    const name = columns[at]?.name
    const type = columns[at]?.type ?? ''
    if (name === undefined || !(name in cells)) return []
    return [condition({ ...item, alias: '' }, cells[name] ?? null, type)]
  })
  const wheres = [...conjuncts(select.where_clause), ...conditions]
  const where_clause = wheres.length > 1 ? allOf(wheres) : (wheres[0] ?? null)
  return { ...filtered, node: { ...selecting(select, [STAR]), where_clause } }
}

function condition(left: Node, cell: Cell, type: string): Node {
  const plain = { alias: '', query_location: 0 }
  if (cell === null) return { class: 'OPERATOR', type: 'OPERATOR_IS_NULL', ...plain, children: [left] }
  const kind = kindOfType(type)
  if (!kind) throw refused('What this is grouped by cannot be compared with a value.')
  const right = literalNode(String(cell), kind)
  return { class: 'COMPARISON', type: 'COMPARE_EQUAL', ...plain, left, right }
}
