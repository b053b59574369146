import { type Condition, columnsOf, type Form, isMeasure, type Key, keysOf } from '../../built-in/form.ts'
import {
  type Column,
  isBirth,
  isDeadline,
  isId,
  isSince,
  type Schema,
  tableOf,
  timeColumn,
} from '../../built-in/schema.ts'
import { BOTH, lacksDropped } from '../constructions.ts'
import { THEN } from '../meant.ts'
import { isNamed } from '../named.ts'
import { isFigure, isTime, timeOfRows } from '../rows.ts'
import { conditionsOf } from '../skeleton.ts'
import { startOf } from '../spans.ts'
import { isNumberOf, keysIn, PER_TIME, type Rule } from './query.ts'

/** Of which time rows are, and by how long ones they are put together. */
export const OF_TIMES: Rule[] = [
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
  ({ form, question }) => BOTH.test(question) && isOfOneTime(form),
  ({ question, measures }) => /\bdays? of the week\b/i.test(question) && measures.some(({ grain }) => grain === 'day'),
  ({ question, form }) => OF_LENGTHS.test(question) && isAverageOfRows(form),
  ({ question, form }) => !BY_TIME.test(question) && isRankedByTime(form),
  ({ form, question }) => !OF_BIRTH.test(question) && isOfBirths(form),
  ({ form }) =>
    [...keysOf(form).map(({ column }) => column), ...conditionsOf(form).flatMap(columnsOf)].some(isBackwards),
  ({ form, conditions }) =>
    conditions.some(
      (one) =>
        (one.kind === 'extreme' || (one.kind === 'null' && !one.not)) &&
        form.group.some(({ column, grain }) => grain && column === one.column),
    ),
  // No day is more than 10.
  ({ conditions }) =>
    conditions.some(
      (one) => one.kind === 'compare' && one.column.temporal && !one.column.made && typeof one.value === 'number',
    ),
]

const OF_BIRTH = /\b(?:birth\w*|born|ages?|aged|old\w*|young\w*|generations?|decades?|dob)\b/i
/** Whether rows are told by when somebody was born, which nothing asks for: "new patients per month". */
const isOfBirths = ({ group, where }: Form): boolean =>
  group.some(({ column, grain }) => grain && isBirth(column)) ||
  where.some((one) => (one.kind === 'period' || one.kind === 'between') && isBirth(one.column))

/** Whether days are counted from a later time to an earlier one, by what all rows have of them: from the hiring back to the birth. */
const isBackwards = ({ made }: Column): boolean => {
  if (made?.kind !== 'span' || !made.time.temporal || isDeadline(made.time) || isDeadline(made.since)) return false
  const { time, since } = made
  return (since.min ?? '') > (time.min ?? '') && (since.max ?? '') > (time.max ?? '')
}

const BY_TIME =
  /\b(?:last|latest|newest|recent\w*|new|first|earliest|oldest|youngest|old|long|longest|early|late|later|next|soon\w*|upcoming|ago|since|by|sort\w*|order\w*|chronological\w*|over|when|current\w*|final|max\w*|min\w*|until|through|start\w*|end\w*|beg[aiu]n\w*)\b/i

/** Whether the first few are told by their time, where nothing asks for that: the most expensive days are not the latest. */
const isRankedByTime = ({ order, limit, outputs }: Form): boolean =>
  (limit !== null && order.some(({ by }) => 'key' in by && by.key.column.temporal && !by.key.column.made)) ||
  outputs.some((one) => isMeasure(one) && /^(?:min|max)$/.test(one.measure.fn) && one.measure.of?.columns[0]?.temporal)

const OF_LENGTHS = /\b(?:average|avg|mean) (?:daily|weekly|monthly|quarterly|yearly|annual)\b/i
/** Whether single rows are averaged in each time, where what each time comes to was to be: "the average monthly cost". */
const isAverageOfRows = ({ outputs, group }: Form): boolean =>
  group.some(({ grain }) => grain) &&
  outputs.some((one) => isMeasure(one) && one.measure.fn === 'avg' && one.measure.of?.columns[0]?.aggregation === 'sum')

/** Whether those of one time or the other are told, or each time by itself, where those of both were asked for. */
const isOfOneTime = ({ outputs, where }: Form): boolean =>
  where.some(
    (one) =>
      one.kind === 'any' &&
      one.parts.every((part) => part.kind === 'period') &&
      (one.parts.every((part) => part.kind === 'period' && isSince(part.column)) ||
        outputs.some((shown) =>
          isMeasure(shown) ? shown.measure.distinct : !shown.key.grain && !isTime(shown.key.column),
        )),
  )

const DAYS: Record<string, number> = { day: 1, week: 7, month: 28, quarter: 90, year: 365 }

/** Whether rows of a part of a time are put together by the whole of it: "orders in December by year" are of every December. */
const isLessThanOne = (one: Condition, { column, grain }: Key): boolean =>
  one.kind === 'period' &&
  one.column.table === column.table &&
  one.from !== null &&
  one.to !== null &&
  (Date.parse(one.to) - Date.parse(one.from)) / 86_400_000 < (DAYS[grain ?? ''] ?? 0)

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

const isEnd = ({ words }: Column): boolean => words.some((word) => /^(?:end|ended|finish|finished)$/.test(word))
const ENDED = /\b(?:end\w*|finish\w*|clos\w*|until|till|leav\w*|stop\w*|complet\w*)\b/i

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

/** "In hours" says what an answer is counted in, and groups nothing. */
const IN_LENGTHS = /^(?!.*\b(?:per|by|each|every|which|what|busiest) (?:hour|day)).*\bin (?:hours|days)\b/i

/** Whether a period is of another time of the rows than their groups are, and that one is not named: "joined each month in 2025" is of one time. */
function mixesTimes({ where, group }: Form, question: string): boolean {
  const times = group.flatMap(({ column, grain }) => (grain && !column.made ? column : []))
  const isOther = (one: Column) => !one.made && times.some((time) => time.table === one.table && time !== one)
  return (
    where.some((one) => one.kind === 'period' && isOther(one.column) && !isNamed(one.column, question)) ||
    group.some(({ column, grain }) => !grain && column.temporal && isOther(column))
  )
}

/** Whether a period has no row: "this year" of a table that ends before it is its last year. */
const isOutside = (one: Condition): boolean => {
  if (one.kind !== 'period' || one.not) return false
  const { min, max } = one.column
  // A column of years ends in 2025, and not before its first of January.
  const isAfter = max !== null && one.from !== null && one.from.slice(0, max.length) > max
  return isAfter || (min !== null && one.to !== null && one.to <= min)
}
