import { isNumeric } from '#base/engine-type.ts'
import type { Cell, QueryResult } from './answers.ts'
import type { RowKey } from './place.ts'

/**
 * What names a row of a result apart from one of its columns, so that it is found again when rows come and go: its words and days, and numbers
 * that count. Undefined where nothing does; null: the only row.
 * @param at the place of the row
 */
export function rowKeyOf(
  { columns, total_rows }: Pick<QueryResult, 'columns' | 'total_rows'>,
  cells: Cell[],
  column: string,
  at: number,
): RowKey | undefined {
  if (total_rows <= 1) return null
  const names = columns.flatMap(({ name, type }, at) => (name !== column && !isNumeric(type) ? [at] : []))
  const years = columns.flatMap(({ name }, at) =>
    name !== column && /(^|_)(year|id|rank|month|week|quarter)s?$/i.test(name) ? [at] : [],
  )
  const chosen =
    names.length > 0 || years.length > 0 ? [...new Set([...names, ...years])] : columns[0]?.name !== column ? [0] : []
  if (chosen.length === 0) return at === 0 ? null : undefined
  return Object.fromEntries(chosen.map((at) => [columns[at]!.name, cells[at] ?? null]))
}
