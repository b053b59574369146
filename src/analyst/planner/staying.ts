import { stem } from '#base/stems.ts'
import { plural } from '#base/word-forms.ts'
import type { Table } from '../built-in/schema.ts'
import { sayTable } from '../built-in/wording/nouns.ts'

const HERE = /\b(?:right now|at the moment|at present|as of (?:now|today))(?=[?.! ]*$)/iu
const WHOM_WE_HAVE =
  /^((?:how many|number of) (?:\p{L}+ )?(\p{L}+) )(?:do|did) we have(?: now| today| currently)?(?=[?.! ]*$)/iu
const asksTimes = (text: string): boolean =>
  /\b(?:\d{4}|month|monthly|quarter|quarterly|year|yearly|week|weekly|cohorts?|since|last|this)\b/i.test(text)
const STAYING = /^(?:people|customer|client|user|staff|subscriber|account)$/
const CHURN =
  /\b(?:(?:customer|member|employee|staff|account|subscriber|client)s?[- ])?(?:churn|attrition)(?: rate)?\b|\b(?:staff|employee) turnover(?: rate)?\b|\bturnover rate\b/iu
/** Whom we have are those who are there, not those who left; what part left is the churn. */
export function those(asked: string, { name, words }: Table): string {
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
