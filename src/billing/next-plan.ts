import { eq } from 'drizzle-orm'
import { conflict } from '#base/errors.ts'
import { inTransaction } from '#db/connect.ts'
import { subscriptions } from '#db/schema/index.ts'
import * as audit from '#records/audit.ts'
import type { UserCtx } from '../ctx.ts'
import type { NextPlan, Subscription } from './rules/answers.ts'
import { current } from './subscriptions.ts'

/**
 * Says what is to follow the membership when its time ends. Nothing is paid with it and nothing ends earlier: it decides what reminders
 * say, and whether any are sent.
 * @param next `free` for nothing and no reminders; null to be asked to go on with the same
 * @throws AppError conflict `no_membership` without one that runs
 */
export const choose = (ctx: UserCtx, next: NextPlan | null): Promise<Subscription> =>
  inTransaction(ctx, async (ctx) => {
    await ctx.db.select().from(subscriptions).where(eq(subscriptions.userId, ctx.user.id)).for('update')
    const membership = await current(ctx)
    if (!membership || Date.parse(membership.current_period_end) <= Number(ctx.now()))
      throw conflict('You have no membership that runs.', 'no_membership')
    const set = { nextPlan: next?.plan_type ?? null, nextPeriod: next?.period ?? null, updatedAt: ctx.now() }
    await ctx.db.update(subscriptions).set(set).where(eq(subscriptions.userId, ctx.user.id))
    const change = { before: membership.next, after: next, ends: membership.current_period_end }
    await audit.record(ctx, 'membership.next', membership.id, change)
    return { ...membership, next }
  })
