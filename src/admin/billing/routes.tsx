import { Hono } from 'hono'
import type { Child } from 'hono/jsx'
import type { Handler } from '#web/handler.ts'
import type { Env, HttpContext } from '#web/http-context.ts'
import type { AdminCtx } from '../../ctx.ts'
import { href, urls } from '../../urls.ts'
import { admin } from '../guard.ts'
import { type ListState, type Read, readList, readOrNull, waitingPage } from '../list-response.ts'
import { reasonAnswer } from '../pages/action.tsx'
import {
  dismissAction,
  reconcileAction,
  replayAction,
  retryAction,
  sendInvoiceAction,
} from '../pages/billing-actions.ts'
import { BillingFrame } from '../pages/billing-frame.tsx'
import { InvoiceList, OrderList, PaymentList, WebhookList } from '../pages/billing-lists.tsx'
import { adminPage } from '../pages/page.tsx'
import type { Action } from '../rules/action.ts'
import { isWaiting } from '../rules/approval.ts'
import { invoiceList, type ListedInvoice, orderList, paymentList, webhookList } from '../rules/billing.ts'
import { type AnyList, csvAddress, type ItemOf } from '../rules/list.ts'
import * as actions from './actions.ts'
import { anomalies } from './anomalies.ts'
import { billingAdminApi, sendAnyCreditNotePdf, sendAnyInvoicePdf } from './api.ts'
import * as lists from './lists.ts'
import { webhookPage } from './lists.ts'
import { retry } from './retry.ts'

/** A list of money below what is wrong with money. @param place its address, that of its API, and its title */
export async function showMoney<L extends AnyList>(
  ctx: AdminCtx,
  c: HttpContext,
  [here, csv, title = 'Billing Management']: [here: string, csv: string, title?: string],
  list: L,
  read: Read<L>,
  draw: (state: ListState<ItemOf<L>>) => Child,
) {
  const [wrong, state] = await Promise.all([readOrNull(ctx, () => anomalies(ctx)), readList(ctx, c, list, read)])
  const frame = { here, csv: csvAddress(csv, state.shown), done: c.req.query('done'), anomalies: wrong }
  return adminPage(c, ctx, title, <BillingFrame {...frame}>{draw(state)}</BillingFrame>)
}

const showOrders: Handler<AdminCtx> = (ctx, c) =>
  showMoney(ctx, c, [urls.adminBilling, urls.apiAdminOrders], orderList, lists.orderPage, OrderList)
const showPayments: Handler<AdminCtx> = (ctx, c) =>
  showMoney(ctx, c, [urls.adminBillingPayments, urls.apiAdminPayments], paymentList, lists.paymentPage, PaymentList)
const showInvoices: Handler<AdminCtx> = async (ctx, c) => {
  const years = await lists.financialYears(ctx)
  const draw = (state: ListState<ListedInvoice>) => <InvoiceList {...state} years={years} />
  return showMoney(ctx, c, [urls.adminBillingInvoices, urls.apiAdminInvoices], invoiceList, lists.invoicePage, draw)
}
const showWebhooks: Handler<AdminCtx> = (ctx, c) =>
  showMoney(ctx, c, [urls.adminBillingWebhooks, urls.apiAdminWebhooks], webhookList, webhookPage, WebhookList)

/** Does an action with its reason, and goes back to the list of the one thing that it was about. */
const action =
  (
    name: string,
    back: string,
    act: (ctx: AdminCtx, id: string, reason: string) => Promise<unknown>,
    of: (id: string) => Action,
  ) =>
  (ctx: AdminCtx, c: HttpContext) => {
    const id = c.req.param('id')!
    const work = async (reason: string) => {
      const done = await act(ctx, id, reason)
      if (typeof done === 'object' && done && isWaiting(done)) return waitingPage(done)
      return href(back, {}, { q: id, done: name })
    }
    const question = async () => ({ action: of(id), back: href(back, {}, { q: id }) })
    return reasonAnswer(c, ctx, { work, question })
  }
const submitReconcile: Handler<AdminCtx> = (ctx, c) =>
  action('reconcile', urls.adminBilling, actions.reconcile, reconcileAction)(ctx, c)
const submitReplay: Handler<AdminCtx> = (ctx, c) =>
  action('replay', urls.adminBillingWebhooks, actions.replay, replayAction)(ctx, c)
const submitRetry: Handler<AdminCtx> = (ctx, c) =>
  action('retry', urls.adminBillingPayments, retry, retryAction)(ctx, c)
const submitDismiss: Handler<AdminCtx> = (ctx, c) =>
  action('dismiss', urls.adminBillingPayments, actions.dismiss, dismissAction)(ctx, c)
const submitInvoiceMail: Handler<AdminCtx> = (ctx, c) =>
  action('send', urls.adminBillingInvoices, actions.sendInvoice, (id) => sendInvoiceAction(id, ''))(ctx, c)

export const billingAdminRoutes = new Hono<Env>()
  .route('/', billingAdminApi)
  .get(urls.adminBilling, admin('finance')(showOrders))
  .get(urls.adminBillingPayments, admin('finance')(showPayments))
  .get(urls.adminBillingInvoices, admin('finance')(showInvoices))
  .get(urls.adminBillingWebhooks, admin('finance')(showWebhooks))
  .get(urls.adminBillingInvoicePdf, admin('finance')(sendAnyInvoicePdf))
  .get(urls.adminCreditNotePdf, admin('finance')(sendAnyCreditNotePdf))
  .post(urls.adminRefundRetry, admin('finance')(submitRetry))
  .post(urls.adminSurplusDismiss, admin('finance')(submitDismiss))
  .post(urls.adminReconcile, admin('finance')(submitReconcile))
  .post(urls.adminWebhookReplay, admin('finance')(submitReplay))
  .post(urls.adminInvoiceSend, admin('finance')(submitInvoiceMail))
