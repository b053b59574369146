import { stem } from '#base/stems.ts'
import { columnsUsed } from '../planner/features.ts'
import { leftOver } from '../planner/ledger.ts'
import { isNamed } from '../planner/named.ts'
import { boundReadings, type Offer, plausible } from '../planner/readings.ts'
import { confidenceOf, isAnswered, PROBABLE } from '../planner/score.ts'
import type { ToolInputs } from '../rules/tools.ts'
import { type Choice, insteadOf, whichOne, whichTable } from './clarify.ts'
import { byWhich } from './criterion.ts'
import { type Form, isMeasure, type Output, withOutputs } from './form.ts'
import { sameOutput } from './names.ts'
import type { Planner } from './plan.ts'
import type { Failure, Plan } from './planned.ts'
import { callingColumns, isId, type Schema, tableOf } from './schema.ts'
import { titleOf } from './wording/title.ts'

/** A question back, when the data hold several answers or none that was asked for. */
export function questionBack(
  question: string,
  plan: Plan | Failure,
  previous: Form | null,
  planner: Planner,
): Choice | null {
  const isRead = 'form' in plan && isAnswered(plan)
  if (isRead && !plan.unknown.length) {
    const choice = whichOne(question, plan, previous, planner) ?? (previous ? null : whichTable(plan, planner))
    if (choice) return choice
  }
  const ranked = !previous && 'form' in plan && !plan.unknown.length ? byWhich(question, plan, planner) : null
  if (ranked) return ranked
  const instead = insteadOf(question, plan.unknown, planner)
  if (instead.length >= 2)
    return {
      question: `There is no “${plan.unknown[0]}” in your data. Which of these do you want instead?`,
      offers: instead,
      least: 2,
    }
  // What is probable is asked about a value that a word is near to, but not about a column: it is answered with its doubt told.
  const isFirm = isRead && plan.score >= PROBABLE
  const bound = boundReadings(question, plan, previous, planner, isFirm)
  const [first] = bound
  if (!first) return isRead || isFollowing(plan) ? null : whichReading(question, plan, planner)
  const other = leftOver(plan).find((word) => word !== first.word)
  const without: Offer[] = isRead ? [{ form: plan.form, sql: plan.sql, word: first.word! }] : []
  return {
    question: `“${first.word}” names nothing here as it is written${other ? `, and I find no place for “${other}”` : ''}. What do you mean by it?`,
    offers: [...bound, ...without],
    least: isRead ? 2 : 1,
  }
}

const isFollowing = (plan: Plan | Failure) => 'form' in plan && plan.reading?.following !== false

/** A question back where no reading is sure enough to answer with, though one of several is probably meant. */
function whichReading(question: string, plan: Plan | Failure, planner: Planner): Choice | null {
  const offers = toldApart(plausible(question, plan, planner.readings(question)), null, planner)
  const word = offers[0]?.word
  const asks = word
    ? `I find no place for “${word}” in your data. Is one of these what you mean?`
    : 'I can read this in more than one way. Which one do you mean?'
  return offers.length > 0 ? { question: asks, offers, least: 1 } : null
}

/** How probable a reading is at least that stands beside a likely one, by itself and to that one. */
const BESIDE = 0.2
const BESIDE_SHARE = 0.3

/** What a question that is read with a doubt may mean as well, likeliest first. */
export function besides(question: string, plan: Plan, previous: Form | null, planner: Planner): Offer[] {
  if (previous || confidenceOf(plan) === 'sure') return []
  const over = leftOver(plan).length
  return planner
    .readings(question)
    .filter((one) => one.score >= Math.max(BESIDE, BESIDE_SHARE * plan.score) && leftOver(one).length <= over)
}

/** Where levels or rates were asked to be added up: what they were at last, and their average, which are meant more often. */
export function insteadOfSums({ form }: Plan, planner: Planner): Offer[] {
  const isWrong = (output: Output) => {
    if (!isMeasure(output) || output.shown !== 'value' || output.measure.fn !== 'sum') return false
    const { columns = [], less } = output.measure.of ?? {}
    return columns.length === 1 && !less && (columns[0]!.aggregation ?? 'sum') !== 'sum'
  }
  const wrong = form.outputs.find(isWrong)
  if (!wrong || !isMeasure(wrong)) return []
  const averaged = (output: Output): Output =>
    isMeasure(output) && isWrong(output) ? { ...output, measure: { ...output.measure, fn: 'avg' } } : output
  const average = withOutputs(form, averaged)
  const time = planner.schema.tables
    .find(({ name }) => name === wrong.measure.table)
    ?.columns.find(({ temporal }) => temporal)
  const isLevel = wrong.measure.of!.columns[0]!.aggregation === 'last'
  const atLast: Form[] =
    isLevel && time && !form.group.some(({ column }) => column.temporal)
      ? [{ ...form, where: [...form.where, { kind: 'extreme', column: time, fn: 'max', where: form.where }] }]
      : []
  return [...atLast, average].flatMap((form) => {
    const sql = planner.write(form)
    return sql ? [{ form, sql }] : []
  })
}

/** Those of the offers that mean something of their own, and say so: nobody can choose between others. @param plan what is answered with */
export function toldApart(offers: Offer[], plan: Plan | null, { schema }: Planner): Offer[] {
  const seen = new Set(plan ? [titleOf(plainly(plan.form), schema)] : [])
  return offers.filter(({ form, sql, means }) => {
    const words = [titleOf(plainly(form), schema), ...(means ? [means] : [])].join(': ')
    if (sql === plan?.sql || seen.has(words) || !tellsSomething(form)) return false
    seen.add(words)
    return true
  })
}

/** Whether a query reads nothing of empty columns, and adds up numbers only. */
const tellsSomething = (form: Form) =>
  [...columnsUsed(form)].every(({ distinct, nulls }) => distinct > 0 || nulls === 0) &&
  form.outputs.every(
    (output) =>
      !isMeasure(output) ||
      !/^(?:sum|avg|median)$/.test(output.measure.fn) ||
      (output.measure.of?.columns ?? []).every(
        ({ numeric, temporal, type }) => numeric || temporal || type === 'BOOLEAN',
      ),
  )

/** A query without what nobody means who does not say it: that a value is known, or that keys are counted instead of rows. */
const plainly = (form: Form): Form => ({
  ...form,
  where: form.where.filter((one) => one.kind !== 'null' || !one.not),
  outputs: form.outputs.map((output) =>
    isMeasure(output) && output.measure.fn === 'count' && output.measure.of?.columns.every(isId)
      ? { ...output, measure: { ...output.measure, of: null, distinct: false } }
      : output,
  ),
})

/** Readings that are asked of, those that stand beside an answer, and those that are compared. */
const MOST_ASKED = 4
const MOST_BESIDE = 3
const MOST_COMPARED = 8

/** The call that looks at what each of these readings gives, and asks which is meant; without a question they stand beside an answer. */
export function offering(
  { question, offers, least }: Omit<Choice, 'question'> & { question: string | null },
  planner: Planner,
): { calls: [{ name: 'offer_readings'; input: ToolInputs['offer_readings'] }] } {
  const titles = offers.map(({ form }) => titleOf(form, planner.schema))
  const readings = offers.slice(0, MOST_COMPARED).map(({ form, sql, word, means }, at) => {
    const title = titles[at]!
    const isTwice = titles.indexOf(title) !== titles.lastIndexOf(title)
    return {
      title: isTwice && means ? `${title} (${means})` : title,
      sql: planner.write(widened(form, planner.schema)) ?? sql,
      ...(word ? { word } : {}),
      ...(means ? { means } : {}),
    }
  })
  const most = question === null ? MOST_BESIDE : MOST_ASKED
  return { calls: [{ name: 'offer_readings', input: { readings, question, least, most } }] }
}

/** Where one winner was asked for, the few behind it are shown as well: how far ahead it is belongs to the answer. */
const RUNNERS_UP = 5
/**
 * A query as it is run: with runners-up, with a few where the first ones are asked for, with all that come first alike where several are asked
 * for ("which wines got the best score"), and with all columns of rows that nothing tells apart ("the 5 biggest bills").
 */
export function widened(form: Form, schema: Schema, question = ''): Form {
  if (isOfNameless(form, schema, question)) return { ...form, everything: true, distinct: false }
  const [first, second] = form.order
  if (form.limit !== 1 || form.limitPerGroup || form.skip || !first || second) return form
  const { by, descending } = first
  if (isMeasure(by))
    return form.group.length > 0 && form.outputs.some((output) => sameOutput(output, by))
      ? { ...form, limit: RUNNERS_UP }
      : form
  const { column, grain } = by.key
  if (isOfFew(question, column.temporal)) return { ...form, limit: FEW }
  const isPlain = (column.numeric || column.temporal) && !grain && !column.made
  if (!isPlain || form.group.length > 0 || form.everything || !asksForSeveral(form, question)) return form
  const extreme = { kind: 'extreme' as const, column, fn: descending ? ('max' as const) : ('min' as const) }
  return { ...form, where: [...form.where, { ...extreme, where: form.where }], order: [], limit: null }
}

const FIRST_ONES =
  /^(?:(?:show|list|give|find|tell)(?: me)? |(?:what|which|who) are )?(the |our |my )?(?:top|best|worst|(?:most|least) \p{L}+|\p{L}{2,}est) (?:\p{L}+ )??(\p{L}+)(?=[?.!]*$| (?:in|of|by|for|from|this|last|with|since|during)\b)/iu
/** So many are shown where the first ones are asked for and not how many. */
const FEW = 10
/** "Newest customers" are a few, whereas "the cheapest cheeses" may be all that cost as little. */
function isOfFew(question: string, isOfTime: boolean): boolean {
  const [, the = '', noun = ''] = FIRST_ONES.exec(question) ?? []
  return stem(noun) !== noun && (isOfTime || the.toLowerCase() !== 'the ')
}

/** Whether single rows are listed by a column that nobody asks for, since their table has nothing that they are called by. */
function isOfNameless({ base, outputs, group, everything }: Form, schema: Schema, question: string): boolean {
  const table = tableOf(schema, base)
  const [only, other] = outputs
  if (everything || group.length > 0 || other || !only || isMeasure(only) || only.key.grain || only.key.column.made)
    return false
  const { column } = only.key
  return (
    callingColumns(table).length === 0 &&
    column.table === base &&
    !column.numeric &&
    !column.temporal &&
    !isNamed(column, question)
  )
}

/** Whether a question names what its query shows in the plural: "which clubs have", and not "which of the clubs has". */
function asksForSeveral({ outputs }: Form, question: string): boolean {
  const names = new Set(outputs.flatMap((one) => (isMeasure(one) ? [] : one.key.column.words)))
  const words = question.toLowerCase().match(/\p{L}+/gu) ?? []
  return (
    !/^\W*(?:which|what|who)(?:'s| is| was| has| of)\b|\bof (?:all|our|the|these)\b/i.test(question) &&
    words.some((word) => stem(word) !== word && names.has(stem(word)))
  )
}
