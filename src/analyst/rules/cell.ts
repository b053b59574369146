import type { Cell, ResultColumn } from '#query/rules/answers.ts'
import type { CellReference } from './answer.ts'
import { type NumberToken, shifted } from './number-token.ts'
import type { ColumnStatistics } from './tools.ts'

/** What prose may be bound to: the rows at hand (the first of the result) and statistics over all of its rows. */
export type BindableResult = {
  id: string
  name: string
  columns: ResultColumn[]
  rows: Cell[][]
  total_rows: number
  statistics: ColumnStatistics[]
  /** Of an earlier turn: prose means it only where it names both row and column. */
  past?: boolean
}

/** A cell with what it can be compared by: `exact` for numbers, `date` (ISO text) for dates, `label` for words. */
export type ValueCell = {
  reference: CellReference
  /** Position of the result: later ones are nearer to what the prose says. */
  order: number
  past: boolean
  /** Its result has no other row. */
  alone: boolean
  /** Its result has no other column of numbers that measure something. */
  only: boolean
  exact: string | null
  value: number
  date: string | null
  label: string | null
  /** All cells of its row, itself among them. */
  row: ValueCell[]
}

const YEAR_COLUMN = /(?:^|_)(?:year|yr|fy|jahr|annee|año|ano)s?(?:$|_)/i
/** Columns whose numbers name a row or its place and measure nothing. */
const NAMING_COLUMN = /(?:^|_)(?:id|key|code|rank|position|no|nr)$/i
const DECIMAL = /^[-+]?\d+(?:\.\d+)?$/
const ISO_DATE = /^(?:19|20)\d\d-(?:\d\d(?:-\d\d)?|Q[1-4])/

/** Plain decimal text of a cell, null when it is no number. */
export function exactOf(cell: Cell): string | null {
  if (typeof cell === 'number') return Number.isFinite(cell) ? plainDecimal(String(cell)) : null
  return typeof cell === 'string' && DECIMAL.test(cell) ? shifted(cell, 0) : null
}

/** JavaScript writes small and large doubles with an exponent: `1e-7`. */
function plainDecimal(text: string): string {
  const [mantissa, exponent] = text.split('e')
  return shifted(mantissa!, exponent ? Number(exponent) : 0)
}

/** All cells of the results that can be compared with prose. */
export function valueCells(results: BindableResult[]): ValueCell[] {
  return results.flatMap((result, order) => {
    const measures = measuresOf(result)
    return result.rows.flatMap((cells, at) => {
      const row: ValueCell[] = []
      for (const [index, cell] of cells.entries()) {
        if (cell === null || typeof cell === 'boolean') continue
        const exact = exactOf(cell)
        const column = result.columns[index]?.name ?? ''
        const isYear = exact !== null && /^(?:19|20)\d\d$/.test(exact) && YEAR_COLUMN.test(column)
        const date = isYear ? exact : typeof cell === 'string' && ISO_DATE.test(cell) ? cell : null
        row.push({
          reference: { result: result.id, row: at, column },
          order,
          past: result.past ?? false,
          alone: result.total_rows === 1,
          only: measures.length === 1 && measures[0] === column,
          exact,
          value: exact === null ? Number.NaN : Number(exact),
          date,
          label: exact === null && date === null ? String(cell) : null,
          row,
        })
      }
      return row
    })
  })
}

/** Columns that hold numbers which are no ids, ranks or years. */
export const measuresOf = (result: BindableResult): string[] =>
  result.columns
    .filter(
      ({ name }, at) =>
        !NAMING_COLUMN.test(name) &&
        !YEAR_COLUMN.test(name) &&
        result.rows.some((row) => exactOf(row[at] ?? null) !== null),
    )
    .map(({ name }) => name)

/** `2024-03-01` is in `2024`, in `2024-03` and in `2024-Q1`. */
export function inPeriod(date: string, period: string): boolean {
  const quarter = /^(\d{4})-Q([1-4])$/.exec(period)
  if (!quarter || date.includes('Q')) return date.startsWith(period)
  return date.startsWith(quarter[1]!) && Math.ceil(Number(date.slice(5, 7)) / 3) === Number(quarter[2])
}

/**
 * What stands around a token; words in lower case. `before` is the sentence up to it, `start` where the sentence begins, `dates` the
 * other dates of the sentence.
 */
export type Surroundings = {
  start: number
  sentence: string
  paragraph: string
  before: string
  after: string
  dates: string[]
}

/** Sentence and paragraph of each token. */
export function surroundings(text: string, tokens: NumberToken[]): Surroundings[] {
  // The point of "3,4 Mio. Euro" ends no sentence.
  const inToken = (at: number) => tokens.some((token) => at > token.start && at <= token.end)
  const ends = [...text.matchAll(/[.!?](?=\s|$)|\n/g)].map((match) => match.index + 1).filter((at) => !inToken(at))
  const lines = [...text.matchAll(/\n/g)].map((match) => match.index + 1)
  const span = (at: number, stops: number[]) => ({
    start: stops.findLast((stop) => stop <= at) ?? 0,
    end: stops.find((stop) => stop > at) ?? text.length,
  })
  const words = text.toLowerCase()
  return tokens.map((token) => {
    const { start, end } = span(token.start, ends)
    const line = span(token.start, lines)
    const others = tokens.filter((other) => other !== token && other.date && other.start >= start && other.end <= end)
    return {
      start,
      sentence: words.slice(start, end),
      paragraph: words.slice(line.start, line.end),
      before: words.slice(start, token.start),
      after: words.slice(token.end, end),
      dates: others.map((other) => other.date!),
    }
  })
}

/** Whether `words` contains `label` as whole words; `words` is in lower case. */
function names(words: string, label: string): boolean {
  const wanted = label.trim().toLowerCase()
  if (wanted.length < 2) return false
  for (let at = words.indexOf(wanted); at >= 0; at = words.indexOf(wanted, at + 1)) {
    const around = (words[at - 1] ?? ' ') + (words[at + wanted.length] ?? ' ')
    if (!/[\p{L}\p{N}]/u.test(around)) return true
  }
  return false
}

/** Words of column names that say how, not what: `total_revenue` is named by "revenue". */
const HOW = new Set([
  'total',
  'sum',
  'count',
  'number',
  'num',
  'avg',
  'average',
  'mean',
  'min',
  'max',
  'value',
  'amount',
])
const stem = (word: string) => word.replace(/(?:ies|es|s|e|y)$/, '')
const stemsOf = (text: string) => text.split(/[^\p{L}]+/u).filter((word) => word.length > 2)

/** Whether the words, in lower case, speak of a column: a word of its name, in singular or plural. */
export function namesColumn(words: string, column: string): boolean {
  const all = stemsOf(column.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').toLowerCase())
  const telling = all.filter((word) => !HOW.has(word))
  const wanted = new Set((telling.length > 0 ? telling : all).map(stem))
  return stemsOf(words).some((word) => wanted.has(stem(word)))
}

/** Whether the words name the row of a cell: by a label or date in it, or because it is the only one. */
export const namesRow = (words: string, dates: string[], cell: ValueCell): boolean =>
  cell.alone ||
  cell.row.some(
    (other) =>
      other !== cell &&
      ((other.label !== null && names(words, other.label)) ||
        (other.date !== null && dates.some((period) => inPeriod(other.date!, period)))),
  )
