import { and, eq, inArray, ne } from 'drizzle-orm'
import { conflict, notFound } from '#base/errors.ts'
import { type Currency, priceText } from '#billing/rules/price.ts'
import { inTransaction } from '#db/connect.ts'
import { payments, refunds } from '#db/schema/index.ts'
import * as audit from '#records/audit.ts'
import type { AdminCtx } from '../../ctx.ts'
import * as approvals from '../approvals/approvals.ts'
import { refuseOwn } from '../own.ts'
import { decide } from '../refunds/actions.ts'
import { type Approval, moneyNeedsSecond } from '../rules/approval.ts'

/**
 * Pays back again what failed, as another refund: of a request what is left now, of a payment that bought nothing all of it.
 * @returns what waits for a second admin; null when it is done
 * @throws AppError not_found; conflict `not_failed` where it is not failed, or another refund took its place, `made_elsewhere`
 *   where it was made in the gateway's dashboard; what `decide` throws
 */
export async function retry(ctx: AdminCtx, id: string, reason: string): Promise<Approval | null> {
  const { failed, userId } = await load(ctx, id)
  if (failed.requestId) return decide(ctx, failed.requestId, 'refund', '', reason)
  await refuseOwn(ctx, userId, 'pay yourself back')
  const { amount, currency } = failed
  return inTransaction(ctx, async (ctx) => {
    await approvals.hold(ctx, id)
    if (moneyNeedsSecond(ctx.settings(), amount, currency)) {
      const what = `Pay ${priceText(amount, currency as Currency)} back again`
      return approvals.ask(ctx, { kind: 'retry', subject: id, userId, what, body: {}, amount, currency, reason })
    }
    await retryNow(ctx, id, reason, null)
    return null
  })
}

/** Does so for a payment that bought nothing. `ctx.db` is a transaction. */
export async function retryNow(ctx: AdminCtx, id: string, reason: string, signed: approvals.Signed | null) {
  const { failed } = await load(ctx, id)
  const { paymentId, amount, currency } = failed
  await ctx.db.select({ id: payments.id }).from(payments).where(eq(payments.id, paymentId)).for('update')
  const others = and(eq(refunds.paymentId, paymentId), ne(refunds.state, 'failed'))
  const [other] = await ctx.db
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(others, inArray(refunds.cause, ['surplus', 'refused', 'again'])))
  if (other) throw notNow()
  const now = ctx.now()
  const [made] = await ctx.db
    .insert(refunds)
    .values({ paymentId, cause: 'again', amount, currency, nextAt: now, createdAt: now })
    .returning({ id: refunds.id })
  const about = { reason, failed: id, refund: made!.id, amount, ...approvals.signedBy(signed) }
  await audit.record(ctx, 'refund.retry', paymentId, about)
}

async function load(ctx: AdminCtx, id: string) {
  const [found] = await ctx.db
    .select({ failed: refunds, userId: payments.userId })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(eq(refunds.id, id))
  if (!found) throw notFound('Refund')
  if (found.failed.state !== 'failed') throw notNow()
  if (found.failed.cause === 'gateway') throw madeElsewhere()
  return found
}

const notNow = () => conflict('This refund has not failed, or another one has taken its place.', 'not_failed')

const madeElsewhere = () =>
  conflict('This refund was made in the dashboard of the gateway. Make it there once more.', 'made_elsewhere')
