import { and, eq } from 'drizzle-orm'
import type { OrderRow } from '#db/schema/index.ts'
import { refundRequests, refunds, users } from '#db/schema/index.ts'
import type { GatewayRefund } from '#outside/gateway.ts'
import * as audit from '#records/audit.ts'
import * as mails from '#records/mails.ts'
import type { Ctx } from '../ctx.ts'
import { giveBack } from './clawback.ts'
import { financeAdmins } from './finance-admins.ts'
import * as mailTexts from './mail-texts.tsx'
import type { PlanQuote } from './rules/plan.ts'
import * as subscriptions from './subscriptions.ts'

type RefundRow = typeof refunds.$inferSelect

const WHY = 'The payment gateway could not pay it back.'

/** Names the clawbacks of a refund: by its own id, that of the request before that, or that of the gateway. */
const clawbackKeys = (refund: Pick<RefundRow, 'id' | 'requestId' | 'gatewayRefundId'>): string[] =>
  [refund.id, refund.requestId, refund.gatewayRefundId].flatMap((id) =>
    id ? [`refund:${id}`, `refund:${id}:bonus`] : [],
  )

/**
 * Money could not be paid back: what was taken for it comes back, its request can be paid back again, and the person and finance are
 * told. Once, however often the gateway tells. `ctx.db` is a transaction and the payment is locked.
 */
export async function fail(ctx: Ctx, order: OrderRow, refund: RefundRow, seen: GatewayRefund): Promise<void> {
  if (refund.state === 'failed') return
  const failed = { state: 'failed' as const, gatewayRefundId: seen.id, refundedAt: null, nextAt: null, lastError: WHY }
  await ctx.db.update(refunds).set(failed).where(eq(refunds.id, refund.id))
  // The plan goes on first: the credits of its month expire later then.
  const goesOn = await subscriptions.resume(ctx, order.userId, refund.id)
  const { upgrade } = order.quote as Partial<PlanQuote>
  if (goesOn && upgrade) await subscriptions.replace(ctx, order.userId, upgrade, refund.paymentId, refund.id)
  const credits = await giveBack(ctx, order.userId, clawbackKeys(refund), `payment:${refund.paymentId}`)
  const { requestId, amount, currency, paymentId } = refund
  if (requestId)
    await ctx.db
      .update(refundRequests)
      .set({ state: 'approved', updatedAt: ctx.now() })
      .where(and(eq(refundRequests.id, requestId), eq(refundRequests.state, 'refunded')))
  await audit.record(ctx, 'refund.fail', requestId ?? refund.id, {
    payment: paymentId,
    refund: seen.id,
    amount,
    credits,
  })
  await tell(ctx, order.userId, { amount, currency, paymentId, credits, requestId })
}

async function tell(ctx: Ctx, userId: string, about: mailTexts.FailedRefund & { requestId: string | null }) {
  const [person] = await ctx.db.select({ email: users.email }).from(users).where(eq(users.id, userId))
  await mails.post(ctx, 'refund_failed', { to: person!.email, ...mailTexts.refundFailed(ctx.config, about) })
  for (const { email } of await financeAdmins(ctx))
    await mails.post(ctx, 'refund_failed', { to: email, ...mailTexts.refundFailedForFinance(ctx.config, about) })
}

/** The gateway tells that a refund failed of which we knew nothing: later words about it find this, and take nothing. */
export const rememberFailed = (ctx: Ctx, { id, paymentId, amount, currency }: GatewayRefund) =>
  ctx.db.insert(refunds).values({
    paymentId,
    gatewayRefundId: id,
    cause: 'gateway',
    amount,
    currency,
    state: 'failed',
    lastError: WHY,
    createdAt: ctx.now(),
  })
