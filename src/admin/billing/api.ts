import { z } from 'zod'
import { PDF_TYPE } from '#billing/invoice-files.ts'
import { api, get, post } from '#web/api.ts'
import type { Handler } from '#web/handler.ts'
import type { HttpContext } from '#web/http-context.ts'
import type { AdminCtx } from '../../ctx.ts'
import { urls } from '../../urls.ts'
import { admin } from '../guard.ts'
import { listCall, type Read, reasonCall } from '../list-response.ts'
import { waitingAnswer } from '../rules/approval.ts'
import { anomaly, invoiceList, orderList, paymentList, webhookList } from '../rules/billing.ts'
import type { AnyList } from '../rules/list.ts'
import * as actions from './actions.ts'
import { anomalies } from './anomalies.ts'
import { invoicePage, orderPage, paymentPage, webhookPage } from './lists.ts'
import { retry } from './retry.ts'

const EVENT_IDS = 'a whole id of an event, a payment or an order'
const WORDS = ', or the beginnings of words of a name or address'
/** @param ids what `q` may be beside the words of somebody */
const list = <L extends AnyList>(url: string, summary: string, of: L, read: Read<L>, ids: string, words = WORDS) =>
  listCall(url, 'finance', of, read, {
    summary,
    description: `Newest first. \`q\`: ${ids}${words}. As CSV all of them at once, at most 100,000 lines.`,
  })

const ok = z.object({ ok: z.literal(true) })

function pdfAnswer(c: HttpContext, { name, content }: Awaited<ReturnType<typeof actions.invoiceFile>>): Response {
  c.header('Content-Disposition', `inline; filename="${name}"`)
  return c.body(content, 200, { 'Content-Type': PDF_TYPE })
}
const idOf = (c: HttpContext) => c.req.param('file')!.replace(/\.pdf$/, '')
export const sendAnyInvoicePdf: Handler<AdminCtx> = async (ctx, c) =>
  pdfAnswer(c, await actions.invoiceFile(ctx, idOf(c)))
export const sendAnyCreditNotePdf: Handler<AdminCtx> = async (ctx, c) =>
  pdfAnswer(c, await actions.creditNoteFile(ctx, idOf(c)))

export const billingAdminApi = api('Admin', [
  get(urls.apiAdminBilling, admin('finance'), {
    summary: 'What is not as it should be with money',
    description: 'The gravest first, at most 50 of a kind, each with what to do about it.',
    answer: z.object({ anomalies: z.array(anomaly) }),
    handle: async (ctx) => ({ anomalies: await anomalies(ctx) }),
  }),
  list(urls.apiAdminOrders, 'Orders', orderList, orderPage, 'a whole id of an order, a payment or a person'),
  list(urls.apiAdminPayments, 'Payments', paymentList, paymentPage, 'a whole id of a payment, an order or a person'),
  list(urls.apiAdminInvoices, 'Invoices', invoiceList, invoicePage, 'a number, a whole id of a payment or a person'),
  list(urls.apiAdminWebhooks, 'What the gateway told by itself', webhookList, webhookPage, EVENT_IDS, ''),
  reasonCall(post, urls.apiAdminReconcile, 'finance', {
    summary: 'Ask the gateway now what became of an order',
    description: 'What was paid for and not given is given; what was given stays given once.',
    answer: orderList.item,
    errors: ['unavailable'],
    work: actions.reconcile,
  }),
  reasonCall(post, urls.apiAdminWebhookReplay, 'finance', {
    summary: 'Process a webhook again',
    answer: webhookList.item,
    errors: ['unavailable'],
    work: actions.replay,
  }),
  reasonCall(post, urls.apiAdminInvoiceSend, 'finance', {
    summary: 'Mail an invoice again',
    description: 'Once a minute at most.',
    answer: z.object({ to: z.string(), number: z.string() }),
    errors: ['conflict', 'rate_limited'],
    work: actions.sendInvoice,
  }),
  reasonCall(post, urls.apiAdminRefundRetry, 'finance', {
    summary: 'Pay back again what failed',
    description:
      'As another refund: of a request what is left of its payment now, otherwise all of it. 409 when the refund has not failed or another one took its place.',
    answer: ok,
    waiting: waitingAnswer,
    errors: ['conflict', 'unprocessable', 'unavailable'],
    work: retry,
  }),
  reasonCall(post, urls.apiAdminSurplusDismiss, 'finance', {
    summary: 'Dismiss a payment that was paid twice',
    description: 'Once it is paid back. It is shown again only when something new happens with its refund.',
    answer: ok,
    errors: ['conflict'],
    work: actions.dismiss,
  }),
  get(urls.apiAdminInvoicePdf, admin('finance'), {
    summary: 'An invoice as a PDF',
    answer: z.string(),
    answerType: 'application/pdf',
    handle: async (ctx, { id }, c) => pdfAnswer(c, await actions.invoiceFile(ctx, id)),
  }),
])
