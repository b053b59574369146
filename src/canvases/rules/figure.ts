import { columnFormat, shortNumber, unitOf, withUnit } from '#base/cell-format.ts'
import type { Cell, QueryResult } from '#query/rules/answers.ts'
import { cellOf } from '#query/rules/cell-place.ts'
import type { CellPlace } from '#query/rules/place.ts'
import type { Contents } from './block.ts'

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

/** A number of a board with the row that it is of, and what became of what it is compared with; null where it is gone or empty. */
export function comparedFigure({ value, before }: Contents['kpi'], result: Rows, locale: string) {
  const now = figureOf(result, value, locale)
  if (!now) return null
  const then = before && figureOf(result, before, locale)
  const share = then && then.value !== 0 ? (100 * (now.value - then.value)) / Math.abs(then.value) : Number.NaN
  const signed = new Intl.NumberFormat(locale, { maximumFractionDigits: 1, signDisplay: 'exceptZero' })
  const moved = Number.isFinite(share) ? `${withUnit(signed.format(share), '%')} ` : ''
  const where = value.row ? Object.values(value.row).join(', ') : ''
  return { text: now.text, whole: now.whole, where, change: then ? `${moved}from ${then.text}` : '' }
}
