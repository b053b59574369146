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
}

/** A cell with what it can be compared by: `exact` for numbers, `date` (ISO text) for dates, `label` for words. */
export type ValueCell = {
  reference: CellReference
  /** Position of the result: later ones are nearer to what the prose says. */
  order: number
  alone: boolean
  exact: string | null
  value: number
  date: string | null
  label: string | null
  /** All cells of its row, itself among them. */
  row: ValueCell[]
}

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
  return results.flatMap((result, order) =>
    result.rows.flatMap((cells, at) => {
      const row: ValueCell[] = []
      for (const [index, cell] of cells.entries()) {
        if (cell === null || typeof cell === 'boolean') continue
        const exact = exactOf(cell)
        const date = typeof cell === 'string' && ISO_DATE.test(cell) ? cell : null
        row.push({
          reference: { result: result.id, row: at, column: result.columns[index]?.name ?? '' },
          order,
          alone: result.total_rows === 1,
          exact,
          value: exact === null ? Number.NaN : Number(exact),
          date,
          label: exact === null && date === null ? String(cell) : null,
          row,
        })
      }
      return row
    }),
  )
}

/** `2024-03-01` is in `2024`, in `2024-03` and in `2024-Q1`. */
export function inPeriod(date: string, period: string): boolean {
  const quarter = /^(\d{4})-Q([1-4])$/.exec(period)
  if (!quarter || date.includes('Q')) return date.startsWith(period)
  return date.startsWith(quarter[1]!) && Math.ceil(Number(date.slice(5, 7)) / 3) === Number(quarter[2])
}

/** The words around a token that tell which of several equal cells is meant. */
export type Surroundings = { sentence: string; paragraph: string; before: string; dates: string[] }

/** Sentence and paragraph of each token; `before` is the sentence up to it. */
export function surroundings(text: string, tokens: NumberToken[]): Surroundings[] {
  const ends = [...text.matchAll(/[.!?](?=\s|$)|\n/g)].map((match) => match.index + 1)
  const cut = (at: number, stops: number[]) => {
    const start = stops.findLast((stop) => stop <= at) ?? 0
    return { start, end: stops.find((stop) => stop > at) ?? text.length }
  }
  const lines = [...text.matchAll(/\n/g)].map((match) => match.index + 1)
  return tokens.map((token) => {
    const sentence = cut(token.start, ends)
    const line = cut(token.start, lines)
    const inLine = tokens.filter((other) => other.date && other.start >= line.start && other.end <= line.end)
    return {
      sentence: text.slice(sentence.start, sentence.end).toLowerCase(),
      paragraph: text.slice(line.start, line.end).toLowerCase(),
      before: text.slice(sentence.start, token.start).toLowerCase(),
      dates: inLine.flatMap((other) => (other === token ? [] : [other.date!])),
    }
  })
}

/** Whether `words` contains `label` as whole words; `words` is in lower case. */
export function names(words: string, label: string): boolean {
  const wanted = label.trim().toLowerCase()
  if (wanted.length < 2) return false
  for (let at = words.indexOf(wanted); at >= 0; at = words.indexOf(wanted, at + 1)) {
    const around = (words[at - 1] ?? ' ') + (words[at + wanted.length] ?? ' ')
    if (!/[\p{L}\p{N}]/u.test(around)) return true
  }
  return false
}

/** Whether the words speak of a column: any word of its name, singular or plural. */
export const namesColumn = (words: string, column: string): boolean =>
  column
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .some((word) => word.length > 2 && words.includes(word.replace(/(?:ies|es|s)$/, '')))
