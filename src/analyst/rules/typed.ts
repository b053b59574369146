import type { Node } from '#query/rules/need.ts'
import { expressions } from './joins/tree.ts'
import { namesWith } from './name-words.ts'
import { type NumberToken, numberTokens } from './number-token.ts'

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

/** The numbers that a text says. */
export const numbersIn = (text: string): Set<number> =>
  new Set(numberTokens(text).flatMap(({ value, date, text }) => [value, ...(date === text ? [Number(text)] : [])]))

/** The numbers that a statement says. */
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
