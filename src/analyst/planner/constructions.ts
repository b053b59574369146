import { makeColumn } from '../built-in/derived-columns.ts'
import {
  type Condition,
  emptyForm,
  type Form,
  isMeasure,
  type Key,
  type Measure,
  type Output,
  type Shown,
  withKeys,
  withOutputs,
} from '../built-in/form.ts'
import { path } from '../built-in/join.ts'
import { PLACES } from '../built-in/lexicon.ts'
import {
  type Column,
  isLength,
  type Length,
  nameColumns,
  type Schema,
  tableOf,
  timeColumn,
} from '../built-in/schema.ts'
import { isOfDocuments } from './documents.ts'
import type { Draft } from './draft.ts'
import { beyondAll } from './overall.ts'
import { isFigure } from './rows.ts'
import { conditionsOf } from './skeleton.ts'
import { startOf } from './spans.ts'

/** What a question says in a word or two of the query as a whole, after its parts have found their places. */
export function narrowing(draft: Draft) {
  draft.form = parted(standing(draft.form, draft.given.schema), draft.given.question)
  compared(draft)
  summed(draft)
  followed(draft)
  overTime(draft)
  placed(draft)
  averaged(draft)
  ofDocuments(draft)
  divided(draft)
  alone(draft)
  beyondAll(draft)
}

const OVER_TIME =
  /\bover (?:time|the (?:years|months|decades))\b|\bhow (?:did|do|does|has|have) .*\b(?:develop|evolve|change)d?\b/i
/** "How has the population of Delhi changed": its only figure stands beside the time of each row, or month where it is of several, in their order. */
function overTime(draft: Draft) {
  const { form, given } = draft
  const [shown, other] = form.outputs
  const isPlain = form.group.length === 0 && form.order.length === 0 && form.limit === null && !form.distinct
  if (!OVER_TIME.test(given.question) || !shown || other || !isPlain) return
  const column = draft.course()
  if (
    isMeasure(shown) ? shown.shown !== 'value' : !isFigure(shown.key.column) || column.table !== shown.key.column.table
  )
    return
  const key: Key = isMeasure(shown) && column.temporal ? { column, grain: 'month' } : { column }
  if (isMeasure(shown)) form.group = [key]
  form.outputs = [{ key }, shown]
  form.order = [{ by: { key }, descending: false }]
}

/** "Active members per month": those who were there at the end of each, whenever they began. */
export function standing(form: Form, schema: Schema): Form {
  const state = form.where.find(
    (one) => one.kind === 'compare' && one.column.made?.kind === 'state' && one.value === one.column.made.before,
  )
  const made = state?.kind === 'compare' && state.operator === '=' ? state.column.made : null
  const key = form.group.find(({ grain }) => isLength(grain))
  if (made?.kind !== 'state' || made.at || key?.column.table !== made.of.table) return form
  const since = startOf(tableOf(schema, made.of.table))
  const isOfRows = form.outputs.every((one) => !isMeasure(one) || (one.measure.fn === 'count' && !one.measure.of))
  if (!since || !isOfRows) return form
  const column = makeColumn(schema, { kind: 'standing', since, time: made.of, length: key.grain as Length })
  const moved = (one: Key): Key => (one.column === key.column && one.grain ? { ...one, column } : one)
  return {
    ...withKeys(form, moved),
    where: form.where.flatMap((one) => (one === state ? [] : one.kind === 'period' ? { ...one, column } : one)),
  }
}

const DROPPED =
  /\b(?:but|and|yet) (?:not|never|no longer|nobody|no one|none|no|didn['’]?t)(?: \w+)?(?= (?:in|during|since|after)\b)/i
/** Whether a question asks for what was at one time and not at another, and the query leaves nothing out. */
export const lacksDropped = (form: Form, question: string): boolean =>
  DROPPED.test(question) &&
  conditionsOf(form).filter(({ kind }) => kind === 'period').length > 1 &&
  !form.where.some((one) => (one.kind === 'related' || one.kind === 'among') && one.not)

/** What was at one time and at another. */
export const BOTH = /\b(?:in|during) both\b|\bboth (?:in|during)\b/i

const RISEN = /\b(more|less|fewer)(?: \p{L}+)? (?:in|during) .+ than (?:in|during)\b/iu
/** What tells those apart who are counted. */
const countedBy = ({ fn, of, distinct, table }: Measure, schema: Schema): Column | null =>
  fn !== 'count' ? null : of ? (distinct && of.columns[0]) || null : tableOf(schema, table).key

/**
 * "In 2024 but not in 2025": rows of the one time, of what has none of the other; "in both 2024 and 2025": of what has some.
 * "More in 2025 than in 2024": what came to more.
 */
function compared(draft: Draft) {
  const { form, given } = draft
  const [shown, other] = form.outputs
  const [, risen] = RISEN.exec(given.question) ?? []
  const isBoth = BOTH.test(given.question)
  if (!(risen || isBoth || DROPPED.test(given.question)) || !shown || other) return
  const column = isMeasure(shown) ? countedBy(shown.measure, given.schema) : shown.key.column
  if (!column || (risen && isMeasure(shown))) return
  const isPeriod = (one: Condition) => one.kind === 'period'
  const times = conditionsOf(form).filter(isPeriod)
  const [first, second, more] = draft.items.flatMap(({ tag }): Extract<Condition, { kind: 'period' }>[] => {
    const period = given.line.tagged.periods.get(tag) ?? given.line.tagged.numbers.get(tag)?.year
    return period && times[0] ? [{ kind: 'period', column: times[0].column, ...period }] : []
  })
  if (!first || !second || more) return
  const own = times[0]!.column
  // A row has one time: what has several are the rows that belong to it.
  const many = given.schema.edges.filter(
    ({ to }) => to.table === own.table && column.unique && column.table === own.table,
  )
  const near = many.flatMap(({ from }) => timeColumn(tableOf(given.schema, from.table)) ?? [])
  const said = (one: Column) => one.words.filter((word) => given.question.toLowerCase().includes(word)).length
  const time =
    near.length > 0
      ? draft.either(
          'dropped',
          near.toSorted((a, b) => said(b) - said(a)),
          0.7,
        )
      : own
  const { table } = time
  const [before, after] = [first, second].map((one) => ({ ...one, column: time }))
  const years = new Set([first, second].map(({ from }) => Number(from?.slice(0, 4))))
  const isSaid = (one: Condition) =>
    isPeriod(one) || (one.kind === 'compare' && typeof one.value === 'number' && years.has(one.value))
  const rest = form.where.filter((one) => !conditionsOf({ ...emptyForm(form.base), where: [one] }).some(isSaid))
  if (risen) {
    const measure = { ...draft.most('risen', table), where: [before!], minus: [after!] }
    form.having = [{ measure, operator: risen === 'more' ? '>' : '<', value: 0 }]
    form.group = [{ column }]
    form.where = rest
  } else if (table !== column.table)
    form.where = [
      ...rest,
      { kind: 'related', table, not: false, where: [before!] },
      { kind: 'related', table, not: !isBoth, where: [after!] },
    ]
  else if (!column.unique && !nameColumns(tableOf(given.schema, table)).includes(column))
    form.where = [...rest, first, { kind: 'among', column, where: [second], not: !isBoth }]
}

const DEVIATION = /\bst(?:andar)?d ?dev/i
/** "The 90th percentile", "the standard deviation": what the reader takes for a median. */
export function parted(form: Form, question: string): Form {
  const part = Number(/\b(\d{1,2})(?:st|nd|rd|th) percentile\b/i.exec(question)?.[1]) / 100
  const other = part ? { part } : DEVIATION.test(question) ? { fn: 'stddev_samp' as const } : {}
  const put = (one: Output): Output =>
    isMeasure(one) && one.measure.fn === 'median' ? { ...one, measure: { ...one.measure, ...other } } : one
  return withOutputs(form, put)
}

/** "The most expensive day": the one whose rows come to most. */
function summed(draft: Draft) {
  const { form } = draft
  const [first, other] = form.order
  if (!first || other || isMeasure(first.by) || form.group.length === 0) return
  const { column } = first.by.key
  if (!isFigure(column) || form.group.some((key) => key.column === column)) return
  // "The longest average time": the average that is shown.
  const shown = form.outputs.find(
    (one) => isMeasure(one) && /^(?:avg|median)$/.test(one.measure.fn) && one.measure.of?.columns[0] === column,
  )
  if (shown) form.order = [{ ...first, by: shown }]
  if (shown || !form.group.some(({ grain }) => grain)) return
  const measure = draft.figure(column.aggregation === 'average' ? 'avg' : 'sum', column)
  const by: Output = { measure, shown: 'value' }
  form.order = [{ ...first, by }]
  form.group = form.group.filter((key) => key.column !== column)
  form.outputs = [...form.outputs.filter((one) => !isMeasure(one) && one.key.column !== column), by]
}

const SHOWN: [said: RegExp, shown: Shown][] = [
  [/\b(?:running|cumulative|cumulated|accumulated)\b/i, 'running'],
  [/\b(?:change|growth) (?:in|of)\b.* (?:per|by|each|every) (?:day|week|month|quarter|year)\b/i, 'change'],
]
/** "Orders per month and their running total". */
export const asksBoth = (question: string): boolean =>
  /\b(?:and|with) (?:\w+ )?(?:running|cumulative)\b/i.test(question)
/** "Running total of sales by month", "change in sales per month": of each time with those before it. */
function followed({ form, given }: Draft) {
  const shown = SHOWN.find(([said]) => said.test(given.question))?.[1]
  const [measure, other] = form.outputs.filter(isMeasure)
  const [key, more] = form.group
  if (!shown || !measure || other || !key?.grain || more || form.limit !== null || measure.shown !== 'value') return
  const both = asksBoth(given.question) ? [measure] : []
  form.outputs = form.outputs.flatMap((one) => (one === measure ? [...both, { ...measure, shown }] : one))
}

const PLACE = new RegExp(
  `\\b(?:(${PLACES.join('|')})|(\\d{1,2})(?:nd|rd|th))[ -](?:(?:most|least|best|worst|highest|lowest|top|latest)\\b|\\p{L}+est\\b)`,
  'iu',
)
/** "The third largest": how many come before it. */
function placeIn(question: string): number {
  const [, word, number] = PLACE.exec(question) ?? []
  return word ? PLACES.indexOf(word.toLowerCase()) + 1 : number ? Number(number) - 1 : 0
}

function placed({ form, given }: Draft) {
  const before = placeIn(given.question)
  if (before > 0 && form.limit === 1) form.skip = before
}

/** Whether a question asks for the second or third, and the query gives another. */
export const lacksPlace = ({ skip = 0 }: Form, question: string): boolean => skip !== placeIn(question)

const AVERAGED = /\b(?:on average|average (?:number|count|amount)|avg number|mean number|typically)\b/i
/** "How many jobs does a crew have on average": one figure for all groups. */
function averaged(draft: Draft) {
  const { form, given } = draft
  const [key, more] = form.group
  const [measured, other] = form.outputs.filter(isMeasure)
  if (
    !AVERAGED.test(given.question) ||
    !given.line.words.includes('EACH') ||
    !key ||
    more ||
    !measured ||
    other ||
    form.limit !== null
  )
    return
  const { measure, shown } = measured
  const isAdded = measure.fn === 'sum' || (measure.fn === 'count' && !measure.of)
  if (!isAdded || shown !== 'value' || measure.per || form.having.length > 0) return
  if (key.column.made || (measure.table !== key.column.table && key.column.temporal)) return
  if (!draft.either('averaged', [true, false], 0.7)) return
  form.outputs = [{ measure: { ...measure, per: key.column, ...(key.grain ? { grain: key.grain } : {}) }, shown }]
  form.group = []
  form.order = []
}

/** "Average sales per receipt", where each row is a line of one: what each comes to, on average. */
function ofDocuments({ form, given }: Draft) {
  const [measured, other] = [...form.outputs, ...form.order.map(({ by }) => by)].filter(isMeasure)
  if (
    !measured ||
    (other && other.measure !== measured.measure) ||
    measured.measure.fn !== 'avg' ||
    measured.shown !== 'value'
  )
    return
  const [figure, more] = measured.measure.of?.columns ?? []
  const key = form.group.find(({ column }) => figure && isOfDocuments(column, figure, given.schema))
  if (!key || more) return
  const output: Output = { ...measured, measure: { ...measured.measure, fn: 'sum', per: key.column } }
  const isLeft = (one: Output) => isMeasure(one) || one.key.column !== key.column
  form.outputs = form.outputs.filter(isLeft).map((one) => (one === measured ? output : one))
  form.group = form.group.filter((one) => one !== key)
  form.order = form.order.flatMap((one) => (isMeasure(one.by) ? { ...one, by: output } : isLeft(one.by) ? one : []))
}

/** "The highest cost per barrel": ranked by what is divided. */
function divided({ form }: Draft) {
  const ratio = form.outputs.find((one) => isMeasure(one) && one.measure.of?.over)
  const [first, other] = form.order
  if (!ratio || !isMeasure(ratio) || !first || other) return
  const { columns } = ratio.measure.of!
  const isOfPart = isMeasure(first.by)
    ? first.by.measure.of?.columns[0] === columns[0]
    : columns.includes(first.by.key.column)
  if (!isOfPart) return
  form.order = [{ ...first, by: ratio }]
  form.outputs = form.outputs.filter((one) => isMeasure(one) || !columns.includes(one.key.column))
  form.group = form.group.filter(({ column }) => !columns.includes(column))
}

const ONLY =
  /\b(?:who|that|which|have|has|had)(?: have| has| had)? (?:only|always|exclusively)\b|\bonly ever\b|\b(?:who|that|which)(?: have| has| had)? \p{L}+(?:ed|old|ent|ade|ook|[ao]ught) (?:only|exclusively|nothing but)\b(?! (?:\d|one|two|three|once|twice))/iu
const ONLY_SO_MANY = /\bonly\b.*\b(?:once|twice|one|two|three|\d+)\b/i
/** Whether only those are asked for that have nothing else, and the query leaves nothing out. */
export const lacksOnly = ({ where }: Form, question: string): boolean =>
  ONLY.test(question) && !ONLY_SO_MANY.test(question) && !where.some((one) => 'not' in one && one.not)

/** "Drivers who only drove vans": those that never drove another. */
function alone({ form, given }: Draft) {
  const [shown, other] = form.outputs
  const last = form.where.at(-1)
  if (!ONLY.test(given.question) || !shown || other || isMeasure(shown) || form.having.length > 0) return
  const { column } = shown.key
  const said = last?.kind === 'related' && !last.not && last.where.length === 1 ? last.where[0] : last
  if (said?.kind !== 'compare' || said.operator !== '=') return
  const others: Condition = { ...said, operator: '<>' }
  const rows = path(given.schema, [form.base], said.column.table)?.find(({ many }) => many)?.far.table
  if (rows) form.where.push({ kind: 'related', table: rows, where: [others], not: true })
  else if (!column.unique && !column.numeric && said.column.table === column.table)
    form.where.push({ kind: 'among', column, where: [others], not: true })
}
