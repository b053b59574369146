import { viewerOfPage } from '../kit/viewer.ts'
import type { Opened } from './calls.ts'
import type { Proof } from './checkout.ts'

/** An order that is being paid, or was (`proof`): so much is needed to go on with it on the next page of this tab. */
export type PendingPayment<O extends Opened = Opened> = { order: O; proof: Proof | null }
type StoredPayment = PendingPayment & { viewer: string }

const nameOf = (kind: 'credits' | 'plan') => `payment:${kind}`

/** Remembers a payment until it is seen what became of it; null forgets it. */
export function storePayment(kind: 'credits' | 'plan', payment: PendingPayment | null): void {
  const viewer = viewerOfPage()?.id
  try {
    if (payment && viewer)
      sessionStorage.setItem(nameOf(kind), JSON.stringify({ ...payment, viewer } satisfies StoredPayment))
    else sessionStorage.removeItem(nameOf(kind))
  } catch {
    // Without storage it is credited by the gateway's own word, only not shown here.
  }
}

/** The payment that this person left behind on a page before; one of somebody else is forgotten. */
export function pendingPayment<O extends Opened>(kind: 'credits' | 'plan'): PendingPayment<O> | null {
  try {
    const { viewer, ...payment } = JSON.parse(sessionStorage.getItem(nameOf(kind)) ?? '{}') as StoredPayment &
      PendingPayment<O>
    if (viewer && viewer === viewerOfPage()?.id) return payment
  } catch {
    // Somebody else wrote under our name.
  }
  storePayment(kind, null)
  return null
}

/** Whether a payment waits for the person. */
export const isPaymentPending = (): boolean =>
  (['credits', 'plan'] as const).some((kind) => sessionStorage.getItem(nameOf(kind)) !== null)
