import { columnFormat, shortNumber, unitOf, withUnit } from '#base/cell-format.ts'
import type { Cell, QueryResult } from '#query/rules/answers.ts'
import { cellOf } from '#query/rules/cell-place.ts'
import type { CellPlace } from '#query/rules/place.ts'
import { isTemporal } from '#query/rules/result.ts'
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
function figureOf(result: Rows, place: CellPlace, locale: string) {
  const found = cellOf(result, place)
  if (!found || found.cell === null) return null
  const values = result.rows.map((row) => row[found.at] ?? null)
  const whole = writtenColumn(result, found.at, locale)(found.cell)
  const value = Number(found.cell)
  const unit = unitOf(result.columns[found.at]!, values)
  return { value, whole, text: Math.abs(value) >= 1_000_000 ? withUnit(shortNumber(value, locale), unit) : whole }
}

type Kpi = Pick<Contents['kpi'], 'value' | 'before' | 'trend'>

const timeColumn = ({ columns }: Rows, along: string | null | undefined): number =>
  columns.findIndex(({ name, type }) => name === along && isTemporal(type))

/** Whether a statement gives the rows of a course in time from the newest on. */
export function isNewestFirst(result: Rows, along: string | null | undefined): boolean {
  const at = timeColumn(result, along)
  const times = result.rows.flatMap((row) => row[at] ?? [])
  return times.length > 1 && times[0]! > times.at(-1)!
}

/** Along a time rows stand by that time; along anything else as the statement gives them. */
export function inTime(result: Rows, along: string | null | undefined): Rows {
  const at = timeColumn(result, along)
  const time = (row: Cell[]) => String(row[at] ?? '')
  if (at < 0) return result
  return { ...result, rows: result.rows.toSorted((a, b) => Number(time(a) > time(b)) - Number(time(a) < time(b))) }
}

/** The cells of a number and of what it is compared with: along a course those of its last two rows, unless others are named. */
export function cellsOf({ value, before, trend }: Kpi, result: Rows): Pick<Kpi, 'value' | 'before'> {
  const { columns, rows } = inTime(result, trend)
  const x = columns.findIndex(({ name }) => name === trend)
  const y = columns.findIndex(({ name }) => name === value.column)
  if (!trend || value.row || x < 0) return { value, before }
  const [last, second] = rows
    .filter((row) => row[y] != null)
    .slice(-2)
    .reverse()
    .map((row) => ({ column: value.column, row: { [trend]: row[x] ?? null } }))
  return { value: last ?? value, before: before ?? second ?? null }
}

/** Width and height of a course as it is drawn. */
const COURSE = { width: 100, height: 24, margin: 2 }

/** The course of a number as points of a line in a box of 100 by 24, and in words; null where there is none. */
function courseOf({ value, trend }: Kpi, given: Rows, locale: string): { points: string; words: string } | null {
  const result = inTime(given, trend)
  const at = result.columns.findIndex(({ name }) => name === value.column)
  const all = result.rows.flatMap((row, k) => (row[at] == null ? [] : [{ k, cell: row[at], value: Number(row[at]) }]))
  if (!trend || all.length < 2 || all.some(({ value }) => !Number.isFinite(value))) return null
  const values = all.map(({ value }) => value)
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const { width, height, margin } = COURSE
  const step = width / (result.rows.length - 1)
  const y = (value: number) => height - margin - ((height - 2 * margin) * (value - low)) / (high - low || 1)
  const write = writtenColumn(result, at, locale)
  return {
    points: all.map(({ k, value }) => `${(k * step).toFixed(1)},${y(value).toFixed(1)}`).join(' '),
    words: `From ${write(all[0]!.cell)} to ${write(all.at(-1)!.cell)}, between ${write(low)} and ${write(high)}`,
  }
}

/** A number of a board with the row that it is of, and what became of what it is compared with; null where it is gone or empty. */
export function comparedFigure(content: Kpi, result: Rows, locale: string) {
  const { value, before } = cellsOf(content, result)
  const now = figureOf(result, value, locale)
  if (!now) return null
  const then = before && figureOf(result, before, locale)
  const share = then && then.value !== 0 ? (100 * (now.value - then.value)) / Math.abs(then.value) : Number.NaN
  const signed = new Intl.NumberFormat(locale, { maximumFractionDigits: 1, signDisplay: 'exceptZero' })
  const moved = Number.isFinite(share) ? `${withUnit(signed.format(share), '%')} ` : ''
  const where = Object.entries(value.row ?? {}).map(([name, cell]) => {
    const at = result.columns.findIndex((column) => column.name === name)
    return cell === null || at < 0 ? String(cell) : writtenColumn(result, at, locale)(cell)
  })
  const change = then ? `${moved}from ${then.text}` : ''
  return {
    text: now.text,
    whole: now.whole,
    where: where.join(', '),
    change,
    course: courseOf(content, result, locale),
  }
}
