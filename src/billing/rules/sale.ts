import type { Sale } from '#records/rules/tracking.ts'
import { creditText } from './credit.ts'
import type { PlanQuote } from './plan.ts'
import type { CreditQuote } from './price.ts'

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
