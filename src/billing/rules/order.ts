import { z } from 'zod'
import { sortBy } from '#base/choice.ts'
import type { Sale } from '#records/rules/tracking.ts'
import { creditText } from './credit.ts'
import { PERIODS, PLANS, type PlanQuote } from './plan.ts'
import type { CreditQuote } from './price.ts'

export const quoteQuery = z.object({
  // What is no number gets the same text as a wrong one, from the rule.
  credits: z.coerce.number().catch(0).describe('A multiple of 100, from 100 to 100,000.'),
  currency: z.string().default('INR').describe('INR, USD, EUR or GBP.'),
})
export const createOrderBody = z.object({ credits: z.number().catch(0), currency: z.string().default('INR') })
export const upgradeQuery = z.object({ plan_type: z.enum(PLANS), period: z.enum(PERIODS) })
export const subscribeBody = upgradeQuery.extend({
  starts: z
    .enum(['after', 'now'])
    .default('after')
    .describe('`after`: when the time paid for ends, at once without any. `now`: an upgrade, less what is not used.'),
  amount: z.number().int().optional().describe('The price that was shown, in paise: another one is refused.'),
})

/** What the address of the billing page may ask for: what to offer first, and older lines of its lists. Anything else is ignored. */
export const billingQuery = z.object({
  plan: z.enum(PLANS).optional().catch(undefined),
  period: z.enum(PERIODS).catch('monthly'),
  buy: z.string().optional(),
  currency: z.string().default(''),
  history: z.string().optional(),
  history_sort: sortBy('what', 'credits').catch(undefined),
  invoices: z.string().optional(),
  invoices_sort: sortBy('number', 'line', 'tax', 'gross').catch(undefined),
  saved: z.enum(['details', 'low-balance', 'next-plan']).optional().catch(undefined),
})

const gatewayId = z.string().min(1).max(100)
const proof = {
  razorpay_order_id: gatewayId,
  razorpay_payment_id: gatewayId,
  razorpay_signature: z.string().min(1).max(200),
}
export const purchaseBody = z.object({
  ...proof,
  credits: z.number(),
  bonus_credits: z.number(),
  total_credits: z.number(),
  amount_paid: z.number().describe('Minor units.'),
  currency: z.string(),
})
export type Purchase = z.infer<typeof purchaseBody>
export const subscribeConfirmBody = z.object({
  ...proof,
  amount_paid: z.number().optional(),
  currency: z.string().optional(),
})
export const orderCheckBody = z.object({ razorpay_order_id: gatewayId })
export type SubscribeConfirmation = z.infer<typeof subscribeConfirmBody>

/** What is sold, for who counts it: always in rupees, whatever currency it is paid in. */
export function saleOf(quote: CreditQuote | PlanQuote): Sale {
  const [price, item] =
    'baseCredits' in quote
      ? [
          quote.basePriceInr / 100,
          {
            item_id: `credits_${quote.baseCredits}`,
            item_name: creditText(quote.baseCredits).replaceAll(',', ''),
            item_category: 'credits' as const,
          },
        ]
      : [
          quote.amount / 100,
          {
            item_id: `${quote.plan_type}_${quote.period}`,
            item_name: `${quote.plan_type} plan (${quote.period})`,
            item_category: 'plan' as const,
          },
        ]
  return { currency: 'INR', value: price, items: [{ ...item, price, quantity: 1 }] }
}
