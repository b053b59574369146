import type { Token } from '../built-in/lex.ts'
import { adjectiveOf, STOP } from '../built-in/lexicon.ts'
import type { Mention } from '../built-in/link.ts'
import { type Column, isId, nameColumns, type Schema, type Table } from '../built-in/schema.ts'
import { FILLERS, OPERATION_OF } from './words.ts'

const set = (text: string) => new Set(text.trim().split(/\s+/))

/** How well a noun that no name has stands for rows: it is a guess, so it never makes an answer sure. */
export const ROW = 0.6

/** What stands before the subject of a question, or before what it is counted or averaged by. */
const BEFORE_SUBJECT = set(
  'many of which what list show each every per all any number are is were for among for by and',
)
const DETERMINERS = set('the a an our my these those their different distinct')
/** Nouns of people that have no plural in s. */
const PEOPLE = set('people staff personnel men women children folk crew person')
/** Nouns of measuring: what they count is told by a column. */
const UNITS = set(`
  hour minute second day week month quarter year decade century time degree percent dollar euro pound rupee cent kilo kilogram gram ton
  tonne meter metre kilometer kilometre mile foot inch acre liter litre gallon point number amount total average value group type kind
  sort part half third pair dozen hundred thousand million billion level range unit bracket rate difference
`)

/**
 * Links the noun that a question is about to the rows of the only table, where no name of the catalog has it: "employees" of a table
 * attrition. It is known by its place alone: what is counted, listed or averaged over.
 */
export function linkRows(tokens: Token[], mentions: Mention[], { tables }: Schema): Mention[] {
  const [table] = tables
  if (!table || tables.length > 1 || isGrid(table)) return mentions
  const isNamed = nameColumns(table).length > 0
  const at = new Map(
    mentions.flatMap((one) => Array.from({ length: one.end - one.start }, (_, n) => [one.start + n, one] as const)),
  )
  const isFree = (place: number) => {
    const token = tokens[place]
    return (
      token?.kind === 'word' &&
      !at.has(place) &&
      (token.text === token.lower || place === 0) &&
      token.lower.length > 2 &&
      ![token.lower, token.stem].some(
        (word) => STOP.has(word) || FILLERS.has(word) || OPERATION_OF.has(word) || UNITS.has(word) || adjectiveOf(word),
      )
    )
  }
  const isSubject = (place: number) => {
    let before = place - 1
    while (
      before >= 0 &&
      (DETERMINERS.has(tokens[before]!.lower) || at.get(before)?.kind === 'value' || adjectiveOf(tokens[before]!.lower))
    )
      before--
    const token = tokens[before]
    return (
      !token ||
      token.kind === 'number' ||
      BEFORE_SUBJECT.has(token.lower) ||
      OPERATION_OF.get(token.lower)?.includes('limited') === true
    )
  }
  const found = tokens.flatMap(({ lower, stem }, place): Mention[] => {
    if (!isFree(place) || isFree(place + 1) || !isSubject(place)) return []
    const before = tokens[place - 1]?.lower ?? ''
    if (stem === lower && !PEOPLE.has(lower) && !/^(?:which|each|every|per|what|a)$/.test(before)) return []
    // "Which animal" is answered with a name.
    if (/^(?:which|what)$/.test(before) && !isNamed) return []
    return [
      {
        start: place,
        end: place + 1,
        score: ROW,
        kind: 'table',
        tables: [{ table, score: ROW }],
        columns: [],
        values: [],
        guessed: true,
      },
    ]
  })
  return found.length ? [...mentions, ...found].toSorted((a, b) => a.start - b.start) : mentions
}

const isTime = (column: Column) =>
  column.temporal || /^(?:year|quarter|month|week|day|date)$/.test(column.words.at(-1) ?? '')
/** So much more than its rows two columns may have pairs of values where some are missing. */
const NEARLY = 1.05

/**
 * Whether each row of a table stands for a time, a group or a pair of them, and its figures for what is counted there: people are no rows
 * of a table that has one for each month.
 */
function isGrid(table: Table): boolean {
  const { rows, columns } = table
  const names = nameColumns(table)
  const sides = columns.filter(
    (column) => isTime(column) || (!column.numeric && !isId(column) && !names.includes(column)),
  )
  const times = sides.filter(isTime)
  const isAll = (pairs: number) => pairs >= rows && pairs <= rows * NEARLY
  return (
    sides.some(({ unique }) => unique) ||
    times.some((time) =>
      sides.some((side) => side !== time && side.distinct > 1 && isAll(time.distinct * side.distinct)),
    ) ||
    times.some((a) =>
      times.some((b) =>
        times.some((c) => a !== b && b !== c && c !== a && isAll(a.distinct * b.distinct * c.distinct)),
      ),
    )
  )
}
