import { counted } from '#base/format.ts'
import { DAY } from '#base/time.ts'
import type { Upgrade } from './plan.ts'
import {
  addMonths,
  MONTHS,
  monthsLeft,
  monthsOf,
  PERIODS,
  type Period,
  PLAN_NAMES,
  type Plan,
  type Queued,
} from './plan.ts'
import { clawedBackFor } from './refund.ts'

/** Milliseconds for which the price of an upgrade holds: what is unused shrinks each day. */
export const UPGRADE_LIFE = DAY
/** Paise: gateways take no less. */
const LEAST_AMOUNT = 100

/** Whether a change begins at once: nothing of plan or period is less, and something is more. All else begins when the time paid for ends. */
export function isUpgrade(from: { plan: string; period: Period }, to: { plan: Plan; period: Period }): boolean {
  const plan = rank(to.plan) - rank(from.plan)
  const period = MONTHS[to.period] - MONTHS[from.period]
  return plan >= 0 && period >= 0 && plan + period > 0
}

const rank = (plan: string) => (plan === 'premium' ? 1 : 0)

export const periodOf = ({ isAnnual }: { isAnnual: boolean }): Period => PERIODS[isAnnual ? 1 : 0]

type Running = Pick<Queued, 'isAnnual' | 'granted' | 'endsAt'> & { monthlyCredits: number }

/**
 * The unused part of a running period: the share of its whole days that are left, and never more than the share of its credits that were
 * not used, as for a refund. Whole paise, rounded down.
 * @param worth paise that it cost, the credit of an earlier upgrade included
 * @param remaining credits of its running month that are not used
 */
export function unusedPart(period: Running, worth: number, remaining: number, now: Date) {
  const bought = monthsOf(period) * period.monthlyCredits
  const unspent = remaining + monthsLeft(period) * period.monthlyCredits
  const days = daysBetween(addMonths(period.endsAt, -monthsOf(period)), period.endsAt)
  const unused_days = Math.max(0, Math.min(days, daysBetween(now, period.endsAt)))
  const byDays = unused_days * bought <= unspent * days
  const credit = byDays ? share(worth, unused_days, days) : share(worth, unspent, bought)
  const unused_credits = worth > 0 ? clawedBackFor(credit, worth, bought) : 0
  return { credit, worth, unused_days, days, unused_credits }
}

const daysBetween = (from: Date, to: Date) => Math.floor((Number(to) - Number(from)) / DAY)
const share = (worth: number, part: number, whole: number) => Number((BigInt(worth) * BigInt(part)) / BigInt(whole))

/** Credits of the running month that go back for the credit: what it stands for without the months that have not begun. */
export const creditsBack = (unusedCredits: number, period: Running): number =>
  Math.max(0, unusedCredits - monthsLeft(period) * period.monthlyCredits)

/** Whether so much is left to pay that a payment can be made. */
export const isPayable = (price: number, credit: number): boolean => price - credit >= LEAST_AMOUNT

/** "Credit for 20 of 31 days of Flexible, monthly" */
export const creditLine = ({ unused_days, days, plan_type, period }: Upgrade): string =>
  `Credit for ${unused_days} of ${counted(days, 'day', 'days')} of ${PLAN_NAMES[plan_type]}, ${period}`
