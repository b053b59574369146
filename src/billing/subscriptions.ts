import { and, asc, desc, eq, gt, isNotNull, lte } from 'drizzle-orm'
import { DAY } from '#base/time.ts'
import { inTransaction } from '#db/connect.ts'
import { subscriptionPeriods, subscriptions } from '#db/schema/index.ts'
import type { UserCtx, World } from '../ctx.ts'
import * as credits from './credits.ts'
import { type LedgerCtx, lockAccount } from './ledger.ts'
import type { Subscription } from './rules/membership.ts'
import { addMonths, MONTHS, membershipOf, monthOf, type PlanQuote, periodStart } from './rules/plan.ts'

/** An expired membership is shown as such for so long, then there is none. */
export const SHOWN_AFTER_END = 30 * DAY

export type PeriodRow = typeof subscriptionPeriods.$inferSelect

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

/**
 * Adds a period that was paid for: it begins now, or when the time paid for already ends. Gives the credits of its first month when
 * that has begun. `ctx.db` is the transaction that credits the payment, and the account exists.
 */
export async function extend(ctx: LedgerCtx, userId: string, paymentId: string, quote: PlanQuote): Promise<PeriodRow> {
  const now = ctx.now()
  const [last] = await ctx.db
    .select({ endsAt: subscriptionPeriods.endsAt })
    .from(subscriptionPeriods)
    .where(and(eq(subscriptionPeriods.userId, userId), gt(subscriptionPeriods.endsAt, now)))
    .orderBy(desc(subscriptionPeriods.endsAt))
    .limit(1)
  const startsAt = periodStart(now, last?.endsAt ?? null)
  const endsAt = addMonths(startsAt, quote.months)
  const about = {
    planType: quote.plan_type,
    isAnnual: quote.period === 'annual',
    monthlyCredits: quote.monthly_credits,
  }
  const [made] = await ctx.db
    .insert(subscriptions)
    .values({ userId, ...about, currentPeriodEnd: endsAt, createdAt: now, updatedAt: now })
    .onConflictDoUpdate({ target: subscriptions.userId, set: { updatedAt: now } })
    .returning({ id: subscriptions.id })
  const [period] = await ctx.db
    .insert(subscriptionPeriods)
    .values({
      subscriptionId: made!.id,
      userId,
      paymentId,
      ...about,
      startsAt,
      endsAt,
      nextGrantAt: startsAt,
      createdAt: now,
    })
    .returning()
  await giveDue(ctx, period!)
  await project(ctx, userId)
  return period!
}

/** Names the grant of a month of a period. */
export const grantKey = (periodId: string, month: number): string => `plan:${periodId}:${month}`
export const monthsOf = ({ isAnnual }: { isAnnual: boolean }): number => MONTHS[isAnnual ? 'annual' : 'monthly']

/** Gives the credits of every month that has begun; those of a month expire at its end. Months that are over give nothing. */
async function giveDue(ctx: LedgerCtx, period: PeriodRow): Promise<number> {
  const now = ctx.now()
  let { granted, nextGrantAt } = period
  let given = 0
  while (nextGrantAt && nextGrantAt <= now) {
    const { to: expiresAt } = monthOf(period.startsAt, granted)
    if (expiresAt > now) {
      const about = {
        kind: 'plan' as const,
        credits: period.monthlyCredits,
        expiresAt,
        note: `plan:${period.planType}`,
      }
      if (await credits.grant(ctx, period.userId, { ...about, key: grantKey(period.id, granted) })) given += 1
    }
    granted += 1
    nextGrantAt = granted < monthsOf(period) ? expiresAt : null
  }
  await ctx.db.update(subscriptionPeriods).set({ granted, nextGrantAt }).where(eq(subscriptionPeriods.id, period.id))
  return given
}

/** Gives the credits of months that have begun, for everybody. Safe in many processes at once. @returns how many grants */
export async function grantMonths(world: World): Promise<number> {
  const isDue = and(isNotNull(subscriptionPeriods.nextGrantAt), lte(subscriptionPeriods.nextGrantAt, world.now()))
  const due = await world.db.select().from(subscriptionPeriods).where(isDue).limit(500)
  let given = 0
  for (const { id, userId } of due)
    given += await inTransaction(world, async (ctx) => {
      await lockAccount(ctx, userId)
      const [still] = await ctx.db
        .select()
        .from(subscriptionPeriods)
        .where(and(eq(subscriptionPeriods.id, id), isDue))
        .for('update')
      return still ? giveDue(ctx, still) : 0
    })
  return given
}

const periodsOf = (ctx: LedgerCtx, userId: string): Promise<PeriodRow[]> =>
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

/**
 * Goes on with a period that was cut short for a refund that failed, as long as it was bought for; what has not begun of those that
 * follow moves behind it. A period that was not cut short stays as it is. `ctx.db` is a transaction.
 */
export async function resume(ctx: LedgerCtx, period: PeriodRow): Promise<void> {
  const months = monthsOf(period)
  const endsAt = addMonths(period.startsAt, months)
  if (Number(endsAt) === Number(period.endsAt)) return
  const nextGrantAt = period.granted < months ? monthOf(period.startsAt, period.granted).from : null
  await ctx.db.update(subscriptionPeriods).set({ endsAt, nextGrantAt }).where(eq(subscriptionPeriods.id, period.id))
  await giveDue(ctx, { ...period, endsAt, nextGrantAt })
  let free = endsAt
  for (const next of await periodsOf(ctx, period.userId)) {
    if (next.id === period.id || next.startsAt < period.startsAt || next.granted > 0) continue
    const [startsAt, end] = [free, addMonths(free, monthsOf(next))]
    const moved = { startsAt, endsAt: end, nextGrantAt: startsAt }
    await ctx.db.update(subscriptionPeriods).set(moved).where(eq(subscriptionPeriods.id, next.id))
    free = end
  }
  await project(ctx, period.userId)
}

/** Ends a period that was paid back, now, and moves those that follow forward. `ctx.db` is the transaction of the refund. */
export async function cutShort(ctx: LedgerCtx, period: PeriodRow): Promise<void> {
  const now = ctx.now()
  const endsAt = new Date(Math.max(Number(period.startsAt), Math.min(Number(period.endsAt), Number(now))))
  await ctx.db
    .update(subscriptionPeriods)
    .set({ endsAt, nextGrantAt: null })
    .where(eq(subscriptionPeriods.id, period.id))
  let free = endsAt
  for (const next of await periodsOf(ctx, period.userId)) {
    if (next.id === period.id || next.startsAt < period.endsAt || next.granted > 0) continue
    const [startsAt, end] = [free, addMonths(free, monthsOf(next))]
    const moved = { startsAt, endsAt: end, nextGrantAt: startsAt }
    await ctx.db.update(subscriptionPeriods).set(moved).where(eq(subscriptionPeriods.id, next.id))
    await giveDue(ctx, { ...next, ...moved })
    free = end
  }
  await project(ctx, period.userId)
}
