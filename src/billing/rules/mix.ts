import { z } from 'zod'
import { numberText } from '#base/format.ts'
import {
  type AllTerms,
  PERIODS,
  type Period,
  PLAN_NAMES,
  PLANS,
  type Plan,
  type PlanTerms,
  planPriceIn,
} from './plan.ts'
import { CREDIT_STEP, type Currency, MOST_CREDITS, priceText, quote, SYMBOLS } from './price.ts'

/** Packs last a year, so nothing is worked out over more. */
export const MOST_MONTHS = 12
export const MOST_QUESTIONS = 50_000

/** How questions are spread over months: halves of the average, over and over. */
const RHYTHMS = { even: [2], uneven: [1, 3], seasonal: [1, 1, 4] } as const
export type Rhythm = keyof typeof RHYTHMS
export const RHYTHM_NAMES: Record<Rhythm, string> = {
  even: 'The same every month',
  uneven: 'Busy every other month',
  seasonal: 'Busy every third month',
}

export const calculation = z.object({
  questions: z.coerce
    .number('Please give a whole number of questions.')
    .int('Please give a whole number of questions.')
    .min(1, 'Please give at least 1 question a month.')
    .max(MOST_QUESTIONS, 'For more than 50,000 questions a month please write to us.'),
  months: z.coerce
    .number('Please give a whole number of months.')
    .int('Please give a whole number of months.')
    .min(1, 'Please give at least 1 month.')
    .max(MOST_MONTHS, 'At most 12 months: bought credits last a year.'),
  rhythm: z.enum(Object.keys(RHYTHMS) as Rhythm[]).catch('even'),
})
export type Calculation = z.infer<typeof calculation>
export const USUAL: Calculation = { questions: 1000, months: 12, rhythm: 'even' }

/** Credits needed in each month. @param perAnswer credits that a question costs */
export const needsOf = ({ questions, months, rhythm }: Calculation, perAnswer: number): number[] =>
  Array.from({ length: months }, (_, month) => {
    const halves = RHYTHMS[rhythm]
    return Math.ceil((questions * halves[month % halves.length]!) / 2) * perAnswer
  })

/** A way to have the credits that are needed. Amounts in minor units of the currency asked for. */
export type Mix = {
  /** Null: packs only. `held`: the months for which it is bought, counted from 0; a year has all. */
  plan: { plan: Plan; period: Period; held: number[] } | null
  months: number
  /** Credits to buy on top of the plan, and what comes with them. */
  bought: number
  bonus: number
  /** Orders that this takes, in credits: one holds 100,000 at most. */
  orders: number[]
  total: number
}

/**
 * What the needed credits cost in each way there is, the cheapest first; among equals Premium, which brings more. A plan that is paid by
 * the month is bought in those months in which it saves most. Plan prices in other currencies than rupees are converted, as they are
 * charged in rupees.
 * @param needs credits needed in each month, at most 12
 */
export function mixes(needs: readonly number[], currency: Currency, terms: AllTerms): Mix[] {
  const sum = needs.reduce((all, need) => all + need, 0)
  const plans = PLANS.flatMap((plan) => PERIODS.map((period) => withPlan(plan, period, needs, currency, terms[plan])))
  return [{ plan: null, ...packed(sum, currency, 0), months: needs.length }, ...plans].sort(
    (a, b) => a.total - b.total || a.orders.length - b.orders.length,
  )
}

function withPlan(plan: Plan, period: Period, needs: readonly number[], currency: Currency, terms: PlanTerms): Mix {
  const price = planPriceIn(terms, period, currency)
  const all = 2 ** needs.length - 1
  const choices = period === 'annual' ? [{ held: all, short: missing(needs, terms, all) }] : leastMissing(needs, terms)
  const [best] = choices
    .map(({ held, short }) => {
      const months = [...needs.keys()].filter((month) => held & (1 << month))
      const paid = period === 'annual' ? price : price * months.length
      return { plan: { plan, period, held: months }, months: needs.length, ...packed(short, currency, paid) }
    })
    .sort((a, b) => a.total - b.total)
  return best!
}

/** Months for which a plan is bought, as bits: 0b101 are the first and the third. */
type Held = number

/** For every number of months those in which the plan leaves least to buy. All sets are tried: 4,095 for a year. */
function leastMissing(needs: readonly number[], terms: PlanTerms): { held: Held; short: number }[] {
  const best: { held: Held; short: number }[] = []
  const count = [0]
  for (let held = 1; held < 2 ** needs.length; held++) {
    const months = count[held >> 1]! + (held & 1)
    count.push(months)
    const short = missing(needs, terms, held)
    if (short < (best[months]?.short ?? Number.POSITIVE_INFINITY)) best[months] = { held, short }
  }
  return best.filter(Boolean)
}

/** Credits that a plan leaves to buy. Those of a month are spent before later ones, and end `carry_months` after it. */
function missing(needs: readonly number[], { monthly_credits, carry_months }: PlanTerms, held: Held): number {
  const left: number[] = []
  let short = 0
  for (let month = 0; month < needs.length; month++) {
    left.push(held & (1 << month) ? monthly_credits : 0)
    let open = needs[month]!
    for (let from = Math.max(0, month - carry_months); open > 0 && from <= month; from++) {
      const taken = Math.min(left[from]!, open)
      left[from]! -= taken
      open -= taken
    }
    short += open
  }
  return short
}

/** The fewest orders that bring so many credits, their bonus included. @param plan what the plan costs */
function packed(credits: number, currency: Currency, plan: number): Pick<Mix, 'bought' | 'bonus' | 'orders' | 'total'> {
  const perStep = quote(CREDIT_STEP).totalCredits
  const bought = Math.ceil(credits / perStep) * CREDIT_STEP
  const orders: number[] = []
  for (let left = bought; left > 0; left -= MOST_CREDITS) orders.push(Math.min(left, MOST_CREDITS))
  const quotes = orders.map((order) => quote(order, currency))
  return {
    bought,
    bonus: quotes.reduce((sum, { bonusCredits }) => sum + bonusCredits, 0),
    orders,
    total: plan + quotes.reduce((sum, { finalAmount }) => sum + finalAmount, 0),
  }
}

/** "Premium, paid for a year, and 200 credits in packs" */
export function mixText({ plan, bought, months }: Pick<Mix, 'plan' | 'bought' | 'months'>): string {
  const credits = `${numberText(bought)} credits in packs`
  if (!plan) return `No plan, ${credits}`
  const { held, period } = plan
  const some =
    held.length < months ? `in ${held.length} of ${months} months` : months === 1 ? 'for a month' : 'every month'
  const name = `${PLAN_NAMES[plan.plan]}, paid ${period === 'annual' ? 'for a year' : some}`
  return bought === 0 ? name : `${name}, and ${credits}`
}

/** Which months a plan is bought in, when it is not all of them: "months 3, 6, 9 and 12"; null for all. */
export function heldText({ plan, months }: Pick<Mix, 'plan' | 'months'>): string | null {
  if (!plan || plan.held.length === months) return null
  const named = plan.held.map((month) => String(month + 1))
  return named.length === 1 ? `month ${named[0]}` : `months ${named.slice(0, -1).join(', ')} and ${named.at(-1)}`
}

/** What a month costs on average, to the nearest minor unit. */
export const perMonth = ({ total, months }: Pick<Mix, 'total' | 'months'>): number => Math.round(total / months)

/** What one question costs in this mix: "₹0.94", "$0.016". A price below one is shown in thousandths. */
export function perQuestionText({ total }: Pick<Mix, 'total'>, questions: number, currency: Currency): string {
  const minor = total / questions
  return minor >= 100 ? priceText(Math.round(minor), currency) : `${SYMBOLS[currency]}${(minor / 100).toFixed(3)}`
}
