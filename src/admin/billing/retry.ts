import { and, eq, inArray, ne } from 'drizzle-orm'
import { AppError, notFound } from '#base/errors.ts'
import { decide } from '#billing/refund-requests.ts'
import { inTransaction } from '#db/connect.ts'
import { payments, refunds } from '#db/schema/index.ts'
import * as audit from '#records/audit.ts'
import type { AdminCtx } from '../../ctx.ts'

/**
 * Pays back again what failed, as another refund: of a request what is left now, of a payment that bought nothing all of it.
 * @throws AppError not_found; conflict `not_failed` where it is not failed, or another refund took its place, `made_elsewhere`
 *   where it was made in the gateway's dashboard; what `decide` throws
 */
export const retry = (ctx: AdminCtx, id: string, reason: string): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    const [failed] = await ctx.db.select().from(refunds).where(eq(refunds.id, id))
    if (!failed) throw notFound('Refund')
    if (failed.state !== 'failed') throw notNow()
    if (failed.cause === 'gateway') throw madeElsewhere()
    if (failed.requestId) {
      await decide(ctx, failed.requestId, 'refund', '', reason)
      return
    }
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
    await audit.record(ctx, 'refund.retry', paymentId, { reason, failed: id, refund: made!.id, amount })
  })

const notNow = () =>
  new AppError('conflict', 'This refund has not failed, or another one has taken its place.', { code: 'not_failed' })

const madeElsewhere = () =>
  new AppError('conflict', 'This refund was made in the dashboard of the gateway. Make it there once more.', {
    code: 'made_elsewhere',
  })
