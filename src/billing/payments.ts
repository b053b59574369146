import { and, eq, ne, sql } from 'drizzle-orm'
import { DAY } from '#base/time.ts'
import { inTransaction } from '#db/connect.ts'
import type { OrderRow } from '#db/schema/index.ts'
import { orders, payments, refunds, users } from '#db/schema/index.ts'
import type { GatewayPayment } from '#outside/gateway.ts'
import * as mails from '#records/mails.ts'
import * as security from '#records/security.ts'
import type { Ctx } from '../ctx.ts'
import { fulfil } from './fulfil.ts'
import * as mailTexts from './mail-texts.tsx'
import { gatewayOf } from './orders.ts'
import * as upgrades from './upgrades.ts'

/**
 * What became of a payment. `credited`: what was bought is given, now or before. `surplus`: the order had been paid by another
 * payment; this one goes back. `refused`: not the amount or currency that was ordered; it goes back too. `failed`: no money, and
 * another attempt may follow. `lapsed`: the upgrade cannot be made as it was priced; it goes back. `pending`: no money yet. `unknown`: it belongs to no order of ours.
 */
export type Outcome = 'credited' | 'surplus' | 'lapsed' | 'refused' | 'failed' | 'pending' | 'unknown'
export type Settlement = { outcome: Outcome; order: OrderRow | null; payment: GatewayPayment | null }

type PaymentState = (typeof payments.$inferSelect)['state']

/**
 * Applies a payment, once. The browser's confirmation, the webhook, the reconciler and the command line all come here; whoever comes
 * first gives, the others find it done, and a crash at any point leaves it to the next. Money that is only authorized is captured.
 * @param seen the payment as the gateway has just shown it; asked for when left out
 * @throws GatewayError when the gateway cannot be asked
 */
export async function settle(ctx: Ctx, paymentId: string, seen?: GatewayPayment): Promise<Settlement> {
  const done = await creditedBefore(ctx, paymentId)
  if (done) return { outcome: 'credited', order: done, payment: seen ?? null }
  const gateway = gatewayOf(ctx)
  let payment = seen ?? (await gateway.payment(paymentId))
  const order = payment.orderId ? await byGatewayId(ctx, payment.orderId) : null
  if (!order) return { outcome: 'unknown', order, payment }
  if (payment.amount !== order.amount || payment.currency !== order.currency) return refuse(ctx, order, payment)
  // Money for an order that is paid or closed is not taken: the bank lets it go by itself.
  if (payment.status === 'authorized' && order.state !== 'paid' && order.state !== 'failed')
    payment = await gateway.capture(paymentId, order.amount, order.currency)
  if (payment.status === 'captured') return credit(ctx, order, payment)
  if (payment.status === 'failed') await write(ctx, order, payment, 'failed')
  return { outcome: payment.status === 'failed' ? 'failed' : 'pending', order, payment }
}

async function creditedBefore(ctx: Ctx, paymentId: string): Promise<OrderRow | null> {
  const [found] = await ctx.db
    .select({ order: orders })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(and(eq(payments.id, paymentId), eq(payments.state, 'credited')))
  return found?.order ?? null
}

async function byGatewayId(ctx: Ctx, gatewayOrderId: string): Promise<OrderRow | null> {
  const [order] = await ctx.db.select().from(orders).where(eq(orders.gatewayOrderId, gatewayOrderId))
  return order ?? null
}

/** Captured money: the first of an order buys what was ordered, every other goes back. */
const credit = (ctx: Ctx, { id }: OrderRow, payment: GatewayPayment): Promise<Settlement> =>
  inTransaction(ctx, async (ctx) => {
    const [order] = await ctx.db.select().from(orders).where(eq(orders.id, id)).for('update')
    if (order!.state === 'paid') {
      const ours = await creditedBefore(ctx, payment.id)
      if (ours) return { outcome: 'credited', order: ours, payment }
      await write(ctx, order!, payment, 'surplus')
      await sendBack(ctx, payment, 'surplus')
      return { outcome: 'surplus', order: order!, payment }
    }
    if (!(await upgrades.holds(ctx, order!))) return lapse(ctx, order!, payment)
    await write(ctx, order!, payment, 'credited')
    const paid = { state: 'paid' as const, paidAt: ctx.now() }
    await ctx.db.update(orders).set(paid).where(eq(orders.id, id))
    await fulfil(ctx, order!, payment.id)
    return { outcome: 'credited', order: { ...order!, ...paid }, payment }
  })

/** An upgrade that cannot be made any more buys nothing: its money goes back, its order is closed, and the person is told. */
async function lapse(ctx: Ctx, order: OrderRow, payment: GatewayPayment): Promise<Settlement> {
  const first = await write(ctx, order, payment, 'surplus')
  await sendBack(ctx, payment, 'surplus')
  const closed = { state: 'failed' as const, nextCheckAt: null }
  await ctx.db.update(orders).set(closed).where(eq(orders.id, order.id))
  if (first) {
    const [person] = await ctx.db.select({ email: users.email }).from(users).where(eq(users.id, order.userId))
    await mails.post(ctx, 'upgrade_lapsed', { to: person!.email, ...mailTexts.upgradeLapsed(ctx.config, payment) })
  }
  return { outcome: 'lapsed', order: { ...order, ...closed }, payment }
}

/** Money that is not what was ordered buys nothing, is noted, and goes back when it was taken. */
async function refuse(ctx: Ctx, order: OrderRow, payment: GatewayPayment): Promise<Settlement> {
  await inTransaction(ctx, async (ctx) => {
    const first = await write(ctx, order, payment, 'refused')
    if (payment.status === 'captured') await sendBack(ctx, payment, 'refused')
    if (!first) return
    const { amount, currency } = payment
    const ordered = { amount: order.amount, currency: order.currency }
    await security.record(ctx, 'payment_tampered', { payment: payment.id, order: order.id, amount, currency, ordered })
  })
  return { outcome: 'refused', order, payment }
}

/** Writes the payment down, or what it has become since: a failed one may still succeed. @returns false when nothing changed */
async function write(ctx: Ctx, order: OrderRow, payment: GatewayPayment, state: PaymentState): Promise<boolean> {
  const { id, amount, currency, method, reason } = payment
  const now = ctx.now()
  const said = { state, method, reason, updatedAt: now }
  const written = await ctx.db
    .insert(payments)
    .values({ id, orderId: order.id, userId: order.userId, amount, currency, ...said, createdAt: now })
    .onConflictDoUpdate({
      target: payments.id,
      set: said,
      setWhere: and(eq(payments.state, 'failed'), ne(payments.state, state)),
    })
    .returning({ id: payments.id })
  return written.length > 0
}

async function sendBack(ctx: Ctx, { id, amount, currency }: GatewayPayment, cause: 'surplus' | 'refused') {
  await ctx.db
    .insert(refunds)
    .values({ paymentId: id, amount, currency, cause, nextAt: ctx.now(), createdAt: ctx.now() })
    .onConflictDoNothing({ target: refunds.paymentId, where: sql`cause in ('surplus', 'refused')` })
}

/** How long an order is looked at: banks may authorize days late. */
export const ORDER_LIFETIME = 10 * DAY
