import { stem } from '#base/stems.ts'
import { wordsOf } from '#base/text.ts'
import { type Form, factorsOf, isMeasure, type Measure, type Output } from '../../built-in/form.ts'
import { AMOUNT, holdsMoney, speaksOfMoney } from '../../built-in/money.ts'
import { Resolver } from '../../built-in/resolve.ts'
import {
  type Column,
  columnsIn,
  hasSize,
  isOfThings,
  isSince,
  nameColumns,
  type Schema,
  tableOf,
} from '../../built-in/schema.ts'
import { comesInParts } from '../../built-in/totals.ts'
import { NO_REVENUE } from '../../rules/revenue.ts'
import { countsTimes } from '../deeds.ts'
import { lacksDifference, mixesCompared } from '../differences.ts'
import { isOfDocuments, lacksDocument } from '../documents.ts'
import { flagOf } from '../draft.ts'
import { isNamed } from '../named.ts'
import { lacksOverall } from '../overall.ts'
import { isFigure, isOfEachRow, isOfPeople, tellsPeople } from '../rows.ts'
import { measuresOf } from '../skeleton.ts'
import { isDuration, unitIn, unitOf } from '../units.ts'
import { FELL, ROSE } from '../words.ts'
import { isKind, isLabel, isNumberOf, keysIn, type Rule } from './query.ts'

/** Figures by the types of their columns, and what is counted, added up and shared. */
export const OF_FIGURES: Rule[] = [
  ({ measures, question }) => measures.some((one) => isOfOtherType(one, question)),
  ({ question, form, schema }) => MONEY_ASKED.test(question) && !HOW_MANY.test(question) && isOfNoMoney(form, schema),
  ({ question, measures, schema }) =>
    REVENUE.test(question) && measures.some((one) => isOfNoRevenue(one, question, schema)),
  ({ question, measures, schema }) => WORTH.test(question) && measures.some((one) => addsOtherThanMoney(one, schema)),
  ({ form, question, schema }) => isOfLongerName(form, question, schema),
  ({ question, form }) => MOVED.test(question) && isOneFigure(form),
  ({ form, schema }) => isOfLines(form, schema),
  ({ form, question, schema }) => lacksDocument(form, question, schema),
  ({ form, question }) => lacksDifference(form, question),
  ({ form, question }) => lacksOverall(form, question),
  ({ form, question }) => mixesCompared(form, question),
  ({ form }) => form.outputs.some((one) => isMeasure(one) && one.shown === 'rate' && isOddPart(one.measure)),
  ({ form, question, schema }) => isRateOfGroups(form, question, schema),
  ({ form, schema }) => isRateOfRows(form, schema),
  ({ form }) => isShareOfRows(form) || isShareOfAll(form),
  ({ form, question }) => isShareOfOther(form, question),
  ({ form, schema }) => isCountOfOne(form, schema.tables),
  ({ form, schema, question }) => isCountOfNamesakes(form, schema) && !OF_NAMES.test(question),
  ({ form, question }) => countsTimes(form, question),
  ({ form, question }) => isPaidAnew(form, question),
  ({ question, measures }) => ROWS_COUNTED.test(question) && !measures.some(({ fn, of }) => fn === 'count' && !of),
  ({ question, measures, schema }) => POPULAR.test(question) && measures.some((one) => countsThings(one, schema)),
  ({ question, measures, schema }) => SOLD.test(question) && measures.some((one) => addsUpPrices(one, schema)),
  ({ question, form }) => asksTwo(question) && form.outputs.filter(isMeasure).length < 2,
  ({ question, form }) => (HOW_MUCH.test(question) || HOW_MUCH_MORE.test(question)) && isOfCounts(form),
  ({ question, form }) => HOW_MANY.test(question) && isListOfThings(form),
  ({ question, measures }) =>
    COUNTS.test(question) &&
    !ADDS.test(question) &&
    measures.some((one) => addsMoney(one) || (addsTime(one) && !OF_TIME.test(question))),
  ({ form, question }) => isOfUnits(form, question),
  ({ measures, question }) => measures.some((one) => isPerOtherUnit(one, question)),
  ({ form, question }) => FIGURE_OF.test(question) && isListOfParts(form),
]

const OF_NAMES = /\b(?:names?|called|namesakes?)\b/i

const ADDED_UP =
  /\b(?:total|totals|sum|summed|altogether|combined|all|add\w*|how (?:much|many)|revenue|turnover|takings|sales|money|spen[dt]\w*|income|earn\w*)\b/i

/** Whether the values of a column never add up: prices, scores, rates. */
const isRate = ({ aggregation, made }: Column): boolean => aggregation === 'average' && !made

/** Whether texts are added up, flags counted as different values, or labels divided by. */
function isOfOtherType({ fn, of, distinct }: Measure, question: string): boolean {
  if (!of || of.days) return false
  if (fn === 'count')
    return of.columns.some(
      (one) =>
        flagOf(one) ||
        (one.made && one.role === 'measure') ||
        (!distinct && (isKind(one) || (tellsPeople(one) && !one.unique && !isNamed(one, question)))) ||
        (distinct && one.role === 'measure' && !one.made && !DIFFERENT.test(question)),
    )
  if (
    fn === 'sum' &&
    !of.less &&
    !of.over &&
    of.columns.length === 1 &&
    isRate(of.columns[0]!) &&
    !ADDED_UP.test(question)
  )
    return true
  // Years and other labels add up to nothing, and figures are not divided by them.
  const isNoFigure = fn === 'sum' || of.over ? isNumberOf : isLabel
  if (/^(?:sum|avg|median)$/.test(fn) && factorsOf(of).some(isNoFigure)) return true
  return !of.columns.every(hasSize) || (fn !== 'sum' && !PARTS.test(question) && of.columns.some(flagOf))
}

/** Whether lines are averaged for each document that they are of: "the average bill" is of bills. */
const isOfLines = ({ outputs, order, group }: Form, schema: Schema): boolean =>
  [...outputs, ...order.map(({ by }) => by)].some(
    (one) =>
      isMeasure(one) &&
      one.measure.fn === 'avg' &&
      group.some(({ column }) => one.measure.of?.columns.some((figure) => isOfDocuments(column, figure, schema))),
  )

const SOLD = /\b(?:sold|bought|ordered|used)\b/i
/** Whether what things cost is added up once for each of them, and not for each that was sold. */
const addsUpPrices = ({ fn, of, table }: Measure, schema: Schema): boolean =>
  fn === 'sum' &&
  of !== null &&
  of.columns.length === 1 &&
  of.columns.every((one) => one.table === table && speaksOfMoney(one)) &&
  isOfThings(table, schema)

const WORTH = /\b(?:total|combined|overall|average|highest|lowest) (?:value|worth)\b|\bworth\b/i
/** Whether what is no money is added up, where its table has money: what books are worth is not their pages. */
const addsOtherThanMoney = ({ fn, of }: Measure, { tables }: Schema): boolean => {
  const [column] = of?.columns ?? []
  return (
    /^(?:sum|avg)$/.test(fn) &&
    column !== undefined &&
    !column.made &&
    !holdsMoney(column) &&
    !column.words.some((word) => AMOUNT.test(word)) &&
    tables.some(({ name, columns }) => name === column.table && columns.some(holdsMoney))
  )
}

const MOVED = new RegExp(
  `^(?:did|has|have|is|are)\\b.*\\b(?:(?:go|gone|going|went) (?:up|down)|${ROSE}|${FELL})\\b`,
  'i',
)
/** Whether one figure of one time is told, where it was asked whether it went up: no single one says so. */
const isOneFigure = ({ outputs, group }: Form): boolean =>
  group.length === 0 &&
  outputs.every((one) => isMeasure(one) && one.shown === 'value' && !one.measure.minus && !one.measure.of?.less)

const POPULAR = /\b(?:popular|(?:best|top|most|worst|least)[- ]?sell(?:ing|ers?))\b/i

/** Whether things are counted, and not what happens with them: the most popular kind is none of which there are most. */
const countsThings = ({ fn, of, table }: Measure, schema: Schema): boolean =>
  fn === 'count' && (!of || of.columns[0]!.unique) && isOfThings(table, schema)

const REVENUE = /\b(?:revenue|turnover|takings)\b/i

/** Whether figures are of money that goes out or back, as refunds are, where revenue is asked for and another table has it. */
const isOfNoRevenue = ({ table, of }: Measure, question: string, schema: Schema): boolean => {
  const said = wordsOf(question).map(stem)
  const isOut = (name: string) =>
    tableOf(schema, name).words.some((word) => NO_REVENUE.test(word) && !said.includes(word))
  return (
    of !== null &&
    isOut(table) &&
    new Resolver(schema, []).money(null)?.columns.some((one) => !isOut(one.table)) === true
  )
}

const MONEY_ASKED = new RegExp(`\\bmoney\\b|\\b(?:most|least) cost\\b|${REVENUE.source}`, 'i')

/** Whether rows are counted, or things, where money is asked for and there is some. */
const isOfNoMoney = (form: Form, schema: Schema): boolean => {
  const isMoney = ({ of }: Measure) => of?.columns.some((one) => speaksOfMoney(one) || one.currency) === true
  const measures = measuresOf(form)
  const money = new Resolver(schema, []).money(form.base)
  return (
    money !== null &&
    measures.length > 0 &&
    !measures.some((one) => isMoney(one) || money.columns.every((column) => one.of?.columns.includes(column)))
  )
}

/** Whether a rate is of the very things by which it was to be split: "the share of women by club" is none of clubs. */
const isRateOfGroups = ({ outputs, group, base }: Form, question: string, schema: Schema): boolean =>
  group.length === 0 &&
  outputs.some((one) => isMeasure(one) && one.shown === 'rate' && one.measure.table === base) &&
  tableOf(schema, base).words.some((word) =>
    new RegExp(`\\b(?:by|per|each|every) (?:\\p{L}+ )?${RegExp.escape(word)}`, 'iu').test(question),
  )

/** Whether things that stand in one row each are told apart by the number of their rows. */
const isCountOfOne = ({ group, order, outputs, where, having, joined }: Form, tables: Schema['tables']): boolean => {
  const counts = [...order.map(({ by }) => by), ...outputs].filter(isMeasure)
  return (
    having.length === 0 &&
    !joined?.length &&
    counts.some(({ measure }) => measure.fn === 'count' && measure.of === null) &&
    group.some(({ column, grain }) => {
      const { rows } = tables.find(({ name }) => name === column.table)!
      const isOwn = [...order.map(({ by }) => by), ...outputs].every(
        (by) => ('key' in by ? by.key.column.table : by.measure.table) === column.table,
      )
      return (
        isOwn &&
        (order.length === 0 || where.every((one) => one.kind !== 'related')) &&
        !grain &&
        column.unique &&
        rows > 1
      )
    })
  )
}

const ROWS_COUNTED = /\b(?:number of|how many|count of) (?:rows|records)\b/i

const DIFFERENT = /\b(?:different|distinct|unique|various)\b/i

/** "How much did they pay" is no number of them. */
const HOW_MUCH = /^\W*how much (?:did|do|does|have|has|had|is|was|are|were)\b/i

/** "How much faster", "how much older". */
const HOW_MUCH_MORE = /\bhow much (?!fewer\b)\p{L}+er\b(?!.*\b(?:number|count)\b)/iu

const isOfCounts = ({ outputs }: Form): boolean =>
  outputs.some(isMeasure) && outputs.every((one) => 'key' in one || (one.measure.fn === 'count' && !one.measure.of))

const HOW_MANY = /^\W*(?:how many|number of)\b/i

/** Whether things are shown and no number of them. */
const isListOfThings = ({ outputs, everything }: Form): boolean =>
  everything || outputs.every((one) => !isMeasure(one) && !isFigure(one.key.column) && !one.key.column.made)

/** Two figures: "how many were paid, and how much", "the number of flats and the average rent". */
const HOW_MANY_AND_MUCH = /\bhow many\b.*\bhow much\b|\bhow much\b.*\bhow many\b/i

const NUMBER_AND_FIGURE =
  /\b(?:number of|how many)\b(?:(?!\b(?:than|above|below|over|under|exceed\w*|least|most)\b).)*\band (?:the |their |its )?(?:average|total|median|mean|sum of)\b(?!.*\b(?:above|below|more|less) )/i

const asksTwo = (question: string): boolean => HOW_MANY_AND_MUCH.test(question) || NUMBER_AND_FIGURE.test(question)

/** Whether shares are of single rows. */
const isRateOfRows = ({ group, outputs }: Form, schema: Schema): boolean =>
  outputs.some(
    (one) =>
      isMeasure(one) &&
      one.shown === 'rate' &&
      group.some(
        ({ column, grain }) =>
          !grain && !column.made && column.table === one.measure.table && isOfEachRow(column, schema),
      ),
  )

/** Whether a share is of more than one thing, or of the sum of a yes or no, which is a condition. */
const isOddPart = ({ fn, of, where = [] }: Measure): boolean =>
  where.length > 1 || (fn === 'sum' && of !== null && of.over === undefined && of.columns.some(flagOf))

/** Whether a share of rows stands beside a figure, which is what the share is to be of. */
const isShareOfRows = ({ outputs, group }: Form): boolean =>
  outputs.some((one) => isMeasure(one) && one.shown === 'share' && !one.measure.of) &&
  [...outputs.flatMap(keysIn), ...group.map(({ column }) => column)].some((column) => isFigure(column) && !column.made)

const PERCENT_OF = /\b(?:as|in) (?:an? )?(?:percent|percentage|share|part|%|proportion) of\b/i

const SHARE_OF_SOME =
  /\b(?:share|percentage|percent|proportion) of (?:the |our |all )?\p{L}+ (?:with|without|that|who|which|in)\b.*\b(?:per|by|in each|for each|of each)\b/iu

/** Whether what is told is a part of its own whole, where it was to be one of something else, or of each group: "refunds as a percentage of revenue". */
const isShareOfOther = ({ outputs, where }: Form, question: string): boolean =>
  outputs.some((one) => isMeasure(one) && one.shown === 'share') &&
  (PERCENT_OF.test(question) || (SHARE_OF_SOME.test(question) && where.length > 0))

/** Whether people are counted by their own name: "who" is one of them, and no namesakes are asked for. */
const isCountOfNamesakes = ({ group, order, outputs }: Form, schema: Schema): boolean =>
  group.some(({ column }) => {
    const table = tableOf(schema, column.table)
    const isCount = (one: Output) =>
      isMeasure(one) && one.measure.fn === 'count' && one.measure.of === null && one.measure.table === table.name
    return (
      isOfPeople(table) &&
      nameColumns(table).includes(column) &&
      [...order.map(({ by }) => by), ...outputs].some(isCount)
    )
  })

/** Whether a share is of all that there is: 100 percent. */
const isShareOfAll = ({ outputs, group }: Form): boolean =>
  group.length === 0 &&
  outputs.length === 1 &&
  outputs.every((one) => isMeasure(one) && one.shown === 'share' && !one.measure.where?.length)

/** What begins with neither a verb nor a word that asks for rows: "net takings last week". */
const FIGURE_OF =
  /^\W*(?:(?:the|our|my) )?(?!(?:which|what|who|where|when|how|list|show|give|find|get|display|print|all|each|every|any|do|does|did|is|are|was|were|compare|name)\b)[\p{L} -]+ (?:in|on|for|from|during|since|last|this|today|yesterday)\b/iu

/** Whether amounts of single rows are listed, and nothing that says which. */
const isListOfParts = ({ outputs, group, limit }: Form): boolean =>
  limit === null && group.length === 0 && outputs.length === 1 && outputs.flatMap(keysIn).some(comesInParts)

/** Whether a figure stands for another that is called just what was said: budgeted hours for hours, the cost of a unit for units. */
const isOfLongerName = (form: Form, question: string, schema: Schema): boolean => {
  const said = new Set(wordsOf(question).map(stem))
  const all = [...form.outputs, ...form.order.map(({ by }) => by)].flatMap((one) =>
    isMeasure(one) ? (one.measure.of?.columns ?? []) : keysIn(one),
  )
  return all.some(({ words, made, numeric }) => {
    if (made || !numeric || words.length < 2) return false
    const [last, others] = [words.at(-1)!, words.slice(0, -1)]
    if (others.some((word) => said.has(word)))
      return others.includes('unit') && !said.has(last) && /\bunits\b/i.test(question)
    return said.has(last) && columnsIn(schema).some((one) => isFigure(one) && one.words.join() === last)
  })
}

const PARTS = /\b(?:share|rate|ratio|percent|percentage|proportion|fraction|part)\b|%/i

const COUNTS = /\b(?:how many|number of|count)\b/i

const ADDS = /\b(?:how much|total|sum|amounts?|value|worth)\b/i

const OF_TIME = /\b(?:hours?|minutes?|mins?|seconds?|days?|time|long|longest|shortest|duration)\b/i

const addsTime = ({ fn, of }: Measure): boolean =>
  fn === 'sum' && !!of && !of.over && of.columns.some((column) => !column.made && isDuration(column))

const addsMoney = ({ fn, of }: Measure): boolean =>
  fn === 'sum' && !!of && of.columns.some((column) => speaksOfMoney(column) || column.words.includes('amount'))

/** Whether money stands beside the numbers of what it was to be divided by: "price per ticket" of a column of numbers of tickets. */
const isOfUnits = ({ group, outputs }: Form, question: string): boolean =>
  outputs.flatMap((one) => (isMeasure(one) ? (one.measure.of?.columns ?? []) : keysIn(one))).some(speaksOfMoney) &&
  group.some(
    ({ column: { name, role, aggregation, words, made } }) =>
      !made &&
      role === 'measure' &&
      aggregation === 'sum' &&
      !name.toLowerCase().endsWith(words.at(-1)!) &&
      new RegExp(`\\bper ${RegExp.escape(words.at(-1)!)}\\b`, 'i').test(question),
  )

const PER_UNIT = /\bper (\p{L}+)/giu
/** Whether something is divided by figures of another unit than the one that is said: a cost per kWh is none per MWh. */
const isPerOtherUnit = ({ of }: Measure, question: string): boolean =>
  of?.over !== undefined &&
  of.times === undefined &&
  Array.from(question.matchAll(PER_UNIT), ([, word]) => unitOf(word!.toLowerCase())).some((unit) =>
    unit ? of.over!.some((one) => (unitIn(one, unit.of)?.factor ?? unit.factor) !== unit.factor) : false,
  )

const WAGE = /^(?:salary|wage|rent|pension)$/

/** Whether what is paid again and again is told by the time since which it is paid. */
const isPaidAnew = ({ group, outputs }: Form, question: string): boolean =>
  group.some(({ column, grain }) => grain && isSince(column) && !isNamed(column, question)) &&
  outputs.some(
    (one) => isMeasure(one) && one.measure.of?.columns.some(({ words }) => words.some((word) => WAGE.test(word))),
  )
