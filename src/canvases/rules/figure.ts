import { columnFormat, shortNumber, unitOf, withUnit } from '#base/cell-format.ts'
import type { QueryResult } from '#query/rules/answers.ts'
import type { CellPlace, Contents } from './block.ts'
import { cellOf } from './cell-place.ts'

/** A number of a board as it is written: `whole` has all its digits, `change` what became of what it is compared with. */
export type Figure = { text: string; whole: string; where: string; change: string }

/** The cell of a result as a large figure, with what it is compared with; null where its row or column is gone. */
export function figureOf({ value, before }: Contents['kpi'], result: QueryResult, locale: string): Figure | null {
  const now = written(result, value, locale)
  if (!now) return null
  const then = before && written(result, before, locale)
  const share = then && then.value !== 0 ? (100 * (now.value - then.value)) / Math.abs(then.value) : Number.NaN
  const signed = new Intl.NumberFormat(locale, { maximumFractionDigits: 1, signDisplay: 'exceptZero' })
  const moved = Number.isFinite(share) ? `${withUnit(signed.format(share), '%')} ` : ''
  const where = value.row ? Object.values(value.row).join(', ') : ''
  return { text: now.text, whole: now.whole, where, change: then ? `${moved}from ${then.text}` : '' }
}

function written(result: QueryResult, place: CellPlace, locale: string) {
  const found = cellOf(result, place)
  if (!found || found.cell === null) return null
  const column = result.columns[found.at]!
  const values = result.rows.map((row) => row[found.at] ?? null)
  const unit = unitOf(column, values)
  const whole = withUnit(columnFormat(column, values, locale).text(found.cell), unit)
  const value = Number(found.cell)
  return { value, whole, text: Math.abs(value) >= 1_000_000 ? withUnit(shortNumber(value, locale), unit) : whole }
}
