import { Hono } from 'hono'
import type { Child } from 'hono/jsx'
import type { z } from 'zod'
import { pageRequest } from '#base/paging.ts'
import type { Handler } from '#web/handler.ts'
import type { Env, HttpContext } from '#web/http-context.ts'
import { readBody, readQuery } from '#web/input.ts'
import type { AdminCtx } from '../../ctx.ts'
import { href, urls } from '../../urls.ts'
import { admin } from '../guard.ts'
import { readOrNull, waitingPage } from '../list-response.ts'
import { actAnswer } from '../pages/act.tsx'
import { dismissAct, reconcileAct, replayAct, retryAct, sendInvoiceAct } from '../pages/billing-acts.ts'
import { BillingFrame } from '../pages/billing-frame.tsx'
import { InvoiceList, OrderList, PaymentList, WebhookList } from '../pages/billing-lists.tsx'
import { adminPage } from '../pages/page.tsx'
import type { Act } from '../rules/act.ts'
import { reasonBody } from '../rules/act.ts'
import { isWaiting } from '../rules/approval.ts'
import { invoicesQuery, ordersQuery, paymentsQuery, webhooksQuery } from '../rules/billing.ts'
import { csvAddress, leniently, shownOf } from '../rules/list.ts'
import * as acts from './acts.ts'
import { anomalies } from './anomalies.ts'
import * as api from './api.ts'
import { financialYears, invoiceList, orderList, paymentList } from './lists.ts'
import { retry } from './retry.ts'
import { webhookList } from './webhook-list.ts'

/** A list of money below what is wrong with it. */
async function show<T extends z.ZodRawShape>(
  ctx: AdminCtx,
  c: HttpContext,
  [here, csv]: [string, string],
  query: z.ZodObject<T>,
  list: (
    filter: z.infer<z.ZodObject<T>>,
    request: ReturnType<typeof pageRequest>,
    of: { shown: ReturnType<typeof shownOf>; cursor: string | undefined },
  ) => Promise<Child>,
) {
  const filter = readQuery(c, leniently(query))
  const request = pageRequest(c.req.query())
  const shown = shownOf(filter)
  const [wrong, body] = await Promise.all([
    readOrNull(ctx, () => anomalies(ctx)),
    list(filter, request, { shown, cursor: request.cursor ?? undefined }),
  ])
  const frame = { here, csv: csvAddress(csv, shown), done: c.req.query('done'), anomalies: wrong }
  return adminPage(c, ctx, 'Billing Management', <BillingFrame {...frame}>{body}</BillingFrame>)
}

const showOrders: Handler<AdminCtx> = (ctx, c) =>
  show(ctx, c, [urls.adminBilling, urls.apiAdminOrders], ordersQuery, async (filter, request, of) => (
    <OrderList page={await readOrNull(ctx, () => orderList(ctx, filter, request))} {...of} />
  ))
const showPayments: Handler<AdminCtx> = (ctx, c) =>
  show(ctx, c, [urls.adminBillingPayments, urls.apiAdminPayments], paymentsQuery, async (filter, request, of) => (
    <PaymentList page={await readOrNull(ctx, () => paymentList(ctx, filter, request))} {...of} />
  ))
const showInvoices: Handler<AdminCtx> = (ctx, c) =>
  show(ctx, c, [urls.adminBillingInvoices, urls.apiAdminInvoices], invoicesQuery, async (filter, request, of) => {
    const page = await readOrNull(ctx, () => invoiceList(ctx, filter, request))
    return <InvoiceList page={page} years={await financialYears(ctx)} {...of} />
  })
const showWebhooks: Handler<AdminCtx> = (ctx, c) =>
  show(ctx, c, [urls.adminBillingWebhooks, urls.apiAdminWebhooks], webhooksQuery, async (filter, request, of) => (
    <WebhookList page={await readOrNull(ctx, () => webhookList(ctx, filter, request))} {...of} />
  ))

/** Does an act with its reason, and goes back to the list of the one thing that it was about. */
const act =
  (
    name: string,
    back: string,
    work: (ctx: AdminCtx, id: string, reason: string) => Promise<unknown>,
    of: (id: string) => Act,
  ) =>
  (ctx: AdminCtx, c: HttpContext) => {
    const id = c.req.param('id')!
    const run = async () => {
      const { reason } = await readBody(c, reasonBody)
      const done = await work(ctx, id, reason)
      if (typeof done === 'object' && done && isWaiting(done)) return waitingPage(done)
      return href(back, {}, { q: id, done: name })
    }
    return actAnswer(c, ctx, run, async () => ({ act: of(id), back: href(back, {}, { q: id }) }))
  }
const submitReconcile: Handler<AdminCtx> = (ctx, c) =>
  act('reconcile', urls.adminBilling, acts.reconcile, reconcileAct)(ctx, c)
const submitReplay: Handler<AdminCtx> = (ctx, c) =>
  act('replay', urls.adminBillingWebhooks, acts.replay, replayAct)(ctx, c)
const submitRetry: Handler<AdminCtx> = (ctx, c) =>
  act('retry', urls.adminBillingPayments, retry, (id) => retryAct(id))(ctx, c)
const submitDismiss: Handler<AdminCtx> = (ctx, c) =>
  act('dismiss', urls.adminBillingPayments, acts.dismiss, dismissAct)(ctx, c)
const submitInvoiceMail: Handler<AdminCtx> = (ctx, c) =>
  act('send', urls.adminBillingInvoices, acts.sendInvoice, (id) => sendInvoiceAct(id, ''))(ctx, c)

export const billingAdminRoutes = new Hono<Env>()
  .get(urls.adminBilling, admin('finance', showOrders))
  .get(urls.adminBillingPayments, admin('finance', showPayments))
  .get(urls.adminBillingInvoices, admin('finance', showInvoices))
  .get(urls.adminBillingWebhooks, admin('finance', showWebhooks))
  .get(urls.adminBillingInvoicePdf, admin('finance', api.sendAnyInvoicePdf))
  .get(urls.adminCreditNotePdf, admin('finance', api.sendAnyCreditNotePdf))
  .post(urls.adminRefundRetry, admin('finance', submitRetry))
  .post(urls.adminSurplusDismiss, admin('finance', submitDismiss))
  .post(urls.adminReconcile, admin('finance', submitReconcile))
  .post(urls.adminWebhookReplay, admin('finance', submitReplay))
  .post(urls.adminInvoiceSend, admin('finance', submitInvoiceMail))
  .get(urls.apiAdminBilling, admin('finance', api.sendAnomalies))
  .get(urls.apiAdminOrders, admin('finance', api.listOrders))
  .get(urls.apiAdminPayments, admin('finance', api.listPayments))
  .get(urls.apiAdminInvoices, admin('finance', api.listAllInvoices))
  .get(urls.apiAdminWebhooks, admin('finance', api.listWebhooks))
  .post(urls.apiAdminReconcile, admin('finance', api.reconcileOrder))
  .post(urls.apiAdminWebhookReplay, admin('finance', api.replayWebhook))
  .post(urls.apiAdminSurplusDismiss, admin('finance', api.dismissSurplus))
  .post(urls.apiAdminRefundRetry, admin('finance', api.retryRefund))
  .post(urls.apiAdminInvoiceSend, admin('finance', api.mailInvoice))
  .get(urls.apiAdminInvoicePdf, admin('finance', api.sendAnyInvoicePdf))
