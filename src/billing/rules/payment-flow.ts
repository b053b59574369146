import { mayRetry, PAYMENT_FAILED, type PaymentError, type PaymentStatus, statusOf } from './payment-error.ts'

/** What a page shows and what is known so far while something is bought; `O` is the order, `P` the checkout's proof, `R` the result. */
export type PaymentFlow<O, P, R> = {
  status: 'idle' | PaymentStatus
  /** What is done, or failed: the order is made, the checkout is open, it was closed and the gateway is asked, the payment is confirmed. */
  step: PaymentStep
  /** Kept while it is tried again: every attempt pays the same order. */
  order: O | null
  /** Money was authorized: from now on only the confirmation is tried again, never the payment. */
  proof: P | null
  error: PaymentError | null
  result: R | null
  retries: number
  /** The confirmation took too long, and the page goes on asking whether the money arrived. */
  watched: boolean
}
export type PaymentStep = 'order' | 'checkout' | 'check' | 'confirm'

export type PaymentEvent<O, P, R> =
  | { type: 'started' }
  | { type: 'resumed'; order: O; proof: P | null }
  | { type: 'ordered'; order: O }
  | { type: 'dismissed' }
  | { type: 'paid'; order: O; proof: P }
  | { type: 'confirmed'; result: R }
  | { type: 'failed'; error: PaymentError }
  | { type: 'unwatched' }
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
  watched: false,
} as const

/**
 * The flow of a purchase: idle, processing, then success, failed, timeout or cancelled. What does not belong to the state of now changes
 * nothing: a late answer of a purchase that was closed is not heard. Only money is: a payment that was authorized is always confirmed.
 */
export function paymentFlow<O, P, R>(flow: PaymentFlow<O, P, R>, event: PaymentEvent<O, P, R>): PaymentFlow<O, P, R> {
  const { status, step, watched } = flow
  const processing = status === 'processing'
  switch (event.type) {
    case 'started':
      return status === 'idle' ? { ...flow, status: 'processing', step: flow.proof ? 'confirm' : 'order' } : flow
    case 'resumed': {
      const { order, proof } = event
      return status === 'idle'
        ? { ...IDLE, status: 'processing', step: proof ? 'confirm' : 'check', order, proof }
        : flow
    }
    case 'ordered':
      return processing && step === 'order' ? { ...flow, order: event.order, step: 'checkout' } : flow
    case 'dismissed':
      return processing && step === 'checkout' ? { ...flow, step: 'check' } : flow
    case 'paid': {
      const { order, proof } = event
      if (status === 'success' || step === 'confirm' || (flow.order !== null && flow.order !== order)) return flow
      return { ...flow, status: 'processing', step: 'confirm', order, proof, error: null }
    }
    case 'confirmed':
      return (processing && (step === 'confirm' || step === 'check')) || watched
        ? { ...flow, status: 'success', error: null, result: event.result, watched: false }
        : flow
    case 'failed':
      return processing || watched ? failed(flow, event.error) : flow
    case 'unwatched':
      return { ...flow, watched: false }
    case 'retried':
      if (!flow.error || !mayRetry(flow.error, flow.retries)) return flow
      return { ...IDLE, order: flow.order, proof: flow.proof, retries: flow.retries + 1 }
    case 'closed':
      return processing ? flow : IDLE
  }
}

function failed<O, P, R>(flow: PaymentFlow<O, P, R>, error: PaymentError): PaymentFlow<O, P, R> {
  // The server says that this payment came to nothing: the next try is another payment of the same order.
  const proof = error.code === PAYMENT_FAILED ? null : flow.proof
  const watched = error.type === 'timeout' && proof !== null
  return { ...flow, status: statusOf(error), proof, error, watched }
}

const TITLES: Record<PaymentStatus, string> = {
  processing: 'Processing payment',
  success: 'Payment successful',
  failed: 'Payment failed',
  timeout: 'Payment timed out',
  cancelled: 'Payment cancelled',
}

/** What stands above the status: money that was authorized has neither failed nor timed out, whatever became of its confirmation. */
export function titleOf({ status, proof }: Pick<PaymentFlow<unknown, unknown, unknown>, 'status' | 'proof'>): string {
  if (proof && (status === 'failed' || status === 'timeout')) return 'Payment not confirmed yet'
  return TITLES[status === 'idle' ? 'processing' : status]
}
