import { capital } from '#base/text.ts'
import { isAnswered } from '../planner/score.ts'
import type { TableFacts } from '../rules/tools.ts'
import type { Planner } from './plan.ts'
import { refusal } from './refusal.ts'

const FORECAST =
  /\b(?:forecast(?:s|ed|ing)?|predict(?:s|ed|ion|ions|ing)?|projections?|projected|extrapolate|outlook)\b/i
const WILL = /\b(?:will|going to|gonna|expect(?:ed)? to)\b/i
const NEXT =
  /\b(?:for |in |over |during )?(?:the )?(?:next|coming|upcoming) (?:\d+ |few |two |three |six |twelve )?(?:day|week|month|quarter|year)s?\b|\btomorrow\b/i
const FILL =
  /\b(?:what|how much|how many|can|could|you|we|please|our|the|be|is|are|make|sell|have|get|of|for|it|a|an|me|give|show|do|will|going to|expect(?:ed)? to)\b/gi

/** What no query of the analyst works out, though its words are all known: an answer to something else would mislead. */
const BEYOND: [RegExp, string][] = [
  [
    /\b(?:bought|sold|ordered|purchased|go|used) together\b|\bbasket analysis\b/i,
    'it asks what goes together in one sale, which I cannot work out',
  ],
  [
    /\b(?:time|days|weeks|months|long|gap|interval)(?: \w+)? between (?!.*\b(?:\d|and (?:deliver|ship|return)))|\b(?:days|weeks|months|time|long) since (?:the |their |his |her )?(?:last|latest|first)\b/i,
    'it asks for the time between rows, which I cannot work out; the first and last date of each I can',
  ],
]

/** Whether a question is about what is yet to come, where no table has dates that lie ahead. */
function asksAhead(question: string, tables: TableFacts[], now: string): boolean {
  if (FORECAST.test(question) || (WILL.test(question) && NEXT.test(question))) return true
  const known = tables.some((table) =>
    table.columns.some((column) => column.role === 'time' && (column.max ?? '') > now),
  )
  return !known && NEXT.test(question)
}

/** What somebody is told who asks for what no query gives, or for what is to come: nothing is made up, the course so far can be asked for. Null for other questions. */
export function outOfScopeRefusal(
  question: string,
  tables: TableFacts[],
  now: string,
  planner: Planner,
): string | null {
  const beyond = BEYOND.find(([pattern]) => pattern.test(question))
  const isSpan = planner.read(question).mentions.some(({ columns }) => columns[0]?.column.made?.kind === 'span')
  if (beyond && !isSpan) return refusal(tables, [], 'beyond', [], beyond[1])
  if (!asksAhead(question, tables, now)) return null
  const what = question
    .replace(FORECAST, ' ')
    .replace(WILL, ' ')
    .replace(NEXT, ' ')
    .replace(FILL, ' ')
    .replace(/[?.!,]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const clear = (text: string) => {
    const plan = planner.plan(text)
    return 'form' in plan && isAnswered(plan) && !plan.unknown.length
  }
  const known = what && clear(`${what} by month`) ? what : 'revenue'
  const instead = [`${known} by month`, `${known} growth by year`, `${known} this year vs last year`].filter(clear)
  return [
    'I cannot answer this from your data: it asks for what is to come, and the data only say what was. I make no forecast that I could not stand for.',
    ...(instead.length ? ['You could ask how it went so far:', ...instead.map((one) => `- ${capital(one)}`)] : []),
  ].join('\n')
}
