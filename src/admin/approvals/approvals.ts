import { and, eq, lte, sql } from 'drizzle-orm'
import { AppError, conflict, notFound } from '#base/errors.ts'
import { newId } from '#base/ids.ts'
import { financeAdmins } from '#billing/finance-admins.ts'
import { asSystem } from '#billing/system.ts'
import { inTransaction } from '#db/connect.ts'
import { secondApprovals, users } from '#db/schema/index.ts'
import * as audit from '#records/audit.ts'
import * as mails from '#records/mails.ts'
import type { AdminCtx, Ctx, World } from '../../ctx.ts'
import { APPROVAL_LIFE, type Approval, type ApprovalKind, nobodyElse } from '../rules/approval.ts'
import { get, type Row } from './list.ts'
import * as mailTexts from './mail-texts.ts'

export type Asked = {
  kind: ApprovalKind
  subject: string
  userId: string | null
  what: string
  body: Record<string, unknown>
  amount: number
  currency?: string
  reason: string
  /** Names the action; a new one when left out. */
  key?: string
}

/** Who stands behind an action that two admins signed. */
export type Signed = { approval: string; requestedBy: string }
/** The same for the audit log, whose actor is the second one. */
export const signedBy = (signed: Signed | null): Record<string, string> =>
  signed ? { approval: signed.approval, requested_by: signed.requestedBy } : {}

/** Whoever decides about a thing, or asks for a decision about it, waits here for others who do so. */
export const hold = (ctx: Ctx, subject: string) =>
  ctx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`second_approval:${subject}`}, 0))`)

/**
 * Lets an action wait for a second admin, who is told by mail. `ctx.db` is a transaction.
 * @throws AppError conflict `second_admin_missing` when there is nobody else, `approval_waiting` when the thing waits already, `key_reused`
 */
export async function ask(ctx: AdminCtx, asked: Asked): Promise<Approval> {
  const others = await financeAdmins(ctx, [ctx.user.id, ...(asked.userId ? [asked.userId] : [])])
  if (others.length === 0) throw conflict(nobodyElse('to confirm this'), 'second_admin_missing')
  const { key = newId(), ...about } = asked
  const [made] = await ctx.db
    .insert(secondApprovals)
    .values({
      ...about,
      key,
      requestedBy: ctx.user.id,
      expiresAt: new Date(Number(ctx.now()) + APPROVAL_LIFE),
      createdAt: ctx.now(),
    })
    .onConflictDoNothing()
    .returning()
  if (!made) return alreadyAsked(ctx, { ...asked, key })
  await audit.record(ctx, 'approval.request', made.subject, { ...noted(made), reason: made.reason })
  for (const { email } of others)
    await mails.post(ctx, 'second_approval', { to: email, ...mailTexts.asked(ctx.config, ctx.user, made) })
  return get(ctx, made.id)
}

/** What waits already: the same action under its key, or another one about the same thing. */
async function alreadyAsked(ctx: AdminCtx, asked: Asked & { key: string }): Promise<Approval> {
  const [same] = await ctx.db.select().from(secondApprovals).where(eq(secondApprovals.key, asked.key))
  if (!same)
    throw conflict(
      'This waits for a second finance admin already. See Billing Management, Approvals.',
      'approval_waiting',
    )
  if (same.subject !== asked.subject || same.what !== asked.what)
    throw conflict('This key was used for another action.', 'key_reused')
  return get(ctx, same.id)
}

/** Ends the waiting of an action without carrying it out; whoever asked for it takes it back. @throws AppError conflict `approval_decided` */
export const decline = (ctx: AdminCtx, id: string, reason: string): Promise<Approval> =>
  inTransaction(ctx, async (ctx) => {
    const row = await locked(ctx, id)
    await decided(ctx, row, row.requestedBy === ctx.user.id ? 'withdrawn' : 'declined', reason)
    return get(ctx, id)
  })

/** Ends what waits about a thing that was decided in another way. `ctx.db` is a transaction that holds the subject. */
export async function endFor(ctx: AdminCtx, kind: ApprovalKind, subject: string, reason: string): Promise<void> {
  const waiting = await ctx.db
    .select()
    .from(secondApprovals)
    .where(
      and(eq(secondApprovals.kind, kind), eq(secondApprovals.subject, subject), eq(secondApprovals.state, 'waiting')),
    )
    .for('update')
  for (const row of waiting) await decided(ctx, row, row.requestedBy === ctx.user.id ? 'withdrawn' : 'declined', reason)
}

/** Ends what nobody confirmed in time. A job calls it. @returns how many */
export const expire = (world: World): Promise<number> =>
  inTransaction(world, async (world) => {
    const late = and(eq(secondApprovals.state, 'waiting'), lte(secondApprovals.expiresAt, world.now()))
    const rows = await world.db
      .select()
      .from(secondApprovals)
      .where(late)
      .limit(100)
      .for('update', { skipLocked: true })
    const ctx = asSystem(world)
    for (const row of rows) await decided(ctx, row, 'expired', '')
    return rows.length
  })

/** The row of what waits, for this transaction alone. @throws AppError not_found; conflict `approval_decided` */
export async function locked(ctx: AdminCtx, id: string): Promise<Row> {
  const { subject } = await get(ctx, id)
  await hold(ctx, subject)
  const [row] = await ctx.db.select().from(secondApprovals).where(eq(secondApprovals.id, id)).for('update')
  if (!row) throw notFound('Approval')
  if (row.state !== 'waiting')
    throw new AppError('conflict', `This is ${row.state} already.`, {
      code: 'approval_decided',
      details: { state: row.state },
    })
  return row
}

const DECIDED = { confirmed: 'confirm', declined: 'decline', withdrawn: 'withdraw', expired: 'expire' } as const

/** Writes down how it ended, and tells whoever asked. `ctx.db` is the transaction that holds the row. */
export async function decided(ctx: Ctx, row: Row, state: keyof typeof DECIDED, note: string): Promise<void> {
  const by = ctx.actor.userId
  await ctx.db
    .update(secondApprovals)
    .set({ state, note, decidedBy: by, decidedAt: ctx.now() })
    .where(eq(secondApprovals.id, row.id))
  await audit.record(ctx, `approval.${DECIDED[state]}`, row.subject, {
    ...noted(row),
    ...(note ? { reason: note } : {}),
  })
  if (by === row.requestedBy) return
  const [asker] = await ctx.db.select({ to: users.email }).from(users).where(eq(users.id, row.requestedBy))
  await mails.post(ctx, 'second_approval', { to: asker!.to, ...mailTexts.decided(ctx.config, row, state, note) })
}

/** What the audit log keeps of it: both admins are named, one as the actor. */
const noted = ({ id, kind, what, userId, requestedBy }: Row) => ({
  approval: id,
  kind,
  what,
  requested_by: requestedBy,
  ...(userId ? { user: userId } : {}),
})
