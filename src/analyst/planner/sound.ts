import { stem } from '#base/stems.ts'
import { wordsOf } from '#base/text.ts'
import {
  type Condition,
  columnsOf,
  type Form,
  factorsOf,
  isMeasure,
  type Key,
  keysOf,
  type Measure,
  type Output,
} from '../built-in/form.ts'
import { path } from '../built-in/join.ts'
import { SUPERLATIVES } from '../built-in/lexicon.ts'
import { AMOUNT, GOODS, speaksOfMoney } from '../built-in/money.ts'
import { Resolver } from '../built-in/resolve.ts'
import {
  type Column,
  hasSize,
  isId,
  isSince,
  monthNumber,
  nameColumns,
  placesOf,
  type Schema,
  tableOf,
  timeColumn,
} from '../built-in/schema.ts'
import { comesInParts, rankedBy } from '../built-in/totals.ts'
import { NO_REVENUE } from '../rules/revenue.ts'
import { alike } from '../rules/synonyms.ts'
import { lacksDropped, lacksPlace } from './constructions.ts'
import { countsTimes, showsDeed } from './deeds.ts'
import { lacksDifference, mixesCompared } from './differences.ts'
import { isDocument, isOfDocuments, lacksDocument } from './documents.ts'
import { flagOf } from './draft.ts'
import { isNamed, THEN } from './meant.ts'
import { lacksOverall } from './overall.ts'
import { isFigure, isOfEachRow, isOfPeople, isTally, isTime, tellsPeople, timeOfRows } from './rows.ts'
import { conditionsOf, isOfNo, measuresOf } from './skeleton.ts'
import { startOf } from './spans.ts'
import { isDuration, type Unit, unitIn, unitOf } from './units.ts'
import { KIN_OF } from './words.ts'

type Query = { form: Form; question: string; schema: Schema; conditions: Condition[]; measures: Measure[] }
/** Each tells of a query that it cannot be what its question asks, whatever the words are linked to. */
type Rule = (query: Query) => boolean

/** Figures by the types of their columns, and what is counted, added up and shared. */
const OF_FIGURES: Rule[] = [
  ({ measures, question }) => measures.some((one) => isOfOtherType(one, question)),
  ({ question, form, schema }) => MONEY_ASKED.test(question) && !HOW_MANY.test(question) && isOfNoMoney(form, schema),
  ({ question, measures, schema }) =>
    REVENUE.test(question) && measures.some((one) => isOfNoRevenue(one, question, schema)),
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
  ({ conditions, question }) => PIECES.test(question) && conditions.some(isOfMoney),
  ({ conditions, question }) => conditions.some((one) => isOfKeyByChance(one, question)),
  ({ form, schema }) => isCountOfOne(form, schema.tables),
  ({ form, schema, question }) => isCountOfNamesakes(form, schema) && !OF_NAMES.test(question),
  ({ form, question }) => countsTimes(form, question),
  ({ form, question }) => isPaidAnew(form, question),
  ({ question, measures }) => ROWS_COUNTED.test(question) && !measures.some(({ fn, of }) => fn === 'count' && !of),
  ({ question, measures, schema }) => POPULAR.test(question) && measures.some((one) => countsThings(one, schema)),
  ({ question, form }) => asksTwo(question) && form.outputs.filter(isMeasure).length < 2,
  ({ question, form }) => HOW_MUCH.test(question) && isOfCounts(form),
  ({ question, form }) => HOW_MANY.test(question) && isListOfThings(form),
  ({ question, measures }) =>
    COUNTS.test(question) &&
    !ADDS.test(question) &&
    measures.some((one) => addsMoney(one) || (addsTime(one) && !OF_TIME.test(question))),
  ({ form, question }) => isOfUnits(form, question),
  ({ form, question }) => FIGURE_OF.test(question) && isListOfParts(form),
]

/** How rows are put together, and in which order. */
const OF_GROUPS: Rule[] = [
  ({ form }) => isRankedInFigures(form),
  ({ form, question }) => isListedBy(form, question),
  ({ form, question, schema }) => isRankedByParts(form, question, schema),
  ({ form, schema }) => form.group.some(({ column }) => isHalfName(column, form, schema)),
  ({ form, question }) => isRankedFromAfar(form, question),
  ({ form, question, schema }) => isApartByEach(form, question, schema),
  ({ form: { limit, limitPerGroup, where }, question }) =>
    TOP_OF_EACH.test(question) &&
    limit !== null &&
    limitPerGroup === null &&
    !where.some(({ kind }) => kind === 'average'),
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

/** Of which time rows are, and by how long ones they are put together. */
const OF_TIMES: Rule[] = [
  ({ conditions }) => conditions.some(isOutside),
  ({ form, question, schema }) => isOfOtherTime(form, question, schema),
  ({ form, question, schema }) => isOfEnd(form, question, schema),
  ({ form, question }) => mixesTimes(form, question),
  ({ form, question }) => isChangeOfNoTime(form, question),
  ({ form, question }) => isRateOfBeginners(form, question),
  ({ form, question }) => lacksDropped(form, question),
  ({ question, form }) => PER_TIME.test(question) && isOfSeveralAtATime(form),
  ({ question, form, schema }) => WHICH_LENGTH.test(question) && showsDays(form, schema),
  ({ form, question, schema }) => form.where.some((one) => isYearOfThings(one, question, schema)),
  ({ form }) => form.group.some(({ column, grain }) => grain === 'hour' && column.type === 'DATE'),
  ({ form }) => form.group.some((key) => form.where.some((one) => isLessThanOne(one, key))),
  ({ question, form }) =>
    IN_LENGTHS.test(question) && form.group.some(({ grain }) => /^(?:hour|day)$/.test(String(grain))),
  ({ conditions, question }) =>
    !OPEN_ENDED.test(question) && conditions.some((one) => one.kind === 'period' && !(one.from && one.to)),
  // No day is more than 10.
  ({ conditions }) =>
    conditions.some(
      (one) => one.kind === 'compare' && one.column.temporal && !one.column.made && typeof one.value === 'number',
    ),
]

/** Which rows are meant, and what is shown of them. */
const OF_ROWS: Rule[] = [
  ({ conditions }) => conditions.some((one) => !comparesSizes(one) || isOfItself(one)),
  ({ conditions, question }) => isTornRange(conditions, question),
  ({ conditions, form, question, schema }) => conditions.some((one) => isStateOfOthers(one, form, question, schema)),
  ({ form, question, schema }) =>
    !ALTERNATIVES.test(question) && form.where.some((one) => isOfEither(one) || isOfAnyOf(one, form, question, schema)),
  ({ form }) => isEmpty(form.where) || isTwiceSaid(form) || form.where.some(isFar),
  ({ form, question, schema }) => comparesOtherUnits(form, question, schema),
  ({ form, question }) => isOfNone(form, question),
  ({ conditions, question }) =>
    !NEGATES.test(question) && !ZERO.test(question) && conditions.some((one) => isDenied(one, question)),
  ({ conditions, form, question }) =>
    !NEGATES.test(question) &&
    !LEAVES_OUT.test(question) &&
    (conditions.some(leavesOut) ||
      form.where.some((one) => (one.kind === 'related' || one.kind === 'among') && one.not)),
  ({ form, question, schema }) => isTurned(form, question, schema),
  ({ question, form, schema }) => WHO.test(question) && isOfFigures(form, schema),
  ({ question, form, schema }) => WHAT_DID.test(question) && isListOfPeople(form, schema),
  ({ question, form, schema }) => keepsTakenOff(form, question, schema),
  ({ form, question, schema }) => showsDeed(form, question, schema),
  ({ form, question, schema }) => showsOthers(form, question, schema),
  ({ form }) => isTold(form),
]

const RULES = [...OF_FIGURES, ...OF_GROUPS, ...OF_TIMES, ...OF_ROWS]

/** Whether a query can be what its question asks, by the types of its columns and its bounds. */
export function isSound(form: Form, question: string, schema: Schema): boolean {
  const query = { form, question, schema, conditions: conditionsOf(form), measures: measuresOf(form) }
  return !RULES.some((breaks) => breaks(query))
}

const WHO = /^\s*who\b/i
const EACH = /\b(?:per|each)\b/i
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

/** Whether the first rows are those of a column that has no size, or of a key that nothing speaks of. */
const isRankedByOther = ({ limit, order: [first] }: Form, question: string): boolean =>
  limit !== null &&
  first !== undefined &&
  keysIn(first.by).some((one) => !hasSize(one) || (isId(one) && !IN_ORDER.test(question)))

/** Whether lines are averaged for each document that they are of: "the average bill" is of bills. */
const isOfLines = ({ outputs, order, group }: Form, schema: Schema): boolean =>
  [...outputs, ...order.map(({ by }) => by)].some(
    (one) =>
      isMeasure(one) &&
      one.measure.fn === 'avg' &&
      group.some(({ column }) => one.measure.of?.columns.some((figure) => isOfDocuments(column, figure, schema))),
  )

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

const DAYS: Record<string, number> = { day: 1, week: 7, month: 28, quarter: 90, year: 365 }
/** Whether rows of a part of a time are put together by the whole of it: "orders in December by year" are of every December. */
const isLessThanOne = (one: Condition, { column, grain }: Key): boolean =>
  one.kind === 'period' &&
  one.column.table === column.table &&
  one.from !== null &&
  one.to !== null &&
  (Date.parse(one.to) - Date.parse(one.from)) / 86_400_000 < (DAYS[grain ?? ''] ?? 0)

const POPULAR = /\b(?:popular|(?:best|top|most|worst|least)[- ]?sell(?:ing|ers?))\b/i
/** Whether things are counted, and not what happens with them: the most popular kind is none of which there are most. */
const countsThings = ({ fn, of, table }: Measure, { edges }: Schema): boolean =>
  fn === 'count' &&
  (!of || of.columns[0]!.unique) &&
  edges.some(({ to }) => to.table === table) &&
  !edges.some(({ from }) => from.table === table)

const FROM_TO = /\b(?:from|between) (?:\w+ )?(?:19|20)\d\d (?:to|and) (?:\w+ )?(?:19|20)\d\d(?=[?.!]*$)/i
/**
 * Whether what changes from one time to the next, or adds up over time, is told of groups that have no order in time, or of every month
 * of "from 2024 to 2025".
 */
const isChangeOfNoTime = ({ outputs, group }: Form, question: string): boolean => {
  const shown = new Set(outputs.map((one) => (isMeasure(one) ? one.shown : null)))
  const isOfTime = group.length === 0 || group.some(({ column, grain }) => grain || isTime(column))
  return (shown.has('change') && FROM_TO.test(question)) || ((shown.has('change') || shown.has('running')) && !isOfTime)
}

/** Whether rates in the course of time are of those who began then, though nothing speaks of a beginning: "repeat purchase rate by month". */
const isRateOfBeginners = ({ outputs, group }: Form, question: string): boolean => {
  const rates = outputs.filter(isMeasure).filter(({ shown }) => shown === 'rate')
  const times = [
    ...group.flatMap(({ column, grain }) => (grain ? column : [])),
    ...rates.flatMap(({ measure }) => measure.where ?? []).flatMap((one) => (one.kind === 'period' ? one.column : [])),
  ]
  return rates.length > 0 && times.some((column) => isSince(column) && !isNamed(column, question))
}

const PER_TIME = /\b(?:per|by|each|every) (?:day|week|month|quarter|year)\b/i
/** Whether figures of single rows stand beside a time that several of these may have: "use per month" of a row for each meter. */
const isOfSeveralAtATime = ({ outputs, group, limit }: Form): boolean => {
  const keys = outputs.flatMap(keysIn)
  return (
    limit === null &&
    group.length === 0 &&
    keys.length === outputs.length &&
    keys.some(isFigure) &&
    keys.some((column) => isTime(column) && !column.unique)
  )
}

/** Numbers that say which, and are averaged as little as added up. */
const isLabel = ({ role, made, words }: Column): boolean =>
  role === 'dimension' && !made && /^(?:no|nr|num|number|code|key|zip|postcode|phone)$/.test(words.at(-1) ?? '')
const isYear = ({ role, made, min, max }: Column): boolean =>
  role === 'dimension' && !made && Number(min ?? 0) > 1500 && Number(max ?? 0) <= 2100
const isNumberOf = (column: Column): boolean => isLabel(column) || isYear(column)

/** Words by which what was added last has the highest number. */
const IN_ORDER = /\b(?:ids?|numbers?|no|codes?|new\w*|latest|last|recent\w*|first|old\w*|earliest)\b/i

/** Whether a period is of a time that is not named, where another one of what is asked for is: "books published since 2015" lent since then. */
function isOfOtherTime(form: Form, question: string, schema: Schema): boolean {
  const periods = conditionsOf(form).flatMap((one) => (one.kind === 'period' && !one.column.made ? one.column : []))
  if (periods.length === 0 || periods.some((column) => isNamed(column, question))) return false
  const own = new Set([form.base, ...periods.map(({ table }) => table)])
  const beside = schema.edges.flatMap(({ from, to }) => (own.has(to.table) ? from.table : []))
  const isOf = (text: string) => (name: string) =>
    tableOf(schema, name).columns.some(
      (column) => (column.temporal || column.words.includes('year')) && !isId(column) && isNamed(column, text),
    )
  return [...own].some(isOf(question)) || beside.some(isOf(question.match(THEN)?.join(' ') ?? ''))
}

/** Whether a period is of the end of rows that begin at another time, and nothing speaks of an end. */
const isOfEnd = (form: Form, question: string, schema: Schema): boolean =>
  !ENDED.test(question) &&
  conditionsOf(form).some(
    (one) =>
      one.kind === 'period' &&
      !one.column.made &&
      isEnd(one.column) &&
      startOf(tableOf(schema, one.column.table)) !== null &&
      !isNamed(one.column, question),
  )
const ENDED = /\b(?:end\w*|finish\w*|clos\w*|until|till|leav\w*|stop\w*|complet\w*)\b/i
const isEnd = ({ words }: Column): boolean => words.some((word) => /^(?:end|ended|finish|finished)$/.test(word))

const RANGE = /(?<![\d.,])(\d[\d,.]*) ?(?:to|-|–) ?(\d[\d,.]*)(?![\d.,]*\d)/g
/** Whether the ends of a range that is said are values of two columns: "aged 30 to 40" of an age of 30 and 40 children. */
const isTornRange = (conditions: Condition[], question: string): boolean =>
  [...question.matchAll(RANGE)].some(([, from, to]) => {
    const ofValue = (said: string | undefined) =>
      conditions.find(
        (one) => one.kind === 'compare' && one.operator === '=' && String(one.value) === said?.replaceAll(',', ''),
      )
    const [a, b] = [ofValue(from), ofValue(to)]
    return a !== undefined && b !== undefined && columnsOf(a)[0] !== columnsOf(b)[0]
  })

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

/** Whether rows are to be open by the state of others that only belong to the same: repairs of a flat by its leases. */
const isStateOfOthers = (one: Condition, { base }: Form, question: string, schema: Schema): boolean =>
  columnsOf(one).some(
    ({ made, table }) =>
      made?.kind === 'state' &&
      table !== base &&
      !tableOf(schema, table).words.some((word) => question.toLowerCase().includes(word)) &&
      path(schema, [base], table)?.some(({ many }, at, way) => many && way[at - 1]?.many === false) !== false,
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

/** Whether days are shown where months or weeks are asked for. */
const WHICH_LENGTH = /^(?:in )?(?:which|what) (?:month|week|quarter)s?\b/i
const showsDays = ({ outputs, group }: Form, { tables }: Schema): boolean => {
  const keys = [...outputs.flatMap((one) => ('key' in one ? one.key : [])), ...group]
  const isOfLength = ({ table, words }: Column) =>
    /^(?:month|week|quarter)$/.test(words.at(-1) ?? '') ||
    tables.some((one) => one.name === table && /^(?:month|week|quarter)$/.test(timeOfRows(one)?.length ?? ''))
  return (
    keys.some(({ column, grain }) => column.temporal && !grain && !column.made && !isOfLength(column)) &&
    !keys.some(({ grain }) => grain)
  )
}

const FIRST = new RegExp(`\\b(?:most|least|top|best|worst|highest|lowest|${SUPERLATIVES.join('|')})\\b`, 'i')
const ROWS_COUNTED = /\b(?:number of|how many|count of) (?:rows|records)\b/i
const DIFFERENT = /\b(?:different|distinct|unique|various)\b/i
/** Words of times without an end: "more than 2000" is no time. */
const OPEN_ENDED =
  /\b(?:since|after|before|until|till|from|to|later|earlier|newer|older|younger|onwards?|starting|beginning|past|last|next|recent\w*|this|ago|today|now|yet|by|prior|future|upcoming|ahead|over ?due|late|still|current\w*|active|so far|then|latest)\b/i
const OF_THINGS = /^(?:built|build|founded|established|birth|born|made|constructed|model)$/
/** Whether "in 2023" is of the year that things are from, where their rows have a time and nothing says so. */
const isYearOfThings = (one: Condition, question: string, schema: Schema): boolean =>
  one.kind === 'compare' &&
  typeof one.value === 'number' &&
  one.column.words.some((word) => OF_THINGS.test(word)) &&
  isNumberOf(one.column) &&
  timeColumn(tableOf(schema, one.column.table)) !== null &&
  !isNamed(one.column, question)

/** "How much did they pay" is no number of them. */
const HOW_MUCH = /^\W*how much (?:did|do|does|have|has|had|is|was|are|were)\b/i
const isOfCounts = ({ outputs }: Form): boolean =>
  outputs.some(isMeasure) && outputs.every((one) => 'key' in one || (one.measure.fn === 'count' && !one.measure.of))

const HOW_MANY = /^\W*(?:how many|number of)\b/i
/** Whether things are shown and no number of them. */
const isListOfThings = ({ outputs, everything }: Form): boolean =>
  everything || outputs.every((one) => !isMeasure(one) && !isFigure(one.key.column) && !one.key.column.made)

const SORTED = /\b(?:sort|order|alphabet|lexicograph|arrang|rank|a-z|asc|desc|top|first|last|by)/i
/** Whether rows come in the order of a text. */
const isAlphabetical = ({ order }: Form): boolean =>
  order.some(({ by }) => 'key' in by && !hasSize(by.key.column) && !by.key.grain && !by.key.column.made)

const WITHOUT =
  /^\W*(?:(?:which|what|list|show|find|give|count|how many|number of|the|all|our|me|are) )*(\p{L}+) (?:who|that|which|without|not|never|have|has|had|with no|do|did|were|was)\b/iu
/** Whether what is asked for is what there must be none of: "students who are in no course" are students. */
function isTurned({ where, base }: Form, question: string, { tables }: Schema): boolean {
  const subject = stem(WITHOUT.exec(question)?.[1]?.toLowerCase() ?? '')
  const isSubject = (word: string) => word === subject || alike(word, subject)
  const table = tables.find(({ words }) => words.length === 1 && isSubject(words[0]!))
  return table !== undefined && table.name !== base && where.some((one) => one.kind === 'related' && one.not)
}

/** Two figures: "how many were paid, and how much", "the number of flats and the average rent". */
const HOW_MANY_AND_MUCH = /\bhow many\b.*\bhow much\b|\bhow much\b.*\bhow many\b/i
const NUMBER_AND_FIGURE =
  /\b(?:number of|how many)\b(?:(?!\b(?:than|above|below|over|under|exceed\w*|least|most)\b).)*\band (?:the |their |its )?(?:average|total|median|mean|sum of)\b(?!.*\b(?:above|below|more|less) )/i
const asksTwo = (question: string): boolean => HOW_MANY_AND_MUCH.test(question) || NUMBER_AND_FIGURE.test(question)

/** "In hours" says what an answer is counted in, and groups nothing. */
const IN_LENGTHS = /^(?!.*\b(?:per|by|each|every|which|what|busiest) (?:hour|day)).*\bin (?:hours|days)\b/i

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

const HAVING =
  /^\W*(?:(?:which|what|list|show|find|give|the|all|our|me) )*(\p{L}+) (?:with|having|that have|who have) (?:more|less|fewer|at (?:least|most)|over|under|exactly)\b/iu
/** Whether other rows are shown than those that were asked for: "orders with more than 2 products" are orders. */
function showsOthers({ outputs, everything }: Form, question: string, { tables }: Schema): boolean {
  const subject = stem(HAVING.exec(question)?.[1]?.toLowerCase() ?? '')
  const table = tables.find(({ words }) => words.length === 1 && words[0] === subject)
  const keys = outputs.flatMap(keysIn)
  return table !== undefined && !everything && keys.length > 0 && !keys.some((column) => column.table === table.name)
}

const MEASURED = /([$€£₹]?)(?<![\d.,])(\d[\d,]*(?:\.\d+)?)(?: ?(\p{L}+))?/gu
/** The numbers of a question with the units that they are said in: "€65", "65 euros", "250 kWh". */
const measuredIn = (question: string): { value: number; unit: Unit }[] =>
  [...question.matchAll(MEASURED)].flatMap(([, sign, number, word]) => {
    // Pounds are money as well as weight.
    const unit = sign ? unitOf('euro') : /^pounds?$/i.test(word ?? '') ? undefined : unitOf(word?.toLowerCase() ?? '')
    return unit ? { value: Number(number!.replaceAll(',', '')), unit } : []
  })

/** Whether figures are compared with a number that is of another unit than theirs: "70 minutes" with seconds, "65 euros" with a count. */
function comparesOtherUnits(form: Form, question: string, { tables }: Schema): boolean {
  const all = [
    ...conditionsOf(form).flatMap((one) => (one.kind === 'compare' ? { value: one.value, columns: [one.column] } : [])),
    ...form.having.map(({ value, measure }) => ({ value, columns: measure.of ? factorsOf(measure.of) : [] })),
  ]
  const compared = all.filter(({ value }) => typeof value === 'number')
  if (compared.length === 0) return false
  const measured = measuredIn(question)
  const isThere = ({ of }: Unit) => tables.some(({ columns }) => columns.some((one) => unitIn(one, of)))
  return compared.some(({ value, columns }) =>
    measured.some(({ value: said, unit }) => {
      if (said !== value) return false
      const own = columns.map((one) => unitIn(one, unit.of)).find((one) => one !== undefined)
      if (own) return own.factor !== unit.factor
      const isMoney = unit.of === 'money' && columns.some(({ words }) => words.some((word) => AMOUNT.test(word)))
      return unit.of !== 'time' && !isMoney && isThere(unit)
    }),
  )
}

const NEGATES =
  /\b(?:no|not|non|never|none|nobody|without|except|excluding|lack\w*|miss\w*|empty|blank|unknown|null|un\w+|\w+n['’]t|\w+less)\b/i
/** Words that leave rows out without a negation. */
const LEAVES_OUT =
  /\b(?:only|always|all|every\w*|exclusively|other|besides?|but|yet|still|new|first|stopped|lost|left|churn\w*|idle|lapsed|vacant|free|outstanding|apart|anything|any|until|zero|0)\b/i
/** Whether rows are those of which the very word of the question is not true: "with a garage" of garage No. */
const isDenied = (one: Condition, question: string): boolean =>
  isOfNo(one) && flagOf(one.column) !== null && isNamed(one.column, question)
const ZERO = /\b(?:0|zero|false)\b/i
const leavesOut = (one: Condition): boolean => 'operator' in one && one.operator === '<>'
/** Whether a share is of rows that have none of something, and nothing says so. */
const isOfNone = ({ outputs }: Form, question: string): boolean =>
  !NEGATES.test(question) &&
  outputs.some(
    (one) =>
      isMeasure(one) &&
      one.measure.where?.some((part) => (part.kind === 'related' ? part.not : part.kind === 'null' && !part.not)) ===
        true,
  )

/** Whether a period is of another time of the rows than their groups are, and that one is not named: "joined each month in 2025" is of one time. */
function mixesTimes({ where, group }: Form, question: string): boolean {
  const times = group.flatMap(({ column, grain }) => (grain && !column.made ? column : []))
  const isOther = (one: Column) => !one.made && times.some((time) => time.table === one.table && time !== one)
  return (
    where.some((one) => one.kind === 'period' && isOther(one.column) && !isNamed(one.column, question)) ||
    group.some(({ column, grain }) => !grain && column.temporal && isOther(column))
  )
}

/** Whether a share is of more than one thing, or of the sum of a yes or no, which is a condition. */
const isOddPart = ({ fn, of, where = [] }: Measure): boolean =>
  where.length > 1 || (fn === 'sum' && of !== null && of.over === undefined && of.columns.some(flagOf))

/** Whether a share of rows stands beside a figure, which is what the share is to be of. */
const isShareOfRows = ({ outputs, group }: Form): boolean =>
  outputs.some((one) => isMeasure(one) && one.shown === 'share' && !one.measure.of) &&
  [...outputs.flatMap(keysIn), ...group.map(({ column }) => column)].some((column) => isFigure(column) && !column.made)

const PERCENT_OF = /\b(?:as|in) (?:an? )?(?:percent|percentage|share|part|%|proportion) of\b/i
const SHARE_OF_SOME =
  /\b(?:share|percentage|percent|proportion) of (?:the |our |all )?\p{L}+ (?:with|without|that|who|which)\b.*\b(?:per|by|in each|for each|of each)\b/iu
/** Whether what is told is a part of its own whole, where it was to be one of something else, or of each group: "refunds as a percentage of revenue". */
const isShareOfOther = ({ outputs, where }: Form, question: string): boolean =>
  outputs.some((one) => isMeasure(one) && one.shown === 'share') &&
  (PERCENT_OF.test(question) || (SHARE_OF_SOME.test(question) && where.length > 0))

const PIECES = /\b\d[\d,.]* (?:units|pieces|copies|items)\b/i
const isOfMoney = (one: Condition): boolean =>
  one.kind === 'compare' && typeof one.value === 'number' && columnsOf(one).some(speaksOfMoney)

const IN_YEAR = /\b(?:in|since|during|from|before|after|until) (?:19|20)\d\d\b/i
/** Whether a size, or a year, is looked for among keys that nothing speaks of. */
const isOfKeyByChance = (one: Condition, question: string): boolean => {
  if (one.kind !== 'compare' || !isId(one.column) || typeof one.value !== 'number' || IN_ORDER.test(question))
    return false
  return /^[<>]/.test(one.operator) || (IN_YEAR.test(question) && one.value >= 1900 && one.value < 2100)
}

const WHAT_DID =
  /^what (?:do|does|did|have|has) (?!we\b|i\b).*\b(?:buy|bought|order|ordered|purchase|purchased|get|rent|rented|borrow|borrowed|choose)\b/i
/** Whether those who bought something are listed, and not what they bought. */
const isListOfPeople = ({ outputs, everything, base }: Form, schema: Schema): boolean =>
  isOfPeople(tableOf(schema, base)) &&
  (everything || outputs.every((one) => !isMeasure(one) && one.key.column.table === base))

const TAKEN_OFF = /\b(?:after|net of|minus|less) (?:all )?(\p{L}+)/giu
/** Whether only rows that have some are told of, where these were to be taken off: "profit after refunds" is not that of what came back. */
const keepsTakenOff = ({ where }: Form, question: string, schema: Schema): boolean => {
  const nouns = Array.from(question.matchAll(TAKEN_OFF), ([, noun]) => stem(noun!.toLowerCase()))
  const isOne = (table: string) =>
    tableOf(schema, table).words.some((word) => nouns.some((noun) => noun === word || KIN_OF.get(noun)?.has(word)))
  return where.some((one) => one.kind === 'related' && !one.not && isOne(one.table))
}

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

const GROUPS =
  /\b(?:by|per|each|every|for|across|different|distinct|grouped|distribut\w+|spread|histogram|ranges?|common|popular|frequent|often|times|rare\w*)\b/i
/** Whether rows are counted for each figure of a column. */
const isCountedByFigure = ({ group, outputs, order }: Form): boolean =>
  group.some(({ column, grain }) => !grain && !column.made && isFigure(column)) &&
  [...outputs, ...order.map(({ by }) => by)].some(
    (one) => isMeasure(one) && one.measure.fn === 'count' && !one.measure.of,
  )

/** Whether a column says of what kind its rows are, or where: there are as many as it has values, and not as many as rows. */
const isKind = (column: Column): boolean =>
  column.role === 'dimension' &&
  (column.distinct <= MANY || placesOf(column) !== null) &&
  !column.unique &&
  !column.nulls &&
  !column.numeric &&
  !column.temporal

/** What begins with neither a verb nor a word that asks for rows: "net takings last week". */
const FIGURE_OF =
  /^\W*(?:(?:the|our|my) )?(?!(?:which|what|who|where|when|how|list|show|give|find|get|display|print|all|each|every|any|do|does|did|is|are|was|were|compare|name)\b)[\p{L} -]+ (?:in|on|for|from|during|since|last|this|today|yesterday)\b/iu
/** Whether amounts of single rows are listed, and nothing that says which. */
const isListOfParts = ({ outputs, group, limit }: Form): boolean =>
  limit === null && group.length === 0 && outputs.length === 1 && outputs.flatMap(keysIn).some(comesInParts)

const PARTS = /\b(?:share|rate|ratio|percent|percentage|proportion|fraction|part)\b|%/i
const COUNTS = /\b(?:how many|number of|count)\b/i
const ADDS = /\b(?:how much|total|sum|amounts?|value|worth)\b/i
const OF_TIME = /\b(?:hours?|minutes?|mins?|seconds?|days?|time|long|longest|shortest|duration)\b/i
const addsTime = ({ fn, of }: Measure): boolean =>
  fn === 'sum' && !!of && !of.over && of.columns.some((column) => !column.made && isDuration(column))
const addsMoney = ({ fn, of }: Measure): boolean =>
  fn === 'sum' && !!of && of.columns.some((column) => speaksOfMoney(column) || column.words.includes('amount'))

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

/** Whether only figures, times and ids are shown. */
const isOfFigures = ({ outputs, everything }: Form, { tables }: Schema): boolean =>
  !everything &&
  outputs.every(
    (output) =>
      isMeasure(output) ||
      isFigure(output.key.column) ||
      output.key.column.temporal ||
      (tables.length > 1 && output.key.column.role === 'id'),
  )

/** Whether people are put together by their first name, or their last. */
function isHalfName({ table, unique }: Column, { group }: Form, schema: Schema): boolean {
  const { key } = tableOf(schema, table)
  const names = nameColumns(tableOf(schema, table))
  const grouped = group.map(({ column }) => column)
  const some = names.filter((name) => grouped.includes(name)).length
  return !unique && key !== null && !grouped.includes(key) && some > 0 && some < names.length
}

/** So many values make no groups, nor do those of which nearly each row has its own. */
const MANY = 30

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
  const shown = groupedBy(form).length > 0 || !BY_REVENUE.test(question) ? form.group : keysOf(form)
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
  /^(?:(?:which|what) (?:is|are) )?(?:the )?(?:top|best|biggest|largest|first|most \p{L}+|[\p{L}-]+est) [\p{L} ]+? (?:in|of|for|from|per) each \p{L}+[?.!]*$/iu
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

const keysIn = (output: Output): Column[] => ('key' in output && !output.key.grain ? [output.key.column] : [])

/** Whether a column is to be among its values where it has one of them: that is all. */
const isOfItself = (one: Condition) =>
  one.kind === 'among' && !one.not && one.where.some((inner) => columnsOf(inner).includes(one.column))

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

const comparesSizes = (one: Condition): boolean => {
  const isSize = 'operator' in one ? one.operator !== '=' && one.operator !== '<>' : one.kind === 'between'
  const isEnd = one.kind === 'extreme' && (one.fn === 'max' || one.fn === 'min')
  const columns = one.kind === 'average' ? [one.column] : columnsOf(one)
  if (one.kind === 'average' && isId(one.column)) return false
  // "In December" is no figure, even where no column has it.
  const isText = one.kind === 'compare' && one.column.numeric && Number.isNaN(Number(one.value))
  return !isText && (!(isSize || isEnd) || columns.every(hasSize))
}

/** So many times as large as all figures of a column is a size of something else: "under 100,000" says nothing of ages. */
const FAR = 10
const isFar = (one: Condition): boolean => {
  if (one.kind !== 'compare' || typeof one.value !== 'number' || !one.column.numeric) return false
  const { min, max } = one.column
  return (
    min !== null &&
    max !== null &&
    Math.abs(one.value) > FAR * Math.max(Math.abs(Number(min)), Math.abs(Number(max)), 1)
  )
}

/** Whether conditions that must all hold leave no figure of a column. */
function isEmpty(where: Condition[]): boolean {
  const bounds = new Map<Column, [low: number, high: number]>()
  for (const one of where) {
    if (one.kind === 'between' && one.low > one.high) return true
    if (one.kind !== 'compare' || typeof one.value !== 'number') continue
    const [low, high] = bounds.get(one.column) ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
    const isLow = /^(?:>=?|=)$/.test(one.operator)
    const isHigh = /^(?:<=?|=)$/.test(one.operator)
    bounds.set(one.column, [isLow ? Math.max(low, one.value) : low, isHigh ? Math.min(high, one.value) : high])
  }
  return bounds.values().some(([low, high]) => low > high)
}

/** Whether a period has no row: "this year" of a table that ends before it is its last year. */
const isOutside = (one: Condition): boolean => {
  if (one.kind !== 'period' || one.not) return false
  const { min, max } = one.column
  // A column of years ends in 2025, and not before its first of January.
  const isAfter = max !== null && one.from !== null && one.from.slice(0, max.length) > max
  return isAfter || (min !== null && one.to !== null && one.to <= min)
}

/** Whether one of two values is enough where both are said of what has several: "customers who bought coffee and tea". */
const isOfAnyOf = (one: Condition, { base }: Form, question: string, schema: Schema): boolean => {
  if (one.kind !== 'in' || one.not || one.values.length !== 2 || one.column.table === base) return false
  const [a, b] = one.values.map((value) => `${RegExp.escape(String(value))}(?:e?s)?`)
  return (
    new RegExp(`\\b${a}\\b(?: \\S+)? and (?:\\S+ )?${b}\\b`, 'i').test(question) &&
    path(schema, [base], one.column.table)?.some(({ many }) => many) === true
  )
}
const ALTERNATIVES = /\b(?:or|either|neither|nor|any)\b|\//i
/** Whether rows need only one of two columns to be so: "paid by voucher" is both. */
const isOfEither = (one: Condition): boolean => one.kind === 'any' && new Set(one.parts.flatMap(columnsOf)).size > 1

/** Whether a column is to have one value, and another one not: the first says it all. */
const isTwiceSaid = ({ where, base }: Form): boolean =>
  where.some((one) => {
    if (one.kind !== 'compare' || one.operator !== '=') return false
    // Who bought coffee may have bought no tea: of another table each has several.
    const isOwn = one.column.table === base
    const isOther = (other: Condition, operator: string) =>
      other.kind === 'compare' &&
      other.operator === operator &&
      other.column === one.column &&
      other.value !== one.value
    return where.some((other) =>
      other.kind === 'related' || other.kind === 'among'
        ? isOwn && other.not && other.where.some((inner) => isOther(inner, '='))
        : isOther(other, '<>'),
    )
  })

/** Whether all that is shown is a value that the question named. */
function isTold({ outputs, where, everything }: Form): boolean {
  const [only, other] = outputs
  if (!only || other || everything || isMeasure(only) || only.key.grain) return false
  return where.some((one) => one.kind === 'compare' && one.operator === '=' && one.column === only.key.column)
}

const WAGE = /^(?:salary|wage|rent|pension)$/
/** Whether what is paid again and again is told by the time since which it is paid. */
const isPaidAnew = ({ group, outputs }: Form, question: string): boolean =>
  group.some(({ column, grain }) => grain && isSince(column) && !isNamed(column, question)) &&
  outputs.some(
    (one) => isMeasure(one) && one.measure.of?.columns.some(({ words }) => words.some((word) => WAGE.test(word))),
  )
