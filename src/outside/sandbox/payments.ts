import { inTransaction } from '#db/connect.ts'
import { emit } from './deliveries.ts'
import { gatewayId, insert, load, of, type SandboxCtx, save, seconds, takeFault } from './records.ts'

export type Order = {
  id: string
  entity: 'order'
  amount: number
  amount_paid: number
  amount_due: number
  currency: string
  receipt: string
  status: 'created' | 'attempted' | 'paid'
  attempts: number
  notes: Record<string, string>
  created_at: number
}
export type Payment = {
  id: string
  entity: 'payment'
  amount: number
  currency: string
  status: 'created' | 'authorized' | 'captured' | 'refunded' | 'failed'
  order_id: string
  method: 'card'
  amount_refunded: number
  refund_status: null | 'partial' | 'full'
  captured: boolean
  card: { last4: string; network: string; name: string }
  error_code: string | null
  error_description: string | null
  error_source: string | null
  error_step: string | null
  error_reason: string | null
  created_at: number
}
export type Refund = {
  id: string
  entity: 'refund'
  amount: number
  currency: string
  payment_id: string
  receipt: string | null
  notes: Record<string, string>
  status: 'processed' | 'failed'
  created_at: number
}

/** A refusal in the words of the gateway: HTTP 400 with its shape of error. */
export class Refusal extends Error {
  constructor(
    description: string,
    readonly reason = 'input_validation_failed',
    readonly field: string | null = null,
  ) {
    super(description)
  }
  body = (metadata: object = {}) => ({
    error: {
      code: 'BAD_REQUEST_ERROR',
      description: this.message,
      source: 'business',
      step: 'payment_initiation',
      reason: this.reason,
      metadata,
      ...(this.field ? { field: this.field } : {}),
    },
  })
}

const CURRENCIES = ['INR', 'USD', 'EUR', 'GBP']

export async function createOrder(
  ctx: SandboxCtx,
  input: { amount: number; currency: string; receipt?: string; notes?: Record<string, string> },
): Promise<Order> {
  const { amount, currency, receipt = '', notes = {} } = input
  if (!Number.isInteger(amount) || amount < 100)
    throw new Refusal('Order amount less than minimum amount allowed', 'input_validation_failed', 'amount')
  if (!CURRENCIES.includes(currency)) throw new Refusal('Currency is not supported', 'invalid_currency', 'currency')
  if (receipt.length > 40) throw new Refusal('The receipt may have at most 40 characters.', undefined, 'receipt')
  const order: Order = {
    id: gatewayId('order'),
    entity: 'order',
    amount,
    amount_paid: 0,
    amount_due: amount,
    currency,
    receipt,
    status: 'created',
    attempts: 0,
    notes,
    created_at: seconds(ctx),
  }
  await insert(ctx, 'order', order.id, receipt, order)
  return order
}

async function need<T>(ctx: SandboxCtx, kind: 'order' | 'payment', id: string): Promise<T> {
  const found = await load<T>(ctx, kind, id)
  if (!found) throw new Refusal('The id provided does not exist', 'input_validation_failed', 'id')
  return found
}
export const orderOf = (ctx: SandboxCtx, id: string) => need<Order>(ctx, 'order', id)
export const paymentOf = (ctx: SandboxCtx, id: string) => need<Payment>(ctx, 'payment', id)

/** Takes the money of an authorized payment; of one order only once. */
export const capture = (ctx: SandboxCtx, id: string, amount: number, currency: string): Promise<Payment> =>
  inTransaction(ctx, async (ctx) => {
    const payment = await paymentOf(ctx, id)
    const order = await orderOf(ctx, payment.order_id)
    if (payment.captured) throw new Refusal('This payment has already been captured', 'payment_already_captured')
    if (payment.status !== 'authorized')
      throw new Refusal('Only payments which have been authorized and not yet captured can be captured')
    if (amount !== payment.amount || currency !== payment.currency)
      throw new Refusal('Capture amount must be equal to the amount authorized', 'invalid_amount', 'amount')
    const captured: Payment = { ...payment, status: 'captured', captured: true }
    await save(ctx, id, captured)
    const paid: Order = { ...order, status: 'paid', amount_paid: order.amount, amount_due: 0 }
    await save(ctx, order.id, paid)
    await emit(ctx, 'payment.captured', { payment: captured })
    await emit(ctx, 'order.paid', { payment: captured, order: paid })
    return captured
  })

/** Pays back, once for each key. */
export const refund = (
  ctx: SandboxCtx,
  id: string,
  input: { amount?: number; receipt?: string; notes?: Record<string, string> },
  key: string | null,
): Promise<Refund> =>
  inTransaction(ctx, async (ctx) => {
    const payment = await paymentOf(ctx, id)
    const before = await of<Refund & { key?: string }>(ctx, 'refund', id)
    const same = key ? before.find((refund) => refund.key === key) : undefined
    if (same) return withoutKey(same)
    const amount = input.amount ?? payment.amount - payment.amount_refunded
    if (!payment.captured) throw new Refusal('The payment must be captured before it can be refunded')
    if (!Number.isInteger(amount) || amount < 1 || amount > payment.amount - payment.amount_refunded)
      throw new Refusal('The total refund amount is greater than the refund payment amount', 'invalid_amount', 'amount')
    const made: Refund = {
      id: gatewayId('rfnd'),
      entity: 'refund',
      amount,
      currency: payment.currency,
      payment_id: id,
      receipt: input.receipt ?? null,
      notes: input.notes ?? {},
      status: 'processed',
      created_at: seconds(ctx),
    }
    await insert(ctx, 'refund', made.id, id, { ...made, key })
    const amount_refunded = payment.amount_refunded + amount
    const full = amount_refunded === payment.amount
    const changed: Payment = {
      ...payment,
      amount_refunded,
      refund_status: full ? 'full' : 'partial',
      status: full ? 'refunded' : payment.status,
    }
    await save(ctx, id, changed)
    await emit(ctx, 'refund.created', { refund: made, payment: changed })
    // As when a bank does not take the money back: the gateway said yes at first.
    if (await takeFault(ctx, 'refunds.process')) await failRefund(ctx, made.id)
    else await emit(ctx, 'refund.processed', { refund: made, payment: changed })
    return made
  })

/** A refund that was made turns out to have failed: its money stays with the payment. */
export const failRefund = (ctx: SandboxCtx, id: string): Promise<Refund> =>
  inTransaction(ctx, async (ctx) => {
    const refund = await load<Refund & { key?: string }>(ctx, 'refund', id)
    if (!refund) throw new Refusal('The id provided does not exist', 'input_validation_failed', 'id')
    const payment = await paymentOf(ctx, refund.payment_id)
    const failed = { ...refund, status: 'failed' as const }
    await save(ctx, id, failed)
    const amount_refunded = payment.amount_refunded - refund.amount
    const changed: Payment = {
      ...payment,
      amount_refunded,
      refund_status: amount_refunded > 0 ? 'partial' : null,
      status: 'captured',
    }
    await save(ctx, payment.id, changed)
    await emit(ctx, 'refund.failed', { refund: withoutKey(failed), payment: changed })
    return withoutKey(failed)
  })

export const withoutKey = ({ key: _, ...refund }: Refund & { key?: string | null }): Refund => refund
