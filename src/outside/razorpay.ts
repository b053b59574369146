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
  /** Another server than Razorpay's: the sandbox, or one of a test. Asked for once, with the first call. */
  baseUrl?: (() => Promise<string>) | undefined
  /** Milliseconds for one call. @default 10 s */
  patience?: number
}

/** What the checkout of Razorpay loads and talks to. */
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

/** Razorpay through its SDK, which is loaded with the first call (38 ms, 28 MB). */
export function razorpayGateway(options: RazorpayOptions): Gateway {
  const { keyId, keySecret, webhookSecret } = options
  let opened: ReturnType<typeof open> | undefined
  const sdk = () => {
    opened ??= open(options)
    return opened
  }
  /** One call; `unsafe` ones may have been done although no answer came. */
  const call = async <T>(unsafe: boolean, work: (api: Awaited<ReturnType<typeof open>>) => Promise<T>): Promise<T> => {
    try {
      return await work(await sdk())
    } catch (error) {
      throw normalized(error, unsafe)
    }
  }
  const orderByReceipt = async (receipt: string) => {
    const found = await call(false, (api) => api.orders.all({ receipt }))
    const order = (found as unknown as { items: RawOrder[] }).items.find((it) => it.receipt === receipt)
    return order ? asOrder(order) : null
  }
  const payment = async (id: string) => asPayment((await call(false, (api) => api.payments.fetch(id))) as RawPayment)

  return {
    name: 'razorpay',
    keyId,
    checkout: CHECKOUT,
    webhookSecret,
    orderByReceipt,
    payment,
    async createOrder({ amount, currency, receipt }) {
      try {
        return asOrder((await call(true, (api) => api.orders.create({ amount, currency, receipt }))) as RawOrder)
      } catch (error) {
        const found = (error as GatewayError).unknown ? await orderByReceipt(receipt).catch(() => null) : null
        if (found) return found
        throw error
      }
    },
    async paymentsOf(orderId) {
      const found = await call(false, (api) => api.orders.fetchPayments(orderId))
      return (found as unknown as { items: RawPayment[] }).items.map(asPayment)
    },
    async capture(paymentId, amount, currency) {
      try {
        return asPayment(
          (await call(true, (api) => api.payments.capture(paymentId, amount, currency))) as unknown as RawPayment,
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
      // The SDK's own method drops the header that makes this safe to repeat.
      const headers = { 'X-Refund-Idempotency': key }
      const answer = await call(true, (api) =>
        api.api.rq.post<RawRefund>(`/v1/payments/${paymentId}/refund`, body, { headers }),
      )
      return asRefund(answer.data)
    },
    async refundsOf(paymentId) {
      const found = await call(false, (api) => api.payments.fetchMultipleRefund(paymentId, { count: 100 }))
      return (found as unknown as { items: RawRefund[] }).items.map(asRefund)
    },
    signed: (orderId, paymentId, signature) => isSigned(keySecret, `${orderId}|${paymentId}`, signature),
  }
}

/** The part of axios that the SDK hides. */
type Requester = {
  defaults: { timeout?: number; baseURL?: string; proxy?: false }
  post<T>(url: string, body: unknown, options: { headers: Record<string, string> }): Promise<{ data: T }>
  interceptors: { response: { use(ok: undefined, failed: (error: AxiosFailure) => unknown): unknown } }
}
type AxiosFailure = { code?: string; message: string; response?: { status: number; data?: unknown } }

async function open({ keyId, keySecret, baseUrl, patience = 10 * SECOND }: RazorpayOptions) {
  const { default: Razorpay } = await import('razorpay')
  const api = new Razorpay({ key_id: keyId, key_secret: keySecret })
  const { rq } = api.api as unknown as { rq: Requester }
  rq.defaults.timeout = patience
  if (baseUrl) {
    rq.defaults.baseURL = await baseUrl()
    rq.defaults.proxy = false
  }
  // The SDK reads `response.data.error` of every failure, also where there was no response: it is given one to read.
  rq.interceptors.response.use(undefined, (failure) => {
    const { response, code, message } = failure
    const error = (response?.data as { error?: unknown } | undefined)?.error
    const said = error ?? { code: code ?? 'NO_ANSWER', description: response ? `HTTP ${response.status}` : message }
    return Promise.reject({ response: { status: response?.status ?? 0, data: { error: said } } })
  })
  return Object.assign(api, { api: { rq } })
}

type Refusal = {
  statusCode?: number
  error?: { code?: string; description?: string; reason?: string }
  response?: { status: number; data: { error: NonNullable<Refusal['error']> } }
}
/** Codes of a request that never reached anybody. */
const NOT_SENT = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ConnectionRefused']

function normalized(thrown: unknown, unsafe: boolean): GatewayError {
  if (thrown instanceof GatewayError) return thrown
  const { statusCode, error, response } = thrown as Refusal
  const status = statusCode ?? response?.status ?? 0
  const { code = '', description = 'The gateway did not say why.', reason = '' } = error ?? response?.data.error ?? {}
  const about = { status, code, reason }
  if (status >= 400 && status < 500 && status !== 429 && status !== 408)
    return new GatewayError('refused', description, false, about)
  if (status === 429) return new GatewayError('unavailable', description, false, about)
  const timedOut = /ECONNABORTED|ETIMEDOUT|timeout/i.test(`${code} ${description}`) || status === 504 || status === 408
  return new GatewayError(timedOut ? 'timeout' : 'unavailable', description, unsafe && !NOT_SENT.includes(code), about)
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
