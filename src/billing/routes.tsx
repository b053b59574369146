import { Hono } from 'hono'
import { signedIn } from '#auth/guard.ts'
import type { Env, Handler } from '#web/handler.ts'
import { pageAnswer } from '#web/page.tsx'
import type { UserCtx } from '../ctx.ts'
import { urls } from '../urls.ts'
import * as credits from './credits.ts'
import { BillingPage } from './pages/billing.tsx'
import * as subscriptions from './subscriptions.ts'

const showBilling: Handler<UserCtx> = async (ctx, c) => {
  const balance = await credits.balance(ctx)
  return pageAnswer(c, ctx, { layout: 'app', title: 'Billing & Credits' }, <BillingPage credits={balance} />)
}

const showBalance: Handler<UserCtx> = async (ctx, c) => c.json(await credits.balance(ctx))

const showSubscription: Handler<UserCtx> = async (ctx, c) => c.json({ subscription: await subscriptions.current(ctx) })

export const billingRoutes = new Hono<Env>()
  .get(urls.billing, signedIn(showBilling))
  .get(urls.apiCreditBalance, signedIn(showBalance))
  .get(urls.apiSubscription, signedIn(showSubscription))
