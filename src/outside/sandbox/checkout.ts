import { inTransaction } from '#db/connect.ts'
import { hmac } from '../gateway.ts'
import { emit } from './deliveries.ts'
import { type Order, orderOf, type Payment, paymentOf, Refusal } from './payments.ts'
import { gatewayId, insert, type SandboxCtx, save, seconds } from './records.ts'

export type Card = { number: string; expiry: string; cvv: string; name: string }
/** What the checkout hands to the page when money was authorized. */
export type Proof = { razorpay_payment_id: string; razorpay_order_id: string; razorpay_signature: string }

/** Test cards: how the bank answers. Every other valid number succeeds. */
export const TEST_CARDS = {
  success: '4100280000001007',
  insufficientFunds: '4100280000080001',
  declined: '4100280000060003',
  timedOut: '4100280000090000',
} as const

const FAILURES: Record<string, { reason: string; description: string; step: string }> = {
  [TEST_CARDS.insufficientFunds]: {
    reason: 'insufficient_funds',
    description: 'Your payment could not be completed due to insufficient account balance.',
    step: 'payment_authorization',
  },
  [TEST_CARDS.declined]: {
    reason: 'card_declined',
    description: 'Your payment has been declined by the bank.',
    step: 'payment_authorization',
  },
  [TEST_CARDS.timedOut]: {
    reason: 'payment_timed_out',
    description: 'Your payment could not be completed in time.',
    step: 'payment_authentication',
  },
}
const CANCELLED = {
  reason: 'payment_cancelled',
  description: 'You have cancelled the payment.',
  step: 'payment_authentication',
}
const WRONG_OTP = {
  reason: 'authentication_failed',
  description: 'The one-time password was wrong three times.',
  step: 'payment_authentication',
}
const MOST_WRONG_OTPS = 3

type Attempt = Payment & { number: string; wrong: number }

/** Begins a payment; the bank asks for a one-time password next, or declines at once. */
export const pay = (ctx: SandboxCtx, orderId: string, card: Card): Promise<Payment> =>
  inTransaction(ctx, async (ctx) => {
    const order = await orderOf(ctx, orderId)
    if (order.status === 'paid') throw new Refusal('Your payment has already been made.', 'order_already_paid')
    const number = card.number.replace(/\D/g, '')
    checkCard(ctx, number, card)
    const attempt: Attempt = {
      id: gatewayId('pay'),
      entity: 'payment',
      amount: order.amount,
      currency: order.currency,
      status: 'created',
      order_id: order.id,
      method: 'card',
      amount_refunded: 0,
      refund_status: null,
      captured: false,
      card: { last4: number.slice(-4), network: number.startsWith('4') ? 'Visa' : 'MasterCard', name: card.name },
      error_code: null,
      error_description: null,
      error_source: null,
      error_step: null,
      error_reason: null,
      created_at: seconds(ctx),
      number,
      wrong: 0,
    }
    await insert(ctx, 'payment', attempt.id, order.id, attempt)
    const attempted: Order = { ...order, status: 'attempted', attempts: order.attempts + 1 }
    await save(ctx, order.id, attempted)
    return number === TEST_CARDS.declined ? fail(ctx, attempt, FAILURES[number]!) : withoutCard(attempt)
  })

/** Answers the bank's question; four to ten digits are right, as in the real test mode. */
export const answerOtp = (ctx: SandboxCtx, paymentId: string, otp: string): Promise<Payment> =>
  inTransaction(ctx, async (ctx) => {
    const attempt = (await paymentOf(ctx, paymentId)) as Attempt
    if (attempt.status !== 'created') throw new Refusal('This payment is over.', 'payment_session_expired')
    if (!/^\d{4,10}$/.test(otp)) {
      const wrong = { ...attempt, wrong: attempt.wrong + 1 }
      if (wrong.wrong >= MOST_WRONG_OTPS) return fail(ctx, wrong, WRONG_OTP)
      await save(ctx, paymentId, wrong)
      return withoutCard(wrong)
    }
    const failure = FAILURES[attempt.number]
    if (failure) return fail(ctx, attempt, failure)
    const authorized: Attempt = { ...attempt, status: 'authorized' }
    await save(ctx, paymentId, authorized)
    await emit(ctx, 'payment.authorized', { payment: withoutCard(authorized) })
    return withoutCard(authorized)
  })

/** The person closed the window while the bank was asking. */
export const cancel = (ctx: SandboxCtx, paymentId: string): Promise<Payment> =>
  inTransaction(ctx, async (ctx) => {
    const attempt = (await paymentOf(ctx, paymentId)) as Attempt
    return attempt.status === 'created' ? fail(ctx, attempt, CANCELLED) : withoutCard(attempt)
  })

/** A bank that says yes after it had said no: `failed -> authorized` is legal. */
export const authorizeLate = (ctx: SandboxCtx, paymentId: string): Promise<Payment> =>
  inTransaction(ctx, async (ctx) => {
    const attempt = (await paymentOf(ctx, paymentId)) as Attempt
    const authorized: Attempt = { ...attempt, status: 'authorized', error_code: null, error_reason: null }
    await save(ctx, paymentId, authorized)
    await emit(ctx, 'payment.authorized', { payment: withoutCard(authorized) })
    return withoutCard(authorized)
  })

export const proofOf = (keySecret: string, { id, order_id }: Payment): Proof => ({
  razorpay_payment_id: id,
  razorpay_order_id: order_id,
  razorpay_signature: hmac(keySecret, `${order_id}|${id}`),
})

async function fail(ctx: SandboxCtx, attempt: Attempt, why: { reason: string; description: string; step: string }) {
  const failed: Attempt = {
    ...attempt,
    status: 'failed',
    error_code: why.reason.endsWith('timed_out') ? 'GATEWAY_ERROR' : 'BAD_REQUEST_ERROR',
    error_description: why.description,
    error_source: 'bank',
    error_step: why.step,
    error_reason: why.reason,
  }
  await save(ctx, attempt.id, failed)
  await emit(ctx, 'payment.failed', { payment: withoutCard(failed) })
  return withoutCard(failed)
}

export function withoutCard({ number: _number, wrong: _wrong, ...payment }: Payment & Partial<Attempt>): Payment {
  return payment
}

function checkCard(ctx: SandboxCtx, number: string, { expiry, cvv, name }: Card): void {
  if (!/^\d{13,19}$/.test(number) || !isLuhn(number))
    throw new Refusal('The card number is not correct.', 'incorrect_card_number', 'number')
  const [, month, year] = /^(\d\d)\s*\/\s*(?:20)?(\d\d)$/.exec(expiry.trim()) ?? []
  const over = month && year ? Date.UTC(2000 + Number(year), Number(month), 1) : 0
  if (!month || Number(month) < 1 || Number(month) > 12 || over <= Number(ctx.now()))
    throw new Refusal('The expiry date is not correct.', 'incorrect_card_expiry_date', 'expiry')
  if (!/^\d{3,4}$/.test(cvv)) throw new Refusal('The CVV is not correct.', 'incorrect_cvv', 'cvv')
  if (name.trim() === '') throw new Refusal('Please give the name on the card.', 'incorrect_cardholder_name', 'name')
}

function isLuhn(number: string): boolean {
  const sum = [...number].reverse().reduce((total, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 1 ? 2 : 1)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return sum % 10 === 0
}
