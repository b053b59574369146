import * as refundRequests from '#billing/refund-requests.ts'
import { worth } from '#billing/refunds.ts'
import { type Currency, priceText } from '#billing/rules/price.ts'
import { type RefundVerb, stateAfter } from '#billing/rules/refund.ts'
import { inTransaction } from '#db/connect.ts'
import type { AdminCtx } from '../../ctx.ts'
import * as approvals from '../approvals/approvals.ts'
import { refuseOwn } from '../own.ts'
import { type Approval, moneyNeedsSecond } from '../rules/approval.ts'

/**
 * Decides about somebody else's request. Money above the limit waits for a second admin, who is told.
 * @returns what waits then; null when it is done
 * @throws AppError forbidden `own_account`; what `approvals.ask` and `refundRequests.decide` throw
 */
export async function decide(
  ctx: AdminCtx,
  id: string,
  verb: RefundVerb,
  note: string,
  reason: string,
): Promise<Approval | null> {
  const { request } = await refundRequests.find(ctx, id)
  await refuseOwn(ctx, request.user.id, 'decide about your own refund request')
  return inTransaction(ctx, async (ctx) => {
    await approvals.hold(ctx, id)
    const waits = verb === 'refund' ? await askIfMuch(ctx, id, note, reason) : null
    if (waits) return waits
    await refundRequests.decide(ctx, id, verb, note, { reason })
    if (verb !== 'approve') await approvals.endFor(ctx, 'refund', id, reason)
    return null
  })
}

async function askIfMuch(ctx: AdminCtx, id: string, note: string, reason: string): Promise<Approval | null> {
  const { request, payment, order } = await refundRequests.find(ctx, id)
  if (!stateAfter('refund', request.state)) return null
  const { amount } = await worth(ctx, order, payment.id)
  const { currency } = payment
  if (!moneyNeedsSecond(ctx.settings(), amount, currency)) return null
  return approvals.ask(ctx, {
    kind: 'refund',
    subject: id,
    userId: request.user.id,
    what: `Pay ${priceText(amount, currency as Currency)} back`,
    body: { note },
    amount,
    currency,
    reason,
  })
}

/** Pays back what two admins signed. `ctx.db` is the transaction of the confirmation. */
export const payBack = (ctx: AdminCtx, id: string, note: string, reason: string, signed: approvals.Signed) =>
  refundRequests.decide(ctx, id, 'refund', note, { reason, ...approvals.signedBy(signed) })
