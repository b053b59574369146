import { Hono } from 'hono'
import { signedIn } from '#auth/guard.ts'
import { anyone, type Env, type Handler } from '#web/handler.ts'
import { allowCheckout } from '#web/middleware.ts'
import { pageAnswer } from '#web/page.tsx'
import type { UserCtx } from '../ctx.ts'
import { urls } from '../urls.ts'
import * as api from './api.ts'
import * as credits from './credits.ts'
import { BillingPage } from './pages/billing.tsx'
import * as sandbox from './sandbox.ts'

const showBilling: Handler<UserCtx> = async (ctx, c) => {
  if (ctx.gateway) allowCheckout(c, ctx.gateway.checkout)
  const balance = await credits.balance(ctx)
  return pageAnswer(c, ctx, { layout: 'app', title: 'Billing & Credits' }, <BillingPage credits={balance} />)
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
