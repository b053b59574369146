import { z } from 'zod'
import { signedIn } from '#auth/guard.ts'
import { notFound } from '#base/errors.ts'
import { api, del, get, post, put } from '#web/api.ts'
import { flashEvent } from '#web/flash-events.ts'
import { anyone, type Handler } from '#web/handler.ts'
import type { HttpContext } from '#web/http-context.ts'
import { csvAnswer, wantsCsv } from '#web/response.ts'
import type { UserCtx } from '../ctx.ts'
import { urls } from '../urls.ts'
import * as credits from './credits.ts'
import * as history from './history.ts'
import * as invoiceFiles from './invoice-files.ts'
import * as invoices from './invoices.ts'
import * as lowBalance from './low-balance.ts'
import * as nextPlan from './next-plan.ts'
import * as orders from './orders.ts'
import * as purchases from './purchases.ts'
import * as refundRequests from './refund-requests.ts'
import * as answers from './rules/answers.ts'
import { billingDetailsBody } from './rules/billing-details.ts'
import {
  createOrderBody,
  orderCheckBody,
  purchaseBody,
  quoteQuery,
  saleOf,
  subscribeBody,
  subscribeConfirmBody,
  upgradeQuery,
} from './rules/order.ts'
import type { PlanQuote } from './rules/plan.ts'
import type { CreditQuote } from './rules/price.ts'
import { lowBalanceBody, nextPlanBody, refundRequestBody } from './rules/request.ts'
import * as subscriptions from './subscriptions.ts'
import * as upgrades from './upgrades.ts'
import * as webhooks from './webhooks.ts'

export const billingApi = api('Billing', [
  get(urls.apiCreditBalance, signedIn, {
    summary: 'Your credits',
    answer: answers.creditBalance,
    handle: credits.balance,
  }),
  get(urls.apiSubscription, signedIn, {
    summary: 'Your membership',
    description: 'Null without one. One that has expired is shown for 30 days more.',
    answer: z.object({ subscription: answers.subscription.nullable() }),
    handle: async (ctx) => ({ subscription: await subscriptions.current(ctx) }),
  }),
  get(urls.apiCreditQuote, anyone, {
    summary: 'What credits cost',
    query: quoteQuery,
    answer: answers.creditQuote,
    handle: (_ctx, { query }) => orders.priced(query.credits, query.currency),
  }),
  post(urls.apiCreditOrder, signedIn, {
    summary: 'Order credits',
    description: 'Open the checkout with the answer. Every attempt to pay is made on the same order.',
    body: createOrderBody,
    answer: answers.openedCredits,
    errors: ['rate_limited', 'unavailable'],
    handle: async (ctx, { body }, c) => {
      const opened = await orders.orderCredits(ctx, body.credits, body.currency)
      flashEvent(c, 'begin_checkout', saleOf(opened.quote), opened.order_id)
      return opened
    },
  }),
  post(urls.apiCreditPurchase, signedIn, {
    summary: 'Confirm a purchase',
    description:
      'What the checkout handed over, with the amounts of the order. Repeating it is fine. `verification_timeout`: the money is credited by itself as soon as the gateway answers; ask for the balance.',
    body: purchaseBody,
    answer: answers.creditsGiven,
    errors: ['not_found', 'conflict', 'unprocessable', 'timeout'],
    handle: async (ctx, { body }, c) => {
      const given = await purchases.confirm(ctx, body)
      await tellPurchase(ctx, c, body.razorpay_order_id)
      return given
    },
  }),
  get(urls.apiCreditHistory, signedIn, {
    summary: 'Your ledger',
    description: 'Newest first. As CSV (`?format=csv` asks for it too) all of it, however long it is.',
    paged: true,
    forms: ['text/csv'],
    answer: z.array(answers.ledgerLine),
    handle: (ctx, { page }, c) => (wantsCsv(c) ? csvAnswer(c, 'credits', history.csv(ctx)) : history.list(ctx, page)),
  }),
  post(urls.apiSubscribe, signedIn, {
    summary: 'Order a month or a year of a plan',
    description:
      'Renewing early extends the membership, and another plan begins after it. With `starts: now` it is an upgrade, which begins at once less what is not used; its price holds for a day.',
    body: subscribeBody,
    answer: answers.openedPlan,
    errors: ['conflict', 'unprocessable', 'rate_limited', 'unavailable'],
    handle: async (ctx, { body: { plan_type, period, starts, amount } }, c) => {
      const opened = await orders.orderPlan(ctx, plan_type, period, starts, amount ?? null)
      flashEvent(c, 'begin_checkout', saleOf(opened.quote), opened.order_id)
      return opened
    },
  }),
  get(urls.apiUpgrade, signedIn, {
    summary: 'What an upgrade costs now',
    description:
      'The unused days of the running period are credited, and never more than its unused credits are worth. `no_upgrade`: it can only begin when the time paid for ends.',
    query: upgradeQuery,
    answer: answers.upgradeOffer,
    errors: ['conflict', 'unprocessable'],
    handle: async (ctx, { query }) => ({ quote: await upgrades.offer(ctx, query.plan_type, query.period) }),
  }),
  put(urls.apiNextPlan, signedIn, {
    summary: 'Cancel your membership, or say what is to follow it',
    description:
      'Nothing ends earlier and nothing is paid. `free` cancels: no reminders are sent. A plan is what reminders speak of. DELETE undoes it.',
    body: nextPlanBody,
    answer: z.object({ subscription: answers.subscription }),
    errors: ['conflict'],
    handle: async (ctx, { body: { plan_type, period = null } }) => {
      const next = plan_type === 'free' ? { plan_type, period: null } : { plan_type, period }
      return { subscription: await nextPlan.choose(ctx, next) }
    },
  }),
  del(urls.apiNextPlan, signedIn, {
    summary: 'Undo a cancellation or a planned change',
    answer: z.object({ subscription: answers.subscription }),
    errors: ['conflict'],
    handle: async (ctx) => ({ subscription: await nextPlan.choose(ctx, null) }),
  }),
  post(urls.apiSubscribeConfirm, signedIn, {
    summary: 'Confirm the payment of a plan',
    body: subscribeConfirmBody,
    answer: answers.planGiven,
    errors: ['not_found', 'conflict', 'unprocessable', 'timeout'],
    handle: async (ctx, { body }, c) => {
      const given = await purchases.confirmPlan(ctx, body)
      await tellPurchase(ctx, c, body.razorpay_order_id)
      return given
    },
  }),
  post(urls.apiOrderCheck, signedIn, {
    summary: 'What became of an order',
    description:
      'As the gateway knows it now, for when the payment window was closed. `paid`: with what a confirmation answers; `unpaid`: no money moves; `open`: it may still.',
    body: orderCheckBody,
    answer: answers.orderState,
    errors: ['not_found', 'rate_limited', 'unavailable'],
    // A purchase that is found here is told to the page as a confirmed one is.
    handle: async (ctx, { body: { razorpay_order_id } }, c) => {
      const found = await purchases.check(ctx, razorpay_order_id)
      if (found.state === 'paid') await tellPurchase(ctx, c, razorpay_order_id)
      return found
    },
  }),
  get(urls.apiInvoices, signedIn, {
    summary: 'Your invoices',
    paged: true,
    answer: z.array(answers.invoice),
    handle: (ctx, { page }) => invoices.list(ctx, page),
  }),
  get(urls.apiInvoice, signedIn, {
    summary: 'One of your invoices',
    description: 'As JSON or as a PDF by `Accept` (`?format=pdf` asks for it too).',
    forms: [invoiceFiles.PDF_TYPE],
    answer: answers.invoice,
    handle: async (ctx, { id }, c) =>
      wantsPdf(c) ? pdfAnswer(ctx, c, id) : invoices.asJson(await invoices.load(ctx, id)),
  }),
  get(urls.apiLowBalance, signedIn, {
    summary: 'At how many credits you are told',
    answer: answers.threshold,
    handle: async (ctx) => ({ threshold: await lowBalance.threshold(ctx) }),
  }),
  put(urls.apiLowBalance, signedIn, {
    summary: 'Change at how many credits you are told',
    description:
      'One mail is sent when what is free and set aside falls to the threshold, and the next one only after it has been above. Null for none.',
    body: lowBalanceBody,
    answer: answers.threshold,
    handle: async (ctx, { body }) => ({ threshold: await lowBalance.change(ctx, body.threshold) }),
  }),
  get(urls.apiBillingDetails, signedIn, {
    summary: 'Your billing details',
    answer: answers.billingDetails,
    handle: async (ctx) => ({ details: await invoices.details(ctx) }),
  }),
  put(urls.apiBillingDetails, signedIn, {
    summary: 'Change your billing details',
    description: 'For invoices to come; issued ones stay as they are.',
    body: billingDetailsBody,
    answer: answers.billingDetails,
    handle: async (ctx, { body }) => ({ details: await invoices.keepDetails(ctx, body) }),
  }),
  get(urls.apiRefundRequests, signedIn, {
    summary: 'Your refund requests',
    paged: true,
    answer: z.array(answers.refundRequest),
    handle: (ctx, { page }) => refundRequests.list(ctx, page),
  }),
  post(urls.apiRefundRequests, signedIn, {
    summary: 'Ask for a refund',
    body: refundRequestBody,
    answer: answers.refundRequest,
    status: 201,
    errors: ['not_found', 'conflict', 'unprocessable'],
    handle: (ctx, { body }) => refundRequests.request(ctx, body.payment_id, body.reason),
  }),
  post(urls.apiRazorpayWebhook, anyone, {
    summary: 'Webhook of the payment gateway',
    description: 'Signed with `X-Razorpay-Signature`; stored first, answered, processed after, once.',
    answer: z.object({ received: z.literal(true) }),
    errors: ['invalid', 'unavailable'],
    handle: async (ctx, _input, c) => {
      const signature = c.req.header('x-razorpay-signature') ?? ''
      const eventId = c.req.header('x-razorpay-event-id') ?? ''
      await webhooks.receive(ctx, await c.req.text(), { signature, eventId })
      // It is stored: the gateway has its answer, and what it tells of is done after.
      void webhooks.process(c.var.world).catch((error) => ctx.log.error('webhooks not processed', { error }))
      return { received: true } as const
    },
  }),
])

/** Tells the page of a purchase, once, however often it is confirmed. */
async function tellPurchase(ctx: UserCtx, c: HttpContext, gatewayOrderId: string) {
  const { id, quote } = await orders.findOwn(ctx, gatewayOrderId)
  flashEvent(c, 'purchase', { transaction_id: id, ...saleOf(quote as CreditQuote | PlanQuote) }, id)
}

const wantsPdf = (c: HttpContext) =>
  c.req.query('format') === 'pdf' || (c.req.header('accept') ?? '').includes(invoiceFiles.PDF_TYPE)

/** The PDF under an address of the pages, which ends in `.pdf`. */
export const sendInvoicePdf: Handler<UserCtx> = (ctx, c) => pdfAnswer(ctx, c, idOf(c, 'Invoice'))
export const sendCreditNotePdf: Handler<UserCtx> = (ctx, c) =>
  pdfAnswer(ctx, c, idOf(c, 'Credit note'), invoiceFiles.creditNoteFile)

function idOf(c: HttpContext, what: string): string {
  const { id } = /^(?<id>.+)\.pdf$/.exec(c.req.param('file') ?? '')?.groups ?? {}
  if (!id) throw notFound(what)
  return id
}

async function pdfAnswer(ctx: UserCtx, c: HttpContext, id: string, make = invoiceFiles.file): Promise<Response> {
  const { name, content } = await make(ctx, id)
  c.header('Content-Disposition', `attachment; filename="${name}"`)
  return c.body(content, 200, { 'Content-Type': invoiceFiles.PDF_TYPE })
}
