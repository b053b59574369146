import { NUMBER } from '../built-in/dates.ts'
import { type Condition, emptyForm, type Form, isMeasure, type Measure } from '../built-in/form.ts'
import { type Column, isId, type Schema, tableOf } from '../built-in/schema.ts'
import { SHARE } from './rules.ts'

/**
 * A question about the first few of all: what ranks them, and what is asked of them.
 * `outer` is null where their share of all is asked for of what they are ranked by.
 */
export type Topmost = { first: string; outer: string | null; noun: string; shown: 'value' | 'rate' }

const COUNT_OF = `(?<count>${NUMBER})`
const NOUN =
  "(?!(?:by|with|in|on|at|from|who|and|or|which|what|is|are|was|were|has|have|had|did|do|does|make|makes|made|bring|account|come|comes|came|together|combined|of|for|to|as|since|during|last|this|spend|spent|earn|generate|contribute|represent|hold|own|per)\\b)\\p{L}[\\p{L}'-]*"
const NOUNS = `(?<noun>(?: ${NOUN}){0,2})`
/** "The top 10 customers", "the five longest books", "our 3 best selling products". */
const PLAIN = '(?<plain>top|best|bottom|worst|biggest|largest)'
const RANKED = `${COUNT_OF} (?:(?:most|least|best|worst)[ -]\\p{L}+|(?<best>top|best|biggest|largest|worst)|\\p{L}{2,}est)`
const FIRST = `(?<first>(?:the |our |my )?(?:${PLAIN} ${COUNT_OF}|${RANKED})${NOUNS})`
/** "Our biggest client" is one. */
const ANY_FIRST = `(?<first>(?:the |our |my )?(?:${PLAIN}(?: ${COUNT_OF})?|${RANKED})${NOUNS})`
const REST = '(?<rest> (?:in|during|since|of|from|by|for) .+?)?[?.!]*$'

const ASKS = "^(?:what(?:'s| is| was| are| were)? |show (?:me )?|give me )?(?:the |our )?"
/** "The average age of the ten fastest". */
const FIGURE = new RegExp(
  `${ASKS}(?<figure>average|mean|median|total|combined|overall)(?<of> .+?) (?:of|for|among|across|by|from|in) ${FIRST}${REST}`,
  'iu',
)
const PART = `(?:${SHARE}|%)`
/** "How many of the top 10 films are dramas", "what share of the top 10 are". */
const COUNT = new RegExp(
  `^(?<ask>how many|(?:what |which )?${PART}) of ${FIRST} (?<verb>are|is|were|was|have|has|had|come|came|do|did|got|get) (?<rest>.+?)[?.!]*$`,
  'iu',
)
const MAKES = '(?: (?:make up|bring in|account for|generate|contribute|have|represent|hold|own|spend|earn|get))?'
const WORD = '(?!(?:among|in|by|with|from|per|who|that|which)\\b)\\p{L}+'
const OF = `(?<of>${WORD}(?: ${WORD})*?)`
const DOES =
  '(?: (?:is|are|was|were|do|did|does|comes?|came|goes|went|go))?(?: (?:made(?: up)?|held|owned|generated|brought in|earned))?(?: (?:from|by|with|to|for|of))?'
/** "What share of revenue do the top 10 customers make up", "how much of our sales comes from the five biggest clients", "the share of the top 3 reps in revenue". */
const SHARES = [
  `(?:${ASKS}(?:what |which )?${PART}|^how much) of (?:the |our |my |all )*(?:total )?${OF}${DOES} ${ANY_FIRST}${MAKES}${REST}`,
  `${ASKS}(?:what |which )?${PART} of ${ANY_FIRST} (?:in|of) (?:the |our |all )*(?:total )?${OF}(?<rest>)[?.!]*$`,
].map((said) => new RegExp(said, 'iu'))

/** What a question asks of the first few; null where it asks for something else. */
export function topmostAsked(question: string): Topmost | null {
  const figure = FIGURE.exec(question)?.groups
  if (figure) {
    const { noun = '', rest = '', of } = figure
    const isTotal = !/^(?:average|mean|median)$/i.test(figure.figure!)
    const ranked = isTotal && rankedBy(figure)
    return {
      first: ranked || figure.first + rest,
      noun,
      outer: ranked ? null : `${figure.figure}${of}${noun && ` of${noun}`}${rest}`,
      shown: 'value',
    }
  }
  const count = COUNT.exec(question)?.groups
  if (count) {
    const { ask, noun = '', verb, rest } = count
    const asked = /many$/i.test(ask!) ? ask : `${ask} of`
    return { first: count.first!, noun, outer: `${asked}${noun} ${verb} ${rest}`, shown: 'value' }
  }
  for (const share of SHARES) {
    const groups = share.exec(question)?.groups
    if (!groups) continue
    const { noun = '', of, first, rest = '' } = groups
    const ranked = rankedBy(groups)
    return { first: ranked ?? first + rest, noun, outer: ranked ? null : `total ${of}${rest}`, shown: 'rate' }
  }
  return null
}

/** The first few by what is asked of them, where nothing says by what they are the first. */
function rankedBy({
  plain,
  best,
  count = '1',
  noun = '',
  of,
  rest = '',
}: Record<string, string | undefined>): string | null {
  if ((!plain && !best) || / by /.test(rest)) return null
  const end = /^(?:bottom|worst)$/i.test(plain ?? best!) ? 'bottom' : 'top'
  return `${end} ${count}${noun} by ${of!.trim()}${rest}`
}

/** What the first few are told apart by: the key of their rows, or what they are ranked by, so that ties count together. */
function apartBy({ order, limit, limitPerGroup, group, base, skip }: Form, schema: Schema): Column | null {
  const [first, other] = order
  if (!first || other || limit === null || limitPerGroup !== null || skip) return null
  if (isMeasure(first.by)) {
    const own = group.find(({ column }) => isId(column)) ?? group[0]
    return own && !own.grain ? own.column : null
  }
  const { column } = first.by.key
  return group.length > 0 ? null : (column.table === base && tableOf(schema, base).key) || column
}

const COUNTED = /\b(?:by|most|least|fewest|popular|common|often|selling)\b/i

/**
 * What is asked of the first few, as a query of those rows alone; null where nothing ranks them, or no figure is asked for.
 * @param first the query that ranks them
 * @param outer what is asked of all; null for their share of what they are ranked by
 */
export function ofTopmost(
  first: Form,
  outer: Form | null,
  { first: said, shown }: Topmost,
  schema: Schema,
): Form | null {
  const column = apartBy(first, schema)
  if (!column) return null
  const of: Form = { ...first, outputs: [{ key: { column } }], everything: false, distinct: false }
  const among: Condition = { kind: 'first', column, of }
  const ranked = first.order[0]!.by
  // The best are those with the most rows only where something says so.
  const isTally = isMeasure(ranked) && ranked.measure.fn === 'count' && !ranked.measure.of
  if (outer && isTally && !COUNTED.test(said)) return null
  if (!outer) return isMeasure(ranked) ? partOf(first, ranked.measure, among, shown) : null
  const areFigures = outer.outputs.every((one) => isMeasure(one) && (one.shown === 'value' || one.shown === 'rate'))
  if (!areFigures || outer.group.length > 0 || outer.limit !== null) return null
  return { ...outer, where: [...outer.where, among] }
}

const partOf = ({ base, where }: Form, measure: Measure, among: Condition, shown: Topmost['shown']): Form => ({
  ...emptyForm(base),
  where: shown === 'value' ? [...where, among] : where,
  outputs: [{ measure: shown === 'value' ? measure : { ...measure, where: [...(measure.where ?? []), among] }, shown }],
})
