import { notFound } from '#base/errors.ts'
import { pageRequest } from '#base/paging.ts'
import { flashEvent } from '#web/flash-events.ts'
import type { Handler, HttpContext } from '#web/handler.ts'
import { readBody, readQuery } from '#web/input.ts'
import { csvAnswer, listAnswer, wantsCsv } from '#web/response.ts'
import type { Ctx, UserCtx } from '../ctx.ts'
import * as credits from './credits.ts'
import * as history from './history.ts'
import * as invoiceFiles from './invoice-files.ts'
import * as invoices from './invoices.ts'
import * as lowBalance from './low-balance.ts'
import * as nextPlan from './next-plan.ts'
import * as orders from './orders.ts'
import * as purchases from './purchases.ts'
import * as refundRequests from './refund-requests.ts'
import { billingDetailsBody } from './rules/billing-details.ts'
import { lowBalanceBody } from './rules/low-balance.ts'
import { nextPlanBody } from './rules/membership.ts'
import {
  createOrderBody,
  orderCheckBody,
  purchaseBody,
  quoteQuery,
  subscribeBody,
  subscribeConfirmBody,
  upgradeQuery,
} from './rules/order.ts'
import type { PlanQuote } from './rules/plan.ts'
import type { CreditQuote } from './rules/price.ts'
import { refundRequestBody } from './rules/refund.ts'
import { saleOf } from './rules/sale.ts'
import * as subscriptions from './subscriptions.ts'
import * as upgrades from './upgrades.ts'
import * as webhooks from './webhooks.ts'

export const showQuote: Handler<Ctx> = (_ctx, c) => {
  const { credits, currency } = readQuery(c, quoteQuery)
  return c.json(orders.priced(credits, currency))
}

export const createOrder: Handler<UserCtx> = async (ctx, c) => {
  const { credits, currency } = await readBody(c, createOrderBody)
  const opened = await orders.orderCredits(ctx, credits, currency)
  flashEvent(c, 'begin_checkout', saleOf(opened.quote), opened.order_id)
  return c.json(opened)
}

/** Tells the page of a purchase, once, however often it is confirmed. */
async function tellPurchase(ctx: UserCtx, c: HttpContext, gatewayOrderId: string) {
  const { id, quote } = await orders.findOwn(ctx, gatewayOrderId)
  flashEvent(c, 'purchase', { transaction_id: id, ...saleOf(quote as CreditQuote | PlanQuote) }, id)
}

export const purchase: Handler<UserCtx> = async (ctx, c) => {
  const said = await readBody(c, purchaseBody)
  const done = await purchases.confirm(ctx, said)
  await tellPurchase(ctx, c, said.razorpay_order_id)
  return c.json(done)
}

/** What became of an order of either kind; a purchase that is found here is told to the page as a confirmed one is. */
export const checkOrder: Handler<UserCtx> = async (ctx, c) => {
  const { razorpay_order_id } = await readBody(c, orderCheckBody)
  const found = await purchases.check(ctx, razorpay_order_id)
  if (found.state === 'paid') await tellPurchase(ctx, c, razorpay_order_id)
  return c.json(found)
}

export const showBalance: Handler<UserCtx> = async (ctx, c) => c.json(await credits.balance(ctx))

export const showHistory: Handler<UserCtx> = async (ctx, c) => {
  if (!wantsCsv(c)) return listAnswer(c, await history.list(ctx, pageRequest(c.req.query())))
  return csvAnswer(c, 'credits', history.csv(ctx))
}

export const showSubscription: Handler<UserCtx> = async (ctx, c) =>
  c.json({ subscription: await subscriptions.current(ctx) })

export const subscribe: Handler<UserCtx> = async (ctx, c) => {
  const { plan_type, period, starts, amount } = await readBody(c, subscribeBody)
  const opened = await orders.orderPlan(ctx, plan_type, period, starts, amount ?? null)
  flashEvent(c, 'begin_checkout', saleOf(opened.quote), opened.order_id)
  return c.json(opened)
}

export const showUpgrade: Handler<UserCtx> = async (ctx, c) => {
  const { plan_type, period } = readQuery(c, upgradeQuery)
  return c.json({ quote: await upgrades.offer(ctx, plan_type, period) })
}

export const chooseNextPlan: Handler<UserCtx> = async (ctx, c) => {
  const { plan_type, period = null } = await readBody(c, nextPlanBody)
  const next = plan_type === 'free' ? { plan_type, period: null } : { plan_type, period }
  return c.json({ subscription: await nextPlan.choose(ctx, next) })
}

export const undoNextPlan: Handler<UserCtx> = async (ctx, c) =>
  c.json({ subscription: await nextPlan.choose(ctx, null) })

export const confirmSubscription: Handler<UserCtx> = async (ctx, c) => {
  const said = await readBody(c, subscribeConfirmBody)
  const done = await purchases.confirmPlan(ctx, said)
  await tellPurchase(ctx, c, said.razorpay_order_id)
  return c.json(done)
}

export const listInvoices: Handler<UserCtx> = async (ctx, c) =>
  listAnswer(c, await invoices.list(ctx, pageRequest(c.req.query())))

const wantsPdf = (c: HttpContext) =>
  c.req.query('format') === 'pdf' || (c.req.header('accept') ?? '').includes(invoiceFiles.PDF_TYPE)

/** One invoice, as a PDF by `Accept`. */
export const showInvoice: Handler<UserCtx> = async (ctx, c) => {
  const id = c.req.param('id') ?? ''
  return wantsPdf(c) ? pdfAnswer(ctx, c, id) : c.json(invoices.asJson(await invoices.load(ctx, id)))
}

/** The same under an address of the pages, which ends in `.pdf`. */
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

export const showLowBalance: Handler<UserCtx> = async (ctx, c) => c.json({ threshold: await lowBalance.threshold(ctx) })

export const keepLowBalance: Handler<UserCtx> = async (ctx, c) =>
  c.json({ threshold: await lowBalance.change(ctx, (await readBody(c, lowBalanceBody)).threshold) })

export const showDetails: Handler<UserCtx> = async (ctx, c) => c.json({ details: await invoices.details(ctx) })

export const keepDetails: Handler<UserCtx> = async (ctx, c) =>
  c.json({ details: await invoices.keepDetails(ctx, await readBody(c, billingDetailsBody)) })

export const listRefundRequests: Handler<UserCtx> = async (ctx, c) =>
  listAnswer(c, await refundRequests.list(ctx, pageRequest(c.req.query())))

export const requestRefund: Handler<UserCtx> = async (ctx, c) => {
  const { payment_id, reason } = await readBody(c, refundRequestBody)
  return c.json(await refundRequests.request(ctx, payment_id, reason), 201)
}

export const receiveWebhook: Handler<Ctx> = async (ctx, c) => {
  const signature = c.req.header('x-razorpay-signature') ?? ''
  const eventId = c.req.header('x-razorpay-event-id') ?? ''
  await webhooks.receive(ctx, await c.req.text(), { signature, eventId })
  // It is kept: the gateway has its answer, and what it tells of is done after.
  void webhooks.process(c.var.world).catch((error) => ctx.log.error('webhooks not processed', { error }))
  return c.json({ received: true })
}
