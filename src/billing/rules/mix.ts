import { z } from 'zod'
import { numberText } from '#base/written.ts'
import { MONTHS, type MonthlyCredits, PERIODS, type Period, PLAN_NAMES, PLANS, type Plan, planPriceIn } from './plan.ts'
import { CREDIT_STEP, CURRENCIES, type Currency, MOST_CREDITS, priceText, quote, SYMBOLS } from './price.ts'

/** Packs last a year, so a mix is worked out over one. */
const YEAR = 12

export const MOST_QUESTIONS = 1000
export const MOST_DAYS = 31
export const calculation = z.object({
  questions: z.coerce
    .number('Please give a whole number of questions.')
    .int('Please give a whole number of questions.')
    .min(1, 'Please give at least 1 question a day.')
    .max(MOST_QUESTIONS, 'For more than 1,000 questions a day please write to us.'),
  days: z.coerce
    .number('Please give a whole number of days.')
    .int('Please give a whole number of days.')
    .min(1, 'Please give at least 1 day a month.')
    .max(MOST_DAYS, 'A month has at most 31 days.'),
  currency: z.enum(CURRENCIES).catch('INR'),
})
export const USUAL = { questions: 40, days: 22 } as const

/** A way to have so many credits in every month of a year. Amounts in minor units of the currency asked for. */
export type Mix = {
  /** Null: credits only. */
  plan: { plan: Plan; period: Period; price: number } | null
  /** Credits to buy in the year on top of the plan, and what comes with them. */
  bought: number
  bonus: number
  /** Orders that this takes, in credits: one holds 100,000 at most. */
  orders: number[]
  /** What the year costs, plan and credits. */
  year: number
}

/**
 * What credits for a year cost in each way there is, the cheapest first. Plan prices in other currencies than rupees are converted, as they
 * are charged in rupees. Credits of a plan end with their month: what it brings beyond the need is not counted.
 * @param monthly credits needed in each month
 */
export function mixes(monthly: number, currency: Currency, plansBring: MonthlyCredits): Mix[] {
  const plans = PLANS.flatMap((plan) => PERIODS.map((period) => ({ plan, period })))
  return [null, ...plans]
    .map((choice) => mixOf(monthly, currency, choice, plansBring))
    .sort((a, b) => a.year - b.year || a.orders.length - b.orders.length)
}

function mixOf(
  monthly: number,
  currency: Currency,
  choice: { plan: Plan; period: Period } | null,
  plansBring: MonthlyCredits,
): Mix {
  const missing = YEAR * Math.max(0, monthly - (choice ? plansBring[choice.plan] : 0))
  const orders = ordersFor(missing)
  const quotes = orders.map((credits) => quote(credits, currency))
  const price = choice && planPriceIn(choice.period, currency)
  return {
    plan: choice && { ...choice, price: price! },
    bought: orders.reduce((sum, credits) => sum + credits, 0),
    bonus: quotes.reduce((sum, { bonusCredits }) => sum + bonusCredits, 0),
    orders,
    year:
      quotes.reduce((sum, { finalAmount }) => sum + finalAmount, 0) +
      (choice ? price! * (YEAR / MONTHS[choice.period]) : 0),
  }
}

/** The fewest orders that bring so many credits, their bonus included. */
function ordersFor(credits: number): number[] {
  const perStep = quote(CREDIT_STEP).totalCredits
  let left = Math.ceil(credits / perStep) * CREDIT_STEP
  const orders: number[] = []
  while (left > 0) {
    orders.push(Math.min(left, MOST_CREDITS))
    left -= orders.at(-1)!
  }
  return orders
}

/** "Premium, annual, and 200 credits" */
export function mixText({ plan, bought }: Pick<Mix, 'plan' | 'bought'>): string {
  const credits = `${numberText(bought)} credits a year`
  if (!plan) return `No plan, ${credits}`
  const name = `${PLAN_NAMES[plan.plan]}, paid ${plan.period === 'annual' ? 'once a year' : 'every month'}`
  return bought === 0 ? name : `${name}, and ${credits}`
}

/** What a month costs on average, to the nearest minor unit. */
export const perMonth = ({ year }: Mix): number => Math.round(year / YEAR)

/** What one question costs in this mix: "₹0.94", "$0.016". A price below one is shown in thousandths. */
export function perQuestionText({ year }: Mix, questionsPerMonth: number, currency: Currency): string {
  const minor = year / (YEAR * questionsPerMonth)
  return minor >= 100 ? priceText(Math.round(minor), currency) : `${SYMBOLS[currency]}${(minor / 100).toFixed(3)}`
}
