import { newId } from '#base/ids.ts'
import * as orders from '#billing/orders.ts'
import * as purchases from '#billing/purchases.ts'
import type { Period, Plan, PlanQuote } from '#billing/rules/plan.ts'
import { orders as orderRows, payments, users } from '#db/schema/index.ts'
import { answerOtp, type Card, pay, proofOf, TEST_CARDS } from '#outside/sandbox/checkout.ts'
import type { Payment } from '#outside/sandbox/payments.ts'
import type { Sandbox } from '#outside/sandbox/sandbox.ts'
import type { UserCtx, World } from '../../src/ctx.ts'
import { userCtx } from './people.ts'

/** What a person does at the checkout, without a browser. */
export const card = (number: string = TEST_CARDS.success): Card => ({
  number,
  expiry: '12/34',
  cvv: '123',
  name: 'Ada',
})

/** Pays an order of the gateway as far as the bank lets it. */
export async function payAt(sandbox: Sandbox, gatewayOrderId: string, number?: string): Promise<Payment> {
  const payment = await pay(sandbox, gatewayOrderId, card(number))
  return payment.status === 'created' ? answerOtp(sandbox, payment.id, '1234') : payment
}

export type Ordered = {
  order: { id: string; amount: number; currency: string }
  credits: { base: number; bonus: number; total: number }
}

/** A person who only buys: no password, no session. */
export async function newBuyer(world: World): Promise<UserCtx> {
  const id = newId()
  await world.db.insert(users).values({ id, email: `${id}@buyer.test`, name: 'Ada', emailVerified: true })
  return userCtx(world, id)
}

/** A buyer with an order of credits that the bank has authorized. */
export async function paying(world: World, sandbox: Sandbox, credits = 100, currency = 'INR') {
  const ctx = await newBuyer(world)
  const ordered = await orders.orderCredits(ctx, credits, currency)
  const payment = await payAt(sandbox, ordered.order.id)
  return { ctx, ordered, payment, said: confirmation(sandbox, ordered, payment) }
}

/** Buys credits to the end, as somebody who is there already. */
export async function payingAs(world: World & { sandbox: Sandbox }, ctx: UserCtx, credits = 100, currency = 'INR') {
  const ordered = await orders.orderCredits(ctx, credits, currency)
  const payment = await payAt(world.sandbox, ordered.order.id)
  await purchases.confirm(ctx, confirmation(world.sandbox, ordered, payment))
}

/** Buys a plan to the end, or upgrades to it. */
export async function buyPlan(
  world: { sandbox: Sandbox },
  ctx: UserCtx,
  plan: Plan,
  period: Period,
  starts: 'after' | 'now' = 'after',
) {
  const opened = await orders.orderPlan(ctx, plan, period, starts)
  const payment = await payAt(world.sandbox, opened.order.id)
  const said = confirmation(world.sandbox, { ...opened, credits: { base: 0, bonus: 0, total: 0 } }, payment)
  return { ...opened, ...(await purchases.confirmPlan(ctx, said)), paymentId: payment.id }
}

/** The order and the payment of a plan as the gateway left them, before anything is given for it. */
export async function paidPlan({ db, now }: Pick<World, 'db' | 'now'>, userId: string, quote: PlanQuote) {
  const { amount, currency } = quote
  const paid = { userId, amount, currency, createdAt: now() }
  const about = { kind: 'plan', quote, state: 'paid', gatewayOrderId: newId(), paidAt: now() } as const
  const [order] = await db
    .insert(orderRows)
    .values({ ...paid, ...about })
    .returning()
  const paymentId = `pay_${newId()}`
  await db.insert(payments).values({ ...paid, id: paymentId, orderId: order!.id, state: 'credited' })
  return { order: order!, paymentId }
}

/** What the page sends once the checkout has called its handler. */
export const confirmation = (sandbox: Sandbox, { order, credits }: Ordered, payment: Payment) => ({
  ...proofOf(sandbox.keySecret, payment),
  credits: credits.base,
  bonus_credits: credits.bonus,
  total_credits: credits.total,
  amount_paid: order.amount,
  currency: order.currency,
})
