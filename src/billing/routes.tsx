import { Hono } from 'hono'
import { signedIn } from '#auth/guard.ts'
import { pageRequest } from '#base/paging.ts'
import { anyone, type Env, type Handler } from '#web/handler.ts'
import { readQuery } from '#web/input.ts'
import { allowCheckout } from '#web/middleware.ts'
import { pageAnswer } from '#web/page.tsx'
import type { UserCtx } from '../ctx.ts'
import { urls } from '../urls.ts'
import * as api from './api.ts'
import * as credits from './credits.ts'
import * as history from './history.ts'
import * as invoices from './invoices.ts'
import { BillingPage } from './pages/billing.tsx'
import { billingQuery } from './rules/order.ts'
import { isCurrency } from './rules/price.ts'
import * as sandbox from './sandbox.ts'
import { ownUsage } from './usage/routes.tsx'

/** Lines of a list on the page. */
const LINES = 20

const pageOf = (cursor: string | undefined) => pageRequest({ limit: String(LINES), cursor })

/** Everything about the person's money; the payment window may be opened here and nowhere else. */
const showBilling: Handler<UserCtx> = async (ctx, c) => {
  const { gateway, user } = ctx
  if (gateway) allowCheckout(c, gateway.checkout)
  const asked = readQuery(c, billingQuery)
  const [balance, lines, issued, usage] = await Promise.all([
    credits.balance(ctx),
    history.list(ctx, pageOf(asked.history)),
    invoices.list(ctx, pageOf(asked.invoices)),
    ownUsage(ctx, c),
  ])
  const till = gateway && { script: gateway.checkout.script, payer: { name: user.name, email: user.email } }
  const currency = [asked.currency, user.currency].find(isCurrency) ?? 'INR'
  return pageAnswer(
    c,
    ctx,
    { layout: 'app', title: 'Billing & Credits' },
    <BillingPage
      credits={balance}
      usage={usage}
      history={{ lines: lines.items, next: lines.next, first: !asked.history }}
      invoices={{ invoices: issued.items, next: issued.next, first: !asked.invoices }}
      membership={{ till, period: asked.period, plan: asked.plan ?? null }}
      buy={till && { till, currency, open: asked.buy === 'credits' }}
    />,
  )
}

export const billingRoutes = new Hono<Env>()
  .get(urls.billing, signedIn(showBilling))
  .get(urls.apiCreditQuote, anyone(api.showQuote))
  .post(urls.apiCreditOrder, signedIn(api.createOrder))
  .post(urls.apiCreditPurchase, signedIn(api.purchase))
  .get(urls.apiCreditBalance, signedIn(api.showBalance))
  .get(urls.apiCreditHistory, signedIn(api.showHistory))
  .get(urls.apiSubscription, signedIn(api.showSubscription))
  .post(urls.apiSubscribe, signedIn(api.subscribe))
  .post(urls.apiSubscribeConfirm, signedIn(api.confirmSubscription))
  .get(urls.apiInvoices, signedIn(api.listInvoices))
  .get(urls.apiBillingDetails, signedIn(api.showDetails))
  .put(urls.apiBillingDetails, signedIn(api.keepDetails))
  .get(urls.apiRefundRequests, signedIn(api.listRefundRequests))
  .post(urls.apiRefundRequests, signedIn(api.requestRefund))
  .post(urls.apiRazorpayWebhook, anyone(api.receiveWebhook))
  .get(urls.sandboxCheckout, anyone(sandbox.sendSandboxFile))
  .get(urls.sandboxWindow, anyone(sandbox.showSandboxWindow))
  .get(urls.sandboxWindowScript, anyone(sandbox.sendSandboxFile))
  .get(urls.sandboxWindowStyle, anyone(sandbox.sendSandboxFile))
  .post(urls.sandboxPay, anyone(sandbox.paySandbox))
  .post(urls.sandboxOtp, anyone(sandbox.answerSandboxOtp))
  .post(urls.sandboxCancel, anyone(sandbox.cancelSandbox))
  .post(urls.sandboxFaults, anyone(sandbox.planSandboxFault))
