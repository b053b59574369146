import { createHmac, timingSafeEqual } from 'node:crypto'

export type GatewayOrder = {
  id: string
  amount: number
  currency: string
  receipt: string
  status: 'created' | 'attempted' | 'paid'
}
export type GatewayPayment = {
  id: string
  orderId: string | null
  /** Minor units. */
  amount: number
  currency: string
  /** `failed` is not the end: a bank may authorize later. Only `captured` (and then `refunded`) money is ours. */
  status: 'created' | 'authorized' | 'captured' | 'refunded' | 'failed'
  amountRefunded: number
  method: string
  /** Why it failed: `card_declined`; empty otherwise. */
  reason: string
}
export type GatewayRefund = {
  id: string
  paymentId: string
  amount: number
  currency: string
  /** The id of our refund, when it was made by us. */
  key: string
  status: 'pending' | 'processed' | 'failed'
}

/** Who takes the money. Amounts are in minor units. Every call rejects with a GatewayError and with nothing else. */
export type Gateway = {
  name: 'razorpay' | 'sandbox'
  keyId: string
  /** Address of the script that opens the payment window, and the hosts that a page with it must allow. */
  checkout: { script: string; scripts: string[]; frames: string[]; connects: string[]; images: string[] }
  webhookSecret: string
  /** One order for one `receipt`: when the answer is lost it is looked up, not made again. */
  createOrder(order: { amount: number; currency: string; receipt: string }): Promise<GatewayOrder>
  orderByReceipt(receipt: string): Promise<GatewayOrder | null>
  payment(id: string): Promise<GatewayPayment>
  paymentsOf(orderId: string): Promise<GatewayPayment[]>
  /** Takes authorized money; of money taken before it answers the payment as it is. */
  capture(paymentId: string, amount: number, currency: string): Promise<GatewayPayment>
  /** Pays back; the same key pays back once. */
  refund(paymentId: string, amount: number, key: string): Promise<GatewayRefund>
  refundsOf(paymentId: string): Promise<GatewayRefund[]>
  /** Whether the checkout's own proof that this payment belongs to this order is genuine. */
  signed(orderId: string, paymentId: string, signature: string): boolean
}

export type GatewayErrorKind = 'refused' | 'unavailable' | 'timeout'

/** What every failure of a gateway becomes. */
export class GatewayError extends Error {
  override readonly name = 'GatewayError'
  /**
   * @param kind refused: it answered that this cannot be done; unavailable: it is broken, busy or not there; timeout: no answer came
   * @param unknown the deed may have been done all the same: look it up before anything else
   */
  constructor(
    readonly kind: GatewayErrorKind,
    message: string,
    readonly unknown: boolean,
    readonly about: { status?: number; code?: string; reason?: string } = {},
  ) {
    super(message)
  }
}

export const hmac = (secret: string, text: string): string => createHmac('sha256', secret).update(text).digest('hex')

/** Whether `signature` is that of `text`, in the same time for every wrong one. */
export function isSigned(secret: string, text: string, signature: string): boolean {
  const right = Buffer.from(hmac(secret, text))
  const given = Buffer.from(signature)
  return given.length === right.length && timingSafeEqual(given, right)
}
