import { counted, numberText } from '#base/format.ts'
import type { SystemSettings } from '#records/rules/setting.ts'
import { type Currency, converted } from './price.ts'
/** Plans that can be bought; `free` is the absence of one. */
export const PLANS = ['premium', 'flexible'] as const
export type Plan = (typeof PLANS)[number]
export const PERIODS = ['monthly', 'annual'] as const
export type Period = (typeof PERIODS)[number]

export const PLAN_NAMES: Record<Plan, string> = { premium: 'Premium', flexible: 'Flexible' }
export const MONTHS: Record<Period, number> = { monthly: 1, annual: 12 }

/** What a plan costs and brings, as System Settings say. */
export type PlanTerms = {
  /** Paise for a period. */
  prices: Record<Period, number>
  monthly_credits: number
  /** Months after their own in which unused credits can still be spent. */
  carry_months: number
  /** Files that an organization may keep, in MB, and people who may be in it, when one of its owners has the plan. */
  storage_mb: number
  seats: number
}
export type AllTerms = Record<Plan, PlanTerms>

const paise = (rupees: number): number => Math.round(rupees * 100)

export function planTerms({ plans, prices, carry_over, storage, seats }: SystemSettings): AllTerms {
  const of = (plan: Plan): PlanTerms => ({
    prices: { monthly: paise(prices[`${plan}_monthly`]), annual: paise(prices[`${plan}_annual`]) },
    monthly_credits: plans[plan],
    carry_months: carry_over[plan],
    storage_mb: storage[`${plan}_mb`],
    seats: seats[plan],
  })
  return { premium: of('premium'), flexible: of('flexible') }
}

/** What a year saves against twelve months, in whole percent: of the plan that saves most. */
export const annualSaving = (terms: AllTerms): number => Math.max(...PLANS.map((plan) => saving(terms[plan].prices)))

const saving = ({ monthly, annual }: Record<Period, number>) => Math.floor(100 - (100 * annual) / (12 * monthly))

/** The price from which plans begin, in paise for a month. */
export const leastPrice = (terms: AllTerms): number => Math.min(...PLANS.map((plan) => terms[plan].prices.monthly))

/** "Monthly", "Annual, save 20 %" */
export function periodText(period: Period, terms: AllTerms): string {
  const percent = annualSaving(terms)
  return period === 'monthly' ? 'Monthly' : percent > 0 ? `Annual, save ${percent} %` : 'Annual'
}

export function carryText(months: number): string {
  if (months === 0) return 'Unused credits end with their month'
  return `Unused credits keep for ${counted(months, 'more month', 'more months')}`
}

export function differenceText(terms: AllTerms): string {
  const { premium, flexible } = terms
  const same = PERIODS.every((period) => premium.prices[period] === flexible.prices[period])
  const brings = PLANS.map(
    (plan) =>
      `${PLAN_NAMES[plan]} brings ${numberText(terms[plan].monthly_credits)} credits a month, ${lastsText(terms[plan].carry_months)}`,
  )
  return `${same ? 'Both cost the same. ' : ''}${brings.join('; ')}.`
}

const lastsText = (months: number) =>
  months === 0 ? 'which end with it' : `and what is left over keeps for ${counted(months, 'more month', 'more months')}`

/** Which plan's credits outlast their month, within a sentence; empty when none does. */
export function keepText(terms: AllTerms): string {
  const keeping = PLANS.filter((plan) => terms[plan].carry_months > 0)
  const each = keeping.map(
    (plan) => `${counted(terms[plan].carry_months, 'more month', 'more months')} with ${PLAN_NAMES[plan]}`,
  )
  return each.length > 0 ? ` (${each.join(', ')})` : ''
}

/** What a plan costs and brings, as the order keeps it. Plans are charged in rupees; other currencies are for display. */
export type PlanQuote = {
  plan_type: Plan
  period: Period
  /** Paise to be paid. */
  amount: number
  currency: 'INR'
  monthly_credits: number
  /** Months after their own in which unused credits can still be spent; orders from before there was any have none. */
  carry_months?: number
  months: number
  /** What it replaces at once, and the credit for that; without it the period begins when the time paid for ends. */
  upgrade?: Upgrade
}

export const planQuote = (plan: Plan, period: Period, terms: AllTerms): PlanQuote => ({
  plan_type: plan,
  period,
  amount: terms[plan].prices[period],
  currency: 'INR',
  monthly_credits: terms[plan].monthly_credits,
  carry_months: terms[plan].carry_months,
  months: MONTHS[period],
})

/** The price of a period shown in a currency, in its minor units: converted by rate only. */
export const planPriceIn = ({ prices }: PlanTerms, period: Period, currency: Currency): number =>
  converted(prices[period], currency)

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

export const monthsLeft = (period: Pick<Queued, 'isAnnual' | 'granted'>): number => monthsOf(period) - period.granted

/** When the month ends that begins next. */
export const nextMonth = (period: Pick<Queued, 'isAnnual' | 'granted' | 'endsAt'>): Date =>
  addMonths(period.endsAt, 1 - monthsLeft(period))

/** When it is over: as planned, or when it was paid back. */
const endOf = ({ endsAt, endedAt }: Pick<Queued, 'endsAt' | 'endedAt'>): Date =>
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

export type Paid = Pick<Queued, 'isAnnual' | 'startsAt' | 'endsAt' | 'endedAt'> & {
  planType: string
  monthlyCredits: number
}

/**
 * The membership that periods add up to: the plan of now, or of the last one that ended, until its last day without a gap.
 * Another plan that was bought meanwhile begins after it. `last` is the period that ends then.
 */
export function membershipOf<P extends Paid>(periods: readonly P[], now: Date): (P & { last: P }) | null {
  const periodsWithTime = periods
    .map((it) => ({ ...it, endsAt: endOf(it) }))
    .filter((it) => it.endsAt > it.startsAt)
    .sort((a, b) => Number(a.startsAt) - Number(b.startsAt))
  const current =
    periodsWithTime.find((it) => it.startsAt <= now && now < it.endsAt) ??
    periodsWithTime.findLast((it) => it.endsAt <= now) ??
    periodsWithTime[0]
  if (!current) return null
  let last = current
  for (const next of periodsWithTime)
    if (next.planType === current.planType && Number(next.startsAt) === Number(last.endsAt)) last = next
  return { ...current, endsAt: last.endsAt, last }
}

/** Days before the end at which a mail reminds of it: of a month's end in its last week, of a year's end a month before too. */
const REMINDERS: Record<Period, readonly number[]> = { monthly: [7], annual: [7, 30] }

/** Which reminder is due with so many days left: 7, 30, or null for none. @param lastReminder the last one sent for this end */
export function reminderDue(days: number, lastReminder: number | null, isAnnual: boolean): number | null {
  const due = REMINDERS[isAnnual ? 'annual' : 'monthly'].find((at) => days > 0 && days <= at)
  return due !== undefined && (lastReminder === null || lastReminder > due) ? due : null
}

/** The credits that come next from plans that are paid for; null when none do. */
export function nextGrant(periods: readonly (Queued & Paid)[]): { credits: number; at: Date; planType: string } | null {
  const due = periods.filter((it) => it.endedAt === null && it.nextGrantAt !== null)
  const [next] = due.sort((a, b) => Number(a.nextGrantAt) - Number(b.nextGrantAt))
  return next ? { credits: next.monthlyCredits, at: next.nextGrantAt!, planType: next.planType } : null
}
/** What an order for an upgrade keeps of the period that it replaces. Money in paise. */
export type Upgrade = {
  period_id: string
  plan_type: Plan
  period: Period
  /** Price of the new period; `amount` of the quote is this less the credit. */
  price: number
  /** What is credited of the period that ends. */
  credit: number
  /** What that period cost. */
  worth: number
  /** Whole days of it that are left, of all its days. */
  unused_days: number
  days: number
  /** Credits of its months that the credit stands for: those that were given go back. */
  unused_credits: number
}
