import { mayRetry, type PaymentError, type PaymentStatus, statusOf } from './payment-error.ts'

/** What a page shows and what is known so far while something is bought; `O` is the order, `P` the checkout's proof, `R` the result. */
export type PaymentFlow<O, P, R> = {
  status: 'idle' | PaymentStatus
  /** What is done, or failed: the order is made, the checkout is open, the payment is confirmed. */
  step: PaymentStep
  order: O | null
  /** Money was authorized: from now on only the confirmation is tried again, never the payment. */
  proof: P | null
  error: PaymentError | null
  result: R | null
  /** How often the person has tried again. */
  retries: number
}
export type PaymentStep = 'order' | 'checkout' | 'confirm'

export type PaymentEvent<O, P, R> =
  | { type: 'started' }
  | { type: 'ordered'; order: O }
  | { type: 'paid'; proof: P }
  | { type: 'confirmed'; result: R }
  | { type: 'failed'; error: PaymentError }
  | { type: 'retried' }
  | { type: 'closed' }

export const IDLE = {
  status: 'idle',
  step: 'order',
  order: null,
  proof: null,
  error: null,
  result: null,
  retries: 0,
} as const

/**
 * The flow of a purchase: idle, processing, then success, failed, timeout or cancelled. What does not belong to the state of now changes
 * nothing: a late answer of a purchase that was closed is not heard.
 */
export function paymentFlow<O, P, R>(flow: PaymentFlow<O, P, R>, event: PaymentEvent<O, P, R>): PaymentFlow<O, P, R> {
  const processing = flow.status === 'processing'
  switch (event.type) {
    case 'started':
      return flow.status === 'idle' ? { ...IDLE, status: 'processing' } : flow
    case 'ordered':
      return processing && flow.step === 'order' ? { ...flow, order: event.order, step: 'checkout' } : flow
    case 'paid':
      return processing && flow.step === 'checkout' ? { ...flow, proof: event.proof, step: 'confirm' } : flow
    case 'confirmed':
      return (processing && flow.step === 'confirm') || isWatched(flow)
        ? { ...flow, status: 'success', error: null, result: event.result }
        : flow
    case 'failed':
      return processing ? failed(flow, event.error) : flow
    case 'retried': {
      if (!flow.error || !mayRetry(flow.error, flow.retries)) return flow
      const step = flow.proof ? 'confirm' : flow.order ? 'checkout' : 'order'
      return { ...flow, status: 'processing', step, error: null, retries: flow.retries + 1 }
    }
    case 'closed':
      return processing ? flow : IDLE
  }
}

/** The confirmation took too long: money was authorized, and the page goes on asking whether it arrived. */
export const isWatched = ({
  status,
  step,
  proof,
}: Pick<PaymentFlow<unknown, unknown, unknown>, 'status' | 'step' | 'proof'>) =>
  status === 'timeout' && step === 'confirm' && proof !== null

function failed<O, P, R>(flow: PaymentFlow<O, P, R>, error: PaymentError): PaymentFlow<O, P, R> {
  // The server says that this payment came to nothing: the next try is another payment of the same order.
  const proof = flow.step === 'confirm' && error.type === 'failed' ? null : flow.proof
  return { ...flow, status: statusOf(error), proof, error }
}
