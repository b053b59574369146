import { type Currency, converted } from './price.ts'

/** Plans that can be bought; `free` is the absence of one. */
export const PLANS = ['premium', 'flexible'] as const
export type Plan = (typeof PLANS)[number]
export const PERIODS = ['monthly', 'annual'] as const
export type Period = (typeof PERIODS)[number]

export const PLAN_NAMES: Record<Plan, string> = { premium: 'Premium', flexible: 'Flexible' }
/** Credits that each month of a plan brings, as System Settings say. */
export type MonthlyCredits = Record<Plan, number>
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

export const planQuote = (plan: Plan, period: Period, credits: MonthlyCredits): PlanQuote => ({
  plan_type: plan,
  period,
  amount: PLAN_PRICES[period],
  currency: 'INR',
  monthly_credits: credits[plan],
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

/** Where a new period begins: now, or when what is paid for already ends. */
export const periodStart = (now: Date, paidUntil: Date | null): Date => (paidUntil && paidUntil > now ? paidUntil : now)

/** A month of a period, counted from 0. */
export const monthOf = (startsAt: Date, index: number): { from: Date; to: Date } => ({
  from: addMonths(startsAt, index),
  to: addMonths(startsAt, index + 1),
})

/** A period of membership that was paid for. */
export type Paid = { planType: string; isAnnual: boolean; monthlyCredits: number; startsAt: Date; endsAt: Date }

/**
 * The membership that periods add up to: the plan of now, or of the last one that ended, until its last day without a gap.
 * Another plan that was bought meanwhile begins after it.
 */
export function membershipOf(
  periods: readonly Paid[],
  now: Date,
): (Omit<Paid, 'startsAt'> & { startsAt: Date }) | null {
  const real = periods.filter((it) => it.endsAt > it.startsAt).sort((a, b) => Number(a.startsAt) - Number(b.startsAt))
  const current = real.find((it) => it.startsAt <= now && now < it.endsAt) ?? real.findLast((it) => it.endsAt <= now)
  if (!current) return real[0] ?? null
  let { endsAt } = current
  for (const next of real)
    if (next.planType === current.planType && Number(next.startsAt) === Number(endsAt)) endsAt = next.endsAt
  return { ...current, endsAt }
}

/** Days before the end at which a mail reminds of it. */
const REMINDERS = [7, 30]

/** Which reminder is due with so many days left: 7, 30, or null for none. @param told the last one sent for this end */
export function reminderDue(days: number, told: number | null): number | null {
  const due = REMINDERS.find((at) => days > 0 && days <= at)
  return due !== undefined && (told === null || told > due) ? due : null
}
