import { asc, inArray } from 'drizzle-orm'
import { conflict, forbidden } from '#base/errors.ts'
import { financeAdmins } from '#billing/finance-admins.ts'
import { inTransaction } from '#db/connect.ts'
import { users } from '#db/schema/index.ts'
import type { AdminCtx } from '../../ctx.ts'
import * as allocations from '../allocations/actions.ts'
import * as files from '../allocations/file.ts'
import { retryNow } from '../billing/retry.ts'
import { refuseOwn } from '../own.ts'
import * as plans from '../plans/actions.ts'
import * as refunds from '../refunds/actions.ts'
import type { Approval, ApprovalKind } from '../rules/approval.ts'
import type { AllocationFile, AllocationOrder } from '../rules/credit-allocation.ts'
import type { PlanChange } from '../rules/plan-change.ts'
import { decided, locked, type Signed } from './approvals.ts'
import { get, type Row } from './list.ts'

/** What is done when the second admin confirms: in one transaction with the confirmation. */
const CARRY_OUT: Record<ApprovalKind, (ctx: AdminCtx, row: Row, signed: Signed) => Promise<unknown>> = {
  refund: (ctx, { subject, body, reason }, signed) =>
    refunds.payBack(ctx, subject, String(body.note ?? ''), reason, signed),
  retry: (ctx, { subject, reason }, signed) => retryNow(ctx, subject, reason, signed),
  allocation: (ctx, { body, key }, signed) => allocations.allocateNow(ctx, body as AllocationOrder, key, signed),
  plan: (ctx, { body }, signed) => plans.changeNow(ctx, body as PlanChange, signed),
  allocation_file: (ctx, { body }, signed) => files.giveNow(ctx, body as AllocationFile, signed),
}

/**
 * Carries out what somebody else asked for, once.
 * @throws AppError forbidden `own_account`, `not_admin`; conflict `approval_decided`, `approval_expired`, `requester_lost_role`; what the
 *   action itself throws: then it goes on waiting
 */
export async function confirm(ctx: AdminCtx, id: string, reason: string): Promise<Approval> {
  const { requested_by, user } = await get(ctx, id)
  await refuseOwn(ctx, requested_by.id, 'confirm what you asked for yourself')
  await refuseOwn(ctx, user?.id ?? null, 'confirm what is for yourself')
  return inTransaction(ctx, async (ctx) => {
    const row = await locked(ctx, id)
    if (row.expiresAt <= ctx.now())
      throw conflict('Nobody confirmed this in time. Ask for it anew.', 'approval_expired')
    await demandRoles(ctx, row)
    await CARRY_OUT[row.kind](ctx, row, { approval: id, requestedBy: row.requestedBy })
    await decided(ctx, row, 'confirmed', reason)
    return get(ctx, id)
  })
}

/** Both still look after money at this moment, and nobody takes a role away until the transaction ends. */
async function demandRoles(ctx: AdminCtx, { requestedBy }: Row): Promise<void> {
  const both = [requestedBy, ctx.user.id]
  await ctx.db.select({ id: users.id }).from(users).where(inArray(users.id, both)).orderBy(asc(users.id)).for('share')
  const finance = new Set((await financeAdmins(ctx)).map(({ id }) => id))
  if (!finance.has(ctx.user.id))
    throw forbidden('This needs the admin role finance. Ask a superadmin for it.', 'not_admin')
  if (!finance.has(requestedBy))
    throw conflict(
      'Whoever asked for this does not look after money any more. Decline it, and ask for it anew if it is right.',
      'requester_lost_role',
    )
}
