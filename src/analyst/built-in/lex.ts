import { MONTH_NAMES } from '#base/format.ts'
import { stem } from '#base/stems.ts'
import { MONTHS, periodOf } from '#files/rules/period.ts'
import { findPeriods, NUMBERS, type Period, QUARTER_ALONE } from './dates.ts'
import type { Column, Table } from './schema.ts'

export type Token = {
  text: string
  start: number
  end: number
  kind: 'word' | 'number' | 'quoted' | 'period' | 'mark'
  /** Lower-case text of a word; for quoted text what stands between the quotes. */
  lower: string
  stem: string
  number?: number
  period?: Period
  /** It is what the figures of the table count, by its place in the question. */
  counted?: true
}

const COUNTING = new Map(NUMBERS.map((word, index) => [word, index] as const))
/** What the first letters of a unit multiply by: "k", "mn", "lakhs", "cr". */
const SCALES: [RegExp, number][] = [
  [/^(?:k|t)/i, 1e3],
  [/^m/i, 1e6],
  [/^b/i, 1e9],
  [/^l/i, 1e5],
  [/^c/i, 1e7],
]

// "200 m" are metres, "200m" millions.
const NUMBER =
  /^[$€£₹]?(-?\d{1,3}(?:,\d{2,3})+(?:\.\d+)?|-?\d+(?:\.\d+)?|-?\.\d+)(?:\s?(k|mn|bn|thousand|million|billion|lakhs?|lac|crores?|cr)\b|(m|b)\b)?(%|st\b|nd\b|rd\b|th\b)?/i
const WORD = /^[\p{L}\p{N}_][\p{L}\p{N}_]*(?:['’.&-][\p{L}\p{N}_]+)*/u
const QUOTED = /^"([^"]+)"|^“([^”]+)”|^'([^']+)'(?![\p{L}])|^‘([^’]+)’|^`([^`]+)`|^''([^']+)''/u

/** The number that `text` writes, or null: digits, thousands separators, 1.5k, 3 lakh, counting words. */
export function readNumber(text: string): number | null {
  const counted = COUNTING.get(text.toLowerCase())
  if (counted !== undefined) return counted
  const match = text.match(NUMBER)
  if (!match || match[0].length !== text.length) return null
  return (
    Number(match[1]!.replaceAll(',', '')) * (SCALES.find(([unit]) => unit.test(match[2] ?? match[3] ?? ''))?.[1] ?? 1)
  )
}

/** The month (1 to 12) of "in March", without a year; 0 for other periods. */
export function monthIn(text: string): number {
  const name = /^(?:in|during|for|of) (\p{L}+)$/iu.exec(text)?.[1]
  const period = name === undefined ? null : periodOf(name)
  return period?.unit === 'month_of_year' ? period.number : 0
}

/** Months (1 to 12) by the values that name them, in small letters, in tables without a date. */
export function namedMonths(tables: Table[]): Map<number, string> {
  const columns = tables.flatMap((table) => table.columns)
  if (columns.some(({ temporal }) => temporal)) return new Map()
  return new Map(columns.flatMap(monthsOf).map((name) => [monthIn(`in ${name}`), name.toLowerCase()]))
}

/** The months as columns write them: whole or short, in any letters. */
const STYLES = [MONTH_NAMES, MONTH_NAMES.map((name) => name.slice(0, 3))].flatMap((names) => [
  names,
  names.map((name) => name.toUpperCase()),
  names.map((name) => name.toLowerCase()),
])

/** The months that a column of nothing else may have, as it writes them; those that the catalog does not show are written alike. */
export function monthsOf({ values }: Column): string[] {
  if (values.length < 2 || !values.every((value) => monthIn(`in ${value}`) > 0)) return []
  return STYLES.find((style) => values.every((value) => style.includes(value))) ?? values
}

const MONTH_WORDS = new RegExp(
  `\\b(?:${MONTHS.flatMap((names) => names.filter((name) => /^[a-z]{3,}$/.test(name))).join('|')})\\b`,
  'gi',
)

/** Whether months are columns here, one for each: then a month in a question names one. */
export const hasMonthColumns = (tables: Table[]): boolean =>
  tables.some(({ columns }) => columns.filter(({ name }) => monthIn(`in ${name}`) > 0).length > 5)

/** Whether quarters are values here: then a quarter in a question names one. */
export const hasQuarters = (tables: Table[]): boolean =>
  tables.some(({ columns }) =>
    columns.some(({ temporal, words, values }) => !temporal && (words.includes('quarter') || values.includes('Q1'))),
  )
const QUARTER_WORDS = new RegExp(`\\b${QUARTER_ALONE}`, 'gi')

/** Whether "one" stands for a thing that was named: "than a red one", "the one with the most". */
const isPronoun = (word: string, before: Token[], after: string): boolean =>
  word === 'one' &&
  /^\s*(?:$|[?.,!]|(?:with|without|that|who|whose)\b)/.test(after) &&
  !/^(?:than|least|most|exactly|only|just|over|under|number|to|or|and|=)$/.test(before.at(-1)?.lower ?? '')

/** What is said of a spread of values: it stands where a median would. */
const SPREAD = /^(?:\d{1,2}(?:st|nd|rd|th) percentile|standard deviations?|std ?dev|stddev)\b/i

/** Cuts a question into words, numbers, quoted text, periods and punctuation marks. */
export function lex(
  question: string,
  now: string,
  {
    dataEnd,
    fiscal,
    months,
    isByMonth,
    isByQuarter,
  }: {
    dataEnd?: string | null
    fiscal?: number
    months?: Map<number, string>
    isByMonth?: boolean
    isByQuarter?: boolean
  } = {},
): Token[] {
  const tokens: Token[] = []
  const blank = (text: string) => '_'.repeat(text.length)
  const monthless = isByMonth ? question.replace(MONTH_WORDS, blank) : question
  const dated = isByQuarter ? monthless.replace(QUARTER_WORDS, blank) : monthless
  const periods = findPeriods(dated, now, dataEnd, fiscal)
  let at = 0
  const push = (token: Omit<Token, 'text' | 'start' | 'end' | 'stem'>, length: number) => {
    const text = question.slice(at, at + length)
    tokens.push({ ...token, text, start: at, end: at + length, stem: token.kind === 'word' ? stem(token.lower) : '' })
    at += length
  }
  while (at < question.length) {
    const rest = question.slice(at)
    const startsWord = at === 0 || !/[\p{L}\p{N}]/u.test(question[at - 1]!)
    const quoted = startsWord ? rest.match(QUOTED) : null
    const period = periods.find((found) => found.start === at)
    const number = startsWord ? rest.match(NUMBER) : null
    const word = rest.match(WORD)
    const part = startsWord ? SPREAD.exec(rest) : null
    if (part) push({ kind: 'word', lower: 'median' }, part[0].length)
    else if (quoted) {
      const inner = quoted
        .slice(1)
        .find((text) => text !== undefined)!
        .trim()
      push({ kind: 'quoted', lower: inner.replace(/[.,?]$/, '') }, quoted[0].length)
    } else if (period && months?.has(monthIn(question.slice(at, period.end))))
      push({ kind: 'quoted', lower: months.get(monthIn(question.slice(at, period.end)))! }, period.end - period.start)
    else if (period) push({ kind: 'period', lower: '', period: period.period }, period.end - period.start)
    else if (number && !/^[\p{L}_]/u.test(rest.slice(number[0].length)) && !/^-\d/.test(rest.slice(number[0].length)))
      push(
        {
          kind: 'number',
          lower: number[0].toLowerCase(),
          number: readNumber(number[0].replace(/(%|st|nd|rd|th)$/i, '').trim()) ?? 0,
        },
        number[0].length,
      )
    else if (word) {
      const possessive = word[0].replace(/['’]s$/, '')
      const lower = possessive.toLowerCase()
      // "Two-door" cars have two doors.
      const part = /^(?!one)([a-z]+)-[a-z]/.exec(lower)?.[1]
      const counted = isPronoun(lower, tokens, rest.slice(word[0].length)) ? undefined : COUNTING.get(part ?? lower)
      if (counted !== undefined)
        push({ kind: 'number', lower: part ?? lower, number: counted }, part?.length ?? word[0].length)
      else {
        push({ kind: 'word', lower }, possessive.length)
        if (possessive.length < word[0].length) push({ kind: 'mark', lower: "'s" }, word[0].length - possessive.length)
      }
    } else if (/^\s/.test(rest)) at += 1
    else push({ kind: 'mark', lower: rest[0]! }, 1)
  }
  return tokens
}
