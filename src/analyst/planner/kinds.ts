import { stem } from '#base/stems.ts'
import { adjectiveOf } from '../built-in/lexicon.ts'
import { type Column, nameColumns, type Schema, tableOf } from '../built-in/schema.ts'
import { sayColumn } from '../built-in/wording/nouns.ts'
import { only } from './halves.ts'
import { isFigure } from './rows.ts'
import { isDuration } from './units.ts'

/** The column of kinds that a word names, by which many rows are alike: carriers of shipments, and not what tells rows apart. */
export const kindSaid = (noun: string, { tables }: Pick<Schema, 'tables'>): Column | null =>
  tables
    .filter((table) => nameColumns(table).every(({ words }) => !words.includes(stem(noun.toLowerCase()))))
    .flatMap(({ columns, rows, words }) =>
      columns.filter(
        (one) =>
          !one.numeric &&
          !one.temporal &&
          one.distinct * 3 < rows &&
          one.words.at(-1) === stem(noun.toLowerCase()) &&
          !words.includes(stem(noun.toLowerCase())),
      ),
    )
    .at(0) ?? null

const OF_KIND =
  /^(?:(?:which|what) (?:(\p{L}+) )?(?:is|are|was|were) (?:the )?|(?:the )?)(most expensive|(?!late|new|old|earli|young)\p{L}+est)(?: (\p{L}+))?(?: (?:on average|overall))?(?=[?.!]*$)/iu
const PAYS = /^which (\p{L}+) pays (?:the )?(best|most|highest|worst|least|lowest)(?=[?.!]*$)/iu
const PAY = /^(?:salary|wage|pay|compensation|income)$/
const FAST = /\b(?:fast|quick|slow)est\b/i
/** "The cheapest carrier", "which department pays best": of what stands in many rows the one that is so on average. */
export function ofKind(text: string, schema: Schema): string {
  const asked = (noun: string, isHigh: boolean, isMeant: (column: Column) => boolean, said: string) => {
    const kind = kindSaid(noun, schema)
    const figure = kind && only(tableOf(schema, kind.table).columns.filter((one) => isFigure(one) && isMeant(one)))
    // Who is fast took little time.
    const isMost = isHigh !== (figure !== null && isDuration(figure) && FAST.test(text))
    return figure ? `which ${noun} has the ${isMost ? 'highest' : 'lowest'} average ${sayColumn(figure)}` : said
  }
  return text
    .replace(OF_KIND, (said, before: string | undefined, end: string, after: string | undefined) => {
      const means = adjectiveOf(end.toLowerCase().replace('most ', ''))
      const noun = before ?? after
      if (!means || !noun || (before && after)) return said
      return asked(noun, means.descending, ({ words }) => words.some((word) => means.columns.includes(word)), said)
    })
    .replace(PAYS, (said, noun: string, end: string) =>
      asked(noun, /^(?:best|most|highest)$/i.test(end), ({ words }) => words.some((word) => PAY.test(word)), said),
    )
}
