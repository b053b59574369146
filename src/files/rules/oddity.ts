import { z } from 'zod'
import { count } from '#base/answer.ts'
import { counted } from '#base/format.ts'
import { NULL_WORDS, UNKNOWN_WORDS } from './missing-words.ts'
import { step } from './recipe.ts'
import type { ValueCount } from './spellings.ts'

const ODDITIES = [
  'spellings',
  'spaces',
  'nothing',
  'numbers',
  'units',
  'outliers',
  'days',
  'unread',
  'constant',
  'key',
  'rows',
] as const
/** Something in a table that is probably not meant so. */
const oddity = z.object({
  kind: z.enum(ODDITIES),
  column: z.string().nullable().describe('Null: it is about whole rows.'),
  count: count.describe('Cells or rows.'),
  about: z.string().describe('In a sentence.'),
  examples: z
    .array(z.object({ before: z.string(), after: z.string().nullable().optional() }))
    .describe('At most three; `after` is what the step makes of it, null: no value.'),
  values: z
    .array(z.object({ value: z.string(), count }))
    .optional()
    .describe('Spellings of one thing, the most frequent first.'),
  step: step.nullable().describe('What would mend it; null: it is only told.'),
})
export type Oddity = z.infer<typeof oddity>

export const TITLES: Record<Oddity['kind'], string> = {
  spellings: 'Spellings of one thing',
  spaces: 'Spaces and invisible characters',
  nothing: 'Words and numbers for nothing',
  numbers: 'Numbers kept as text',
  units: 'Several units',
  outliers: 'Far larger than the others',
  days: 'Days far away',
  unread: 'Cells that do not fit',
  constant: 'Tells nothing',
  key: 'A key that comes again',
  rows: 'Rows that come again',
}

/** Where an oddity stands on the desk: the first of its kind in its column. */
export const placeOf = ({ kind, column }: Pick<Oddity, 'kind' | 'column'>): string =>
  `odd-${kind}${column === null ? '' : `-${column}`}`

/** Oddities as lines, those of one kind in a column together. */
export const toldOf = (items: Oddity[]): { text: string; column: string | null; at: string }[] =>
  [...Map.groupBy(items, placeOf)].map(([at, all]) => {
    const { kind, column } = all[0]!
    const what = column === null ? TITLES[kind] : `${column}: ${TITLES[kind].toLowerCase()}`
    const count = counted(total(all.map((one) => ({ ...one, value: '' }))), column === null ? 'row' : 'cell')
    return { text: kind === 'constant' ? what : `${what}, ${count}`, column, at }
  })

/** A text in which spaces are seen. */
export const withSpaces = (text: string): string =>
  text === '' ? '(empty)' : text.replace(/^ +| +$| {2,}/g, (spaces) => '·'.repeat(spaces.length))

/** What the call on oddities answers. */
export const oddities = z.object({
  items: z.array(oddity),
  rows_seen: count.describe('Rows that were looked at.'),
  columns_unseen: z.array(z.string()).describe('Columns that there was no time for.'),
})
export type Oddities = z.infer<typeof oddities>

const NOTHING = new Set([
  ...[...NULL_WORDS, ...UNKNOWN_WORDS],
  ...[
    '(blank)',
    '(empty)',
    '(null)',
    'blank',
    'empty',
    'missing',
    'nil',
    'undefined',
    'tbd',
    'tba',
    '---',
    '.',
    '..',
    '...',
    '??',
  ],
  ...[
    'xxx',
    '#ref!',
    '#value!',
    '#name?',
    '#div/0!',
    '(leer)',
    'keine angabe',
    'k.a.',
    'inconnu',
    'desconocido',
    'sin datos',
  ],
])
/** Most of a column that says that there is nothing: what is more is what the column tells. */
const MOST_NOTHING = 0.5

/** Values of texts that say that there is none. @param rows of the table that have a value there */
export function sayNothing(values: ValueCount[], rows: number): ValueCount[] {
  const others = values.filter(({ value }) => !NOTHING.has(value.trim().toLowerCase()))
  // Among codes of two letters "NA" is Namibia, or North America.
  const areCodes = others.length > 0 && others.filter(({ value }) => value.length === 2).length >= others.length * 0.8
  const found = values.filter(({ value }) => {
    const word = value.trim().toLowerCase()
    return (NOTHING.has(word) || /^-?9{3,6}$/.test(word)) && !(areCodes && word.length === 2)
  })
  return total(found) <= rows * MOST_NOTHING ? found : []
}

/** Whether nines stand for no value. @param others least: the smallest of the others; most: nine tenths of them are at most this */
export const isNines = (value: number, others: { least: number; most: number }): boolean =>
  value > 0 ? others.most <= value * 0.6 : others.least >= 0

/** Share of numbers from which a column of texts may be meant as one of them: of more its type says so by itself. */
const MOSTLY = 0.6
const NUMBER = /^[-+]?(\d+|\d{1,3}(,\d{3})+)(\.\d+)?$/
const MOST_DIGITS = 15

/** Whether texts are numbers, nearly all: with how many decimals, null for many, and how many cells are none. */
export function asNumbers(
  values: ValueCount[],
): { decimals: number | null; numbers: number; others: ValueCount[] } | null {
  const isNumber = ({ value }: ValueCount) => NUMBER.test(value.trim())
  const numbers = values.filter(isNumber)
  const filled = values.filter(({ value }) => !NOTHING.has(value.trim().toLowerCase()))
  const digits = numbers.map(({ value }) => value.trim().replace(/^[-+]/, ''))
  const isCode = digits.some((text) => /^0\d/.test(text) || text.replace(/\D/g, '').length > MOST_DIGITS)
  if (numbers.length < 2 || isCode || total(numbers) < total(filled) * MOSTLY) return null
  const decimals = Math.max(...digits.map((text) => text.split('.')[1]?.length ?? 0))
  return {
    decimals: decimals > 6 ? null : decimals,
    numbers: total(numbers),
    others: values.filter((one) => !isNumber(one)),
  }
}

const MEASURE = /^[-+]?\d[\d.,]*\s*([\p{L}%°$€£¥₹µ]{1,6}\d?)$/u

/** The units of texts that are numbers with one, each with its cells; empty unless there are several. */
export function unitsOf(values: ValueCount[]): ValueCount[] {
  const units = new Map<string, number>()
  for (const { value, count } of values) {
    const unit = MEASURE.exec(value.trim())?.[1]?.toLowerCase()
    if (unit) units.set(unit, (units.get(unit) ?? 0) + count)
  }
  const found = [...units].map(([value, count]) => ({ value, count })).sort((a, b) => b.count - a.count)
  return found.length > 1 && found.length <= 12 && total(found) >= total(values) * MOST_NOTHING ? found : []
}

/** How many times the usual size a number is that may have slipped by its unit, and how far apart the usual ones are at most. */
export const SLIP = 300
const SPREAD = 30
/** From which size on numbers are far from all others; null where there are usual sizes of all kinds. */
export function slipFrom({ low, middle, high }: { low: number; middle: number; high: number }): number | null {
  return middle > 0 && high <= middle * SPREAD && low >= middle / SPREAD ? middle * SLIP : null
}

export const total = (values: ValueCount[]): number => values.reduce((sum, { count }) => sum + count, 0)
