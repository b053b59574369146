import { Hono } from 'hono'
import { z } from 'zod'
import { signedIn } from '#auth/guard.ts'
import { pageRequest } from '#base/paging.ts'
import { emptyForm, type FormState, submitted } from '#web/form.ts'
import { anyone, type Handler } from '#web/handler.ts'
import type { Env, HttpContext } from '#web/http-context.ts'
import { readBody, readQuery } from '#web/input.ts'
import { allowCheckout } from '#web/middleware.ts'
import { pageAnswer } from '#web/page.tsx'
import type { UserCtx } from '../ctx.ts'
import { href, urls } from '../urls.ts'
import * as api from './api.ts'
import * as credits from './credits.ts'
import * as history from './history.ts'
import * as invoices from './invoices.ts'
import * as lowBalance from './low-balance.ts'
import * as nextPlan from './next-plan.ts'
import { BillingPage } from './pages/billing.tsx'
import { billingDetailsBody } from './rules/billing-details.ts'
import { billingQuery } from './rules/order.ts'
import { choiceAsked } from './rules/pack.ts'
import { PERIODS, type Period, PLANS, type Plan, planTerms } from './rules/plan.ts'
import { isCurrency } from './rules/price.ts'
import { lowBalanceBody } from './rules/request.ts'
import * as sandbox from './sandbox.ts'
import * as subscriptions from './subscriptions.ts'
import { ownUsage } from './usage/routes.tsx'

const LINES = 20

const pageOf = (cursor: string | undefined) => pageRequest({ limit: String(LINES), cursor })

type Forms = { details?: FormState; lowBalance?: FormState }

/** Everything about the person's money; the payment window may be opened here and nowhere else. */
async function drawBilling(ctx: UserCtx, c: HttpContext, forms: Forms = {}, status?: number): Promise<Response> {
  const { gateway, user } = ctx
  if (gateway) allowCheckout(c, gateway.checkout)
  const asked = readQuery(c, billingQuery)
  const [balance, lines, issued, details, threshold, usage, subscription] = await Promise.all([
    credits.balance(ctx),
    history.listForDisplay(ctx, pageOf(asked.history), asked.history_sort),
    invoices.list(ctx, pageOf(asked.invoices), asked.invoices_sort),
    invoices.details(ctx),
    lowBalance.threshold(ctx),
    ownUsage(ctx, c),
    subscriptions.current(ctx),
  ])
  const till = gateway && { script: gateway.checkout.script, payer: { name: user.name, email: user.email } }
  const { history_sort, invoices_sort } = asked
  const sorts = { history_sort, invoices_sort }
  const currency = [asked.currency, user.currency].find(isCurrency) ?? 'INR'
  const body = (
    <BillingPage
      credits={balance}
      usage={usage}
      history={{ lines: lines.items, next: lines.next, first: !asked.history, shown: sorts }}
      invoices={{ invoices: issued.items, next: issued.next, first: !asked.invoices, shown: sorts }}
      membership={{ till, period: asked.period, plan: asked.plan ?? null, terms: planTerms(ctx.settings()) }}
      next={{ subscription, now: ctx.now(), terms: planTerms(ctx.settings()), saved: asked.saved === 'next-plan' }}
      buy={till && { till, currency, asked: choiceAsked(asked.buy), perAnswer: ctx.settings().credits.per_answer }}
      details={{ form: forms.details ?? emptyForm(details ?? { country: 'IN' }), saved: asked.saved === 'details' }}
      lowBalance={{
        form: forms.lowBalance ?? emptyForm({ threshold: String(threshold ?? '') }),
        saved: asked.saved === 'low-balance',
        usual: ctx.settings().credits.low_balance,
      }}
    />
  )
  return pageAnswer(c, ctx, { layout: 'app', title: 'Billing & Credits', status }, body)
}

const showBilling: Handler<UserCtx> = (ctx, c) => drawBilling(ctx, c)

/** What a choice of the page means: `` for undoing, `free`, or a plan with its period. */
const nextPlanForm = z.object({
  next: z.enum(['', 'free', ...PLANS.flatMap((plan) => PERIODS.map((period) => `${plan} ${period}` as const))]),
})

const submitNextPlan: Handler<UserCtx> = async (ctx, c) => {
  const [plan_type, period] = (await readBody(c, nextPlanForm)).next.split(' ') as [Plan | 'free' | '', Period?]
  await nextPlan.choose(ctx, plan_type === '' ? null : { plan_type, period: period ?? null })
  return c.redirect(saved('next-plan'), 303)
}

const saved = (what: 'details' | 'low-balance' | 'next-plan') => `${href(urls.billing, {}, { saved: what })}#${what}`

const drawWith = (name: keyof Forms) => (ctx: UserCtx, c: HttpContext, form: FormState, status: number) =>
  drawBilling(ctx, c, { [name]: form }, status)

const submitDetails: Handler<UserCtx> = (ctx, c) =>
  submitted(ctx, c, drawWith('details'), async () => {
    await invoices.keepDetails(ctx, await readBody(c, billingDetailsBody))
    return c.redirect(saved('details'), 303)
  })

const submitLowBalance: Handler<UserCtx> = (ctx, c) =>
  submitted(ctx, c, drawWith('lowBalance'), async () => {
    await lowBalance.change(ctx, (await readBody(c, lowBalanceBody)).threshold)
    return c.redirect(saved('low-balance'), 303)
  })

export const billingRoutes = new Hono<Env>()
  .route('/', api.billingApi)
  .get(urls.billing, signedIn(showBilling))
  .post(urls.billingDetails, signedIn(submitDetails))
  .post(urls.billingNextPlan, signedIn(submitNextPlan))
  .post(urls.billingLowBalance, signedIn(submitLowBalance))
  .get(urls.invoicePdf, signedIn(api.sendInvoicePdf))
  .get(urls.creditNotePdf, signedIn(api.sendCreditNotePdf))
  .get(urls.sandboxCheckout, anyone(sandbox.sendSandboxFile))
  .get(urls.sandboxWindow, anyone(sandbox.showSandboxWindow))
  .get(urls.sandboxWindowScript, anyone(sandbox.sendSandboxFile))
  .get(urls.sandboxWindowStyle, anyone(sandbox.sendSandboxFile))
  .post(urls.sandboxPay, anyone(sandbox.paySandbox))
  .post(urls.sandboxOtp, anyone(sandbox.answerSandboxOtp))
  .post(urls.sandboxCancel, anyone(sandbox.cancelSandbox))
  .post(urls.sandboxFaults, anyone(sandbox.planSandboxFault))
