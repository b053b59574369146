import { SECOND } from '#base/time.ts'
import type { Config } from '#config.ts'
import {
  type Gateway,
  GatewayError,
  type GatewayOrder,
  type GatewayPayment,
  type GatewayRefund,
  isSigned,
} from './gateway.ts'

export type RazorpayOptions = {
  keyId: string
  keySecret: string
  webhookSecret: string
  /** Brings a request to another server than Razorpay's: the sandbox, or one of a test. @default fetch */
  send?: (request: Request) => Promise<Response>
  /** Milliseconds for one call. @default 10 s */
  timeoutMs?: number
}

const API = 'https://api.razorpay.com'
const CHECKOUT = {
  script: 'https://checkout.razorpay.com/v1/checkout.js',
  scripts: ['https://checkout.razorpay.com'],
  frames: ['https://api.razorpay.com', 'https://checkout.razorpay.com'],
  connects: ['https://api.razorpay.com', 'https://lumberjack.razorpay.com'],
  images: ['https://cdn.razorpay.com'],
}

/** The configured account at Razorpay; null when there is none. */
export function configuredGateway(config: Config): Gateway | null {
  const { RAZORPAY_KEY_ID: keyId, RAZORPAY_KEY_SECRET: keySecret, RAZORPAY_WEBHOOK_SECRET: webhookSecret } = config
  return keyId && keySecret && webhookSecret ? razorpayGateway({ keyId, keySecret, webhookSecret }) : null
}

/**
 * Razorpay's REST API by `fetch`. Its SDK has no public way to give the header by which a refund is safe to repeat, a time limit, or
 * another server.
 */
export function razorpayGateway(options: RazorpayOptions): Gateway {
  const { keyId, keySecret, webhookSecret, send = fetch, timeoutMs = 10 * SECOND } = options
  const authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`
  const call = async <T>(path: string, body?: object, headers: Record<string, string> = {}): Promise<T> => {
    // What is posted may have been done although no answer came.
    const unsafe = body !== undefined
    const signal = AbortSignal.timeout(timeoutMs)
    const request = new Request(`${API}/v1/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { ...headers, authorization, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
      redirect: 'error',
      signal,
    })
    const answer = await send(request)
      .then(async (response) => ({ status: response.status, text: await response.text() }))
      .catch((error) => {
        throw notAnswered(error, unsafe)
      })
    return answerOf<T>(answer, unsafe)
  }
  const orderByReceipt = async (receipt: string) => {
    const { items } = await call<{ items: RawOrder[] }>(`orders?receipt=${encodeURIComponent(receipt)}`)
    const order = items.find((it) => it.receipt === receipt)
    return order ? asOrder(order) : null
  }
  const payment = async (id: string) => asPayment(await call<RawPayment>(`payments/${encodeURIComponent(id)}`))

  return {
    name: 'razorpay',
    keyId,
    checkout: CHECKOUT,
    webhookSecret,
    orderByReceipt,
    payment,
    async createOrder({ amount, currency, receipt }) {
      try {
        return asOrder(await call<RawOrder>('orders', { amount, currency, receipt }))
      } catch (error) {
        const found = (error as GatewayError).unknown ? await orderByReceipt(receipt).catch(() => null) : null
        if (found) return found
        throw error
      }
    },
    async paymentsOf(orderId) {
      const { items } = await call<{ items: RawPayment[] }>(`orders/${encodeURIComponent(orderId)}/payments`)
      return items.map(asPayment)
    },
    async capture(paymentId, amount, currency) {
      try {
        return asPayment(
          await call<RawPayment>(`payments/${encodeURIComponent(paymentId)}/capture`, { amount, currency }),
        )
      } catch (error) {
        // Lost, or somebody else captured it: what it is now decides.
        const now = await payment(paymentId).catch(() => null)
        if (now?.status === 'captured' || now?.status === 'refunded') return now
        throw error
      }
    },
    async refund(paymentId, amount, key) {
      const body = { amount, speed: 'normal', receipt: key, notes: { refund: key } }
      const path = `payments/${encodeURIComponent(paymentId)}/refund`
      return asRefund(await call<RawRefund>(path, body, { 'X-Refund-Idempotency': key }))
    },
    async refundsOf(paymentId) {
      const path = `payments/${encodeURIComponent(paymentId)}/refunds?count=100`
      return (await call<{ items: RawRefund[] }>(path)).items.map(asRefund)
    },
    signed: (orderId, paymentId, signature) => isSigned(keySecret, `${orderId}|${paymentId}`, signature),
  }
}

/** Codes of a request that never reached anybody. */
const NOT_SENT = ['ConnectionRefused', 'FailedToOpenSocket', 'ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN']

/** @param unsafe the call may have been done all the same */
function notAnswered(thrown: unknown, unsafe: boolean): GatewayError {
  const { name, code = 'NO_ANSWER', message } = thrown as Error & { code?: string }
  const kind = name === 'TimeoutError' ? 'timeout' : 'unavailable'
  return new GatewayError(kind, message, unsafe && !NOT_SENT.includes(code), { code: String(code) })
}

type Refusal = { error?: { code?: string; description?: string; reason?: string } }

/** What the gateway answered. @throws GatewayError for anything but success */
function answerOf<T>({ status, text }: { status: number; text: string }, unsafe: boolean): T {
  const answer = parsed(text)
  if (answer && status < 300) return answer as T
  const { code = '', description = `HTTP ${status}`, reason = '' } = (answer as Refusal | null)?.error ?? {}
  const about = { status, code, reason }
  if (status === 429) throw new GatewayError('unavailable', description, false, about)
  if (status === 408 || status === 504) throw new GatewayError('timeout', description, unsafe, about)
  if (status >= 400 && status < 500) throw new GatewayError('refused', description, false, about)
  throw new GatewayError('unavailable', description, unsafe, about)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Of a balancer in between, for instance: the status says what it means.
    return null
  }
}

type RawOrder = { id: string; amount: number | string; currency: string; receipt?: string; status: string }
type RawPayment = {
  id: string
  order_id?: string | null
  amount: number | string
  currency: string
  status: string
  amount_refunded?: number | null
  method?: string
  error_reason?: string | null
}
type RawRefund = {
  id: string
  payment_id: string
  amount?: number
  currency: string
  receipt?: string | null
  notes?: Record<string, string> | unknown[]
  status: string
}

const asOrder = (raw: RawOrder): GatewayOrder => ({
  id: raw.id,
  amount: Number(raw.amount),
  currency: raw.currency,
  receipt: raw.receipt ?? '',
  status: raw.status as GatewayOrder['status'],
})

/** A payment as the gateway writes it, in its API and in its webhooks. */
export const asPayment = (raw: RawPayment): GatewayPayment => ({
  id: raw.id,
  orderId: raw.order_id ?? null,
  amount: Number(raw.amount),
  currency: raw.currency,
  status: raw.status as GatewayPayment['status'],
  amountRefunded: raw.amount_refunded ?? 0,
  method: raw.method ?? '',
  reason: raw.error_reason ?? '',
})

/** A refund as the gateway writes it, in its API and in its webhooks. */
export const asRefund = (raw: RawRefund): GatewayRefund => ({
  id: raw.id,
  paymentId: raw.payment_id,
  amount: Number(raw.amount),
  currency: raw.currency,
  key: (raw.notes as Record<string, string> | undefined)?.refund ?? '',
  status: raw.status as GatewayRefund['status'],
})
