import { and, asc, eq, isNotNull, isNull, lte } from 'drizzle-orm'
import { creditLots, subscriptionPeriods } from '#db/schema/index.ts'
import { begin, enter, type LedgerCtx, moves } from './ledger.ts'
import type { LotKind } from './rules/lot.ts'
import { addMonths, monthsLeft, nextMonth } from './rules/plan.ts'

export type Grant = {
  kind: LotKind
  credits: number
  expiresAt: Date
  /** Makes it idempotent: the same key grants once, whoever calls and however often. */
  key: string
  note?: string
}

/** Gives credits to a locked account. @returns false when this key gave before */
export async function give(
  ctx: LedgerCtx,
  userId: string,
  { kind, credits, expiresAt, key, note }: Grant,
): Promise<boolean> {
  const id = await begin(ctx, { userId, kind: 'grant', idempotencyKey: key, note: note ?? kind })
  if (!id) return false
  const [lot] = await ctx.db
    .insert(creditLots)
    .values({ userId, kind, granted: credits, remaining: 0, expiresAt, createdAt: ctx.now() })
    .returning({ id: creditLots.id })
  await enter(ctx, userId, id, moves([{ lotId: lot!.id, amount: credits }], 'issued', 'free'))
  return true
}

/** Names the grant of a month of a period, counted from 0. */
export const grantKey = (periodId: string, month: number): string => `plan:${periodId}:${month}`

/** The condition of a period of which a month has begun whose credits were not given yet. */
export const isDue = (now: Date) =>
  and(
    isNull(subscriptionPeriods.endedAt),
    isNotNull(subscriptionPeriods.nextGrantAt),
    lte(subscriptionPeriods.nextGrantAt, now),
  )

export const expiryOf = (monthEnd: Date, { carryMonths }: { carryMonths: number }): Date =>
  addMonths(monthEnd, carryMonths)

/**
 * Gives a locked account the credits of every month that has begun; those of a month expire at its end, or as much later as its plan
 * says. Months whose credits would have expired give nothing.
 */
export async function giveMonths(ctx: LedgerCtx, userId: string): Promise<void> {
  const now = ctx.now()
  const due = await ctx.db
    .select()
    .from(subscriptionPeriods)
    .where(and(eq(subscriptionPeriods.userId, userId), isDue(now)))
    .orderBy(asc(subscriptionPeriods.nextGrantAt))
  for (const period of due) {
    let { granted, nextGrantAt } = period
    while (nextGrantAt && nextGrantAt <= now) {
      const monthEnd = nextMonth({ ...period, granted })
      const expiresAt = expiryOf(monthEnd, period)
      if (expiresAt > now) {
        const key = grantKey(period.id, granted)
        const note = `plan:${period.planType}`
        await give(ctx, userId, { kind: 'plan', credits: period.monthlyCredits, expiresAt, key, note })
      }
      granted += 1
      nextGrantAt = monthsLeft({ ...period, granted }) > 0 ? monthEnd : null
    }
    await ctx.db.update(subscriptionPeriods).set({ granted, nextGrantAt }).where(eq(subscriptionPeriods.id, period.id))
  }
}
