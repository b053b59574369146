import { and, eq } from 'drizzle-orm'
import { numberText } from '#base/format.ts'
import type { Page, PageRequest } from '#base/paging.ts'
import { orders, payments, refundRequests } from '#db/schema/index.ts'
import { pageById } from '#db/sorted.ts'
import type { UserCtx } from '../../ctx.ts'
import { worth } from '../refunds.ts'
import { PLAN_NAMES, type PlanQuote } from '../rules/plan.ts'
import type { CreditQuote } from '../rules/price.ts'
import type { RefundState } from '../rules/refund.ts'

/** A payment with what would go back for it now: `amount × (purchased − used) ÷ purchased`, rounded down to a minor unit. */
export type Paid = {
  id: string
  /** "200 credits", "Premium, annual" */
  what: string
  amount: number
  /** Of an upgrade: what of its price was credited for the plan before. */
  credit: number
  currency: string
  paid_at: string
  /** Credits; of a plan those of all its months. */
  purchased: number
  unused: number
  refundable: number
  /** State of the request that stands in the way of another; null for none. */
  request: Exclude<RefundState, 'rejected'> | null
}

export async function paid(ctx: UserCtx, request: PageRequest): Promise<Page<Paid>> {
  const all = ctx.db
    .select({ payment: payments, order: orders })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
  const wanted = and(eq(payments.userId, ctx.user.id), eq(payments.state, 'credited'))
  const page = await pageById(all, orders.id, wanted, request, ({ order }) => order.id)
  const requests = await ctx.db
    .select({ paymentId: refundRequests.paymentId, state: refundRequests.state })
    .from(refundRequests)
    .where(eq(refundRequests.userId, ctx.user.id))
  const states = new Map(
    requests.flatMap(({ paymentId, state }) => (state === 'rejected' ? [] : [[paymentId, state] as const])),
  )
  const items: Paid[] = []
  for (const { payment, order } of page.items) {
    const { amount, purchased, used } = await worth(ctx, order, payment.id)
    items.push({
      id: payment.id,
      what: boughtText(order.quote as CreditQuote | PlanQuote),
      amount: payment.amount,
      credit: (order.quote as Partial<PlanQuote>).upgrade?.credit ?? 0,
      currency: payment.currency,
      paid_at: (order.paidAt ?? payment.createdAt).toISOString(),
      purchased,
      unused: purchased - Math.min(purchased, used),
      refundable: amount,
      request: states.get(payment.id) ?? null,
    })
  }
  return { items, next: page.next }
}

/** What an order was for: "200 credits", "Premium, annual". */
export function boughtText(quote: CreditQuote | PlanQuote): string {
  if ('plan_type' in quote) return `${PLAN_NAMES[quote.plan_type]}, ${quote.period}`
  return `${numberText(quote.baseCredits)} credits`
}
