import { and, eq } from 'drizzle-orm'
import { AppError, invalidFields, notFound, unavailable } from '#base/errors.ts'
import { newId } from '#base/ids.ts'
import { MINUTE } from '#base/time.ts'
import type { OrderRow } from '#db/schema/index.ts'
import { orders } from '#db/schema/index.ts'
import { type Gateway, GatewayError } from '#outside/gateway.ts'
import * as rateLimit from '#web/rate-limit.ts'
import type { Ctx, UserCtx, World } from '../ctx.ts'
import { PAYMENT_TEXTS } from './rules/payment-error.ts'
import { type Period, type Plan, type PlanQuote, planQuote, planTerms } from './rules/plan.ts'
import { type CreditQuote, quote, quoteProblem } from './rules/price.ts'
import * as upgrades from './upgrades.ts'

export type Opened = { order: { id: string; amount: number; currency: string }; key_id: string; order_id: string }

const LIMIT = { most: 30, window: 10 * MINUTE }
/** When the reconciler first looks at a new order. */
const FIRST_CHECK = MINUTE

/** @throws AppError unavailable where payments are not set up */
export function gatewayOf({ gateway }: World): Gateway {
  if (gateway) return gateway
  throw unavailable('Payments are not set up on this server. Please tell whoever runs it.', 'payments_off')
}

/** The price of credits. @throws AppError invalid with the texts of the rules */
export function priced(credits: number, currency: string): CreditQuote {
  const problem = quoteProblem(credits, currency)
  if (problem) throw invalidFields({ [problem.field]: problem.text })
  return quote(credits, currency)
}

/**
 * Orders credits at the gateway.
 * @throws AppError invalid; rate_limited; unavailable `order_failed` when the gateway could not be asked
 */
export async function orderCredits(ctx: UserCtx, credits: number, currency: string) {
  const quote = priced(credits, currency)
  const opened = await createOrder(ctx, 'credits', quote, quote.finalAmount, quote.finalCurrency)
  const { baseCredits: base, bonusCredits: bonus, totalCredits: total } = quote
  return { ...opened, credits: { base, bonus, total }, quote }
}

/**
 * Orders a month or a year of a plan; renewing is ordering again.
 * @param starts `now` for an upgrade of the running membership, which is credited
 * @param shown paise that the person was shown; null where nobody was
 * @throws as `open`; conflict `price_changed`; for an upgrade also as `upgrades.offer`
 */
export async function orderPlan(
  ctx: UserCtx,
  plan: Plan,
  period: Period,
  starts: 'after' | 'now' = 'after',
  shown: number | null = null,
) {
  const quote: PlanQuote =
    starts === 'now' ? await upgrades.offer(ctx, plan, period) : planQuote(plan, period, planTerms(ctx.settings()))
  if (shown !== null && shown !== quote.amount)
    throw new AppError('conflict', 'The price has changed since it was shown. Please reload the page and look again.', {
      code: 'price_changed',
      details: { amount: quote.amount },
    })
  return { ...(await createOrder(ctx, 'plan', quote, quote.amount, quote.currency)), quote }
}

/** Writes the order down first, so that whatever the gateway did with it is found again by its receipt. */
async function createOrder(
  ctx: UserCtx,
  kind: OrderRow['kind'],
  quote: CreditQuote | PlanQuote,
  amount: number,
  currency: OrderRow['currency'],
): Promise<Opened> {
  const gateway = gatewayOf(ctx)
  await rateLimit.take(ctx, `order:${ctx.user.id}`, LIMIT)
  const id = newId()
  const now = ctx.now()
  await ctx.db.insert(orders).values({
    id,
    userId: ctx.user.id,
    kind,
    quote,
    amount,
    currency,
    nextCheckAt: new Date(Number(now) + FIRST_CHECK),
    createdAt: now,
  })
  try {
    const made = await gateway.createOrder({ amount, currency, receipt: id })
    await confirmCreated(ctx, id, made.id)
    return { order: { id: made.id, amount, currency }, key_id: gateway.keyId, order_id: id }
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    ctx.log.warn('order not created', { order: id, kind: error.kind, ...error.about, error })
    if (!error.unknown) await ctx.db.update(orders).set({ state: 'failed', nextCheckAt: null }).where(eq(orders.id, id))
    throw new AppError('unavailable', PAYMENT_TEXTS.orderFailed, { code: 'order_failed', cause: error })
  }
}

export async function confirmCreated(ctx: Pick<Ctx, 'db'>, id: string, gatewayOrderId: string): Promise<void> {
  await ctx.db
    .update(orders)
    .set({ state: 'open', gatewayOrderId })
    .where(and(eq(orders.id, id), eq(orders.state, 'creating')))
}

/** The person's own order by the gateway's id, of one kind where that matters. @throws AppError not_found */
export async function findOwn(ctx: UserCtx, gatewayOrderId: string, kind?: OrderRow['kind']): Promise<OrderRow> {
  const [order] = await ctx.db
    .select()
    .from(orders)
    .where(and(eq(orders.gatewayOrderId, gatewayOrderId), eq(orders.userId, ctx.user.id)))
  if (!order || (kind && order.kind !== kind)) throw notFound('Order')
  return order
}
