import { z } from 'zod'
import { type Described, describe } from '#web/openapi.ts'
import { urls } from '../../urls.ts'
import { reasonBody } from '../rules/act.ts'
import { waitingAnswer } from '../rules/approval.ts'
import {
  anomaly,
  invoiceList,
  listedOrder,
  listedWebhook,
  orderList,
  paymentList,
  webhookList,
} from '../rules/billing.ts'
import type { AnyList } from '../rules/list.ts'

const list = (url: string, summary: string, { query, item }: AnyList, q: string) =>
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
  list(urls.apiAdminOrders, 'Orders', orderList, `a whole id of an order, a payment or a person, or ${words}`),
  list(urls.apiAdminPayments, 'Payments', paymentList, `a whole id of a payment, an order or a person, or ${words}`),
  list(urls.apiAdminInvoices, 'Invoices', invoiceList, `a number, a whole id of a payment or a person, or ${words}`),
  list(
    urls.apiAdminWebhooks,
    'What the gateway told by itself',
    webhookList,
    'a whole id of an event, a payment or an order',
  ),
  describe('post', urls.apiAdminReconcile, {
    tag: 'Admin',
    summary: 'Ask the gateway now what became of an order',
    description: 'What was paid for and not given is given; what was given stays given once.',
    body: reasonBody,
    answer: listedOrder,
    errors: ['forbidden', 'unavailable'],
  }),
  describe('post', urls.apiAdminWebhookReplay, {
    tag: 'Admin',
    summary: 'Process a webhook again',
    body: reasonBody,
    answer: listedWebhook,
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
    waiting: waitingAnswer,
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
