import { type Form, type Grain, isMeasure, type Key, keysOf, sameKey } from '../built-in/form.ts'
import { path } from '../built-in/join.ts'
import type { Mention } from '../built-in/link.ts'
import { sameOutput } from '../built-in/names.ts'
import { keyBeside, nameColumns, type Schema, tableOf } from '../built-in/schema.ts'
import type { Reading } from './features.ts'
import { timesFrom } from './meant.ts'
import { isFigure } from './rows.ts'

/** A question for the first of all, and what says of what each the first is meant. */
type Leaders = { first: string; each: string }

const NOUN = "(?!(?:by|with|in|on|at|from|who|and|or|which|what|is|are|was|were|has|have|did)\\b)\\p{L}[\\p{L}'-]*"
const GROUP = `(${NOUN}(?: ${NOUN})?)`
const EACH = new RegExp(`,? ?\\b(?:(?:in|of|for|from|per|by|within|at|on|during) )?(?:each|every) ${GROUP},?`, 'iu')
/** "The oldest runner per club": of what is ranked, and not a rate by which it is ranked ("the most orders per day"). */
const PER = new RegExp(
  `(?<=^(?:(?:what|which|who) (?:is|are|was|were) )?(?:the )?(?:(?:top|best|worst|bottom)(?: \\d+)?|(?:most|least) \\p{L}+|\\p{L}+est)(?: \\p{L}+){1,2}?|^(?:which|what) \\p{L}+ (?:has|have|had|gets?|got) (?:the )?(?:most|fewest|highest|lowest) \\p{L}+) per (?!(?:day|week|month|quarter|year|head|person|capita)\\b)${GROUP}`,
  'iu',
)
const LEADER =
  /\b(?:top|best|worst|bottom|most|least|fewest|(?!(?:lat|earli|inter|for|requ|harv|conqu|prot|cont|gu|t|w|r|inv)est\b)\p{L}{2,}est)\b/giu
/** What asks for figures of the groups, and not for what comes first in each. */
const OF_FIGURES = /^(?:how\b|(?:what is )?(?:the )?(?:average|total|number|sum|share|count)\b)/i

/** "The longest book of each author", "for every region, the top rep": first with two words for the group, then with one ("each region last year"). */
export function leadersAsked(question: string): Leaders[] {
  const [leader, other] = question.match(LEADER) ?? []
  const [said, group] = EACH.exec(question) ?? PER.exec(question) ?? []
  if (!leader || other || !said || !group || OF_FIGURES.test(question)) return []
  return [...new Set([group, group.split(' ')[0]!])].map((each) => {
    const phrase = each === group ? said : said.slice(0, said.lastIndexOf(group) + each.length)
    const first = question
      .replace(phrase, ' ')
      .replace(/\s+/g, ' ')
      .replace(/\s+(?=[?.!]*$)/, '')
      .trim()
    return { first, each }
  })
}

const GRAIN = /^(day|week|month|quarter|year)s?$/i

/**
 * What groups words name, when they name nothing else: a length of time, a column by which rows are told apart, or a table by its name.
 * @param mentions of these words alone, `length` of them
 */
export function groupNamed(each: string, mentions: Mention[], length: number): Key | Grain | null {
  const grain = GRAIN.exec(each)?.[1]?.toLowerCase() as Grain | undefined
  if (grain) return grain
  const [mention, other] = mentions
  if (!mention || other || mention.guessed || mention.end - mention.start !== length) return null
  const table = mention.kind === 'table' ? mention.tables[0]?.table : null
  const column = table ? nameColumns(table)[0] : mention.kind === 'column' ? mention.columns[0]?.column : null
  return column && !isFigure(column) ? { column } : null
}

const BEFORE_FIGURE = /^(?:what|which|is|was|the|(?!most|least)\p{L}+est)$/u
/** "The highest price": a figure, and not what has it. */
export const asksFigure = ({ tokens, mentions }: Reading): boolean =>
  mentions.some(
    ({ kind, columns, start }) =>
      kind === 'column' &&
      columns.slice(0, 1).every(({ column }) => isFigure(column)) &&
      tokens.slice(0, start).every(({ lower }) => BEFORE_FIGURE.test(lower)),
  )

/** The rows that a query ranks; `null` where it tells no first. */
function rankedRows({ order, limit, limitPerGroup, having, everything, base }: Form): string | null {
  const [first, other] = order
  const isFirst = first && !other && limit !== null && limitPerGroup === null
  return !isFirst || having.length > 0 || everything ? null : isMeasure(first.by) ? first.by.measure.table : base
}

/**
 * The first of each group in place of the first of all; `null` where a query tells no first, or its rows have no such group or several.
 * @param group where it is a length alone, one of the nearest time
 */
export function firstOfEach(form: Form, group: Key | Grain, schema: Schema): Form | null {
  const rows = rankedRows(form)
  const time = rows && typeof group === 'string' ? timesFrom(schema, rows)[0]?.time : null
  const key = typeof group !== 'string' ? group : time ? { column: time, grain: group } : null
  if (!rows || !key) return null
  const isSaid = [...form.group, ...keysOf(form)].some((one) => sameKey(one, key))
  const steps = key.column.table === rows ? [] : path(schema, [rows], key.column.table)
  if (isSaid || !steps || steps.some(({ many }) => many)) return null
  const { by } = form.order[0]!
  const shown = form.outputs.some((one) => sameOutput(one, by)) ? form.outputs : [...form.outputs, by]
  const apart = keyBeside(schema, [], key.column)
  const each =
    nameColumns(tableOf(schema, key.column.table)).includes(key.column) && apart ? [{ column: apart }, key] : [key]
  return {
    ...form,
    base: rows,
    outputs: [{ key }, ...shown],
    group: isMeasure(by) ? [...each, ...form.group] : each,
    limitPerGroup: form.limit,
    limit: null,
  }
}

/** The first of all in place of the first of each group. */
export const firstOfAll = (form: Form): Form => ({
  ...form,
  outputs: form.outputs.slice(1),
  group: isMeasure(form.order[0]!.by) ? keysOf({ ...form, outputs: form.outputs.slice(1) }) : [],
  limit: form.limitPerGroup,
  limitPerGroup: null,
})
