/** @jsxImportSource react */
import { useCallback, useEffect, useReducer, useRef } from 'react'
import {
  MOST_POLLS,
  PAYMENT_FAILED,
  type PaymentError,
  POLL_PAUSE,
  unknownFailure,
} from '#billing/rules/payment-error.ts'
import { IDLE, type PaymentEvent, type PaymentFlow, paymentFlow } from '#billing/rules/payment-flow.ts'
import { siteOf } from '../kit/site.ts'
import { checkOrder, type Opened } from './calls.ts'
import { loadCheckout, openCheckout, type Payer, PaymentFailure, type Proof } from './checkout.ts'
import { pendingPayment, storePayment } from './pending-payment.ts'

/** Something that is paid for. */
export type Wanted<O extends Opened, R> = {
  kind: 'credits' | 'plan'
  /** What stands in the payment window. */
  description: string
  order(): Promise<O>
  confirm(opened: O, proof: Proof): Promise<R>
  /** What to do once it is paid. */
  done(result: R): void
}
/** Where the payment window comes from and who pays. */
export type Till = { script: string; payer: Payer }
export type Payment<R> = {
  flow: PaymentFlow<Opened, Proof, R>
  start(): void
  retry(): void
  close(): void
}

/** Runs the flow of a purchase: whatever step the state is in is done, once, and its outcome is the next event. */
export function usePayment<O extends Opened, R>(till: Till, wanted: Wanted<O, R>): Payment<R> {
  type Event = PaymentEvent<O, Proof, R>
  type Reducer = (flow: PaymentFlow<O, Proof, R>, event: Event) => PaymentFlow<O, Proof, R>
  const [flow, dispatch] = useReducer<PaymentFlow<O, Proof, R>, [Event]>(paymentFlow as Reducer, IDLE)
  const latest = useRef({ till, wanted, flow })
  latest.current = { till, wanted, flow }
  const { status, step, retries, watched, order, proof, result } = flow
  // A retry of the same step is another run of it: `retries` only tells them apart.
  const run = `${status} ${step} ${retries}`
  useEffect(() => {
    if (!run.startsWith('processing')) return
    const failed = (error: unknown) => dispatch({ type: 'failed', error: reasonOf(error) })
    if (run.startsWith('processing checkout')) {
      try {
        return pay(latest.current, dispatch)
      } catch (error) {
        return failed(error)
      }
    }
    // An earlier run that is still on its way when this one ends is not heard.
    let outdated = false
    next(latest.current).then(
      (event) => outdated || dispatch(event),
      (error) => outdated || failed(error),
    )
    return () => {
      outdated = true
    }
  }, [run])
  useEffect(() => {
    if (!watched) return
    let outdated = false
    void watch(latest.current, () => outdated).then((event) => outdated || dispatch(event))
    return () => {
      outdated = true
    }
  }, [watched])
  // The page was left while something was paid, to sign in again or by a reload: now is seen what became of it.
  useEffect(() => {
    const pending = pendingPayment<O>(latest.current.wanted.kind)
    if (pending) dispatch({ type: 'resumed', ...pending })
  }, [])
  useEffect(() => {
    const open = status === 'processing' && step !== 'order'
    if (status !== 'idle')
      storePayment(latest.current.wanted.kind, order && (open || proof) && !result ? { order, proof } : null)
    if (result) latest.current.wanted.done(result)
  }, [status, step, order, proof, result])
  const start = useCallback(() => dispatch({ type: 'started' }), [])
  const retry = useCallback(() => {
    dispatch({ type: 'retried' })
    dispatch({ type: 'started' })
  }, [])
  const close = useCallback(() => {
    storePayment(latest.current.wanted.kind, null)
    dispatch({ type: 'closed' })
  }, [])
  return { flow, start, retry, close }
}

type Now<O extends Opened, R> = { till: Till; wanted: Wanted<O, R>; flow: PaymentFlow<O, Proof, R> }

const reasonOf = (error: unknown): PaymentError => (error instanceof PaymentFailure ? error.reason : unknownFailure())

/** Opens the payment window on the order; what it tells are events. @returns what closes it */
function pay<O extends Opened, R>(
  { till, wanted, flow }: Now<O, R>,
  dispatch: (event: PaymentEvent<O, Proof, R>) => void,
): () => void {
  const order = flow.order!
  const about = { key: order.key_id, name: siteOf().name, description: wanted.description, payer: till.payer }
  return openCheckout(order.order, about, {
    paid: (proof) => dispatch({ type: 'paid', order, proof }),
    failed: (error) => dispatch({ type: 'failed', error }),
    dismissed: () => dispatch({ type: 'dismissed' }),
  })
}

async function next<O extends Opened, R>({ till, wanted, flow }: Now<O, R>): Promise<PaymentEvent<O, Proof, R>> {
  const { step, order, proof } = flow
  if (step === 'order') {
    await loadCheckout(till.script)
    return { type: 'ordered', order: order ?? (await wanted.order()) }
  }
  const result = step === 'check' ? await checkOrder<R>(order!) : await wanted.confirm(order!, proof!)
  return { type: 'confirmed', result }
}

/** Asks whether the payment arrived, again and again. @returns what it brought, why it was refused, or that nobody asks any more */
async function watch<O extends Opened, R>(
  { wanted, flow }: Now<O, R>,
  outdated: () => boolean,
): Promise<PaymentEvent<O, Proof, R>> {
  for (let asked = 0; asked < MOST_POLLS; asked += 1) {
    await new Promise((done) => setTimeout(done, POLL_PAUSE))
    if (outdated()) break
    try {
      return { type: 'confirmed', result: await wanted.confirm(flow.order!, flow.proof!) }
    } catch (error) {
      const reason = reasonOf(error)
      if (!reason.retryable || reason.code === PAYMENT_FAILED) return { type: 'failed', error: reason }
    }
  }
  return { type: 'unwatched' }
}
