import { and, eq, inArray, ne } from 'drizzle-orm'
import { conflict, unprocessable } from '#base/errors.ts'
import { inTransaction } from '#db/connect.ts'
import type { OrderRow } from '#db/schema/index.ts'
import { orders, payments, refundRequests, refunds, subscriptionPeriods } from '#db/schema/index.ts'
import type { Ctx, UserCtx } from '../ctx.ts'
import { lotsOf } from './clawback.ts'
import * as credits from './credits.ts'
import { grantKey } from './grants.ts'
import { type Period, type Plan, type PlanQuote, planQuote, planTerms } from './rules/plan.ts'
import { creditsBack, isPayable, isUpgrade, periodOf, UPGRADE_LIFE, unusedPart } from './rules/upgrade.ts'
import { type PeriodRow, periodsOf } from './subscriptions.ts'

/** What of a payment went back, or is on its way. @returns minor units */
export async function paidBack(ctx: Pick<Ctx, 'db'>, paymentId: string): Promise<number> {
  const rows = await ctx.db
    .select({ amount: refunds.amount })
    .from(refunds)
    .where(and(eq(refunds.paymentId, paymentId), ne(refunds.state, 'failed')))
  return rows.reduce((sum, { amount }) => sum + amount, 0)
}

/** What a change of plan would cost that begins at once, with the credits of the running month that go back for it. */
export type UpgradeOffer = Required<PlanQuote> & { credits_back: number }

/**
 * The price of an upgrade at this moment.
 * @throws AppError conflict `no_membership`, `no_upgrade`, `refund_requested`; unprocessable `nothing_to_pay`
 */
export function offer(ctx: UserCtx, plan: Plan, period: Period): Promise<UpgradeOffer> {
  return inTransaction(ctx, async (ctx) => {
    const old = await running(ctx, ctx.user.id)
    if (!old) throw conflict('You have no membership that could be upgraded. Choose a plan instead.', 'no_membership')
    const from = { plan: old.planType, period: periodOf(old) }
    if (!isUpgrade(from, { plan, period }))
      throw conflict('This is no upgrade of what you have: it can begin when the time you paid for ends.', 'no_upgrade')
    if (await isRefundAsked(ctx, old.paymentId))
      throw conflict('You asked for a refund of your membership. Please wait until it is decided.', 'refund_requested')
    const { worth, remaining } = await worthOf(ctx, old)
    const part = unusedPart(old, worth, remaining, ctx.now())
    const quote = planQuote(plan, period, planTerms(ctx.settings()))
    if (!isPayable(quote.amount, part.credit)) {
      const message = 'What you have not used is worth more than this. It can begin when the time you paid for ends.'
      throw unprocessable(message, 'nothing_to_pay')
    }
    const upgrade = {
      period_id: old.id,
      plan_type: old.planType as Plan,
      period: from.period,
      price: quote.amount,
      ...part,
    }
    return {
      ...quote,
      carry_months: quote.carry_months ?? 0,
      amount: quote.amount - part.credit,
      upgrade,
      credits_back: creditsBack(part.unused_credits, old),
    }
  })
}

/**
 * Whether an upgrade can be made as it was ordered: within its day, from the period that it was priced with, while nothing of what is
 * credited was used or paid back. Locks the account; `ctx.db` is the transaction that settles the payment.
 */
export async function holds(ctx: Ctx, { userId, state, createdAt, quote }: OrderRow): Promise<boolean> {
  const { upgrade } = quote as PlanQuote
  if (!upgrade) return true
  if (state === 'failed' || Number(ctx.now()) - Number(createdAt) > UPGRADE_LIFE) return false
  await credits.ensureAccount(ctx, userId)
  const old = await running(ctx, userId)
  if (old?.id !== upgrade.period_id) return false
  const { worth, remaining } = await worthOf(ctx, old)
  return worth === upgrade.worth && remaining >= creditsBack(upgrade.unused_credits, old)
}

type BoughtPeriod = PeriodRow & { paymentId: string }

/** The period that runs now and was paid for, with its months given; null for none. */
async function running(ctx: Ctx, userId: string): Promise<BoughtPeriod | null> {
  await credits.renew(ctx, userId)
  const now = ctx.now()
  const periods = await periodsOf(ctx, userId)
  const isBought = (it: PeriodRow): it is BoughtPeriod =>
    it.paymentId !== null && !it.endedAt && it.startsAt <= now && now < it.endsAt
  return periods.find(isBought) ?? null
}

/** What a period cost without what was paid back of it, and which credits of its running month are not used. */
async function worthOf(ctx: Ctx, period: BoughtPeriod): Promise<{ worth: number; remaining: number }> {
  const [sold] = await ctx.db
    .select({ quote: orders.quote })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(eq(payments.id, period.paymentId))
  const [lot] = await lotsOf(ctx, period.userId, [grantKey(period.id, period.granted - 1)])
  const price = priceOf(sold!.quote as PlanQuote)
  return {
    worth: Math.max(0, price - (await paidBack(ctx, period.paymentId))),
    remaining: lot?.remaining ?? 0,
  }
}

export const priceOf = ({ amount, upgrade }: PlanQuote): number => upgrade?.price ?? amount

const isRefundAsked = async (ctx: Ctx, paymentId: string): Promise<boolean> =>
  (await ctx.db.$count(
    refundRequests,
    and(eq(refundRequests.paymentId, paymentId), inArray(refundRequests.state, ['requested', 'approved'])),
  )) > 0

/** The upgrade that the period of a payment ended for, with its order; null when it ended for none. */
export async function madeOf(ctx: Ctx, paymentId: string): Promise<{ paymentId: string; order: OrderRow } | null> {
  const [found] = await ctx.db
    .select({ paymentId: payments.id, order: orders })
    .from(subscriptionPeriods)
    .innerJoin(payments, eq(payments.id, subscriptionPeriods.endedBy))
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(eq(subscriptionPeriods.paymentId, paymentId))
  return found ?? null
}
