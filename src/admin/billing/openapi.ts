import { z } from 'zod'
import { creditNote } from '#billing/rules/answers.ts'
import { type Described, describe, moment } from '#web/openapi.ts'
import { urls } from '../../urls.ts'
import { waitingSchema } from '../approvals/openapi.ts'
import { reasonBody } from '../rules/act.ts'
import { ANOMALY_KINDS, invoicesQuery, ordersQuery, paymentsQuery, webhooksQuery } from '../rules/billing.ts'

const count = z.number().int()
const minor = count.describe('Minor units.')
const user = z.object({ id: z.string(), name: z.string(), email: z.string() })
const order = z.object({
  id: z.string(),
  gateway_order_id: z.string().nullable(),
  user,
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
const payment = z.object({
  id: z.string(),
  order_id: z.string(),
  gateway_order_id: z.string().nullable(),
  user,
  what: z.string(),
  amount: minor,
  currency: z.string(),
  state: z.enum(['credited', 'failed', 'surplus', 'refused']),
  method: z.string(),
  reason: z.string(),
  refunded: minor,
  created_at: moment,
})
const invoice = z.object({
  id: z.string(),
  number: z.string(),
  user,
  payment_id: z.string(),
  line: z.string(),
  currency: z.string(),
  gross: minor,
  tax: minor,
  cgst: minor,
  sgst: minor,
  igst: minor,
  gstin: z.string(),
  place_of_supply: z.string(),
  refunded: minor,
  credit_notes: z.array(creditNote),
  issued_at: moment,
})
const webhook = z.object({
  id: z.string(),
  event_id: z.string(),
  type: z.string(),
  state: z.enum(['waiting', 'done', 'failed']),
  payment_id: z.string().nullable(),
  gateway_order_id: z.string().nullable(),
  attempts: count,
  last_error: z.string().nullable(),
  next_at: moment.nullable(),
  processed_at: moment.nullable(),
  created_at: moment,
})
const anomaly = z.object({
  kind: z.enum(ANOMALY_KINDS),
  title: z.string(),
  todo: z.string().describe('What to do about it.'),
  id: z.string(),
  order_id: z.string().nullable(),
  payment_id: z.string().nullable(),
  webhook_id: z.string().nullable(),
  user: user.nullable(),
  amount: minor.nullable(),
  currency: z.string().nullable(),
  settled: z.boolean().describe('Nothing is left to do about it: it can be dismissed.'),
  detail: z.string(),
  since: moment,
})

const list = (url: string, summary: string, query: z.ZodObject, item: z.ZodType, q: string) =>
  describe('get', url, {
    tag: 'Admin',
    summary,
    description: `Newest first. \`q\`: ${q}. As CSV all of them at once, at most 100,000 lines.`,
    query,
    paged: true,
    forms: ['text/csv'],
    answer: z.array(item),
    errors: ['forbidden'],
  })
const words = 'the beginnings of words of a name or address'

export const billingAdminApi: Described[] = [
  describe('get', urls.apiAdminBilling, {
    tag: 'Admin',
    summary: 'What is not as it should be with money',
    description: 'The gravest first, at most 50 of a kind, each with what to do about it.',
    answer: z.object({ anomalies: z.array(anomaly) }),
    errors: ['forbidden'],
  }),
  list(urls.apiAdminOrders, 'Orders', ordersQuery, order, `a whole id of an order, a payment or a person, or ${words}`),
  list(
    urls.apiAdminPayments,
    'Payments',
    paymentsQuery,
    payment,
    `a whole id of a payment, an order or a person, or ${words}`,
  ),
  list(
    urls.apiAdminInvoices,
    'Invoices',
    invoicesQuery,
    invoice,
    `a number, a whole id of a payment or a person, or ${words}`,
  ),
  list(
    urls.apiAdminWebhooks,
    'What the gateway told by itself',
    webhooksQuery,
    webhook,
    'a whole id of an event, a payment or an order',
  ),
  describe('post', urls.apiAdminReconcile, {
    tag: 'Admin',
    summary: 'Ask the gateway now what became of an order',
    description: 'What was paid for and not given is given; what was given stays given once.',
    body: reasonBody,
    answer: order,
    errors: ['forbidden', 'unavailable'],
  }),
  describe('post', urls.apiAdminWebhookReplay, {
    tag: 'Admin',
    summary: 'Process a webhook again',
    body: reasonBody,
    answer: webhook,
    errors: ['forbidden', 'unavailable'],
  }),
  describe('post', urls.apiAdminInvoiceSend, {
    tag: 'Admin',
    summary: 'Mail an invoice again',
    description: 'Once a minute at most.',
    body: reasonBody,
    answer: z.object({ to: z.string(), number: z.string() }),
    errors: ['forbidden', 'conflict', 'rate_limited'],
  }),
  describe('post', urls.apiAdminRefundRetry, {
    tag: 'Admin',
    summary: 'Pay back again what failed',
    description:
      'As another refund: of a request what is left of its payment now, otherwise all of it. 409 when the refund has not failed or another one took its place.',
    body: reasonBody,
    answer: z.object({ ok: z.literal(true) }),
    waiting: waitingSchema,
    errors: ['forbidden', 'conflict', 'unprocessable', 'unavailable'],
  }),
  describe('post', urls.apiAdminSurplusDismiss, {
    tag: 'Admin',
    summary: 'Dismiss a payment that was paid twice',
    description: 'Once it is paid back. It is shown again only when something new happens with its refund.',
    body: reasonBody,
    answer: z.object({ ok: z.literal(true) }),
    errors: ['forbidden', 'conflict'],
  }),
  describe('get', urls.apiAdminInvoicePdf, {
    tag: 'Admin',
    summary: 'An invoice as a PDF',
    answer: z.string(),
    answerType: 'application/pdf',
    errors: ['forbidden'],
  }),
]
