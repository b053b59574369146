import { z } from 'zod'
import { type Described, describe, moment } from '#web/openapi.ts'
import { urls } from '../urls.ts'
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
import { PERIODS, PLANS } from './rules/plan.ts'
import { CURRENCIES } from './rules/price.ts'
import { REFUND_STATES, refundRequestBody } from './rules/refund.ts'

const count = z.number().int()
const minor = count.describe('Minor units.')
const quote = z.object({
  baseCredits: count,
  bonusCredits: count,
  totalCredits: count,
  basePriceInr: count.describe('Paise.'),
  finalAmount: minor,
  finalCurrency: z.enum(CURRENCIES),
  markup: z.number(),
  originalPrice: minor.describe('Minor units, before the markup.'),
})
const order = z.object({ id: z.string(), amount: minor, currency: z.enum(CURRENCIES) })
const opened = {
  order,
  key_id: z.string().describe('Opens the checkout.'),
  order_id: z.string().describe('Our own id of the order.'),
}
const refundRequest = z.object({
  id: z.string(),
  payment_id: z.string(),
  reason: z.string(),
  state: z.enum(REFUND_STATES),
  note: z.string(),
  amount: minor.describe('What was paid, in minor units.'),
  currency: z.string(),
  refund: z
    .object({
      amount: minor,
      credits: count,
      state: z.enum(['waiting', 'refunded', 'failed']),
      refunded_at: moment.nullable().describe('When the gateway had paid it back.'),
    })
    .nullable()
    .describe('What is paid back and which credits went for it.'),
  created_at: moment,
  approved_at: moment.nullable(),
  decided_at: moment.nullable().describe('When it was decided last.'),
})
export const creditNote = z.object({
  id: z.string(),
  number: z.string(),
  issued_at: moment,
  gross: minor,
  tax: minor,
  failed: z.boolean().describe('Its money did not arrive after all: it counts for nothing.'),
  pdf: z.string().describe('Address of the PDF on this server.'),
})
const invoice = z.object({
  id: z.string(),
  number: z.string(),
  issued_at: moment,
  payment_id: z.string(),
  line: z.string(),
  currency: z.string(),
  price: minor.describe('Of an upgrade before its credit, in minor units.'),
  credit: minor.describe('What was credited for the plan before, in minor units.'),
  gross: minor.describe('What was paid, taxes included, in minor units.'),
  cgst: minor,
  sgst: minor,
  igst: minor,
  refunded: minor.describe('What went back of it, or is on its way, in minor units.'),
  customer: z.record(z.string(), z.string()),
  credit_notes: z.array(creditNote).describe('One for each refund that was paid back, the oldest first.'),
  pdf: z.string().describe('Address of the PDF on this server.'),
})
const threshold = z.object({ threshold: count.nullable() })
const details = z.object({ details: billingDetailsBody.nullable() })

const subscription = z.object({
  id: z.string(),
  plan_type: z.string().describe('premium, flexible or another name.'),
  current_period_end: moment,
  is_annual: z.boolean(),
  monthly_credits: z.number().int(),
  next: z
    .object({ plan_type: z.enum(['free', ...PLANS]), period: z.enum(PERIODS).nullable() })
    .nullable()
    .describe('What you want after it; null to go on with the same, `free` for nothing. It is not paid for.'),
  follows: z
    .object({ plan_type: z.string(), is_annual: z.boolean(), starts_at: moment })
    .nullable()
    .describe('What follows that is paid for already.'),
})
const credited = z.object({ status: z.literal('credited'), balance: count, credits: count })
const activated = z.object({ status: z.literal('active'), subscription: subscription.nullable() })
const planQuote = z.object({
  plan_type: z.enum(PLANS),
  period: z.enum(PERIODS),
  amount: minor.describe('To be paid, in paise.'),
  currency: z.literal('INR'),
  monthly_credits: count,
  carry_months: count.describe('Months after their own in which unused credits can still be spent.'),
  months: count,
})
const upgrade = z
  .object({
    period_id: z.string(),
    plan_type: z.enum(PLANS),
    period: z.enum(PERIODS),
    price: count.describe('Of what is upgraded to, in paise.'),
    credit: count.describe('For what is not used, in paise.'),
    worth: count.describe('What the plan before cost, in paise.'),
    unused_days: count,
    days: count,
    unused_credits: count.describe('Credits that the credit stands for.'),
  })
  .describe('What is upgraded, and the credit for it.')

export const billingApi: Described[] = [
  describe('get', urls.apiCreditBalance, {
    tag: 'Billing',
    summary: 'Your credits',
    answer: z.object({
      balance: z.number().int().describe('Free to spend.'),
      held: z.number().int().describe('Set aside for questions that are running.'),
      expiring: z.array(z.object({ credits: z.number().int(), expires_at: moment })).describe('Soonest first.'),
      plan_credits: z.number().int(),
      low: z.boolean().describe('Whether free and set aside are at or below your threshold.'),
      low_at: z.number().int().nullable().describe('That threshold; null for none.'),
    }),
  }),
  describe('get', urls.apiSubscription, {
    tag: 'Billing',
    summary: 'Your membership',
    description: 'Null without one. One that has expired is shown for 30 days more.',
    answer: z.object({ subscription: subscription.nullable() }),
  }),
  describe('get', urls.apiCreditQuote, {
    tag: 'Billing',
    summary: 'What credits cost',
    query: quoteQuery,
    answer: quote,
  }),
  describe('post', urls.apiCreditOrder, {
    tag: 'Billing',
    summary: 'Order credits',
    description: 'Open the checkout with the answer. Every attempt to pay is made on the same order.',
    body: createOrderBody,
    answer: z.object({ ...opened, credits: z.object({ base: count, bonus: count, total: count }), quote }),
    errors: ['rate_limited', 'unavailable'],
  }),
  describe('post', urls.apiCreditPurchase, {
    tag: 'Billing',
    summary: 'Confirm a purchase',
    description:
      'What the checkout handed over, with the amounts of the order. Repeating it is fine. `verification_timeout`: the money is credited by itself as soon as the gateway answers; ask for the balance.',
    body: purchaseBody,
    answer: credited,
    errors: ['not_found', 'conflict', 'unprocessable', 'timeout'],
  }),
  describe('get', urls.apiCreditHistory, {
    tag: 'Billing',
    summary: 'Your ledger',
    description: 'Newest first. As CSV (`?format=csv` asks for it too) all of it, however long it is.',
    paged: true,
    forms: ['text/csv'],
    answer: z.array(
      z.object({
        id: z.string(),
        created_at: moment,
        kind: z.enum(['grant', 'hold', 'settle', 'release', 'expire', 'refund', 'clawback', 'deduct', 'restore']),
        credits: count.describe('Change of what is free to spend.'),
        held: count.describe('Change of what is set aside.'),
        note: z.string(),
        lot: z
          .enum(['trial', 'plan', 'granted', 'bonus', 'purchased'])
          .nullable()
          .describe('Of a grant: the kind of its credits.'),
        expires_at: moment.nullable(),
      }),
    ),
  }),
  describe('post', urls.apiSubscribe, {
    tag: 'Billing',
    summary: 'Order a month or a year of a plan',
    description:
      'Renewing early extends the membership, and another plan begins after it. With `starts: now` it is an upgrade, which begins at once less what is not used; its price holds for a day.',
    body: subscribeBody,
    answer: z.object({ ...opened, quote: planQuote.extend({ upgrade: upgrade.optional() }) }),
    errors: ['conflict', 'unprocessable', 'rate_limited', 'unavailable'],
  }),
  describe('get', urls.apiUpgrade, {
    tag: 'Billing',
    summary: 'What an upgrade costs now',
    description:
      'The unused days of the running period are credited, and never more than its unused credits are worth. `no_upgrade`: it can only begin when the time paid for ends.',
    query: upgradeQuery,
    answer: z.object({
      quote: planQuote.extend({ upgrade, credits_back: count.describe('Of the running month that go back.') }),
    }),
    errors: ['conflict', 'unprocessable'],
  }),
  describe('put', urls.apiNextPlan, {
    tag: 'Billing',
    summary: 'Cancel your membership, or say what is to follow it',
    description:
      'Nothing ends earlier and nothing is paid. `free` cancels: no reminders are sent. A plan is what reminders speak of. DELETE undoes it.',
    body: nextPlanBody,
    answer: z.object({ subscription }),
    errors: ['conflict'],
  }),
  describe('delete', urls.apiNextPlan, {
    tag: 'Billing',
    summary: 'Undo a cancellation or a planned change',
    answer: z.object({ subscription }),
    errors: ['conflict'],
  }),
  describe('post', urls.apiSubscribeConfirm, {
    tag: 'Billing',
    summary: 'Confirm the payment of a plan',
    body: subscribeConfirmBody,
    answer: activated,
    errors: ['not_found', 'conflict', 'unprocessable', 'timeout'],
  }),
  describe('post', urls.apiOrderCheck, {
    tag: 'Billing',
    summary: 'What became of an order',
    description:
      'As the gateway knows it now, for when the payment window was closed. `paid`: with what a confirmation answers; `unpaid`: no money moves; `open`: it may still.',
    body: orderCheckBody,
    answer: z.union([
      credited.extend({ state: z.literal('paid') }),
      activated.extend({ state: z.literal('paid') }),
      z.object({ state: z.enum(['unpaid', 'open']) }),
    ]),
    errors: ['not_found', 'rate_limited', 'unavailable'],
  }),
  describe('get', urls.apiInvoices, {
    tag: 'Billing',
    summary: 'Your invoices',
    paged: true,
    answer: z.array(invoice),
  }),
  describe('get', urls.apiInvoice, {
    tag: 'Billing',
    summary: 'One of your invoices',
    description: 'As JSON or as a PDF by `Accept` (`?format=pdf` asks for it too).',
    forms: ['application/pdf'],
    answer: invoice,
    errors: ['not_found'],
  }),
  describe('get', urls.apiLowBalance, {
    tag: 'Billing',
    summary: 'At how many credits you are told',
    answer: threshold,
  }),
  describe('put', urls.apiLowBalance, {
    tag: 'Billing',
    summary: 'Change at how many credits you are told',
    description:
      'One mail is sent when what is free and set aside falls to the threshold, and the next one only after it has been above. Null for none.',
    body: lowBalanceBody,
    answer: threshold,
  }),
  describe('get', urls.apiBillingDetails, { tag: 'Billing', summary: 'Your billing details', answer: details }),
  describe('put', urls.apiBillingDetails, {
    tag: 'Billing',
    summary: 'Change your billing details',
    description: 'For invoices to come; issued ones stay as they are.',
    body: billingDetailsBody,
    answer: details,
  }),
  describe('get', urls.apiRefundRequests, {
    tag: 'Billing',
    summary: 'Your refund requests',
    paged: true,
    answer: z.array(refundRequest),
  }),
  describe('post', urls.apiRefundRequests, {
    tag: 'Billing',
    summary: 'Ask for a refund',
    body: refundRequestBody,
    answer: refundRequest,
    status: 201,
    errors: ['not_found', 'conflict', 'unprocessable'],
  }),
  describe('post', urls.apiRazorpayWebhook, {
    tag: 'Billing',
    summary: 'Webhook of the payment gateway',
    description: 'Signed with `X-Razorpay-Signature`; stored first, answered, processed after, once.',
    answer: z.object({ received: z.literal(true) }),
    errors: ['invalid', 'unavailable'],
  }),
]

/** What the admin's calls on refund requests answer. */
export const refundRequestSchema = refundRequest
