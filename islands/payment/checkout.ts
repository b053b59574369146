import {
  type GatewayFailure,
  gatewayFailure,
  type PaymentError,
  SDK_ATTEMPTS,
  SDK_PAUSES,
  SDK_TIMEOUT,
  sdkFailure,
} from '#billing/rules/payment-error.ts'
import { tellPaymentWindow } from './pending-payment.ts'

export type Proof = { razorpay_order_id: string; razorpay_payment_id: string; razorpay_signature: string }
export type Order = { id: string; amount: number; currency: string }
export type Payer = { name: string; email: string }

type Options = {
  key: string
  order_id: string
  amount: number
  currency: string
  name: string
  description: string
  prefill: Payer
  theme: { color: string }
  retry: { enabled: boolean }
  modal: { ondismiss(): void; confirm_close: boolean }
  handler(proof: Proof): void
}
type Checkout = {
  open(): void
  close?(): void
  on(event: 'payment.failed', listener: (failure: { error: GatewayFailure }) => void): void
}
declare global {
  interface Window {
    Razorpay?: new (options: Options) => Checkout
  }
}

/** A purchase that ended without money, as the rules name it. */
export class PaymentFailure extends Error {
  constructor(readonly reason: PaymentError) {
    super(reason.message)
  }
}

/** The accent of the light theme: the window is drawn by somebody else, light. */
const ACCENT = '#4f46e5'

const wait = (ms: number) => new Promise((done) => setTimeout(done, ms))

/** Loads the payment window's script: three attempts of ten seconds, with pauses of one and two. @throws PaymentFailure */
export async function loadCheckout(address: string): Promise<void> {
  for (let attempt = 0; attempt < SDK_ATTEMPTS; attempt += 1) {
    if (window.Razorpay) return
    // An address of its own: browsers give a second script of one address the answer that the first still waits for.
    if (await loadOnce(attempt === 0 ? address : `${address}?attempt=${attempt + 1}`)) return
    const pause = SDK_PAUSES[attempt]
    if (pause !== undefined) await wait(pause)
  }
  throw new PaymentFailure(sdkFailure(!navigator.onLine))
}

function loadOnce(address: string): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const script = document.createElement('script')
  const timer = setTimeout(() => resolve(false), SDK_TIMEOUT)
  script.src = address
  script.addEventListener('load', () => resolve(window.Razorpay !== undefined))
  script.addEventListener('error', () => resolve(false))
  document.head.append(script)
  return promise.finally(() => {
    clearTimeout(timer)
    if (!window.Razorpay) script.remove()
  })
}

/** What the payment window tells, as often as it does: it may go on after a failure. */
type CheckoutEvents = { paid(proof: Proof): void; failed(error: PaymentError): void; dismissed(): void }

/**
 * Opens the payment window. A dialog of ours must be closed before: it would lie above.
 * @returns what closes the window
 */
export function openCheckout(
  order: Order,
  about: { key: string; name: string; description: string; payer: Payer },
  events: CheckoutEvents,
): () => void {
  const ended =
    <T extends unknown[]>(tell: (...what: T) => void) =>
    (...what: T) => {
      tell(...what)
      tellPaymentWindow(false)
    }
  const dismissed = ended(events.dismissed)
  const checkout = new window.Razorpay!({
    key: about.key,
    order_id: order.id,
    amount: order.amount,
    currency: order.currency,
    name: about.name,
    description: about.description,
    prefill: about.payer,
    theme: { color: ACCENT },
    // Trying again is ours, on the same order.
    retry: { enabled: false },
    modal: { ondismiss: dismissed, confirm_close: true },
    handler: ended(events.paid),
  })
  checkout.on('payment.failed', ({ error }) => {
    const reason = gatewayFailure(error)
    // Whether nothing was charged is for the gateway to say.
    if (reason.type === 'cancelled') dismissed()
    else events.failed(reason)
  })
  checkout.open()
  tellPaymentWindow(true)
  return ended(() => checkout.close?.())
}
