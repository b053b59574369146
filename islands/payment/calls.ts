import type { z } from 'zod'
import type { creditsGiven, openedCredits, orderState, upgradeOffer } from '#billing/rules/answers.ts'
import type { Purchase } from '#billing/rules/order.ts'
import {
  CHECK_TIMEOUT,
  callFailure,
  cancelled,
  invalidResponse,
  networkFailure,
  VERIFICATION_TIMEOUT,
  verificationNetworkFailure,
  verificationTimeout,
} from '#billing/rules/payment-error.ts'
import type { Period, Plan } from '#billing/rules/plan.ts'
import { href, urls } from '../../src/urls.ts'
import { ApiError, api, TIMED_OUT } from '../kit/api.ts'
import { type Order, PaymentFailure, type Proof } from './checkout.ts'

/** What our server answers to an order: everything the payment window needs. */
export type Opened = { order: Order; key_id: string }
export type OpenedCredits = z.infer<typeof openedCredits>
export type CreditsGiven = z.infer<typeof creditsGiven>
export type Offer = z.infer<typeof upgradeOffer>['quote']

export const orderCredits = (credits: number, currency: string): Promise<OpenedCredits> =>
  ordering(() => api<OpenedCredits>(urls.apiCreditOrder, { method: 'POST', body: { credits, currency } }))

export type PlanChoice = { plan: Plan; period: Period }
/** `now` for an upgrade; `amount` is the price that was shown, in paise. */
export type PlanOrder = PlanChoice & { starts: 'after' | 'now'; amount: number }

export const orderPlan = ({ plan: plan_type, ...order }: PlanOrder): Promise<Opened> =>
  ordering(() => api<Opened>(urls.apiSubscribe, { method: 'POST', body: { plan_type, ...order } }))

/** What an upgrade would cost now. @throws ApiError when it is none */
export const showUpgrade = async ({ plan: plan_type, period }: PlanChoice): Promise<Offer> =>
  (await api<{ quote: Offer }>(href(urls.apiUpgrade, {}, { plan_type, period }))).quote

export function confirmCredits({ order, credits }: OpenedCredits, proof: Proof) {
  const body: Purchase = {
    ...proofOf(proof),
    credits: credits.base,
    bonus_credits: credits.bonus,
    total_credits: credits.total,
    amount_paid: order.amount,
    currency: order.currency,
  }
  return confirming<CreditsGiven>(urls.apiCreditPurchase, body)
}

export const confirmPlan = ({ order }: Opened, proof: Proof) =>
  confirming<unknown>(urls.apiSubscribeConfirm, {
    ...proofOf(proof),
    amount_paid: order.amount,
    currency: order.currency,
  })

/**
 * What became of an order whose window was closed. @returns what it brought when it is paid after all
 * @throws PaymentFailure otherwise: it is cancelled
 */
export async function checkOrder<R>({ order }: Opened): Promise<R> {
  const init = { method: 'POST', body: { razorpay_order_id: order.id }, timeout: CHECK_TIMEOUT }
  // Without an answer nobody knows.
  const check = await api<z.infer<typeof orderState>>(urls.apiOrderCheck, init).catch(() => null)
  if (check?.state === 'paid') return check as R
  throw new PaymentFailure(cancelled(check?.state === 'unpaid'))
}

/** The window may hand over more than is asked for. */
const proofOf = ({ razorpay_order_id, razorpay_payment_id, razorpay_signature }: Proof): Proof => ({
  razorpay_order_id,
  razorpay_payment_id,
  razorpay_signature,
})

async function ordering<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw new PaymentFailure(answered('order', error) ?? networkFailure())
  }
}

async function confirming<T>(address: string, body: object): Promise<T> {
  try {
    return await api<T>(address, { method: 'POST', body, timeout: VERIFICATION_TIMEOUT })
  } catch (error) {
    if (error instanceof ApiError && error.code === TIMED_OUT) throw new PaymentFailure(verificationTimeout())
    throw new PaymentFailure(answered('purchase', error) ?? verificationNetworkFailure())
  }
}

/** What an answer of the server means; null when there was none. */
function answered(step: 'order' | 'purchase', error: unknown) {
  if (!(error instanceof ApiError) || error.status === 0) return null
  const { status, message, code, details, silent } = error
  if (status < 400) return invalidResponse()
  return callFailure(step, status, { ...(silent ? {} : { error: message }), ...(code ? { code } : {}), details })
}
