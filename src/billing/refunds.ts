import { and, eq, or } from 'drizzle-orm'
import { newId } from '#base/ids.ts'
import { DAY, MINUTE } from '#base/time.ts'
import { claimWaiting } from '#db/claim.ts'
import { inTransaction } from '#db/connect.ts'
import type { OrderRow } from '#db/schema/index.ts'
import { orders, payments, refundRequests, refunds, subscriptionPeriods } from '#db/schema/index.ts'
import { GatewayError, type GatewayRefund } from '#outside/gateway.ts'
import * as audit from '#records/audit.ts'
import type { Ctx, World } from '../ctx.ts'
import { clawBack, giveBack, lotsOf } from './clawback.ts'
import * as creditNotes from './credit-notes.ts'
import { renew } from './credits.ts'
import { fail, rememberFailed } from './failed-refunds.ts'
import { purchaseKeys } from './fulfil.ts'
import { grantKey } from './grants.ts'
import { monthsLeft, monthsOf, type PlanQuote } from './rules/plan.ts'
import type { CreditQuote } from './rules/price.ts'
import { clawedBackFor, firstWatch, refundable } from './rules/refund.ts'
import * as subscriptions from './subscriptions.ts'
import { asSystem } from './system.ts'
import * as upgrades from './upgrades.ts'

/** While one process hands a refund to the gateway, no other does. */
const CLAIM = 2 * MINUTE
const FIRST_PAUSE = MINUTE
const LONGEST_PAUSE = DAY

/**
 * What of a credited payment can still be paid back, by the arithmetic of the rules. `keys` name the grants that are taken back for it,
 * `all` those that it ever made.
 */
export type Worth = { amount: number; purchased: number; used: number; keys: string[]; all: string[] }

/** @param order the order that the payment was credited for */
export async function worth(ctx: Ctx, order: OrderRow, paymentId: string): Promise<Worth> {
  const { amount, ...about } = await (order.kind === 'plan' ? planWorth : creditsWorth)(ctx, order, paymentId)
  return { amount: Math.max(0, Math.min(amount, order.amount - (await upgrades.paidBack(ctx, paymentId)))), ...about }
}

async function creditsWorth(ctx: Ctx, order: OrderRow, paymentId: string): Promise<Worth> {
  const { baseCredits: purchased, totalCredits } = order.quote as CreditQuote
  const keys = Object.values(purchaseKeys(paymentId))
  const used = totalCredits - (await remainingOf(ctx, order.userId, keys))
  return { amount: refundable(order.amount, purchased, used), purchased, used, keys, all: keys }
}

/**
 * Of a plan the months count: those that are over are used, and what they left over stays; those to come are not. Of an upgrade what is
 * used counts against the money first: what is left of its credit is the rest of the plan before, which goes on.
 */
async function planWorth(ctx: Ctx, { userId, quote }: OrderRow, paymentId: string): Promise<Worth> {
  await renew(ctx, userId)
  const [period] = await ctx.db.select().from(subscriptionPeriods).where(isOf(paymentId))
  const all = Array.from({ length: period?.granted ?? 0 }, (_, month) => grantKey(period!.id, month))
  if (!period || period.endedAt) return { amount: 0, purchased: 1, used: 1, keys: [], all }
  const purchased = period.monthlyCredits * monthsOf(period)
  const keys = period.endsAt > ctx.now() ? all.slice(-1) : []
  const remaining = await remainingOf(ctx, userId, keys)
  const used = purchased - remaining - monthsLeft(period) * period.monthlyCredits
  const { upgrade } = quote as PlanQuote
  const amount = refundable(upgrades.priceOf(quote as PlanQuote), purchased, used) - (upgrade?.credit ?? 0)
  return { amount, purchased, used, keys, all }
}

async function remainingOf(ctx: Ctx, userId: string, keys: string[]): Promise<number> {
  if (keys.length === 0) return 0
  return (await lotsOf(ctx, userId, keys)).reduce((sum, lot) => sum + lot.remaining, 0)
}

/**
 * Claws back what is left of a payment and writes down the money that goes back for it; a job hands it to the gateway. `ctx.db` is a
 * transaction and the payment is locked.
 * @returns amount in minor units (0: nothing goes back) and credits taken
 */
export async function takeBack(ctx: Ctx, order: OrderRow, paymentId: string, requestId: string | null) {
  const { amount, keys } = await worth(ctx, order, paymentId)
  if (amount === 0) return { amount, credits: 0 }
  const note = `payment:${paymentId}`
  const id = newId()
  const credits = await clawBack(ctx, order.userId, { grants: keys, key: `refund:${id}`, note })
  if (order.kind === 'plan') await endPlan(ctx, order, paymentId, id)
  await ctx.db.insert(refunds).values({
    id,
    paymentId,
    requestId,
    cause: 'request',
    amount,
    currency: order.currency,
    credits,
    nextAt: ctx.now(),
    createdAt: ctx.now(),
  })
  return { amount, credits }
}

/**
 * Ends a plan that is paid back. When it was an upgrade, the plan before goes on with what was left of it, and the credits that went back
 * for it come again.
 */
async function endPlan(ctx: Ctx, order: OrderRow, paymentId: string, refundId: string): Promise<void> {
  const { userId } = order
  const goesOn = await subscriptions.resume(ctx, userId, paymentId)
  await subscriptions.cutShort(ctx, userId, paymentId, refundId)
  if (!goesOn) return
  const failed = await ctx.db
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(eq(refunds.paymentId, paymentId), eq(refunds.state, 'failed')))
  const keys = [undefined, ...failed.map(({ id }) => id)].map((id) => subscriptions.upgradeKey(paymentId, id))
  await giveBack(ctx, userId, keys, `upgrade:${paymentId}`)
}

/**
 * The money of a plan went back whole at the gateway though what was left of it had been credited to an upgrade: that one, and what it was
 * upgraded to, is paid back as far as it was paid for and is not used.
 * @param by what the plan is said to have ended for; null lets it go on
 */
async function undoUpgrade(ctx: Ctx, paymentId: string, by: string | null): Promise<void> {
  const next = await upgrades.madeOf(ctx, paymentId)
  if (!next) return
  await undoUpgrade(ctx, next.paymentId, null)
  if (by) await ctx.db.update(subscriptionPeriods).set({ endedBy: by }).where(isOf(paymentId))
  const { keys } = await worth(ctx, next.order, next.paymentId)
  const { amount } = await takeBack(ctx, next.order, next.paymentId, null)
  if (amount > 0) return
  const key = `refund:${paymentId}:upgrade`
  await clawBack(ctx, next.order.userId, { grants: keys, key, note: `payment:${next.paymentId}` })
  await endPlan(ctx, next.order, next.paymentId, key)
}

const isOf = (paymentId: string) => eq(subscriptionPeriods.paymentId, paymentId)

/** Hands refunds to the gateway; the same one goes out once, however often it is tried. A job calls it. @returns how many went */
export async function payBack(world: World): Promise<number> {
  const { gateway } = world
  if (!gateway) return 0
  let paid = 0
  for await (const { id, paymentId, amount, attempts } of claimWaiting(world, refunds, CLAIM, 50)) {
    try {
      const made = await gateway.refund(paymentId, amount, id)
      await (made.status === 'failed' ? observe(asSystem(world), { ...made, key: id }) : finish(world, id, made))
      paid += 1
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error
      const pause = Math.min(FIRST_PAUSE * 2 ** attempts, LONGEST_PAUSE)
      await world.db
        .update(refunds)
        .set({ nextAt: new Date(Number(world.now()) + pause), lastError: error.message.slice(0, 500) })
        .where(and(eq(refunds.id, id), eq(refunds.state, 'waiting')))
      world.log.error('refund not paid back', { refund: id, attempts, error })
    }
  }
  return paid
}

const finish = (world: World, id: string, made: GatewayRefund): Promise<void> =>
  inTransaction(asSystem(world), async (ctx) => {
    const [done] = await ctx.db
      .update(refunds)
      .set({
        state: 'refunded',
        gatewayRefundId: made.id,
        refundedAt: ctx.now(),
        nextAt: firstWatch(ctx.now()),
        lastError: null,
      })
      .where(and(eq(refunds.id, id), eq(refunds.state, 'waiting')))
      .returning()
    if (done) await creditNotes.issue(ctx, done)
  })

/**
 * The gateway tells of a refund. One of ours is done; one that was made in its own dashboard claws back its share of the credits; of
 * one that failed, what was taken for it comes back. Late words about one that failed change nothing.
 */
export const observe = (ctx: Ctx, seen: GatewayRefund): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    // In the order in which a decision locks them.
    if (seen.status === 'failed') await lockRequests(ctx, seen.paymentId)
    const [found] = await ctx.db
      .select({ payment: payments, order: orders })
      .from(payments)
      .innerJoin(orders, eq(orders.id, payments.orderId))
      .where(eq(payments.id, seen.paymentId))
      .for('update', { of: payments })
    if (!found) return
    const ours = or(eq(refunds.gatewayRefundId, seen.id), eq(refunds.id, seen.key))
    const [stored] = await ctx.db.select().from(refunds).where(ours)
    const { order, payment } = found
    if (seen.status === 'failed') {
      await (stored ? fail(ctx, order, stored, seen) : rememberFailed(ctx, seen))
      return
    }
    if (stored) {
      await finish(ctx, stored.id, seen)
      return
    }
    const id = newId()
    const credits = payment.state === 'credited' ? await clawShare(ctx, order, seen, id) : 0
    const [made] = await ctx.db
      .insert(refunds)
      .values({
        id,
        paymentId: seen.paymentId,
        gatewayRefundId: seen.id,
        cause: 'gateway',
        amount: seen.amount,
        currency: seen.currency,
        credits,
        state: 'refunded',
        refundedAt: ctx.now(),
        nextAt: firstWatch(ctx.now()),
        createdAt: ctx.now(),
      })
      .returning()
    await creditNotes.issue(ctx, made!)
    await audit.record(ctx, 'payment.refund', seen.paymentId, { refund: seen.id, amount: seen.amount, credits })
  })

const lockRequests = (ctx: Ctx, paymentId: string) =>
  ctx.db
    .select({ id: refundRequests.id })
    .from(refundRequests)
    .where(eq(refundRequests.paymentId, paymentId))
    .for('update')

/** Bonus and all of what the refund covers; a plan that was paid back whole ends. */
async function clawShare(ctx: Ctx, order: OrderRow, seen: GatewayRefund, refundId: string): Promise<number> {
  const { id, paymentId, amount } = seen
  const note = `payment:${paymentId}`
  const { purchased, all } = await worth(ctx, order, paymentId)
  if (order.kind === 'plan') {
    if (amount < order.amount) return 0
    const taken = await clawBack(ctx, order.userId, { grants: all, key: `refund:${id}`, note })
    await endPlan(ctx, order, paymentId, refundId)
    await undoUpgrade(ctx, paymentId, refundId)
    return taken
  }
  const { purchased: main, bonus } = purchaseKeys(paymentId)
  const most = clawedBackFor(amount, order.amount, purchased)
  const taken = await clawBack(ctx, order.userId, { grants: [main], most, key: `refund:${id}`, note })
  return taken + (await clawBack(ctx, order.userId, { grants: [bonus], key: `refund:${id}:bonus`, note }))
}
