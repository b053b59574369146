import { z } from 'zod'
import { count, moment } from '#base/answer.ts'
import { billingDetailsBody } from './billing-details.ts'
import { PERIODS, PLANS } from './plan.ts'
import { CURRENCIES } from './price.ts'
import { REFUND_STATES } from './refund.ts'

export const subscription = z.object({
  id: z.string(),
  plan_type: z.string().describe('premium, flexible or another name.'),
  current_period_end: moment,
  is_annual: z.boolean(),
  monthly_credits: count,
  next: z
    .object({ plan_type: z.enum(['free', ...PLANS]), period: z.enum(PERIODS).nullable() })
    .nullable()
    .describe('What you want after it; null to go on with the same, `free` for nothing. It is not paid for.'),
  follows: z
    .object({ plan_type: z.string(), is_annual: z.boolean(), starts_at: moment })
    .nullable()
    .describe('What follows that is paid for already.'),
})
export type Subscription = z.infer<typeof subscription>
/** What is to follow a membership; `period` null where nothing is. */
export type NextPlan = NonNullable<Subscription['next']>

const minor = count.describe('Minor units.')
export const creditQuote = z.object({
  baseCredits: count,
  bonusCredits: count,
  totalCredits: count,
  basePriceInr: count.describe('Paise.'),
  finalAmount: minor,
  finalCurrency: z.enum(CURRENCIES),
  markup: z.number(),
  originalPrice: minor.describe('Minor units, before the markup.'),
})
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
export const upgradeOffer = z.object({
  quote: planQuote.extend({ upgrade, credits_back: count.describe('Of the running month that go back.') }),
})

const opened = z.object({
  order: z.object({ id: z.string(), amount: minor, currency: z.enum(CURRENCIES) }),
  key_id: z.string().describe('Opens the checkout.'),
  order_id: z.string().describe('Our own id of the order.'),
})
export const openedCredits = opened.extend({
  credits: z.object({ base: count, bonus: count, total: count }),
  quote: creditQuote,
})
export const openedPlan = opened.extend({
  quote: planQuote.extend({ upgrade: upgrade.optional(), credits_back: count.optional() }),
})
export const creditsGiven = z.object({ status: z.literal('credited'), balance: count, credits: count })
export const planGiven = z.object({ status: z.literal('active'), subscription: subscription.nullable() })
export const orderState = z.union([
  creditsGiven.extend({ state: z.literal('paid') }),
  planGiven.extend({ state: z.literal('paid') }),
  z.object({ state: z.enum(['unpaid', 'open']) }),
])

export const creditBalance = z.object({
  balance: count.describe('Free to spend.'),
  held: count.describe('Set aside for questions that are running.'),
  expiring: z.array(z.object({ credits: count, expires_at: moment })).describe('Soonest first.'),
  plan_credits: count,
  low: z.boolean().describe('Whether free and set aside are at or below your threshold.'),
  low_at: count.nullable().describe('That threshold; null for none.'),
})
export type CreditBalance = z.infer<typeof creditBalance>

/** One line of the ledger as a person sees it. `note` says what it was for: `message:{id}`, `payment:{id}`, the name of a grant. */
export const ledgerLine = z.object({
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
})
export type LedgerLine = z.infer<typeof ledgerLine>

export const refundRequest = z.object({
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
export type RefundRequest = z.infer<typeof refundRequest>

export const creditNote = z.object({
  id: z.string(),
  number: z.string(),
  issued_at: moment,
  gross: minor,
  tax: minor,
  failed: z.boolean().describe('Its money did not arrive after all: it counts for nothing.'),
  pdf: z.string().describe('Address of the PDF on this server.'),
})
export type ListedCreditNote = z.infer<typeof creditNote>
export const invoice = z.object({
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
export type ListedInvoice = z.infer<typeof invoice>

export const threshold = z.object({ threshold: count.nullable() })
export const billingDetails = z.object({ details: billingDetailsBody.nullable() })

export const budget = z.object({
  id: z.string(),
  workspace: z.object({ id: z.string(), name: z.string() }).nullable(),
  user: z.object({ id: z.string(), name: z.string(), email: z.string() }).nullable(),
  monthly_credits: count,
  used: count.describe('Credits of answers paid in this month.'),
  held: count.describe('Set aside for questions that are running.'),
  percent: count.describe('Used, in whole percent, at most 100.'),
  renews_at: moment,
})
export type Budget = z.infer<typeof budget>
