import { stem } from '#base/stems.ts'
import { type Form, isMeasure, type Key, keysOf } from '../../built-in/form.ts'
import { SUPERLATIVES } from '../../built-in/lexicon.ts'
import { GOODS } from '../../built-in/money.ts'
import { type Column, hasSize, isId, monthNumber, nameColumns, type Schema, tableOf } from '../../built-in/schema.ts'
import { rankedBy } from '../../built-in/totals.ts'
import { lacksPlace } from '../constructions.ts'
import { isDocument } from '../documents.ts'
import { isFigure, isOfEachRow, isTally } from '../rows.ts'
import { measuresOf } from '../skeleton.ts'
import { IN_ORDER, isKind, keysIn, MANY, PER_TIME, type Rule } from './query.ts'

/** How rows are put together, and in which order. */
export const OF_GROUPS: Rule[] = [
  ({ form }) => isRankedInFigures(form),
  ({ form, question, schema }) => VERSUS.test(question) && isThrownTogether(form, schema),
  ({ form, question }) =>
    (VERSUS.test(question) || form.group.some(({ grain }) => grain)) &&
    [...form.group, ...keysOf(form)].some(({ column, grain }) => column.temporal && !grain && !column.made) &&
    form.outputs.some(isMeasure) &&
    !OF_DAYS.test(question),
  ({ form, question }) => isListedBy(form, question),
  ({ form, question, schema }) => isRankedByParts(form, question, schema),
  ({ form, schema }) => form.group.some(({ column }) => isHalfName(column, form, schema)),
  ({ form, question }) => isRankedFromAfar(form, question),
  ({ form, question, schema }) => isApartByEach(form, question, schema),
  ({ form, question }) => isNoneOfEach(form, question),
  ({ form }) => isGroupedTwice(form),
  ({ form }) => isGroupedByOne(form),
  ({ form }) => isOfOwnGroups(form),
  ({ form, schema }) => isApart(form, schema),
  ({ form, question }) => isSplit(form, question),
  ({ form, question }) => isCountedByFigure(form) && !GROUPS.test(question.replace(PER_TIME, '')),
  ({ question, form, schema }) =>
    EACH.test(question) && (isSpread(form, question) || form.group.some((key) => isMeasured(key, schema))),
  ({ form, schema }) => form.having.some((one) => one.measure.of === null && isMoreThan(one, form, schema)),
  ({ form, question, schema }) => form.having.some((one) => isOfMoneyNotRows(one, question, schema)),
  ({ form, question }) => lacksPlace(form, question),
  ({ form, question }) => isRankedByOther(form, question),
  ({ form }) => form.group.length === 0 && form.outputs.some(isMeasure) && form.order.some(({ by }) => 'key' in by),
  ({ form, question }) => isAlphabetical(form) && !SORTED.test(question),
  // One figure has no first, and the first of several is none without an order: the cheapest three are not any three.
  ({ form: { limit, group, outputs } }) =>
    limit !== null && group.length === 0 && outputs.length > 0 && outputs.every(isMeasure),
  ({ form: { limit, group, order }, question }) =>
    limit !== null && order.length === 0 && (group.length > 0 || FIRST.test(question)),
]

const VERSUS = /\b(?:vs\.?|versus)(?= )/i
const OF_DAYS = /\b(?:dates?|days?|times?|when)\b/i
/** Whether values that are set against each other are thrown together, or listed row by row: "women vs men" are a figure of each. */
const isThrownTogether = ({ where, group, outputs }: Form, schema: Schema): boolean =>
  where.some(
    (one) =>
      one.kind === 'in' &&
      !one.not &&
      !one.column.numeric &&
      one.column.distinct < tableOf(schema, one.column.table).rows &&
      (!outputs.some(isMeasure) || !group.some(({ column }) => column === one.column)),
  )

const EACH = /\b(?:per|each)\b/i

/** Whether the first rows are those of a column that has no size, or of a key that nothing speaks of. */
const isRankedByOther = ({ limit, order: [first] }: Form, question: string): boolean =>
  limit !== null &&
  first !== undefined &&
  keysIn(first.by).some((one) => !hasSize(one) || (isId(one) && !IN_ORDER.test(question)))

/** Whether rows are listed by the very column that they are to be split by: "open bugs by priority" counts them. */
const isListedBy = ({ outputs, group, order, everything }: Form, question: string): boolean => {
  const [only, other] = outputs
  if (everything || other || !only || isMeasure(only) || group.length + order.length > 0) return false
  const { column } = only.key
  return (
    isKind(column) &&
    new RegExp(`\\b(?:by|per) ${RegExp.escape(column.words.join(' '))}(?=[?.!]*$)`, 'iu').test(question)
  )
}

/** Whether groups by a figure are ranked that come to nothing: "the 5 most expensive films by budget" are not grouped by it. */
const isRankedInFigures = ({ limit, group, outputs, order }: Form): boolean =>
  limit !== null &&
  ![...outputs, ...order.map(({ by }) => by)].some(isMeasure) &&
  group.some(({ column, grain }) => !grain && !column.made && isFigure(column))

const FIRST = new RegExp(`\\b(?:most|least|top|best|worst|highest|lowest|${SUPERLATIVES.join('|')})\\b`, 'i')

const SORTED = /\b(?:sort|order|alphabet|lexicograph|arrang|rank|a-z|asc|desc|top|first|last|by)/i

/** Whether rows come in the order of a text. */
const isAlphabetical = ({ order }: Form): boolean =>
  order.some(({ by }) => 'key' in by && !hasSize(by.key.column) && !by.key.grain && !by.key.column.made)

const GROUPS =
  /\b(?:by|per|each|every|for|across|different|distinct|grouped|distribut\w+|spread|histogram|ranges?|common|popular|frequent|often|times|rare\w*)\b/i

/** Whether rows are counted for each figure of a column. */
const isCountedByFigure = ({ group, outputs, order }: Form): boolean =>
  group.some(({ column, grain }) => !grain && !column.made && isFigure(column)) &&
  [...outputs, ...order.map(({ by }) => by)].some(
    (one) => isMeasure(one) && one.measure.fn === 'count' && !one.measure.of,
  )

/** Whether figures of single rows stand beside what several of them belong to. */
const isSpread = ({ outputs, group, where }: Form, question: string): boolean => {
  const keys = outputs.flatMap((output) => ('key' in output ? [output.key.column] : []))
  if (
    group.length === 0 &&
    keys.length === outputs.length &&
    keys.length > 0 &&
    keys.every((one) => isFigure(one) && !one.words.includes('per'))
  )
    return /\bper\b/i.test(question)
  return (
    group.length + where.length === 0 &&
    keys.length === outputs.length &&
    keys.some(isFigure) &&
    keys.some((column) => !isFigure(column)) &&
    !keys.some(({ unique, temporal }) => unique || temporal)
  )
}

/** Whether the first of groups is told by one of their rows. */
const isRankedByParts = (
  { order: [first], limit, group, outputs }: Form,
  question: string,
  schema: Schema,
): boolean => {
  if (limit === null || group.length > 0 || !first || isMeasure(first.by)) return false
  const figure = first.by.key.column
  const names = outputs.flatMap(keysIn).filter((column) => column !== figure)
  return names.length > 0 && names.every((name) => rankedBy(schema, name, figure, question) !== null)
}

/** Whether people are put together by their first name, or their last. */
function isHalfName({ table, unique }: Column, { group }: Form, schema: Schema): boolean {
  const { key } = tableOf(schema, table)
  const names = nameColumns(tableOf(schema, table))
  const grouped = group.map(({ column }) => column)
  const some = names.filter((name) => grouped.includes(name)).length
  return !unique && key !== null && !grouped.includes(key) && some > 0 && some < names.length
}

/** Whether groups are the values of a figure: "revenue per session" is a part of each, and no revenue by numbers of sessions. */
const isMeasured = ({ column, grain }: Key, schema: Schema): boolean => {
  const { rows } = tableOf(schema, column.table)
  const isOfMany = column.distinct > MANY || (rows > 1 && isOfEachRow(column, schema))
  return !grain && !column.made && column.role === 'measure' && isFigure(column) && isOfMany
}

/** Whether groups are ordered by figures of single rows, and so fall apart by these. */
function isApart({ group, order, outputs }: Form, schema: Schema): boolean {
  const isOfGroup = (column: Column) =>
    group.some((key) => key.column === column || monthNumber(schema, key.column) === column)
  return (
    group.length > 0 &&
    outputs.some(isMeasure) &&
    group.every(({ column, grain }) => grain || !column.unique) &&
    order.some(({ by }) => 'key' in by && isFigure(by.key.column) && !isOfGroup(by.key.column))
  )
}

const isNumberOfThings = (column: Column): boolean => isTally(column) || column.words.some((word) => GOODS.test(word))

/** Whether money is to come to as much as there are to be rows: "more than 5 orders". */
const isOfMoneyNotRows = ({ measure, value }: Form['having'][number], question: string, schema: Schema): boolean => {
  const said = new RegExp(`(?<![\\p{Sc}\\d.,])${RegExp.escape(String(value))} (\\p{L}+)`, 'u').exec(question)?.[1]
  const noun = stem(said?.toLowerCase() ?? '')
  const isOfRows = isDocument(noun, schema) || schema.tables.some(({ words }) => words.at(-1) === noun)
  return isOfRows && measure.fn === 'sum' && !measure.of?.columns.some(isNumberOfThings)
}

/** Whether rows are put together by a length of time and fall apart again by the very time. */
const isGroupedTwice = (form: Form): boolean =>
  form.group.some(
    ({ column, grain }) => grain && groupedBy(form).some((other) => other.column === column && !other.grain),
  )

/** Columns by which rows are put together: those shown beside figures as well. */
const groupedBy = ({ group, outputs }: Form): Key[] => [
  ...group,
  ...outputs.flatMap((one) => (group.length === 0 || isMeasure(one) ? [] : one.key)),
]

/** Whether groups of other columns are told apart by one that has the same value in all of them. */
const isGroupedByOne = (form: Form): boolean => {
  const columns = new Set(groupedBy(form).map(({ column }) => column))
  return (
    columns.size > 1 &&
    form.where.some(
      (one) => one.kind === 'compare' && one.operator === '=' && columns.has(one.column) && !one.column.numeric,
    )
  )
}

/** Whether the first groups are told by single figures of another table, of which each has several: "which van costs the most". */
const isRankedFromAfar = (form: Form, question: string): boolean => {
  const shown = form.group.length === 0 && BY_REVENUE.test(question) ? keysOf(form) : form.group
  return (
    form.limit !== null &&
    shown.length > 0 &&
    form.order
      .slice(0, 1)
      .flatMap(({ by }) => keysIn(by))
      .some(
        (figure) =>
          isFigure(figure) &&
          !figure.made &&
          shown.every(({ column }) => column === figure || column.table !== figure.table),
      )
  )
}

const BY_REVENUE = /\bby (?:total )?(?:revenue|sales|turnover|spending|takings|income)\b/i

const TOP_OF_EACH =
  /^(?:(?:which|what) (?:is|are) )?(?:the )?(?:(?:top|best|first|last)(?: \d+)?|most \p{L}+|[\p{L}-]+est)(?: (?!by\b)\p{L}+)+? (?:(?:(?:in|of|for|from|by|per|that) )?each|per|in every) \p{L}+(?: by [\p{L} ]+| \p{L}+)?[?.!]*$/iu
/** Whether one of all is told where one of each group was asked for, or how many of them each group has. */
const isNoneOfEach = ({ limit, limitPerGroup, where, outputs }: Form, question: string): boolean =>
  TOP_OF_EACH.test(question) &&
  limitPerGroup === null &&
  !where.some(({ kind }) => kind === 'average') &&
  (limit !== null || outputs.some((one) => isMeasure(one) && one.measure.fn === 'count'))

const TOP_BY_PER = /\b(?:top|best|worst|bottom|highest|lowest|most|least)\b.*\bby\b.*\bper (\p{L}+)/iu

const PER_BY = /\bper (\p{L}+) (?:by|for each|in each) \p{L}/iu

/**
 * Whether groups fall apart by what a figure is per: "top 5 cities by revenue per customer" are no customers, nor is "revenue per customer by
 * city" that of each customer, who has but one.
 */
const isApartByEach = (form: Form, question: string, schema: Schema): boolean => {
  const [top, each] = [TOP_BY_PER, PER_BY].map((said) => stem(said.exec(question)?.[1]?.toLowerCase() ?? ''))
  const keys = groupedBy(form).map(({ column }) => column)
  const isOf = (noun: string) => (column: Column) =>
    noun !== '' &&
    (column.words.includes(noun) ||
      (tableOf(schema, column.table).words.includes(noun) &&
        (isId(column) || nameColumns(tableOf(schema, column.table)).includes(column))))
  const isOfOwner = (column: Column) =>
    keys.some((key) => isOf(each!)(key) && !isOf(each!)(column) && key.table === column.table)
  const isTop = form.limit !== null && keys.some(isOf(top!)) && !keys.every(isOf(top!))
  return (isTop || keys.some(isOfOwner)) && !measuresOf(form).some(({ per }) => per)
}

/** Whether groups are told or ranked by what all of their rows have: the average price of each price, or how many boats each boat is. */
const isOfOwnGroups = (form: Form): boolean => {
  const keys = groupedBy(form).flatMap(({ column, grain }) => (grain ? [] : column))
  return [...form.outputs, ...form.order.map(({ by }) => by)].some((one) => {
    if (!isMeasure(one) || one.measure.of?.columns.length !== 1) return false
    const { fn, distinct, of } = one.measure
    return (fn !== 'count' || distinct || of.columns[0]!.made?.kind === 'both') && keys.includes(of.columns[0]!)
  })
}

/** Whether no group can have so many rows: each of the others has at least one. */
const isMoreThan = ({ operator, value }: Form['having'][number], { group }: Form, { tables }: Schema) =>
  operator !== '<' &&
  operator !== '<=' &&
  operator !== '<>' &&
  typeof value === 'number' &&
  tables.every(({ name, rows }) => {
    const others = group.map(({ column, grain }) => (!grain && column.table === name ? column.distinct - 1 : 0))
    return value > rows - Math.max(0, ...others)
  })

/** Whether figures "over all countries" are split by country. */
function isSplit({ group }: Form, question: string): boolean {
  const said = question.match(/\b(?:over|across|of|among|for) all (?:the )?(\w{4,})/i)?.[1]
  return said !== undefined && group.some(({ column }) => column.words.includes(stem(said.toLowerCase())))
}
