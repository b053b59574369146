import { z } from 'zod'
import { count, moment } from '#base/answer.ts'
import { numberText } from '#base/format.ts'
import { creditNote } from '#billing/rules/answers.ts'
import { listOf, oneOf, plain, SPAN, search } from './list.ts'
import { type Person, person } from './names.ts'

export const ORDER_STATES = { creating: 'Being made', open: 'Open', paid: 'Paid', failed: 'Failed' } as const
const ORDER_KINDS = { credits: 'Credits', plan: 'Plan' } as const
export const PAYMENT_STATES = {
  credited: 'Credited',
  failed: 'Failed',
  surplus: 'Surplus',
  refused: 'Refused',
} as const
export const WEBHOOK_STATES = { waiting: 'Waiting', done: 'Done', failed: 'Failed' } as const

const minor = count.describe('Minor units.')
const text = z.string().nullable()
const WORDS = 'or beginnings of words of a name or address'
const SEARCHED = ['Person, order or payment', 'ada, pay_…, order_…, id'] as const
const stateOf = <const S extends Record<string, string>>(states: S) =>
  oneOf(states, { label: 'State', all: 'All', option: ['<state>', 'by state'] })
const currency = oneOf(
  { INR: 'INR', USD: 'USD', EUR: 'EUR', GBP: 'GBP' },
  { label: 'Currency', all: 'All', option: ['<currency>', 'amounts of one currency, as INR'] },
)
const of = {
  user_id: { of: (it: { user: Person }) => it.user.id },
  name: { of: (it: { user: Person }) => it.user.name },
  email: { of: (it: { user: Person }) => it.user.email, title: 'Person', sort: 'person' },
} as const
const back = {
  of: (it: { refunded: number }) => it.refunded,
  title: 'Went back',
  sort: 'back',
  type: 'money',
  csv: 'major',
} as const

const listedOrder = z.object({
  id: z.string(),
  gateway_order_id: text,
  user: person,
  kind: z.enum(['credits', 'plan']),
  what: z.string(),
  amount: minor,
  currency: z.string(),
  state: z.enum(['creating', 'open', 'paid', 'failed']),
  checks: count.describe('How often the gateway was asked about it.'),
  next_check_at: moment.nullable(),
  paid_at: moment.nullable(),
  created_at: moment,
})
export type ListedOrder = z.infer<typeof listedOrder>
export const orderList = listOf(listedOrder, {
  name: 'orders',
  filters: {
    q: search(...SEARCHED, `a whole id of an order, a payment or a person, ${WORDS}`),
    state: stateOf(ORDER_STATES),
    kind: oneOf(ORDER_KINDS, { label: 'What', all: 'Both', option: ['<kind>', 'what was ordered'] }),
  },
  columns: {
    id: {},
    created_at: { title: 'Ordered (UTC)', sort: 'created', type: 'moment' },
    gateway_order_id: {},
    user_id: of.user_id,
    email: of.email,
    kind: {},
    what: { title: 'What', sort: 'what' },
    amount: { title: 'Amount', sort: 'amount', type: 'money' },
    currency: {},
    state: { title: 'State', sort: 'state', labels: ORDER_STATES },
    checks: { type: 'count' },
    ...plain('next_check_at', 'paid_at'),
  },
  cli: {
    ID: 'id',
    'TIME (UTC)': 'created_at',
    WHO: 'email',
    WHAT: 'what',
    AMOUNT: 'amount',
    STATE: 'state',
    CHECKS: 'checks',
  },
})

const listedPayment = z.object({
  id: z.string(),
  order_id: z.string(),
  gateway_order_id: text,
  user: person,
  what: z.string(),
  amount: minor,
  currency: z.string(),
  state: z.enum(['credited', 'failed', 'surplus', 'refused']),
  method: z.string(),
  reason: z.string(),
  refunded: minor.describe('What went back, or is on its way, in minor units.'),
  created_at: moment,
})
export type ListedPayment = z.infer<typeof listedPayment>
export const paymentList = listOf(listedPayment, {
  name: 'payments',
  filters: {
    q: search(...SEARCHED, `a whole id of a payment, an order or a person, ${WORDS}`),
    state: stateOf(PAYMENT_STATES),
    currency,
    ...SPAN,
  },
  columns: {
    id: { title: 'Payment', sort: 'payment' },
    created_at: { title: 'When (UTC)', sort: 'created', type: 'moment' },
    ...plain('order_id', 'gateway_order_id'),
    ...of,
    ...plain('what', 'currency'),
    amount: { title: 'Amount', sort: 'amount', type: 'money', csv: 'major' },
    'went back': back,
    state: { title: 'State', sort: 'state', labels: PAYMENT_STATES },
    ...plain('method', 'reason'),
  },
  cli: {
    ID: 'id',
    'TIME (UTC)': 'created_at',
    WHO: 'email',
    WHAT: 'what',
    AMOUNT: 'amount',
    STATE: 'state',
    METHOD: 'method',
    REFUNDED: 'went back',
  },
})

const listedInvoice = z.object({
  id: z.string(),
  number: z.string(),
  user: person,
  payment_id: z.string(),
  line: z.string(),
  currency: z.string(),
  gross: minor,
  tax: minor,
  cgst: minor,
  sgst: minor,
  igst: minor,
  gstin: z.string().describe('Of the customer; empty for none.'),
  place_of_supply: z.string(),
  refunded: minor,
  credit_notes: z.array(creditNote),
  issued_at: moment,
})
export type ListedInvoice = z.infer<typeof listedInvoice>
/** With the taxes each by itself, and where they are owed: the file is for the books. */
export const invoiceList = listOf(listedInvoice, {
  name: 'invoices',
  filters: {
    q: search(
      'Person, number, order or payment',
      'TT/26-27/000001, ada, pay_…',
      `a number, a whole id of a payment or a person, ${WORDS}`,
    ),
    year: {
      type: z
        .union([z.literal(''), z.string().regex(/^\d\d-\d\d$/, 'Write a financial year as 26-27.')])
        .optional()
        .transform((text) => text || undefined),
      label: 'Financial year',
      all: 'All',
      option: ['<year>', 'a financial year, as 26-27'],
    },
    currency,
    ...SPAN,
  },
  columns: {
    number: { title: 'Invoice', sort: 'number' },
    issued_at: { title: 'Issued (UTC)', sort: 'created', type: 'moment' },
    ...of,
    GSTIN: { of: (it) => it.gstin },
    'place of supply': { of: (it) => it.place_of_supply },
    ...plain('line', 'currency'),
    gross: { title: 'Gross', sort: 'gross', type: 'money', csv: 'major' },
    taxable: { of: (it) => it.gross - it.tax, csv: 'major' },
    CGST: { of: (it) => it.cgst, csv: 'major' },
    SGST: { of: (it) => it.sgst, csv: 'major' },
    IGST: { of: (it) => it.igst, csv: 'major' },
    tax: { title: 'Tax in it', sort: 'tax', type: 'money', csv: false },
    'went back': back,
    credit_notes: { of: (it) => it.credit_notes.map(({ number }) => number) },
    ...plain('payment_id', 'id'),
  },
  cli: {
    ID: 'id',
    NUMBER: 'number',
    'ISSUED (UTC)': 'issued_at',
    WHO: 'email',
    FOR: 'line',
    GROSS: 'gross',
    TAX: 'tax',
    REFUNDED: 'went back',
  },
})

export const listedWebhook = z.object({
  id: z.string(),
  event_id: z.string(),
  type: z.string(),
  state: z.enum(['waiting', 'done', 'failed']),
  payment_id: text,
  gateway_order_id: text,
  attempts: count,
  last_error: text,
  next_at: moment.nullable(),
  processed_at: moment.nullable(),
  created_at: moment,
})
export type ListedWebhook = z.infer<typeof listedWebhook>
export const webhookList = listOf(listedWebhook, {
  name: 'webhooks',
  filters: {
    q: search('Event, order or payment', 'a whole id: pay_…, order_…', 'a whole id of an event, a payment or an order'),
    state: stateOf(WEBHOOK_STATES),
  },
  columns: {
    id: {},
    created_at: { title: 'Came (UTC)', sort: 'created', type: 'moment' },
    event_id: {},
    type: { title: 'Event', sort: 'type' },
    state: { title: 'State', sort: 'state', labels: WEBHOOK_STATES },
    payment_id: { title: 'About', sort: 'about' },
    gateway_order_id: {},
    attempts: { title: 'Tries', sort: 'tries', type: 'count' },
    ...plain('last_error', 'next_at', 'processed_at'),
  },
  cli: {
    ID: 'id',
    'TIME (UTC)': 'created_at',
    TYPE: 'type',
    STATE: 'state',
    PAYMENT: 'payment_id',
    ATTEMPTS: 'attempts',
    ERROR: 'last_error',
  },
})

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
const ANOMALY_KINDS = Object.keys(ANOMALIES) as [AnomalyKind, ...AnomalyKind[]]

export const anomaly = z.object({
  kind: z.enum(ANOMALY_KINDS),
  title: z.string(),
  todo: z.string().describe('What to do about it.'),
  id: z.string().describe('Of the order, payment, refund or event that it is about.'),
  order_id: text,
  payment_id: text,
  webhook_id: text,
  user: person.nullable(),
  amount: minor.nullable(),
  currency: text,
  settled: z.boolean().describe('Nothing is left to do about it: it can be dismissed.'),
  detail: z.string().describe('What is known of it: an error, a state.'),
  since: moment,
})
export type Anomaly = z.infer<typeof anomaly>

/** How often something was tried, as it stands in a sentence. */
export const timesText = (count: number): string => (count === 1 ? 'once' : `${numberText(count)} times`)
