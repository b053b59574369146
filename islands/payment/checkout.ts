import {
  dismissed,
  type GatewayFailure,
  gatewayFailure,
  type PaymentError,
  SDK_ATTEMPTS,
  SDK_PATIENCE,
  SDK_PAUSES,
  sdkFailure,
} from '#billing/rules/payment-error.ts'

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
type Checkout = { open(): void; on(event: 'payment.failed', heard: (failure: { error: GatewayFailure }) => void): void }
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
  let timedOut = false
  for (let attempt = 0; attempt < SDK_ATTEMPTS; attempt += 1) {
    if (window.Razorpay) return
    // An address of its own: browsers give a second script of one address the answer that the first still waits for.
    const outcome = await loadOnce(attempt === 0 ? address : `${address}?attempt=${attempt + 1}`)
    if (outcome === 'loaded') return
    timedOut = outcome === 'late'
    const pause = SDK_PAUSES[attempt]
    if (pause !== undefined) await wait(pause)
  }
  throw new PaymentFailure(sdkFailure({ offline: !navigator.onLine, timedOut }))
}

function loadOnce(address: string): Promise<'loaded' | 'failed' | 'late'> {
  const { promise, resolve } = Promise.withResolvers<'loaded' | 'failed' | 'late'>()
  const script = document.createElement('script')
  const timer = setTimeout(() => resolve('late'), SDK_PATIENCE)
  script.src = address
  script.addEventListener('load', () => resolve(window.Razorpay ? 'loaded' : 'failed'))
  script.addEventListener('error', () => resolve('failed'))
  document.head.append(script)
  return promise.finally(() => {
    clearTimeout(timer)
    if (!window.Razorpay) script.remove()
  })
}

/**
 * Opens the payment window and waits until it is over. A dialog of ours must be closed before: it would lie above.
 * @throws PaymentFailure when it was closed: with the last failure inside it, or as cancelled
 */
export function payIn(
  order: Order,
  about: { key: string; name: string; description: string; payer: Payer },
): Promise<Proof> {
  const { promise, resolve, reject } = Promise.withResolvers<Proof>()
  let recorded: PaymentError | null = null

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
    modal: { ondismiss: () => reject(new PaymentFailure(dismissed(recorded))), confirm_close: true },
    handler: resolve,
  })
  checkout.on('payment.failed', ({ error }) => {
    recorded = gatewayFailure(error)
  })
  checkout.open()
  return promise
}
