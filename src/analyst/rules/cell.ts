import { inWords } from '#base/text.ts'
import type { Cell, ResultColumn } from '#query/rules/answers.ts'
import type { CellReference, ColumnStatistics } from './answer.ts'
import { type NumberToken, numberTokens, shifted } from './number-token.ts'

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

/** A cell with what it can be compared by: `exact` for numbers, `date` (ISO text) for dates, `label`, in lower case, for words. */
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

export function valueCells(results: BindableResult[]): ValueCell[] {
  return results.flatMap((result, order) => {
    const { key: keyed, measures } = shapeOf(result)
    return result.rows.flatMap((cells, at) => {
      const row: ValueCell[] = []
      for (const [index, cell] of cells.entries()) {
        if (cell === null || typeof cell === 'boolean') continue
        const exact = exactOf(cell)
        const column = result.columns[index]?.name ?? ''
        const isYear = exact !== null && /^(?:19|20)\d\d$/.test(exact) && YEAR_COLUMN.test(wordsOf(column).join('_'))
        const date = isYear ? exact : typeof cell === 'string' && ISO_DATE.test(cell) ? cell : null
        // "Hour 18", "store 3": a number names the row where its column is the key.
        const key = column === keyed ? `${nounOf(column)} ${exact}` : null
        row.push({
          reference: { result: result.id, row: at, column },
          order,
          past: result.past ?? false,
          alone: result.total_rows === 1,
          only: measures.length === 1 && measures[0] === column,
          exact,
          value: exact === null ? Number.NaN : Number(exact),
          date,
          label: (exact === null && date === null ? String(cell) : key)?.trim().toLowerCase() ?? null,
          row,
        })
      }
      return row
    })
  })
}

/** The first column, where it holds a whole number of its own for each row beside other numbers. */
function keyOf({ columns, rows }: BindableResult): string | null {
  const keys = rows.map(([cell]) => exactOf(cell ?? null))
  const isKey = keys.every((key) => key !== null && /^\d+$/.test(key)) && new Set(keys).size === keys.length
  return rows.length > 1 && columns.length > 1 && isKey ? columns[0]!.name : null
}

/** What the numbers of a key column are called: `order_hour` has hours, `store_id` stores. */
const nounOf = (column: string): string =>
  wordsOf(column)
    .filter((word) => !/^(?:id|no|nr|number|key)$/.test(word))
    .at(-1) ?? column

type Shape = { key: string | null; measures: string[] }
const shapes = new WeakMap<BindableResult, Shape>()

/** The column whose numbers name the rows, and those that hold numbers which are no ids, ranks or years; kept, since each token asks. */
function shapeOf(result: BindableResult): Shape {
  const cached = shapes.get(result)
  if (cached) return cached
  const key = keyOf(result)
  // A text may look like a number: an aircraft called 747 among others.
  const isMeasure = ({ name, type }: ResultColumn, at: number) =>
    name !== key &&
    type !== 'VARCHAR' &&
    !NAMING_COLUMN.test(name) &&
    !YEAR_COLUMN.test(wordsOf(name).join('_')) &&
    result.rows.some((row) => exactOf(row[at] ?? null) !== null)
  const shape = { key, measures: result.columns.filter(isMeasure).map(({ name }) => name) }
  shapes.set(result, shape)
  return shape
}

/** Columns that hold numbers which are no ids, ranks or years. */
export const measuresOf = (result: BindableResult): string[] => shapeOf(result).measures

/** `2024-03-01` is in `2024`, in `2024-03`, in `2024-Q1`, and in `--03-01`, the day of any year. */
export function inPeriod(date: string, period: string): boolean {
  if (period.startsWith('--')) return date.slice(4, 10) === period.slice(1)
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

/** Points that end no sentence: "Acme Inc. had", "z. B. 12", "approx. 12". */
const ABBREVIATION =
  /(?:^|[^\p{L}])(?:\p{L}|inc|ltd|co|corp|st|dr|mrs?|ms|vs|approx|ca|etc|no|nr|bzw|usw|e\.g|i\.e)\.$/iu
const endsSentence = (text: string, at: number): boolean =>
  text[at - 1] !== '.' ||
  !(ABBREVIATION.test(text.slice(Math.max(0, at - 12), at)) || /^\s\p{Ll}/u.test(text.slice(at, at + 2)))

/** In lower case, with each letter where it was: İ has two in lower case. */
export const lowerCase = (text: string): string =>
  text.replace(/\p{Lu}/gu, (letter) => (letter.toLowerCase().length === letter.length ? letter.toLowerCase() : letter))

/** Characters within which the dates of a sentence belong to a number. */
const NEAR = 400

function endsIn(text: string, tokens: NumberToken[]): number[] {
  // The point of "3,4 Mio. Euro" ends no sentence.
  const inToken = (at: number) => tokens.some((token) => at > token.start && at <= token.end)
  return [...text.matchAll(/[.!?](?=\s|$)|\n/g)]
    .map((match) => match.index + 1)
    .filter((at) => !inToken(at) && endsSentence(text, at))
}

/** The sentences of a text that have a number, without a mark of a list before. */
export function sentencesOf(text: string): string[] {
  const ends = [0, ...endsIn(text, numberTokens(text)), text.length]
  return ends.slice(1).flatMap((end, at) => {
    const sentence = bare(text.slice(ends[at], end))
    return /\d/.test(sentence) ? [sentence] : []
  })
}
export const bare = (sentence: string): string => sentence.replace(/^\s*-\s*/, '').trim()

export function surroundings(text: string, tokens: NumberToken[]): Surroundings[] {
  const ends = endsIn(text, tokens)
  const lines = [...text.matchAll(/\n/g)].map((match) => match.index + 1)
  const span = (at: number, stops: number[]) => ({
    start: stops.findLast((stop) => stop <= at) ?? 0,
    end: stops.find((stop) => stop > at) ?? text.length,
  })
  const words = lowerCase(text)
  return tokens.map((token) => {
    const { start, end } = span(token.start, ends)
    const line = span(token.start, lines)
    const [from, to] = [Math.max(start, token.start - NEAR), Math.min(end, token.end + NEAR)]
    const others = tokens.filter((other) => other !== token && other.date && other.start >= from && other.end <= to)
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

/** Whether `words` contains `wanted` as whole words; both are in lower case. */
function names(words: string, wanted: string): boolean {
  if (wanted.length < 2) return false
  for (let at = words.indexOf(wanted); at >= 0; at = words.indexOf(wanted, at + 1)) {
    const around = (words[at - 1] ?? ' ') + (words[at + wanted.length] ?? ' ')
    if (!/[\p{L}\p{N}]/u.test(around)) return true
  }
  return false
}

/** Words of column names that say how, not what: `total_revenue` is named by "revenue". */
const HOW = new Set(
  'total sum count number num avg average mean min max value amount from last per with and since the for new all star days'.split(
    ' ',
  ),
)
const stem = (word: string) => word.replace(/(?:ies|es|s|e|y)$/, '')
const wordsOf = (text: string) =>
  inWords(text)
    .toLowerCase()
    .split(/[^\p{L}]+/u)

/** Remembers what a function gave for the last texts: one sentence is asked for each of its numbers and every cell. */
function remembered<T>(of: (text: string) => T): (text: string) => T {
  const values = new Map<string, T>()
  return (text) => {
    if (values.size > 1000) values.clear()
    return values.getOrInsertComputed(text, of)
  }
}
const stemsIn = remembered((words) => new Set(wordsOf(words).flatMap((word) => (word.length > 2 ? [stem(word)] : []))))
const stemsOfColumn = remembered((column) => {
  const words = wordsOf(column).filter((word) => word.length > 2)
  const telling = words.filter((word) => !HOW.has(word))
  return (telling.length > 0 ? telling : words).map(stem)
})

/** Whether the words, in lower case, speak of a column: a word of its name, in singular or plural. */
export const namesColumn = (words: string, column: string): boolean =>
  stemsOfColumn(column).some((wanted) => stemsIn(words).has(wanted))

/** Whether the words name the row of a cell: by a label or date in it, or because it is the only one. */
export const namesRow = (words: string, dates: string[], cell: ValueCell): boolean =>
  cell.alone ||
  cell.row.some(
    (other) =>
      other !== cell &&
      ((other.label !== null && names(words, other.label)) ||
        (other.date !== null && dates.some((period) => inPeriod(other.date!, period)))),
  )
