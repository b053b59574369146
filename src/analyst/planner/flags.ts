import { root } from '#base/stems.ts'
import { plural } from '#base/word-forms.ts'
import { type Column, columnsIn, type Schema } from '../built-in/schema.ts'
import { sayTable } from '../built-in/wording/nouns.ts'
import { flagOf } from './draft.ts'
import { only } from './halves.ts'

/** The only column of yes and no that is called by what was done: `skipped`, of "skip", "skipping" and "skips"; `converted`, of "conversion". */
function flagDone(said: string, schema: Schema): Column | null {
  const own = root(said.toLowerCase())
  const isLike = (word: string) =>
    root(word) === own || (own.length > 5 && word.length > 5 && word.slice(0, 6) === own.slice(0, 6))
  const isDone = ({ words }: Column) => /(?:ed|sent|paid|sold|lost)$/.test(words.at(-1)!) && isLike(words.at(-1)!)
  const isOther = schema.tables.some(
    ({ words, columns }) =>
      words.some(isLike) || columns.some((one) => one.numeric && !flagOf(one) && one.words.some(isLike)),
  )
  return isOther ? null : only(columnsIn(schema).filter((one) => one.words.length < 3 && isDone(one) && flagOf(one)))
}

const WHO = '(?:i|we|you|they|he|she|people)'
const rowsOf = ({ table, name }: Column): string => `${plural(sayTable(table))} that are ${name.replaceAll('?', '')}`

type Rule = [said: RegExp, verb: number, meant: (flag: Column, parts: string[]) => string]
const RULES: Rule[] = [
  // "My skip rate", "the highest conversion rate"
  [/\b(\p{L}{4,}) rates?\b(?:,? (?:in percent|in %))?/iu, 1, (flag) => `share of ${rowsOf(flag)}`],
  // "Which industry converts best"
  [
    /^(which|what) (\p{L}+(?: \p{L}+)?) (?:(?:is|are|get|gets|was|were) )?(\p{L}{4,}) (?:the )?(best|worst)(?=[?.!]*$)/iu,
    3,
    (flag, [, which, what, , end]) =>
      `${which} ${what} has the ${end === 'best' ? 'highest' : 'lowest'} share of ${rowsOf(flag)}`,
  ],
  // "Which genre do I skip the most often"
  [
    new RegExp(
      `^(which|what) (\\p{L}+(?: \\p{L}+)?) (?:(?:do|does|did|is|are|get|gets|was|were) )?(?:${WHO} )?(\\p{L}{4,}) (?:the )?(most|least)(?: often)?(?=[?.!]*$)`,
      'iu',
    ),
    3,
    (flag, [, which, what, , end]) => `${which} ${what} has the ${end === 'most' ? 'most' : 'fewest'} ${rowsOf(flag)}`,
  ],
  // "How many times did I skip"
  [
    new RegExp(
      `^how (?:many times|often) (?:did|do|have) ${WHO} (\\p{L}{4,})(?=[?.!]*$| (?:in|on|during|since|this|last)\\b)`,
      'iu',
    ),
    1,
    (flag) => `how many ${rowsOf(flag)}`,
  ],
]

/** What was done to rows, said as a deed or a rate, where a column of yes and no tells it. */
export const flagged = (text: string, schema: Schema): string =>
  RULES.reduce(
    (all, [said, verb, meant]) =>
      all.replace(said, (...found) => {
        const flag = flagDone(String(found[verb]), schema)
        return flag ? meant(flag, found.map(String)) : String(found[0])
      }),
    text,
  )
