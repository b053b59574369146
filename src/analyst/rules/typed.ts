import { folded } from '#catalog/rules/folded.ts'
import type { Node } from '#query/rules/need.ts'
import { expressions } from './joins/tree.ts'
import { type NumberToken, numberTokens } from './number-token.ts'

/** Characters and words of a value that may be a name; longer ones are texts, in which numbers are figures. */
const LONGEST = 80
const MOST_WORDS = 8

const WORD = /[\p{L}\p{M}\p{Nd}]+(?:[.,]\p{Nd}+)*\+?/gu
/** Between the ends of a range: "18 to 24" is "18-24". */
const RANGE = /^(?:to|bis|a|à|y|und|and|et)$/i
const HAS_DIGIT = /\p{Nd}/u
/** What is no number alone: "5G", "65+", but not "45k". */
const IS_NAME = /^(?!\p{Nd}[\p{Nd}.,]*(?:k|m|mn|mio|b|bn|mrd|t|tn|cr)$).*[\p{L}+]/iu
/** What calls a number something when it stands before it, unlike "of" and "than", and unlike words that tell how much. */
const CALLS =
  /^(?!(?:over|under|above|below|more|less|fewer|than|about|around|only|from|with|fell|rose|rise|down|grew|drop|total|sum|unter|mehr|rund|etwa|ist|von|plus|moins|mais|entre|más|menos|sobre|desde|hasta)$)(?:[\p{L}\p{M}]{3,}|.*\p{Lo}.*)$/iu

type Word = { text: string; start: number; end: number }

function wordsOf(text: string): Word[] {
  const words = [...text.replaceAll('_', ' ').matchAll(WORD)].map(({ 0: word, index }) => ({
    ...{ text: folded(word), start: index, end: index + word.length },
  }))
  const isNumber = (at: number) => HAS_DIGIT.test(words[at]?.text ?? '')
  return words.filter(({ text }, at) => !(RANGE.test(text) && isNumber(at - 1) && isNumber(at + 1)))
}

const joined = (words: Word[]): string => words.map(({ text }) => text).join(' ')

/** A number with one or two words before it, the first of which calls it something: "Covid 19", "Pack of 12". */
const called = (words: Word[], at: number): string[] => [
  ...(IS_NAME.test(words[at]!.text) ? [words[at]!.text] : []),
  ...[1, 2].flatMap((before) =>
    CALLS.test(words[at - before]?.text ?? '') ? [joined(words.slice(at - before, at + 1))] : [],
  ),
]

/**
 * Whether a number of a name is part of what the data call something: all of a value ("Over 65", "18-24"), or a number with the word
 * before it that calls it so ("Store 12"). A number alone is none, since any figure is a value somewhere, nor is one before a noun: it counts.
 * @param names values of texts, names of columns and tables
 */
function namesWith(names: string[]): (name: string, start: number, end: number) => boolean {
  const wholes = new Set<string>()
  const parts = new Set<string>()
  for (const value of names) {
    if (value.length > LONGEST || !HAS_DIGIT.test(value)) continue
    const words = wordsOf(value)
    if (words.length > MOST_WORDS) continue
    if (words.length > 1) wholes.add(joined(words))
    for (const [at, { text }] of words.entries())
      if (HAS_DIGIT.test(text)) for (const part of called(words, at)) parts.add(part)
  }
  return (name, start, end) => {
    const words = wordsOf(name)
    const at = words.findIndex((word) => word.start < end && word.end > start)
    if (at < 0) return false
    if (called(words, at).some((part) => parts.has(part))) return true
    for (let first = Math.max(0, at - MOST_WORDS + 1); first <= at; first++)
      for (let last = at; last < Math.min(words.length, first + MOST_WORDS); last++)
        if (wholes.has(joined(words.slice(first, last + 1)))) return true
    return false
  }
}

/** Whether what was typed says only what the question says: the figure itself, or figures of the question that are computed with. */
export function isAsked(figure: string, statement: Node | null, question: string): boolean {
  const asked = new Set(numberTokens(question).map(({ exact }) => exact))
  const claims = numberTokens(figure).filter(({ kind, date }) => kind !== 'date' && kind !== 'time' && !date)
  const said = ({ exact }: Pick<NumberToken, 'exact'>) => asked.has(exact)
  if (claims.every(said)) return true
  if (!statement) return false
  const constants = expressions(statement, ({ class: kind }) => kind === 'CONSTANT')
  return constants.flatMap(({ value }) => numberTokens(plainValue(value as Node))).every(said)
}

export const numbersIn = (text: string): Set<number> =>
  new Set(numberTokens(text).flatMap(({ value, date, text }) => [value, ...(date === text ? [Number(text)] : [])]))

export const typedNumbers = (statement: Node): number[] =>
  expressions(statement, ({ class: kind }) => kind === 'CONSTANT')
    .map(({ value }) => Number(plainValue(value as Node) || 'none'))
    .filter(Number.isFinite)

/** A constant of a statement as it was written: decimals are kept without their point. */
function plainValue({ value, type }: Node): string {
  const { scale = 0 } = ((type as Node | undefined)?.type_info ?? {}) as { scale?: number }
  if (typeof value !== 'number' && typeof value !== 'string') return ''
  return scale > 0 ? String(Number(value) / 10 ** scale) : String(value)
}

/** What tells a figure by itself: "45 %", but neither "0-17" nor "2024". */
export const isFigure = (text: string): boolean => claimsIn(text).some((token) => !/^\p{Nd}{1,4}$/u.test(token.text))

const claimsIn = (text: string): NumberToken[] =>
  numberTokens(text).filter(({ kind, date }) => !date && !['date', 'time', 'position'].includes(kind))

/** How many are named: "top 10", "the last 12 months", "die letzten 30 Tage", "10 largest", "3-month". */
const RANKING =
  /(?<!\p{L})(?:top|bottom|first|last|past|previous|next|best|worst|largest|smallest|rolling|trailing|letzte\p{L}*|erste\p{L}*|nächste\p{L}*|größte\p{L}*|kleinste\p{L}*|beste\p{L}*|derni\p{L}*|premi\p{L}*|prochain\p{L}*|últim\p{L}*|primer\p{L}*|próxim\p{L}*|mejores|peores)\s*$/iu
const RANKED =
  /^(?:\s+(?:largest|smallest|highest|lowest|top|best|worst|most|least|\p{L}*stärkste\p{L}*|größte\p{L}*|kleinste\p{L}*|beste\p{L}*|premi\p{L}*|derni\p{L}*|meilleur\p{L}*|mayores|menores|mejores|peores)|-(?:day|week|month|quarter|year))(?!\p{L})/iu
/** A part of a ranking: "top 10 %". */
const RANKING_PART = /(?<!\p{L})(?:top|bottom|upper|lower|ober\p{L}*|unter(?:e|en|er|es|ste\p{L}*))\s*$/iu
/** Which one of several in a row: "Day 30 retention", "Step 2". */
const PLACE =
  /(?<!\p{L})(?:day|week|month|quarter|year|hour|step|part|phase|tag|woche|monat|quartal|jahr|stunde|schritt|teil|jour|semaine|mois|trimestre|heure|étape|partie|día|semana|mes|hora|paso|parte|fase)\s*$/iu
/** A unit that counts in tens: "per 1,000 people", "je 100.000 Einwohner". */
const PER = /(?<!\p{L})(?:per|every|je|pro|pour|par|por(?:\s+cada)?|cada)\s*$/iu
const TEN = /^10*$/

/** Whether a number of a name tells no figure, by the words beside it. */
function isParameter({ text, exact, kind, start, end }: NumberToken, name: string): boolean {
  const before = name.slice(0, start)
  if (kind === 'percent') return RANKING_PART.test(before)
  if (PER.test(before) && kind === 'number' && TEN.test(exact)) return true
  return /^\p{Nd}{1,4}$/u.test(text) && (RANKING.test(before) || PLACE.test(before) || RANKED.test(name.slice(end)))
}

/**
 * Figures in a name or a question that a model gives, where nothing is looked up: "Refunds up 45 %". How many are named (top 10), units
 * (per 1,000), days and years are none.
 * @param said the question, the statements: what stands there may be named
 * @param names what the data call things: a number may be named together with the words that it stands beside there ("Over 65")
 */
export function figuresNamed(name: string, said: string[], names: string[] = []): string[] {
  const claims = claimsIn(name).filter((claim) => !isParameter(claim, name))
  if (claims.length === 0) return []
  const stated = new Set(said.flatMap((text) => numberTokens(text).map(({ exact }) => exact)))
  const rest = claims.filter(({ exact }) => !stated.has(exact))
  if (rest.length === 0) return []
  const isName = namesWith(names)
  return rest.filter(({ kind, start, end }) => kind !== 'number' || !isName(name, start, end)).map(({ text }) => text)
}

/**
 * Years and periods in a name that none of what was said names, where that names any: the rows are of other ones. A text that names two
 * years speaks of those between as well: "from 2023 to before 2026".
 */
export function periodsNamed(name: string, said: string[]): string[] {
  const yearsOf = (tokens: NumberToken[]) =>
    tokens.flatMap(({ date }) => (date ? Number(/^\d{4}/.exec(date)?.[0] ?? 0) : [])).filter((year) => year > 0)
  const spans = said.map((text) => yearsOf(numberTokens(text))).filter(({ length }) => length > 0)
  if (spans.length === 0) return []
  const isSaid = (year: number) => spans.some((years) => Math.min(...years) <= year && year <= Math.max(...years))
  return numberTokens(name).flatMap((token) => {
    const [year] = yearsOf([token])
    return year !== undefined && !isSaid(year) ? [token.text] : []
  })
}
