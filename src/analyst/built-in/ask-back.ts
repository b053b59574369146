import { boundReadings, leftOver, type Offer } from '../planner/readings.ts'
import { confidenceOf, isAnswered } from '../planner/score.ts'
import type { ToolInputs } from '../rules/tools.ts'
import { type Choice, insteadOf, whichOne } from './clarify.ts'
import { type Form, isMeasure } from './form.ts'
import { sameOutput } from './names.ts'
import type { Failure, Plan, Planner } from './plan.ts'
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
    const choice = whichOne(question, plan, previous, planner)
    if (choice) return choice
  }
  const instead = insteadOf(question, plan.unknown, planner)
  if (instead.length >= 2)
    return {
      question: `There is no “${plan.unknown[0]}” in your data. Which of these do you want instead?`,
      offers: instead,
      least: 2,
    }
  const bound = boundReadings(question, plan, previous, planner)
  const [first] = bound
  if (!first) return null
  const other = leftOver(plan).find((word) => word !== first.word)
  const without: Offer[] = isRead ? [{ form: plan.form, sql: plan.sql, word: first.word! }] : []
  return {
    question: `“${first.word}” names nothing here as it is written${other ? `, and I find no place for “${other}”` : ''}. What do you mean by it?`,
    offers: [...bound, ...without],
    least: isRead ? 2 : 1,
  }
}

/** How probable a reading is at least that stands beside a likely one. */
const BESIDE = 0.1

/** What a question that is read with a doubt may mean as well, likeliest first. */
export const besides = (question: string, plan: Plan, previous: Form | null, planner: Planner): Offer[] =>
  previous || confidenceOf(plan) === 'sure' ? [] : planner.readings(question).filter(({ score }) => score >= BESIDE)

/** Those of the offers whose words tell them from the answer and from each other: nobody can choose between others. */
export function toldApart(offers: Offer[], plan: Plan, { schema }: Planner): Offer[] {
  const seen = new Set([titleOf(plan.form, schema)])
  return offers.filter(({ form, sql, means }) => {
    const words = [titleOf(form, schema), ...(means ? [means] : [])].join(': ')
    if (sql === plan.sql || seen.has(words)) return false
    seen.add(words)
    return true
  })
}

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
      sql: planner.write(widened(form)) ?? sql,
      ...(word ? { word } : {}),
      ...(means ? { means } : {}),
    }
  })
  const most = question === null ? MOST_BESIDE : MOST_ASKED
  return { calls: [{ name: 'offer_readings', input: { readings, question, least, most } }] }
}

/** Where one winner was asked for, the few behind it are shown as well: how far ahead it is belongs to the answer. */
const RUNNERS_UP = 5
export function widened(form: Form): Form {
  const by = form.order[0]?.by
  const ranked = form.limit === 1 && !form.limitPerGroup && by && isMeasure(by) && form.group.length > 0
  return ranked && form.outputs.some((output) => sameOutput(output, by)) ? { ...form, limit: RUNNERS_UP } : form
}
