import { stem } from '#base/stems.ts'
import { makeColumn } from '../built-in/derived-columns.ts'
import type { Token } from '../built-in/lex.ts'
import { type Mention, replacing } from '../built-in/link.ts'
import { type Column, columnsIn, isBirth, type Schema, tableOf } from '../built-in/schema.ts'
import { only } from './halves.ts'
import { startOf } from './spans.ts'
import { endingOf } from './states.ts'

/** Words in the name of the year or day since which something is there. */
const BEGINNING = /^(?:born|birth|birthday|birthdate|dob|built|founded|established|manufactured|constructed|model)$/
const AGE = /^(?:age|ages)$/

/** From when the things that a question names, or all, are there, where one column alone says so and none has their age. */
function beginningIn(schema: Schema, said: string[]): Column | null {
  const isSaid = (name: string) => tableOf(schema, name).words.every((word) => said.includes(word))
  const columns = columnsIn(schema)
  if (columns.some(({ words }) => words.some((word) => AGE.test(word)))) return null
  const all = columns.filter(({ numeric, temporal, words }) =>
    numeric
      ? words.includes('year') && words.every((word) => word === 'year' || word === 'of' || BEGINNING.test(word))
      : temporal && words.some((word) => BEGINNING.test(word)),
  )
  return only(all.length > 1 ? all.filter(({ table }) => isSaid(table)) : all)
}

const OLD: [said: RegExp, meant: string][] = [
  [/^how old (?:is|are) (.+?)(?: on average)?(?=[?.!]*$)/i, 'what is the average age of $1'],
  [/^(\p{L}+) (?:over|above) (\d+)(?: years?)?(?: old)?(?=[?.!]*$)/iu, '$1 with an age above $2'],
  [/\b(?:(?:who|that|which) (?:is|are) )?older than (\d+)(?: years?)?(?: old)?\b/i, 'with an age above $1'],
  [/\b(?:(?:who|that|which) (?:is|are) )?(?:younger|newer) than (\d+)(?: years?)?(?: old)?\b/i, 'with an age below $1'],
]
/** Who is under 25 is that young; a house may be of that price. */
const OLD_OF_PEOPLE: typeof OLD = [
  [
    /^((?:\p{L}+ ){0,2}\p{L}+s) (over|above|under|below) (\d+)(?: years?)?(?: old)?(?= (?:in|from|at|with|who|that|by|per) )/iu,
    '$1 with an age $2 $3',
  ],
  [/^(\p{L}+) (?:under|below) (\d+)(?: years?)?(?: old)?(?=[?.!]*$)/iu, '$1 with an age below $2'],
]
/** What is said of how old things are, where the catalog has the year they are from. */
export function aged(text: string, schema: Schema): string {
  const said = text
    .toLowerCase()
    .split(/\P{L}+/u)
    .map(stem)
  const of = /\b(?:old|older|over|above|under|below|younger|newer|years)\b/i.test(text) && beginningIn(schema, said)
  const rules = !of ? [] : isBirth(of) ? [...OLD_OF_PEOPLE, ...OLD] : OLD
  return rules.reduce((all, [said, meant]) => all.replace(said, meant), text)
}

/** "Pending tickets older than 30 days": what has a time, and is not as old as people are. */
export const older = (text: string): string =>
  text.replace(
    /\b(?:(?:that|which) are )?older than (\d+|an?|one|two|three|six) (day|week|month)(s?)\b(?! (?:old|of age))/iu,
    (_, count: string, unit: string, many: string) =>
      `from more than ${/^an?$/i.test(count) ? 'one' : count} ${unit}${many} ago`,
  )

/** Links "age" to the years since things are from, where no column has it. @param now ISO date or time */
export function linkAges(tokens: Token[], mentions: Mention[], schema: Schema, now: string): Mention[] {
  const start = tokens.findIndex(({ lower }) => AGE.test(lower))
  const said = tokens.map((one) => one.stem)
  const of = start < 0 ? null : beginningIn(schema, said)
  if (!of) return mentions
  const column = makeColumn(schema, { kind: 'age', of, at: now.slice(0, 10) })
  const link = { kind: 'column' as const, tables: [], values: [], columns: [{ column, score: 0.95 }], score: 0.95 }
  return replacing(mentions, [{ start, end: start + 1, ...link }])
}

/** Links "tenure" to the years from when somebody came until they left, or until now. @param now ISO date or time */
export function linkTenure(tokens: Token[], mentions: Mention[], schema: Schema, now: string): Mention[] {
  const start = tokens.findIndex(({ lower }) => lower === 'tenure')
  const isThere = mentions.some((one) => one.start === start && one.score > 0.8)
  const ending = start < 0 || isThere ? null : endingOf(schema)
  const of = ending?.isOfStaying && startOf(tableOf(schema, ending.column.table))
  if (!of) return mentions
  const column = makeColumn(schema, { kind: 'tenure', of, until: ending.column, at: now.slice(0, 10) })
  const link = { kind: 'column' as const, tables: [], values: [], columns: [{ column, score: 0.95 }], score: 0.95 }
  return replacing(mentions, [{ start, end: start + 1, ...link }])
}
