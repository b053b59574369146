import { z } from 'zod'
import { numberText } from '#base/format.ts'
import { bound, choice, searchText, sortBy } from './list.ts'

export const ORDER_STATES = { creating: 'Being made', open: 'Open', paid: 'Paid', failed: 'Failed' } as const
export const ORDER_KINDS = { credits: 'Credits', plan: 'Plan' } as const
export const PAYMENT_STATES = {
  credited: 'Credited',
  failed: 'Failed',
  surplus: 'Surplus',
  refused: 'Refused',
} as const
export const WEBHOOK_STATES = { waiting: 'Waiting', done: 'Done', failed: 'Failed' } as const

const currency = choice(['INR', 'USD', 'EUR', 'GBP'])
export const ordersQuery = z.object({
  q: searchText,
  state: choice(['creating', 'open', 'paid', 'failed']),
  kind: choice(['credits', 'plan']),
  sort: sortBy('what', 'person', 'amount', 'state'),
})
export const paymentsQuery = z.object({
  q: searchText,
  state: choice(['credited', 'failed', 'surplus', 'refused']),
  currency,
  from: bound,
  to: bound,
  sort: sortBy('payment', 'person', 'amount', 'state', 'back'),
})
export const invoicesQuery = z.object({
  q: searchText,
  year: z
    .union([z.literal(''), z.string().regex(/^\d\d-\d\d$/, 'Write a financial year as 26-27.')])
    .optional()
    .transform((text) => text || undefined),
  currency,
  from: bound,
  to: bound,
  sort: sortBy('number', 'person', 'gross', 'tax', 'back'),
})
export const webhooksQuery = z.object({
  q: searchText,
  state: choice(['waiting', 'done', 'failed']),
  sort: sortBy('type', 'state', 'about', 'tries'),
})
export type OrderFilter = z.infer<typeof ordersQuery>
export type PaymentFilter = z.infer<typeof paymentsQuery>
export type InvoiceFilter = z.infer<typeof invoicesQuery>
export type WebhookFilter = z.infer<typeof webhooksQuery>

type Person = { id: string; name: string; email: string }
type CsvLine = Record<string, string | number | null>
/** Amounts are in minor units everywhere. */
export type ListedOrder = {
  id: string
  gateway_order_id: string | null
  user: Person
  kind: keyof typeof ORDER_KINDS
  what: string
  amount: number
  currency: string
  state: keyof typeof ORDER_STATES
  /** How often the gateway was asked about it, and when it is asked next. */
  checks: number
  next_check_at: string | null
  paid_at: string | null
  created_at: string
}
export type ListedPayment = {
  id: string
  order_id: string
  gateway_order_id: string | null
  user: Person
  what: string
  amount: number
  currency: string
  state: keyof typeof PAYMENT_STATES
  method: string
  reason: string
  /** What went back, or is on its way. */
  refunded: number
  created_at: string
}
export type ListedInvoice = {
  id: string
  number: string
  user: Person
  payment_id: string
  line: string
  currency: string
  gross: number
  tax: number
  cgst: number
  sgst: number
  igst: number
  /** Of the customer; empty for none. */
  gstin: string
  /** "Karnataka (29)", "Outside India" */
  place_of_supply: string
  refunded: number
  credit_notes: { number: string; failed: boolean; pdf: string }[]
  issued_at: string
}
export type ListedWebhook = {
  id: string
  event_id: string
  type: string
  state: keyof typeof WEBHOOK_STATES
  payment_id: string | null
  gateway_order_id: string | null
  attempts: number
  last_error: string | null
  next_at: string | null
  processed_at: string | null
  created_at: string
}

const person = ({ user, ...it }: { user: Person }) => ({ ...it, user_id: user.id, name: user.name, email: user.email })
/** The unit of amounts in a file, as it stands in their heads: minor units are for programs. */
const unit = (currency: string | undefined) => currency ?? 'currency of the line'
const major = (amount: number): number => amount / 100

export const ORDER_COLUMNS = [
  'id',
  'created_at',
  'gateway_order_id',
  'user_id',
  'email',
  'kind',
  'what',
  'amount',
  'currency',
  'state',
  'checks',
  'next_check_at',
  'paid_at',
] as const
export const orderLine = (it: ListedOrder) => ({ ...it, ...person(it) })
/** Of a file of payments, by heads that name the unit of amounts. @param only the one currency that is in it, if so */
export const paymentColumns = (only?: string) => [
  'id',
  'created_at',
  'order_id',
  'gateway_order_id',
  'user_id',
  'name',
  'email',
  'what',
  'currency',
  `amount (${unit(only)})`,
  `went back (${unit(only)})`,
  'state',
  'method',
  'reason',
]
export const paymentLine =
  (only?: string) =>
  (it: ListedPayment): CsvLine => ({
    ...person(it),
    [`amount (${unit(only)})`]: major(it.amount),
    [`went back (${unit(only)})`]: major(it.refunded),
  })
/** Of a file of invoices for the books: taxes each by itself, and where they are owed. @param only as of payments */
export const invoiceColumns = (only?: string) => [
  'number',
  'issued_at',
  'user_id',
  'name',
  'email',
  'GSTIN',
  'place of supply',
  'line',
  'currency',
  ...['gross', 'taxable', 'CGST', 'SGST', 'IGST', 'went back'].map((name) => `${name} (${unit(only)})`),
  'credit_notes',
  'payment_id',
  'id',
]
export const invoiceLine =
  (only?: string) =>
  (it: ListedInvoice): CsvLine => {
    const { gross, tax, cgst, sgst, igst, refunded } = it
    const amounts = { gross, taxable: gross - tax, CGST: cgst, SGST: sgst, IGST: igst, 'went back': refunded }
    return {
      ...person(it),
      GSTIN: it.gstin,
      'place of supply': it.place_of_supply,
      ...Object.fromEntries(
        Object.entries(amounts).map(([name, amount]) => [`${name} (${unit(only)})`, major(amount)]),
      ),
      credit_notes: it.credit_notes.map(({ number }) => number).join(' '),
    }
  }
export const WEBHOOK_COLUMNS = [
  'id',
  'created_at',
  'event_id',
  'type',
  'state',
  'payment_id',
  'gateway_order_id',
  'attempts',
  'last_error',
  'next_at',
  'processed_at',
] as const
export const webhookLine = (it: ListedWebhook) => it

/** What is not as it should be with money, and what to do about it. */
export const ANOMALIES = {
  paid_not_credited: {
    title: 'Paid but not credited',
    todo: 'Reconcile the order: the gateway is asked, and what was paid for is given. If that fails, replay its webhook.',
  },
  incomplete: {
    title: 'Paid without an invoice',
    todo: 'Look at the order and its payment. This cannot come about by itself: tell whoever runs the server.',
  },
  overdue_order: {
    title: 'Not looked at in time',
    todo: 'Reconcile it now. If many are late, the jobs of the server stand still: look at the application logs.',
  },
  surplus: {
    title: 'Paid twice',
    todo: 'The second payment goes back by itself. If it is not back within a day, look at its refund. What is back and settled can be dismissed; it returns only when something new happens with it.',
  },
  failed_refund: {
    title: 'Refund failed',
    todo: 'The gateway could not pay it back, and the credits were given back. Find out why in its dashboard, then pay it back again.',
  },
  failed_elsewhere: {
    title: 'Refund made at the gateway failed',
    todo: 'Somebody made it in the dashboard of the gateway, and what it had taken was given back. Make it there once more, and its share of the credits is taken again by itself; or let the person ask under Refund Requests, where what is unused now is worked out. It stands here until then, at most 30 days.',
  },
  dispute: {
    title: 'Disputed by a bank',
    todo: 'Answer it in the dashboard of the gateway in time. If it is lost, the credits are taken back by themselves.',
  },
  stuck_refund: {
    title: 'Refund not paid back',
    todo: 'It is tried again by itself. When the gateway goes on refusing it, pay it back in its dashboard.',
  },
  failed_webhook: {
    title: 'Webhook not processed',
    todo: 'Replay it once its error is mended; what it tells of is done once, however often it is replayed.',
  },
} as const
export type AnomalyKind = keyof typeof ANOMALIES
export const ANOMALY_KINDS = Object.keys(ANOMALIES) as [AnomalyKind, ...AnomalyKind[]]

export type Anomaly = {
  kind: AnomalyKind
  title: string
  todo: string
  /** Of the order, payment, refund or event that it is about. */
  id: string
  order_id: string | null
  payment_id: string | null
  webhook_id: string | null
  user: Person | null
  amount: number | null
  currency: string | null
  /** Nothing is left to do about it: it can be dismissed. */
  settled: boolean
  /** What is known of it: an error, a state. */
  detail: string
  since: string
}

/** How often something was tried, as it stands in a sentence. */
export const timesText = (count: number): string => (count === 1 ? 'once' : `${numberText(count)} times`)
