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

/** A period in the queue of a person. Its months are counted back from its end. */
export type Queued = {
  isAnnual: boolean
  /** Months whose credits were given. */
  granted: number
  startsAt: Date
  endsAt: Date
  /** When the next month begins; null when the last one has. */
  nextGrantAt: Date | null
  /** When it was paid back; null while it counts. */
  endedAt: Date | null
}

export const monthsOf = ({ isAnnual }: { isAnnual: boolean }): number => MONTHS[isAnnual ? 'annual' : 'monthly']

/** Months that have not begun. */
export const monthsLeft = (period: Pick<Queued, 'isAnnual' | 'granted'>): number => monthsOf(period) - period.granted

/** When the month ends that begins next. */
export const nextMonth = (period: Pick<Queued, 'isAnnual' | 'granted' | 'endsAt'>): Date =>
  addMonths(period.endsAt, 1 - monthsLeft(period))

/** When it is over: as planned, or when it was paid back. */
export const endOf = ({ endsAt, endedAt }: Pick<Queued, 'endsAt' | 'endedAt'>): Date =>
  endedAt && endedAt < endsAt ? endedAt : endsAt

/** Where a new period begins: now, or when what is paid for already ends. */
export const freeFrom = (periods: readonly Pick<Queued, 'endsAt' | 'endedAt'>[], now: Date): Date =>
  new Date(Math.max(Number(now), ...periods.map((it) => (it.endedAt ? 0 : Number(it.endsAt)))))

/** The period from another moment on: what is left of a month that was interrupted, then the months that have not begun. */
export function movedTo<P extends Queued>(period: P, startsAt: Date): P {
  const stoodAt = Math.max(Number(period.startsAt), Number(period.endedAt ?? 0))
  const rest = Number(period.nextGrantAt ?? period.endsAt) - stoodAt
  const monthEnd = new Date(Number(startsAt) + rest)
  const left = monthsLeft(period)
  return {
    ...period,
    startsAt,
    endsAt: addMonths(monthEnd, left),
    nextGrantAt: left > 0 ? monthEnd : null,
    endedAt: null,
  }
}

/** When what has begun ends. */
export const afterBegun = (periods: readonly Queued[], now: Date): Date =>
  freeFrom(
    periods.filter((it) => it.startsAt <= now),
    now,
  )

/**
 * The queue without gaps and overlaps: what has begun stays; behind it comes what was interrupted, then what has not begun, as it
 * was bought. What was paid back is not part of it.
 * @returns periods that move
 */
export function arranged<P extends Queued & { id: string }>(periods: readonly P[], now: Date): P[] {
  const live = periods.filter((it) => it.endedAt === null)
  let free = afterBegun(live, now)
  const waiting = live
    .filter((it) => it.startsAt > now)
    .sort((a, b) => Number(b.granted > 0) - Number(a.granted > 0) || (a.id < b.id ? -1 : 1))
  return waiting.flatMap((period) => {
    const moved = movedTo(period, free)
    free = moved.endsAt
    return Number(moved.startsAt) === Number(period.startsAt) ? [] : [moved]
  })
}

/** A period of membership that was paid for. */
export type Paid = Pick<Queued, 'isAnnual' | 'startsAt' | 'endsAt' | 'endedAt'> & {
  planType: string
  monthlyCredits: number
}

/**
 * The membership that periods add up to: the plan of now, or of the last one that ended, until its last day without a gap.
 * Another plan that was bought meanwhile begins after it. `last` is the period that ends then.
 */
export function membershipOf<P extends Paid>(periods: readonly P[], now: Date): (P & { last: P }) | null {
  const real = periods
    .map((it) => ({ ...it, endsAt: endOf(it) }))
    .filter((it) => it.endsAt > it.startsAt)
    .sort((a, b) => Number(a.startsAt) - Number(b.startsAt))
  const current =
    real.find((it) => it.startsAt <= now && now < it.endsAt) ?? real.findLast((it) => it.endsAt <= now) ?? real[0]
  if (!current) return null
  let last = current
  for (const next of real)
    if (next.planType === current.planType && Number(next.startsAt) === Number(last.endsAt)) last = next
  return { ...current, endsAt: last.endsAt, last }
}

/** Days before the end at which a mail reminds of it. */
const REMINDERS = [7, 30]

/** Which reminder is due with so many days left: 7, 30, or null for none. @param told the last one sent for this end */
export function reminderDue(days: number, told: number | null): number | null {
  const due = REMINDERS.find((at) => days > 0 && days <= at)
  return due !== undefined && (told === null || told > due) ? due : null
}
