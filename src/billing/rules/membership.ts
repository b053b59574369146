import { capital } from '#base/text.ts'
import { DAY } from '#base/time.ts'
import { PLAN_NAMES, type Plan } from './plan.ts'

/** Days before the end at which the card warns, and at which it is urgent. */
export const WARN_DAYS = 30
const URGENT_DAYS = 7

export type MembershipColor = 'red' | 'yellow' | 'green'

/** Whole days until the period ends, rounded up; null when it never does. */
export const daysUntilExpiry = (end: Date | string | null, now: Date): number | null =>
  end === null ? null : Math.ceil((Number(new Date(end)) - Number(now)) / DAY)

/** What the membership card says. @param days as `daysUntilExpiry` gives them */
export function statusText(days: number | null): string {
  if (days === null) return 'Active'
  if (days <= 0) return 'Expired'
  if (days === 1) return 'Expires tomorrow'
  return days <= WARN_DAYS ? `Expires in ${days} days` : 'Active'
}

export function statusColor(days: number | null): MembershipColor {
  if (days === null || days > WARN_DAYS) return 'green'
  return days <= URGENT_DAYS ? 'red' : 'yellow'
}

export const MEMBERSHIP_ERROR = 'Error loading membership'
/** Milliseconds that the browser waits before it fetches the subscription, and that it keeps the answer. */
export const SUBSCRIPTION_DELAY = 100

/** "Premium", "Flexible"; another plan's own name with a capital. */
export const planName = (plan: string): string => PLAN_NAMES[plan as Plan] ?? capital(plan)
