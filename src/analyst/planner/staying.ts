import { stem } from '#base/stems.ts'
import { plural } from '#base/word-forms.ts'
import { type Schema, type Table, tableOf } from '../built-in/schema.ts'
import { sayTable } from '../built-in/wording/nouns.ts'
import { LENGTH, type Rule, replaced, rule } from './rules.ts'
import { startOf } from './spans.ts'
import { endingOf } from './states.ts'

/** What is said of how many there are at a time, where rows begin and end. */
const STANDING: Rule[] = [
  rule(
    '\\bhow many (?:people|employees|staff)? ?(?:work(?:ing)? (?:here|for us|with us)|(?:do|did) we employ)\\b',
    'how many active @',
  ),
  rule(
    `\\bhead ?count(?: (?:at the end of |in |for )?(by|per|each) (?=${LENGTH}))?\\b(?! (?:by|per|over|each) (?!${LENGTH}))`,
    'number of active @ $1 ',
  ),
  rule('\\bhead ?count\\b(?= (?:by|per) )', 'number of active @'),
  rule(
    '\\b(?:(?:who|that) )?(?:(?:is|are|were|was) still (?:here|with us|around|employed|there|members?|customers?)|still (?:lives?|works?|lived|worked)(?: here| with us| for us| there)?)\\b',
    'who are active',
  ),
  rule(`\\b(?:number of|how many) (?:people|employees|staff|@) (?:are |were |was )?employed\\b`, 'number of active @'),
  rule(
    '\\b(?:the )?(\\d+|two|three|five|ten) longest[- ](?:serving|tenured) (\\p{L}+)',
    'the $1 active $2 with the highest tenure',
  ),
  rule('\\bleft (?:with)?in (?:their|the) first (?:year|12 months)\\b', 'that left with a tenure below 1'),
  rule('\\b(?:the )?longest[- ](?:serving|tenured) (\\p{L}+)', 'active $1 with the highest tenure'),
  rule(
    '^(?:who|which (\\p{L}+)) (?:has|have) (?:been|worked|stayed) (?:here|with us|for us|around|a member|a customer|employed) (?:the )?longest(?=[?.!]*$)',
    'which active @ has the highest tenure',
  ),
  rule(
    '\\b(?:seniority|length of service|years of service|length of employment|customer lifetimes?(?! value))\\b',
    'tenure',
  ),
  rule(
    '^how long (?:do|does|did) (?:the |our |an? )?(?:average |typical )?(\\p{L}+) (?:usually |normally |typically )?(?:stay|remain|keep subscribed)(?: with us| here| around| subscribed)?(?: on average)?(?=[?.!]*$| (?:by|per)\\b)',
    'average days from ^ to ~',
  ),
  rule(
    '^how long (?:have|has) (?:the |our )?(?:average |typical )?(\\p{L}+) been (?:with us|here|around|employed|members|customers)(?: on average)?(?=[?.!]*$| (?:by|per)\\b)',
    'average tenure of active $1',
  ),
  rule(
    `^since when (?:has|have|is|are|does|do|did) (.+?)(?: (?:been|work\\w*|employed|here|with us|for us|a member|active|on board|there))+(?=[?.! ]*$)`,
    'what is the ^ of $1',
  ),
]

const HERE = /\b(?:right now|at the moment|at present|as of (?:now|today))(?=[?.! ]*$)/iu
const WHOM_WE_HAVE =
  /^((?:how many|number of) (?:\p{L}+ )?(\p{L}+) )(?:do|did) we have(?: now| today| currently)?(?=[?.! ]*$)/iu
const asksTimes = (text: string): boolean =>
  /\b(?:\d{4}|month|monthly|quarter|quarterly|year|yearly|week|weekly|cohorts?|since|last|this)\b/i.test(text)
const STAYING = /^(?:people|customer|client|user|staff|subscriber|account)$/
const CHURN =
  /\b(?:(?:customer|member|employee|staff|account|subscriber|client)s?[- ])?(?:churn|attrition)(?: rate)?\b|\b(?:staff|employee) turnover(?: rate)?\b|\bturnover rate\b/iu
/** Whom we have are those who are there, not those who left; what part left is the churn. */
function those(asked: string, { name, words }: Table): string {
  const text = asksTimes(asked) ? asked : asked.replace(CHURN, `share of ${plural(sayTable(name))} that left`)
  if (/\b(?:active|inactive|former|left|ever|new)\b/i.test(text)) return text
  return text
    .replace(HERE, 'who are active')
    .replace(WHOM_WE_HAVE, (said, asked: string, who: string) =>
      words.includes(stem(who.toLowerCase())) || STAYING.test(stem(who.toLowerCase()))
        ? `${asked}who are active`
        : said,
    )
}

/** What is said of who is there, where rows begin and end, in words of their states. */
export function staying(asked: string, schema: Schema): string {
  const ending = endingOf(schema)
  if (!ending) return asked
  const table = tableOf(schema, ending.column.table)
  return replaced(ending.isOfStaying ? those(asked, table) : asked, STANDING)
    .replaceAll('@', plural(sayTable(table.name)))
    .replaceAll('^', startOf(table)!.name)
    .replaceAll('~', ending.column.name)
}

/** "Running campaigns" go on; a running total adds up. */
export const going = (text: string, { tables }: Schema): string =>
  text.replace(
    /\b(?:(is|are) running\b(?! (?:total|out|low))|running (?=(\p{L}+)))/giu,
    (said, is: string | undefined, what: string | undefined) =>
      is ? `${is} ongoing` : tables.some(({ words }) => words.includes(stem(what!.toLowerCase()))) ? 'ongoing ' : said,
  )
