import { AppError } from '#base/errors.ts'
import { MINUTE } from '#base/time.ts'
import type { OrderRow } from '#db/schema/index.ts'
import { GatewayError } from '#outside/gateway.ts'
import * as security from '#records/security.ts'
import * as rateLimit from '#web/rate-limit.ts'
import type { UserCtx } from '../ctx.ts'
import * as credits from './credits.ts'
import { findOwn, gatewayOf } from './orders.ts'
import * as payments from './payments.ts'
import type { Purchase, SubscribeConfirmation } from './rules/order.ts'
import { gatewayFailure, PAYMENT_FAILED, PAYMENT_TEXTS, signatureText } from './rules/payment-error.ts'
import type { CreditQuote } from './rules/price.ts'
import * as subscriptions from './subscriptions.ts'

type Proof = Pick<Purchase, 'razorpay_order_id' | 'razorpay_payment_id' | 'razorpay_signature'>

/**
 * The browser says that credits were paid. Its amounts are compared with the order and never trusted.
 * @throws AppError not_found; invalid `signature_invalid`; conflict `amount_mismatch`, `already_paid`, `upgrade_lapsed`; unprocessable `payment_failed`;
 *   timeout `verification_timeout` when the gateway cannot say yet: the money is credited later by itself
 */
export async function confirm(ctx: UserCtx, said: Purchase) {
  const order = await findOwn(ctx, said.razorpay_order_id, 'credits')
  await verify(ctx, order, said)
  const { baseCredits, bonusCredits, totalCredits, finalAmount, finalCurrency } = order.quote as CreditQuote
  await compare(ctx, order, said.razorpay_payment_id, [
    [said.credits, baseCredits],
    [said.bonus_credits, bonusCredits],
    [said.total_credits, totalCredits],
    [said.amount_paid, finalAmount],
    [said.currency, finalCurrency],
  ])
  await settled(ctx, said.razorpay_payment_id)
  return creditsGiven(ctx, order)
}

async function creditsGiven(ctx: UserCtx, { quote }: OrderRow) {
  const { balance } = await credits.balance(ctx)
  return { status: 'credited' as const, balance, credits: (quote as CreditQuote).totalCredits }
}

/** The same for a plan. @throws as `confirm` */
export async function confirmPlan(ctx: UserCtx, said: SubscribeConfirmation) {
  const order = await findOwn(ctx, said.razorpay_order_id, 'plan')
  await verify(ctx, order, said)
  await compare(ctx, order, said.razorpay_payment_id, [
    [said.amount_paid ?? order.amount, order.amount],
    [said.currency ?? order.currency, order.currency],
  ])
  await settled(ctx, said.razorpay_payment_id)
  return planGiven(ctx)
}

const planGiven = async (ctx: UserCtx) => ({
  status: 'active' as const,
  subscription: await subscriptions.current(ctx),
})

/** Checks of one person: each asks the gateway. */
const CHECKS = { most: 30, window: 10 * MINUTE }

/**
 * What became of an order whose payment window was closed, as the gateway knows it now. `paid`: it bought what was ordered, as a
 * confirmation answers; `unpaid`: no money moves; `open`: it may still, or goes back.
 * @throws AppError not_found; rate_limited; unavailable `order_unknown` when the gateway cannot say
 */
export async function check(ctx: UserCtx, gatewayOrderId: string) {
  const order = await findOwn(ctx, gatewayOrderId)
  await rateLimit.take(ctx, `check:${ctx.user.id}`, CHECKS)
  const outcomes = await outcomesOf(ctx, gatewayOrderId)
  if (outcomes.includes('credited'))
    return { state: 'paid' as const, ...(await (order.kind === 'plan' ? planGiven(ctx) : creditsGiven(ctx, order))) }
  return { state: outcomes.every((outcome) => outcome === 'failed') ? ('unpaid' as const) : ('open' as const) }
}

async function outcomesOf(ctx: UserCtx, gatewayOrderId: string): Promise<payments.Outcome[]> {
  const outcomes: payments.Outcome[] = []
  try {
    for (const payment of await gatewayOf(ctx).paymentsOf(gatewayOrderId))
      outcomes.push((await payments.settle(ctx, payment.id, payment)).outcome)
    return outcomes
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    ctx.log.warn('order not checked', { order: gatewayOrderId, kind: error.kind, ...error.about, error })
    throw new AppError('unavailable', 'The payment gateway does not answer. Please check your credits later.', {
      code: 'order_unknown',
      cause: error,
    })
  }
}

async function verify(ctx: UserCtx, order: OrderRow, said: Proof): Promise<void> {
  const { razorpay_order_id, razorpay_payment_id, razorpay_signature } = said
  if (gatewayOf(ctx).signed(razorpay_order_id, razorpay_payment_id, razorpay_signature)) return
  await security.record(ctx, 'payment_signature_invalid', { order: order.id, payment: razorpay_payment_id })
  throw new AppError('invalid', signatureText(razorpay_payment_id), {
    code: 'signature_invalid',
    details: { payment_id: razorpay_payment_id, retryable: false },
  })
}

async function compare(ctx: UserCtx, order: OrderRow, payment: string, pairs: [said: unknown, ordered: unknown][]) {
  if (pairs.every(([said, ordered]) => said === ordered)) return
  const said = pairs.map(([said]) => said)
  await security.record(ctx, 'payment_tampered', { order: order.id, payment, said, ordered: pairs.map((it) => it[1]) })
  throw refused(payment, 'amount_mismatch', PAYMENT_TEXTS.amountMismatch)
}

const refused = (payment_id: string, code: string, text: string) =>
  new AppError('conflict', text, { code, details: { payment_id } })

async function settled(ctx: UserCtx, paymentId: string): Promise<void> {
  const { outcome, order, payment } = await payments.settle(ctx, paymentId).catch((error) => {
    if (!(error instanceof GatewayError)) throw error
    ctx.log.warn('payment not verified yet', { payment: paymentId, kind: error.kind, ...error.about, error })
    return { outcome: 'pending' as const, order: null, payment: null }
  })
  if (outcome === 'credited') return
  if (outcome === 'refused' || outcome === 'unknown')
    throw refused(paymentId, 'amount_mismatch', PAYMENT_TEXTS.paymentRefused)
  // Another payment of the order arrived: what is said of this one would be read as said of the purchase.
  if (outcome === 'surplus' || (outcome === 'failed' && order?.state === 'paid'))
    throw refused(paymentId, 'already_paid', PAYMENT_TEXTS.alreadyPaid)
  if (outcome === 'lapsed') throw refused(paymentId, 'upgrade_lapsed', PAYMENT_TEXTS.upgradeLapsed)
  if (outcome === 'failed') {
    const { message, retryable } = gatewayFailure({ reason: payment?.reason })
    throw new AppError('unprocessable', message, {
      code: PAYMENT_FAILED,
      details: { payment_id: paymentId, reason: payment?.reason, retryable },
    })
  }
  throw new AppError('timeout', PAYMENT_TEXTS.verificationTimeout, {
    code: 'verification_timeout',
    details: { payment_id: paymentId, retryable: true },
  })
}
