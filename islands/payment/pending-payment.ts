import { readStored, store } from '../kit/stored.ts'
import { viewerOfPage } from '../kit/viewer.ts'
import type { Opened } from './calls.ts'
import type { Proof } from './checkout.ts'

/** An order that is being paid, or was (`proof`): so much is needed to go on with it on the next page of this tab. */
export type PendingPayment<O extends Opened = Opened> = { order: O; proof: Proof | null }

const nameOf = (kind: 'credits' | 'plan') => `payment:${kind}`

/** Remembers a payment until it is seen what became of it; null forgets it. Forgotten, it is still credited by the gateway's own word. */
export function storePayment(kind: 'credits' | 'plan', payment: PendingPayment | null): void {
  const viewer = viewerOfPage()?.id
  store('sessionStorage', nameOf(kind), payment && viewer ? { ...payment, viewer } : null)
}

/** The payment that this person left behind on a page before; one of somebody else is forgotten. */
export function pendingPayment<O extends Opened>(kind: 'credits' | 'plan'): PendingPayment<O> | null {
  const stored = readStored<PendingPayment<O> & { viewer: string }>('sessionStorage', nameOf(kind))
  if (stored?.viewer && stored.viewer === viewerOfPage()?.id) return { order: stored.order, proof: stored.proof }
  storePayment(kind, null)
  return null
}

export const isPaymentPending = (): boolean =>
  (['credits', 'plan'] as const).some((kind) => sessionStorage.getItem(nameOf(kind)) !== null)

let paying: PromiseWithResolvers<void> | null = null
/** Says that a payment window is open, or that it is closed or the payment was made. */
export function tellPaymentWindow(isOpen: boolean): void {
  const { resolve } = paying ?? {}
  paying = isOpen ? Promise.withResolvers<void>() : null
  // What became of it is stored once that is drawn.
  if (resolve) setTimeout(resolve)
}
/** Resolves once no payment window is open: nobody is led away while they pay. */
export const paymentWindowClosed = async (): Promise<void> => paying?.promise
