import { and, eq, gt } from 'drizzle-orm'
import { DAY } from '#base/time.ts'
import { subscriptions } from '#db/schema/index.ts'
import type { UserCtx } from '../ctx.ts'
import type { Subscription } from './rules/membership.ts'

/** An expired membership is shown as such for so long, then there is none. */
export const SHOWN_AFTER_END = 30 * DAY

/** The membership of the person, or null for none. */
export async function current(ctx: UserCtx): Promise<Subscription | null> {
  const shownSince = new Date(Number(ctx.now()) - SHOWN_AFTER_END)
  const [found] = await ctx.db
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.userId, ctx.user.id), gt(subscriptions.currentPeriodEnd, shownSince)))
  if (!found) return null
  return {
    id: found.id,
    plan_type: found.planType,
    current_period_end: found.currentPeriodEnd.toISOString(),
    is_annual: found.isAnnual,
    monthly_credits: found.monthlyCredits,
  }
}
