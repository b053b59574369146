/** @jsxImportSource react */
import { useEffect, useEffectEvent, useReducer } from 'react'
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

export type Wanted<O extends Opened, R> = {
  kind: 'credits' | 'plan'
  description: string
  order(): Promise<O>
  confirm(opened: O, proof: Proof): Promise<R>
  done(result: R): void
}
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
  type Flow = PaymentFlow<O, Proof, R>
  const [flow, dispatch] = useReducer<Flow, [Event]>(paymentFlow as (flow: Flow, event: Event) => Flow, IDLE)
  const { status, step, retries, watched, order, proof, result } = flow
  // A retry of the same step is another run of it: `retries` only tells them apart.
  const run = `${status} ${step} ${retries}`

  /** Opens the payment window on the order; what it tells are events. @returns what closes it */
  const pay = useEffectEvent(() => {
    const { order: opened, key_id: key } = order!
    const about = { key, name: siteOf().name, description: wanted.description, payer: till.payer }
    return openCheckout(opened, about, {
      paid: (proof) => dispatch({ type: 'paid', order: order!, proof }),
      failed: (error) => dispatch({ type: 'failed', error }),
      dismissed: () => dispatch({ type: 'dismissed' }),
    })
  })
  const next = useEffectEvent(async (): Promise<Event> => {
    if (step === 'order') {
      await loadCheckout(till.script)
      return { type: 'ordered', order: order ?? (await wanted.order()) }
    }
    const result = step === 'check' ? await checkOrder<R>(order!) : await wanted.confirm(order!, proof!)
    return { type: 'confirmed', result }
  })
  /** Asks whether the payment arrived, again and again: what it brought, why it was refused, or that nobody asks any more. */
  const watch = useEffectEvent(async (over: AbortSignal): Promise<Event> => {
    for (let asked = 0; asked < MOST_POLLS; asked += 1) {
      await new Promise((done) => setTimeout(done, POLL_PAUSE))
      if (over.aborted) break
      try {
        return { type: 'confirmed', result: await wanted.confirm(order!, proof!) }
      } catch (error) {
        const reason = reasonOf(error)
        if (!reason.retryable || reason.code === PAYMENT_FAILED) return { type: 'failed', error: reason }
      }
    }
    return { type: 'unwatched' }
  })
  /** Tells what a step came to, unless an effect is over by then that began it. @returns what ends it */
  const begin = useEffectEvent((work: (over: AbortSignal) => Promise<Event>) => {
    const over = new AbortController()
    const tell = (event: Event) => over.signal.aborted || dispatch(event)
    work(over.signal).then(tell, (error) => tell({ type: 'failed', error: reasonOf(error) }))
    return () => over.abort()
  })
  useEffect(() => {
    if (!run.startsWith('processing')) return
    if (!run.startsWith('processing checkout')) return begin(() => next())
    try {
      return pay()
    } catch (error) {
      dispatch({ type: 'failed', error: reasonOf(error) })
    }
  }, [run])
  useEffect(() => (watched ? begin((over) => watch(over)) : undefined), [watched])

  const { kind } = wanted
  // The page was left while something was paid, to sign in again or by a reload: now is seen what became of it.
  useEffect(() => {
    const pending = pendingPayment<O>(kind)
    if (pending) dispatch({ type: 'resumed', ...pending })
  }, [kind])
  const done = useEffectEvent((result: R) => wanted.done(result))
  useEffect(() => {
    const open = status === 'processing' && step !== 'order'
    if (status !== 'idle') storePayment(kind, order && (open || proof) && !result ? { order, proof } : null)
    if (result) done(result)
  }, [kind, status, step, order, proof, result])
  const start = () => dispatch({ type: 'started' })
  return {
    flow,
    start,
    retry() {
      dispatch({ type: 'retried' })
      start()
    },
    close() {
      storePayment(kind, null)
      dispatch({ type: 'closed' })
    },
  }
}

const reasonOf = (error: unknown): PaymentError => (error instanceof PaymentFailure ? error.reason : unknownFailure())
