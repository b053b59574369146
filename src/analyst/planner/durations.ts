import { type Column, columnsIn, type Schema } from '../built-in/schema.ts'
import { isDuration, unitOf } from './units.ts'

const WHOLE = /^(?:finish|total|overall|net|whole|result|final|race)$/
/** Which of these columns says how long rows took: of several times the whole one, else the last. */
export const durationOf = (columns: Column[]): Column | null => {
  const all = columns.filter(isDuration)
  return all.find(({ words }) => words.some((word) => WHOLE.test(word))) ?? all.at(-1) ?? null
}

const NUMBER = '(\\d+(?:\\.\\d+)?)'
const UNIT = '(hours?|hrs?|minutes?|mins?|seconds?|secs?)'
/** "3 hours and 30 minutes" */
const PARTS = new RegExp(`\\b${NUMBER} ${UNIT},? (?:and )?${NUMBER} ${UNIT}\\b`, 'giu')
const smallest = (text: string): string =>
  text.replace(PARTS, (said, first: string, of: string, second: string, unit: string) => {
    const [large, small] = [unitOf(of.toLowerCase())!, unitOf(unit.toLowerCase())!]
    return large.factor > small.factor
      ? `${(Number(first) * large.factor) / small.factor + Number(second)} ${unit}`
      : said
  })

const FASTER = 'faster|quicker|sooner|slower'
/** Names that "longer" speaks of by itself. */
const LONG = /^(?:length|duration|runtime|time|day|minute|hour|second)$/
const DONE = '(?:(?:who|that|which) )?(?:(?:is|are|was|were|ran|run|went|finished|got|came) )?'

const WON = /^who (?:won|win|came first|finished first)\b(?: the \p{L}+)?/iu

/** What is said of how long something took, where a column has it: who is faster took less time. */
export function timely(text: string, schema: Schema): string {
  const parts = smallest(text)
  // Minutes on a pitch and days of leave are no time that anybody is fast by.
  const column = durationOf(columnsIn(schema).filter(({ unit }) => unit === 's'))
  if (!column) return parts
  const ways = column.words.some((word) => LONG.test(word)) ? FASTER : `${FASTER}|longer|shorter`
  const ends = parts
    .replace(/\b(longest|shortest) (\p{L}+) by time\b/giu, '$1 $2')
    .replace(
      /\b(?:(?:is|are|was|were|has|have|had) )?(?:the )?(fastest|quickest|slowest) (?:on average|average)\b(?: times?\b)?/giu,
      (_, way: string) => `has the ${/^slow/i.test(way) ? 'highest' : 'lowest'} average ${column.name}`,
    )
    .replace(/\b(?:best|winning|record|fastest|quickest) times?\b/giu, `lowest ${column.name}`)
    .replace(/\b(?:worst|slowest) times?\b/giu, `highest ${column.name}`)
    .replace(
      new RegExp(`\\b${DONE}(${ways}) than (?=${NUMBER} ${UNIT}\\b)`, 'giu'),
      (_, way: string) => `with ${column.name} ${/^(?:slow|long)/i.test(way) ? 'above' : 'below'} `,
    )
  return ends.replace(WON, (said) => {
    const isOfWins = () =>
      columnsIn(schema).some((one) => [...one.words, ...one.values].some((word) => /^(?:win|won|winner)/i.test(word)))
    return column.words.some((word) => WHOLE.test(word)) && !isOfWins() ? 'who is the fastest' : said
  })
}
