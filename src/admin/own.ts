import { forbidden } from '#base/errors.ts'
import { financeAdmins } from '#billing/finance-admins.ts'
import * as security from '#records/security.ts'
import type { AdminCtx } from '../ctx.ts'

/**
 * Nobody decides about their own account. Call it outside of a transaction: the attempt is noted as a security event.
 * @param userId whom it is for
 * @param what as the middle of a sentence: "decide about your own refund request"
 * @throws AppError forbidden `own_account`
 */
export async function refuseOwn(ctx: AdminCtx, userId: string | null, what: string): Promise<void> {
  if (userId !== ctx.user.id) return
  await security.record(ctx, 'own_account_refused', { what })
  throw forbidden(`You cannot ${what}. Another admin has to do it.`, 'own_account')
}

/** Whether nobody else looks after money. */
export const isOnly = async (ctx: AdminCtx): Promise<boolean> => (await financeAdmins(ctx, [ctx.user.id])).length === 0
