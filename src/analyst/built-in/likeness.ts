import { root } from '#base/stems.ts'
import { periodOf } from '#files/rules/period.ts'
import { isInitialsOf } from '../planner/abbreviations.ts'
import { alike } from '../rules/synonyms.ts'
import { type Column, isId, PLACES, placesOf, type Table } from './schema.ts'

const same = (a: string[], b: string[]) => a.length === b.length && a.every((word, index) => word === b[index])
export const glued = (words: string[]) => words.join('')

/** Dice coefficient of letter pairs: 1 for equal words, about 0.8 for one wrong letter in a long one. */
function similarity(a: string, b: string): number {
  if (a === b) return 1
  const pairs = (text: string) => Array.from({ length: text.length - 1 }, (_, i) => text.slice(i, i + 2))
  const [left, right] = [pairs(a), pairs(b)]
  if (!left.length || !right.length) return 0
  let common = 0
  const rest = [...right]
  for (const pair of left) {
    const at = rest.indexOf(pair)
    if (at >= 0) {
      rest.splice(at, 1)
      common++
    }
  }
  return (2 * common) / (left.length + right.length)
}

/** Words that stand between the words of a name and name nothing. */
export const FILLER = new Set(['of', 'the', 'in', 'for', 'a', 'to', 's'])

/** Whether words are the people that the figures of a name are divided by: "people" are no income per capita. */
export const isOfEach = (words: string[], names: string[]): boolean =>
  names.includes('per') && words.every((word) => /^(?:people|persons?|inhabitants?|residents?)$/.test(word))

const lettersIn = (words: string[]) => words.reduce((sum, { length }) => sum + length, 0)

/** How well the words of a span name something called `names` (0: not at all, 1: exactly). */
function nameScore(span: string[], names: string[]): number {
  if (same(span, names)) return 1
  const letters = lettersIn(span)
  if (letters > 2 && letters === lettersIn(names) && glued(span) === glued(names)) return 1
  const bare = span.filter((word) => !FILLER.has(word))
  const words = names.filter((word) => !FILLER.has(word))
  if (!bare.length || !words.length) return 0
  if (same(bare, words)) return 0.98
  if (bare.length === words.length) {
    const pairs = bare.map((word, index) => wordScore(word, words[index]!))
    if (pairs.every((score) => score > 0)) return Math.min(...pairs)
  }
  return 0
}

const scores = new Map<string, number>()
const MOST_SCORES = 200_000

/** How alike two words are, remembered: the same words of a catalog meet the same words of questions again and again. */
function wordScore(a: string, b: string): number {
  if (a === b) return 1
  const pair = `${a} ${b}`
  let score = scores.get(pair)
  if (score === undefined) {
    if (scores.size >= MOST_SCORES) scores.clear()
    score = likeness(a, b)
    scores.set(pair, score)
  }
  return score
}

/** Names of a month in full, in its abbreviation or in another language. */
function areOneMonth(a: string, b: string): boolean {
  if (a.length < 3 || b.length < 3 || a.slice(0, 2) !== b.slice(0, 2)) return false
  const [one, other] = [periodOf(a), periodOf(b)]
  return one?.unit === 'month_of_year' && other?.unit === 'month_of_year' && one.number === other.number
}

function likeness(a: string, b: string): number {
  if (areOneMonth(a, b)) return 0.95
  if (alike(a, b)) return 0.72
  if (a.length > 4 && b.length > 4 && root(a) === root(b)) return 0.68
  if (a.length > 5 && b.length > 5 && similarity(a, b) >= 0.82) return 0.6
  if (a.length > 3 && b.length > a.length && b.endsWith(a)) return 0.56
  // Abbreviations: "dept" for department, "desc" for description, "num" for number.
  if (b.length >= 3 && b !== 'per' && a.length > b.length + 2 && a.startsWith(b)) return 0.55
  return 0
}

/** Some words of the name, in any order: "hardware model" for hardware_model_name. */
function overlap(span: string[], names: string[]): number {
  const bare = span.filter((word) => !FILLER.has(word))
  if (!bare.length || names.length < 2) return 0
  if (isOfEach(bare, names)) return 0
  let exact = 0
  for (const word of bare) {
    if (names.includes(word)) exact++
    else if (!names.some((name) => wordScore(word, name) >= 0.6)) return 0
  }
  // "salary" for monthly_income: a word of nearly the sense of its last.
  if (!exact && bare.length === 1) return alike(bare[0]!, names.at(-1)!) ? 0.48 + 0.2 / names.length : 0
  const matched = exact / names.length
  return exact ? 0.42 + 0.3 * matched + (bare.at(-1) === names.at(-1) ? 0.06 : 0) : 0
}

/** How much a name in another language is worth as what it means in English. */
const TRANSLATED = 0.96
const translatedScore = (span: string[], { english }: Pick<Column, 'english'>): number =>
  english ? TRANSLATED * nameScore(span, english) : 0

/** How well a word says what places a column has whose name does not: the states of `jurisdiction`. */
const OF_PLACES = 0.9
const placeScore = ([word, more]: string[], column: Column): number => {
  const place = !more && placesOf(column)
  return place && PLACES[place].test(word!) ? OF_PLACES : 0
}

/** How well a span names a column, alone or together with its table (0 to 1). */
export const columnScore = (span: string[], column: Column, table: Table): number =>
  Math.max(
    ownScore(span, column, table),
    translatedScore(span, column),
    placeScore(span, column),
    isLettersOf(span, column) ? OF_LETTERS : 0,
  )

/** What is called by first letters alone is that and nothing else: "price per litre" of PPL. */
const OF_LETTERS = 0.95
const isLettersOf = (span: string[], { name }: Column): boolean =>
  span.length > 2 && /^(?:\p{Lu}+|[^aeiou\W\d_]+)$/u.test(name) && isInitialsOf(name.toLowerCase(), span)

const CALLED = /^(?:name|title)$/
const KIND_OF_NAME =
  /^(?:first|last|middle|full|given|family|user|nick|short|long|display|file|brand|common|scientific)$/
function ownScore(span: string[], column: Column, table: Table): number {
  // "refund amount" for refund_inr.
  if (
    span.length > 1 &&
    column.numeric &&
    /^(?:amount|value)$/.test(span.at(-1)!) &&
    !column.words.includes(span.at(-1)!)
  ) {
    const fit = ownScore(span.slice(0, -1), column, table)
    if (fit >= 0.95) return 0.97
  }
  const full = nameScore(span, column.words)
  if (full === 1) return 1
  // "year of opening" for opening_year; "name of customer" stays two names.
  const bare = span.filter((word) => !FILLER.has(word))
  if (bare.length > 1 && same(bare.toReversed(), column.words) && !bare.some((word) => table.words.includes(word)))
    return 0.92
  if (same(column.words, table.words) && same(span, [...table.words, 'name'])) return 0.96
  // "Artists" are in artist_name.
  const isCalled = bare.length > 0 && CALLED.test(column.short.at(-1)!) && same(bare, column.short.slice(0, -1))
  if (isCalled && !KIND_OF_NAME.test(bare.join(' '))) return 0.94
  // "Price of a Cadillac" is no name of the column cadillac where the table has prices in another.
  if (span.length > 1 && table.columns.some((other) => other !== column && same(other.words, [span[0]!])))
    return full * 0.98
  const owned = nameScore(span, [...table.words, ...column.short])
  if (owned >= 0.9) return owned
  const short = nameScore(span, column.short)
  const ownedLast =
    span.length > 1 && table.words.length > 1 ? nameScore(span, [table.words.at(-1)!, ...column.short]) * 0.97 : 0
  return Math.max(
    full * 0.98,
    owned * 0.9,
    ownedLast,
    short * (isId(column) && column.short.length === 1 && column.words.length > 1 && !column.unique ? 0.7 : 0.95),
    span.length > bare.length && bare.some((word) => table.words.includes(word)) ? 0 : overlap(span, column.words),
  )
}

/** How well a span names a table (0 to 1). */
export const tableScore = (span: string[], table: Table): number =>
  Math.max(ownTableScore(span, table), translatedScore(span, table))

function ownTableScore(span: string[], table: Table): number {
  const full = nameScore(span, table.words)
  if (full || table.words.length < 2) return full
  if (same(span, [table.words.at(-1)!])) return 0.8
  const bare = span.filter((word) => !FILLER.has(word))
  if (same(bare, [table.words[0]!])) return 0.62
  return overlap(span, table.words) * 0.9
}
