/** @jsxImportSource react */
import { useCallback, useEffect, useReducer, useRef } from 'react'
import { MOST_POLLS, POLL_PAUSE, unknownFailure } from '#billing/rules/payment-error.ts'
import { IDLE, isWatched, type PaymentEvent, type PaymentFlow, paymentFlow } from '#billing/rules/payment-flow.ts'
import { siteOf } from '../kit/site.ts'
import type { Opened } from './calls.ts'
import { loadCheckout, type Payer, PaymentFailure, type Proof, payIn } from './checkout.ts'

/** Something that is paid for. */
export type Wanted<O extends Opened, R> = {
  /** What stands in the payment window. */
  description: string
  order(): Promise<O>
  confirm(opened: O, proof: Proof): Promise<R>
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
export function usePayment<O extends Opened, R>(till: Till, wanted: Wanted<O, R> | null): Payment<R> {
  type Reducer = (flow: PaymentFlow<O, Proof, R>, event: PaymentEvent<O, Proof, R>) => PaymentFlow<O, Proof, R>
  const [flow, dispatch] = useReducer<PaymentFlow<O, Proof, R>, [PaymentEvent<O, Proof, R>]>(
    paymentFlow as Reducer,
    IDLE,
  )
  const now = useRef({ till, wanted, flow })
  now.current = { till, wanted, flow }
  const { status, step, retries } = flow
  // A retry of the same step is another run of it: `retries` only tells them apart.
  const run = `${status} ${step} ${retries}`
  useEffect(() => {
    if (!run.startsWith('processing')) return
    // An earlier run that is still on its way when this one ends is not heard.
    let over = false
    next(now.current)
      .catch((error): PaymentEvent<O, Proof, R> => {
        const reason = error instanceof PaymentFailure ? error.reason : unknownFailure()
        return { type: 'failed', error: reason }
      })
      .then((event) => {
        if (!over) dispatch(event)
      })
    return () => {
      over = true
    }
  }, [run])
  const watched = isWatched(flow)
  useEffect(() => {
    if (!watched) return
    let over = false
    void watch(now.current, () => over).then((result) => {
      if (result !== null && !over) dispatch({ type: 'confirmed', result })
    })
    return () => {
      over = true
    }
  }, [watched])
  const start = useCallback(() => dispatch({ type: 'started' }), [])
  const retry = useCallback(() => dispatch({ type: 'retried' }), [])
  const close = useCallback(() => dispatch({ type: 'closed' }), [])
  return { flow, start, retry, close }
}

type Now<O extends Opened, R> = { till: Till; wanted: Wanted<O, R> | null; flow: PaymentFlow<O, Proof, R> }

async function next<O extends Opened, R>({ till, wanted, flow }: Now<O, R>): Promise<PaymentEvent<O, Proof, R>> {
  const { step, order, proof } = flow
  if (step === 'order' || !order) {
    await loadCheckout(till.script)
    return { type: 'ordered', order: await wanted!.order() }
  }
  if (step === 'checkout' || !proof) {
    const about = { key: order.key_id, name: siteOf().name, description: wanted!.description, payer: till.payer }
    return { type: 'paid', proof: await payIn(order.order, about) }
  }
  return { type: 'confirmed', result: await wanted!.confirm(order, proof) }
}

/** Asks whether the payment arrived, again and again. @returns what it brought; null when it was refused, or `over` ended it */
async function watch<O extends Opened, R>({ wanted, flow }: Now<O, R>, over: () => boolean): Promise<R | null> {
  for (let asked = 0; asked < MOST_POLLS; asked += 1) {
    await new Promise((done) => setTimeout(done, POLL_PAUSE))
    if (over()) return null
    try {
      return await wanted!.confirm(flow.order!, flow.proof!)
    } catch (error) {
      if (!(error instanceof PaymentFailure && error.reason.retryable)) return null
    }
  }
  return null
}
