import { and, asc, eq, gt, isNull } from 'drizzle-orm'
import { answerOf } from '#base/answer.ts'
import { DAY } from '#base/time.ts'
import { creditLots, subscriptionPeriods, subscriptions } from '#db/schema/index.ts'
import type { UserCtx } from '../ctx.ts'
import { clawBack, lotsByKey } from './clawback.ts'
import * as credits from './credits.ts'
import { expiryOf, grantKey } from './grants.ts'
import type { LedgerCtx } from './ledger.ts'
import { type Subscription, subscription } from './rules/answers.ts'
import type { Upgrade } from './rules/plan.ts'
import { addMonths, afterBegun, arranged, freeFrom, membershipOf, movedTo, type PlanQuote } from './rules/plan.ts'
import { creditsBack } from './rules/upgrade.ts'

/** An expired membership is shown as such for so long, then there is none. */
const SHOWN_AFTER_END = 30 * DAY

export type PeriodRow = typeof subscriptionPeriods.$inferSelect

/** The membership of the person at this moment, or null for none. */
export async function current(ctx: UserCtx): Promise<Subscription | null> {
  const rows = await ctx.db
    .select({ row: subscriptions, period: subscriptionPeriods })
    .from(subscriptions)
    .leftJoin(subscriptionPeriods, eq(subscriptionPeriods.userId, subscriptions.userId))
    .where(eq(subscriptions.userId, ctx.user.id))
    .orderBy(asc(subscriptionPeriods.startsAt))
  if (rows.length === 0) return null
  const { row } = rows[0]!
  const periods = rows.flatMap(({ period }) => period ?? [])
  const { planType, isAnnual, monthlyCredits, endsAt } = membershipOf(periods, ctx.now()) ?? {
    ...row,
    endsAt: row.currentPeriodEnd,
  }
  if (Number(endsAt) <= Number(ctx.now()) - SHOWN_AFTER_END) return null
  const follows = periods.find((it) => !it.endedAt && it.startsAt > ctx.now() && it.startsAt >= endsAt)
  const next = row.nextPlan && { planType: row.nextPlan, period: row.nextPeriod }
  const now = { planType, isAnnual, monthlyCredits, currentPeriodEnd: endsAt }
  return answerOf(subscription, { id: row.id, ...now, next, follows: follows ?? null })
}

/**
 * Adds a period that was paid for: it begins now, or when the time paid for already ends. An upgrade begins now and ends the period that
 * it replaces, for which what was credited of its credits goes back. Gives the credits of its first month when
 * that has begun. `ctx.db` is the transaction that credits the payment, and the account exists.
 */
export async function extend(ctx: LedgerCtx, userId: string, paymentId: string, quote: PlanQuote): Promise<PeriodRow> {
  const now = ctx.now()
  const { upgrade } = quote
  const startsAt = upgrade ? now : freeFrom(await periodsOf(ctx, userId), now)
  const endsAt = addMonths(startsAt, quote.months)
  // Whoever buys says anew what is to follow.
  const period = await add(ctx, { userId, paymentId, startsAt, endsAt }, quote, { nextPlan: null, nextPeriod: null })
  await arrange(ctx, userId)
  if (upgrade) await replace(ctx, userId, upgrade, paymentId)
  return period
}

type NewPeriod = Pick<typeof subscriptionPeriods.$inferInsert, 'id' | 'userId' | 'paymentId' | 'givenBy' | 'endsAt'> & {
  startsAt: Date
}

/** Writes a period down, and its membership when it is the person's first. @param again what it changes of one that there is */
export async function add(
  ctx: LedgerCtx,
  period: NewPeriod,
  quote: PlanQuote,
  again: Partial<typeof subscriptions.$inferInsert> = {},
): Promise<PeriodRow> {
  const now = ctx.now()
  const plan = {
    planType: quote.plan_type,
    isAnnual: quote.period === 'annual',
    monthlyCredits: quote.monthly_credits,
  }
  const { userId, startsAt, endsAt } = period
  const [membership] = await ctx.db
    .insert(subscriptions)
    .values({ userId, ...plan, currentPeriodEnd: endsAt, createdAt: now, updatedAt: now })
    .onConflictDoUpdate({ target: subscriptions.userId, set: { ...again, updatedAt: now } })
    .returning({ id: subscriptions.id })
  const about = { subscriptionId: membership!.id, carryMonths: quote.carry_months ?? 0, nextGrantAt: startsAt }
  const [made] = await ctx.db
    .insert(subscriptionPeriods)
    .values({ ...period, ...plan, ...about, createdAt: now })
    .returning()
  return made!
}

/**
 * Ends the period that an upgrade replaces, and takes the credits back that its credit stands for. Nothing happens when it has ended.
 * @param again the refund of the upgrade that failed, when it is made once more
 */
export async function replace(
  ctx: LedgerCtx,
  userId: string,
  { period_id, unused_credits }: Upgrade,
  paymentId: string,
  again?: string,
): Promise<void> {
  const [period] = await ctx.db.select().from(subscriptionPeriods).where(eq(subscriptionPeriods.id, period_id))
  if (period!.endedAt || period!.endsAt <= ctx.now()) return
  const key = upgradeKey(paymentId, again)
  const most = creditsBack(unused_credits, period!)
  const grants = [grantKey(period!.id, period!.granted - 1)]
  if (most > 0) await clawBack(ctx, userId, { grants, most, key, note: `upgrade:${paymentId}` })
  // What was given cannot be upgraded, so it was paid for.
  await cutShort(ctx, userId, period!.paymentId!, paymentId)
}

/** Names what an upgrade took back. @param again the refund of it that failed, so that it was made once more */
export const upgradeKey = (paymentId: string, again?: string): string =>
  again ? `upgrade:${paymentId}:${again}` : `upgrade:${paymentId}`

/** All periods that the person bought or was given, also those that were paid back. */
export const periodsOf = (ctx: LedgerCtx, userId: string): Promise<PeriodRow[]> =>
  ctx.db
    .select()
    .from(subscriptionPeriods)
    .where(eq(subscriptionPeriods.userId, userId))
    .orderBy(asc(subscriptionPeriods.startsAt), asc(subscriptionPeriods.id))

/** Brings the person's row in step with their periods. @returns when their membership ends */
export async function project(ctx: LedgerCtx, userId: string): Promise<Date | null> {
  const membership = membershipOf(await periodsOf(ctx, userId), ctx.now())
  const now = ctx.now()
  const set = membership
    ? {
        planType: membership.planType,
        isAnnual: membership.isAnnual,
        monthlyCredits: membership.monthlyCredits,
        currentPeriodEnd: membership.endsAt,
        updatedAt: now,
      }
    : // Everything was paid back: the membership that never was ended long ago.
      { currentPeriodEnd: new Date(Number(now) - SHOWN_AFTER_END - DAY), updatedAt: now }
  await ctx.db.update(subscriptions).set(set).where(eq(subscriptions.userId, userId))
  return membership?.endsAt ?? null
}

/** Moves what has not begun to where the time paid for ends, and brings credits and the person's row in step. */
export async function arrange(ctx: LedgerCtx, userId: string): Promise<void> {
  for (const moved of arranged(await periodsOf(ctx, userId), ctx.now())) await place(ctx, moved)
  await credits.renew(ctx, userId)
  await project(ctx, userId)
}

/** Writes where a period stands now. The credits of its interrupted month expire by when that ends. */
export async function place(ctx: LedgerCtx, period: PeriodRow): Promise<void> {
  const { id, userId, granted, startsAt, endsAt, nextGrantAt, endedAt, endedBy } = period
  const moved = { startsAt, endsAt, nextGrantAt, endedAt, endedBy }
  await ctx.db.update(subscriptionPeriods).set(moved).where(eq(subscriptionPeriods.id, id))
  const [lot] = granted > 0 ? await lotsByKey(ctx, userId, [grantKey(id, granted - 1)]) : []
  if (lot)
    await ctx.db
      .update(creditLots)
      .set({ expiresAt: expiryOf(nextGrantAt ?? endsAt, period) })
      .where(eq(creditLots.id, lot.lotId))
}

/**
 * Ends the period of a payment now; those that follow move forward. `ctx.db` is the transaction of what ends it.
 * @param by the refund of its money, or the payment of the upgrade
 */
export async function cutShort(ctx: LedgerCtx, userId: string, paymentId: string, by: string): Promise<void> {
  await credits.renew(ctx, userId)
  const ended = { endedAt: ctx.now(), endedBy: by }
  const isLive = and(isNull(subscriptionPeriods.endedAt), gt(subscriptionPeriods.endsAt, ctx.now()))
  await ctx.db
    .update(subscriptionPeriods)
    .set(ended)
    .where(and(eq(subscriptionPeriods.paymentId, paymentId), isLive))
  await arrange(ctx, userId)
}

/**
 * Goes on with the period that ended for a refund which failed, or for an upgrade which is paid back: what was left of it follows what has
 * begun meanwhile, or begins now. `ctx.db` is a transaction.
 * @returns false when none ended for this one
 */
export async function resume(ctx: LedgerCtx, userId: string, by: string): Promise<boolean> {
  await credits.renew(ctx, userId)
  const periods = await periodsOf(ctx, userId)
  const period = periods.find((it) => it.endedBy === by)
  if (!period) return false
  await place(ctx, { ...movedTo(period, afterBegun(periods, ctx.now())), endedBy: null })
  await arrange(ctx, userId)
  return true
}
