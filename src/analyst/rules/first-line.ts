import { columnFormat, unitOf, withUnit } from '#base/cell-format.ts'
import { counted } from '#base/format.ts'
import { cut } from '#base/text.ts'
import type { Cell, ResultColumn } from '#query/rules/answers.ts'
import { isNumeric } from '#query/rules/result.ts'

/** Rows and columns that are told, and letters of all of it; of more columns rows are counted. */
const ROWS = 3
const COLUMNS = 4
const LONGEST = 120

type Rows = { columns: ResultColumn[]; rows: Cell[][] }

/** Whether a result says nothing: it has no row, or one without any value. */
export const isEmpty = ({ rows }: Rows): boolean =>
  rows.length === 0 || (rows.length === 1 && rows[0]!.every((cell) => cell === null))

/** The beginning of a result in one line: "First 84.15, Second 20.66, Third 13.68". @param total rows of the whole result */
export function firstLine({ columns, rows }: Rows, total: number, locale: string): string {
  if (isEmpty({ columns, rows })) return 'nothing found'
  if (columns.length > COLUMNS) return counted(total, 'row', 'rows', locale)
  const text = (row: Cell[], at: number) => {
    const values = rows.map((one) => one[at] ?? null)
    const value = row[at] ?? null
    if (value === null) return 'no value'
    return withUnit(columnFormat(columns[at]!, values, locale).text(value), unitOf(columns[at]!, values))
  }
  const places = columns.map((_, at) => at)
  const figures = places.filter((at) => isNumeric(columns[at]!.type))
  const labels = places.filter((at) => !figures.includes(at))
  const one = (row: Cell[]) =>
    [
      labels.map((at) => text(row, at)).join(' / '),
      figures
        .slice(0, COLUMNS)
        .map((at) => text(row, at))
        .join(' · '),
    ]
      .filter(Boolean)
      .join(' ')
  const line = cut(rows.slice(0, ROWS).map(one).join(', '), LONGEST)
  return total > ROWS ? `${line} …` : line
}
