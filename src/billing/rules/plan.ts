import { type Currency, converted } from './price.ts'

/** Plans that can be bought; `free` is the absence of one. */
export const PLANS = ['premium', 'flexible'] as const
export type Plan = (typeof PLANS)[number]
export const PERIODS = ['monthly', 'annual'] as const
export type Period = (typeof PERIODS)[number]

export const PLAN_NAMES: Record<Plan, string> = { premium: 'Premium', flexible: 'Flexible' }
/** Credits that each month of a plan brings. */
export const MONTHLY_CREDITS: Record<Plan, number> = { premium: 1000, flexible: 300 }
/** Paise for a period: the specification has one price for both plans. */
export const PLAN_PRICES: Record<Period, number> = { monthly: 159_900, annual: 1_535_040 }
/** What a year saves against twelve months, in percent. */
export const ANNUAL_SAVING = 20
export const MONTHS: Record<Period, number> = { monthly: 1, annual: 12 }

/** What a plan costs and brings, as the order keeps it. Plans are charged in rupees; other currencies are for display. */
export type PlanQuote = {
  plan_type: Plan
  period: Period
  /** Paise. */
  amount: number
  currency: 'INR'
  monthly_credits: number
  months: number
}

export const planQuote = (plan: Plan, period: Period): PlanQuote => ({
  plan_type: plan,
  period,
  amount: PLAN_PRICES[period],
  currency: 'INR',
  monthly_credits: MONTHLY_CREDITS[plan],
  months: MONTHS[period],
})

/** The price of a period shown in a currency, in its minor units: converted by rate only. */
export const planPriceIn = (period: Period, currency: Currency): number => converted(PLAN_PRICES[period], currency)

/** The same day `count` months later, in UTC; the last of the month where that has no such day. */
export function addMonths(date: Date, count: number): Date {
  const moved = new Date(date)
  moved.setUTCDate(1)
  moved.setUTCMonth(moved.getUTCMonth() + count)
  const last = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate()
  moved.setUTCDate(Math.min(date.getUTCDate(), last))
  return moved
}
