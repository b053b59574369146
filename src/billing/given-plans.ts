import { and, eq, gt, isNotNull, isNull } from 'drizzle-orm'
import { newId } from '#base/ids.ts'
import { subscriptionPeriods } from '#db/schema/index.ts'
import { clawBack } from './clawback.ts'
import * as credits from './credits.ts'
import { grantKey } from './grants.ts'
import type { LedgerCtx } from './ledger.ts'
import { addMonths, movedTo, type PlanQuote } from './rules/plan.ts'
import { add, arrange, type PeriodRow, periodsOf, place } from './subscriptions.ts'

/**
 * Gives somebody a plan from now on that they do not pay for. What they paid for and runs is interrupted and goes on after it, nothing of it
 * is lost; what was given before ends. `ctx.db` is a transaction.
 * @param givenBy the admin
 */
export async function give(ctx: LedgerCtx, userId: string, quote: PlanQuote, givenBy: string): Promise<PeriodRow> {
  await credits.ensureAccount(ctx, userId)
  const id = newId()
  await endGiven(ctx, userId, id)
  // Asked for only now: what goes on in place of what ended began a moment ago.
  const now = ctx.now()
  const endsAt = addMonths(now, quote.months)
  for (const running of await periodsOf(ctx, userId))
    if (!running.endedAt && running.startsAt <= now && now < running.endsAt)
      await place(ctx, movedTo({ ...running, endedAt: now }, endsAt))
  const period = await add(ctx, { id, userId, givenBy, startsAt: now, endsAt }, quote)
  await arrange(ctx, userId)
  return period
}

/**
 * Ends what was given and runs, and takes back what is left of its month; what was paid for goes on at once. `ctx.db` is a transaction.
 * @param by what it ends for
 * @returns whether anything did
 */
export async function endGiven(ctx: LedgerCtx, userId: string, by: string): Promise<boolean> {
  await credits.renew(ctx, userId)
  const ended = await ctx.db
    .update(subscriptionPeriods)
    .set({ endedAt: ctx.now(), endedBy: by })
    .where(
      and(
        eq(subscriptionPeriods.userId, userId),
        isNotNull(subscriptionPeriods.givenBy),
        isNull(subscriptionPeriods.endedAt),
        gt(subscriptionPeriods.endsAt, ctx.now()),
      ),
    )
    .returning()
  for (const { id, granted } of ended)
    if (granted > 0)
      await clawBack(ctx, userId, { grants: [grantKey(id, granted - 1)], key: `given:${id}`, note: `given:${id}` })
  if (ended.length > 0) await arrange(ctx, userId)
  return ended.length > 0
}
