import { plural } from '#base/word-forms.ts'
import { eventTable, type Schema, timeColumn } from './schema.ts'
import { sayTable } from './wording/nouns.ts'

type Rephrased = { text: string; note: string }

const GRAIN = new Map([
  ['day of the week', 'weekday'],
  ['days of the week', 'weekday'],
  ['hour of the day', 'hour'],
  ['hours of the day', 'hour'],
])
const BUSY =
  /\b(busiest|quietest|slowest|strongest|weakest|best|worst) (days? of the week|hours? of the day|weekday|day|week|month|quarter|year|hour)s?(?: of the year(?= \d))?(?: (?:for|in terms of|by) (?:the |our )?(?:number of )?([\p{L} ]+?))?(?=[?.,]|$| (?:ever|in|since|during|this|last)\b| (?:of )?\d{4})/iu
/** "which month was the busiest". */
const BUSY_BEHIND =
  /^(?:which|what) (days? of the week|hours? of the day|weekday|day|week|month|quarter|year|hour) (?:is|are|was|were) (?:the |our )?(busiest|quietest|slowest|strongest|weakest|best|worst)\b/i
const CHURN = /\b(?:customer |client |user )?churn(?: rate)?\b/i
const PACE =
  /^(?:which|what|who)(?:'s| is| are| was| were)? (?:the |our )?(?:(slowest|fastest|quickest) ([\p{L} ]+?)|([\p{L} ]+?) (?:is|are|was|were|delivers?|ships?|has been) (?:the )?(slowest|fastest|quickest))(?=[?.,]|$| (?:in|since|during|this|last)\b)/iu

const BASKET = /\b(?:aov|(?:average |avg )?basket (?:size|value)|(?:average |avg )?ticket size)\b/i

const delivers = (schema: Schema) =>
  schema.tables.some((t) => t.columns.some((column) => column.temporal && /deliver|arriv/i.test(column.name)))

const GROWING =
  /^(?:is|are|was|were|has|have|do|does|did|how (?:fast|much|quickly) (?:is|are|was|were|has|have|do|does|did)) (?:the |our |my )?([\p{L} ]+?) (?:been )?(?:growing|grow|grown|increasing|increase[d]?|rising|rise|declining|decline[d]?|falling|fall|dropping|dropped|shrinking|shrink)\b/iu

/** Other words for what a question asks, for one whose own words name nothing here; null where there are none. */
export function rephrased(asked: string, schema: Schema): Rephrased | null {
  const question = asked.replace(BUSY_BEHIND, 'what is the $2 $1')
  const busy = question.match(BUSY)
  const [only, other] = schema.tables
  const table = eventTable(schema) ?? (only && !other && timeColumn(only) ? only : null)
  if (busy && (busy[3] || table)) {
    const money = /^(?:best|worst)$/i.test(busy[1]!)
    const grain = GRAIN.get(busy[2]!.toLowerCase()) ?? busy[2]!.toLowerCase()
    const many = /^(?:busiest|strongest|best)$/i.test(busy[1]!)
    const what = busy[3]?.trim() ?? (money ? 'revenue' : plural(sayTable(table!.name)))
    const rest = question.slice(busy.index! + busy[0].length)
    const counted = !busy[3] || schema.tables.some((one) => plural(sayTable(one.name)) === what)
    const rank = counted && !(money && !busy[3]) ? (many ? 'most' : 'fewest') : many ? 'highest' : 'lowest'
    return {
      text: `which ${grain} has the ${rank} ${what}${rest}`,
      note: `I took “${busy[1]}” to mean the ${rank} ${what}.`,
    }
  }
  const growing = question.match(GROWING)
  if (growing) {
    const what = /^(?:we|it|they|things|business)$/i.test(growing[1]!) ? 'revenue' : growing[1]!
    const rest = question.slice(growing.index! + growing[0].length)
    return { text: `${what} this year vs last year${rest}`, note: 'I took that to compare this year with last year.' }
  }
  if (CHURN.test(question)) {
    const text = question.replace(CHURN, 'customer retention')
    return { text, note: 'Churn is the other side of retention: everybody who did not come back.' }
  }
  if (BASKET.test(question)) {
    const text = question.replace(BASKET, 'average order value')
    return { text, note: `I took “${question.match(BASKET)![0]}” to mean the average order value.` }
  }
  const pace = question.match(PACE)
  if (pace && delivers(schema)) {
    const [word, what] = pace[1] ? [pace[1], pace[2]!] : [pace[4]!, pace[3]!]
    const time = `${/^slow/i.test(word) ? 'longest' : 'shortest'} delivery time`
    const rest = question.slice(pace.index! + pace[0].length)
    return {
      text: `which ${what.trim()} has the ${time}${rest}`,
      note: `I took “${word}” to mean the ${time} on average.`,
    }
  }
  return null
}
