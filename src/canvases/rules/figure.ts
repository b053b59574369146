import { columnFormat, shortNumber, unitOf, withUnit } from '#base/cell-format.ts'
import type { Cell, QueryResult } from '#query/rules/answers.ts'
import type { CellPlace } from './block.ts'
import { cellOf } from './cell-place.ts'

type Rows = Pick<QueryResult, 'columns' | 'rows'>

/** Cells of a column as people read them, with its unit. @param at its place in the result */
export function writtenColumn(
  { columns, rows }: Rows,
  at: number,
  locale: string,
): (cell: Exclude<Cell, null>) => string {
  const column = columns[at]!
  const values = rows.map((row) => row[at] ?? null)
  const [format, unit] = [columnFormat(column, values, locale), unitOf(column, values)]
  return (cell) => withUnit(format.text(cell), unit)
}

/** One cell as a large figure: `whole` with all of its digits, `text` shortened from a million on. Null where it is gone or empty. */
export function figureOf(result: Rows, place: CellPlace, locale: string) {
  const found = cellOf(result, place)
  if (!found || found.cell === null) return null
  const values = result.rows.map((row) => row[found.at] ?? null)
  const whole = writtenColumn(result, found.at, locale)(found.cell)
  const value = Number(found.cell)
  const unit = unitOf(result.columns[found.at]!, values)
  return { value, whole, text: Math.abs(value) >= 1_000_000 ? withUnit(shortNumber(value, locale), unit) : whole }
}
