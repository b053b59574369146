import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { answerOf } from '#base/answer.ts'
import { AppError, conflict, invalidFields } from '#base/errors.ts'
import { numberText } from '#base/format.ts'
import { newId } from '#base/ids.ts'
import { DAY } from '#base/time.ts'
import * as credits from '#billing/credits.ts'
import { deduct } from '#billing/deduction.ts'
import * as mailTexts from '#billing/mail-texts.tsx'
import { creditText } from '#billing/rules/credit.ts'
import { inTransaction } from '#db/connect.ts'
import { creditAllocations } from '#db/schema/index.ts'
import * as audit from '#records/audit.ts'
import * as mails from '#records/mails.ts'
import * as security from '#records/security.ts'
import type { AdminCtx } from '../../ctx.ts'
import * as approvals from '../approvals/approvals.ts'
import { refuseOwn } from '../own.ts'
import { type Approval, creditsNeedSecond } from '../rules/approval.ts'
import {
  ALLOCATION_LIMITS,
  type Allocated,
  type AllocationOrder,
  allocated,
  EXPIRY_PROBLEM,
  expiryOf,
} from '../rules/credit-allocation.ts'
import { find, type Receiver } from './person.ts'

/** What an action would do, without doing it. @throws AppError as `allocate` */
export async function preview(ctx: AdminCtx, order: AllocationOrder): Promise<Allocated> {
  const { user, expiresAt } = await checked(ctx, order)
  const { balance, held } = await credits.balanceOf(ctx, user.id)
  const after = order.kind === 'grant' ? balance + order.credits : balance - order.credits
  const problem = after < 0 ? `Only ${numberText(balance)} are free.` : null
  if (problem) throw invalidFields({ credits: problem })
  const about = { ...order, id: null, user, expires_at: expiresAt, held, repeated: false }
  return answerOf(allocated, { ...about, balance: { before: balance, after } })
}

/**
 * Gives credits to a person or takes free ones away; the same key does it once. Above the limit it waits for a second admin.
 * @throws AppError invalid with fields; forbidden `own_account`; unprocessable `allocation_limit`, `too_few_credits`; conflict `key_reused`;
 *   what `approvals.ask` throws
 */
export async function allocate(ctx: AdminCtx, order: AllocationOrder): Promise<Allocated | Approval> {
  const { user } = await checked(ctx, order)
  await refuseOwn(ctx, user.id, order.kind === 'grant' ? 'give yourself credits' : 'take credits from yourself')
  const key = order.key ? `${ctx.user.id}:${order.key}` : newId()
  return inTransaction(ctx, async (ctx) => {
    // Locked first: what is sent twice at once comes here one after the other.
    await credits.ensureAccount(ctx, user.id)
    const { credits: amount, kind, reason } = order
    if ((await byKey(ctx, key)) || !creditsNeedSecond(ctx.settings(), amount + (await movedToday(ctx, user.id, kind))))
      return allocateNow(ctx, order, key, null)
    const what = `${kind === 'grant' ? 'Give' : 'Take'} ${creditText(amount)}`
    return approvals.ask(ctx, {
      ...{ kind: 'allocation', subject: user.id, userId: user.id },
      // By id: an address may be another's when it is confirmed.
      ...{ what, body: { ...order, person: user.id }, amount, reason, key },
    })
  })
}

/** What one admin alone gave to or took from a person within 24 hours: many small actions count as one. */
async function movedToday(ctx: AdminCtx, userId: string, kind: AllocationOrder['kind']): Promise<number> {
  const it = creditAllocations
  const since = new Date(Number(ctx.now()) - DAY)
  const [row] = await ctx.db
    .select({ sum: sql`coalesce(sum(${it.credits}), 0)`.mapWith(Number) })
    .from(it)
    .where(and(eq(it.userId, userId), eq(it.kind, kind), isNull(it.confirmedBy), gt(it.createdAt, since)))
  return row!.sum
}

/**
 * Does what one admin may do alone, or two signed. `ctx.db` is a transaction.
 * @param key names the action with whoever asked for it
 */
export async function allocateNow(
  ctx: AdminCtx,
  order: AllocationOrder,
  key: string,
  signed: approvals.Signed | null,
): Promise<Allocated> {
  const { user, expiresAt } = await checked(ctx, order)
  const { balance: before } = await credits.balanceOf(ctx, user.id)
  const earlier = await byKey(ctx, key)
  if (earlier) {
    if (earlier.userId !== user.id || earlier.kind !== order.kind || earlier.credits !== order.credits) throw reused()
    const { balance, held } = await credits.balanceOf(ctx, user.id)
    return answerOf(allocated, { ...earlier, user, held, balance: { before: balance, after: balance }, repeated: true })
  }
  const id = newId()
  await write(ctx, { ...order, id, key, user, expiresAt, fileId: null, signed })
  const { balance: after, held } = await credits.balanceOf(ctx, user.id)
  const about = { ...order, id, user, expires_at: expiresAt, held, repeated: false }
  return answerOf(allocated, { ...about, balance: { before, after } })
}

type Written = Pick<AllocationOrder, 'kind' | 'credits' | 'reason' | 'note' | 'mail'> & {
  id: string
  key: string
  user: Receiver
  expiresAt: Date | null
  fileId: string | null
  /** Null for what one admin does alone. */
  signed: approvals.Signed | null
}

/** One allocation: ledger, record, audit and mail. `ctx.db` is a transaction. */
export async function write(ctx: AdminCtx, it: Written): Promise<void> {
  const { id, key, kind, user, expiresAt, fileId, reason, note, mail, signed } = it
  const { balance: before } = await credits.balanceOf(ctx, user.id)
  const move = { credits: it.credits, key: `allocation:${id}`, note: `allocation:${id}` }
  if (kind === 'grant') await credits.grant(ctx, user.id, { kind: 'granted', expiresAt: expiresAt!, ...move })
  else await deduct(ctx, user.id, move)
  const by = { allocatedBy: signed?.requestedBy ?? ctx.user.id, confirmedBy: signed ? ctx.user.id : null }
  const values = { id, key, kind, credits: it.credits, expiresAt, reason, note, fileId, ...by }
  await ctx.db.insert(creditAllocations).values({ ...values, userId: user.id, mailed: mail, createdAt: ctx.now() })
  const { balance: after } = await credits.balanceOf(ctx, user.id)
  await audit.record(ctx, `credits.${kind}`, user.id, {
    reason,
    allocation: id,
    credits: it.credits,
    balance: { before, after },
    ...(expiresAt ? { expires_at: expiresAt.toISOString() } : {}),
    ...(fileId ? { file: fileId } : {}),
    ...approvals.signedBy(signed),
  })
  if (!mail) return
  const text = mailTexts.allocated(ctx.config, { kind, credits: it.credits, expiresAt, note })
  await mails.post(ctx, 'credits_allocated', { to: user.email, ...text })
}

async function checked(ctx: AdminCtx, order: AllocationOrder) {
  const user = await find(ctx, order.person)
  const expiresAt = order.kind === 'grant' ? expiryOf(order.expires_at!, ctx.now()) : null
  if (order.kind === 'grant' && !expiresAt) throw invalidFields({ expires_at: EXPIRY_PROBLEM })
  if (order.credits > ALLOCATION_LIMITS.credits) {
    const { kind, credits, reason } = order
    await security.record(ctx, 'allocation_refused', { user: user.id, kind, credits, reason })
    const most = numberText(ALLOCATION_LIMITS.credits)
    throw new AppError('unprocessable', `One action moves at most ${most} credits. The attempt was noted.`, {
      code: 'allocation_limit',
      details: { most: ALLOCATION_LIMITS.credits },
    })
  }
  return { user, expiresAt }
}

async function byKey(ctx: AdminCtx, key: string) {
  const [earlier] = await ctx.db.select().from(creditAllocations).where(eq(creditAllocations.key, key))
  return earlier ?? null
}

const reused = () => conflict('This key was used for another allocation.', 'key_reused')
