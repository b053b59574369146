import { and, eq, gt } from 'drizzle-orm'
import { firstIdAt } from '#base/ids.ts'
import { HOUR } from '#base/time.ts'
import { securityEvents } from '#db/schema/index.ts'
import type { Ctx } from '../ctx.ts'

/** So many events of a kind are written down of one person, or of one network address, within an hour: nobody fills the disk by knocking. */
export const MOST_AN_HOUR = 200

export type SecurityEventKind =
  | 'sign_in_failed'
  | 'sign_in_limited'
  | 'password_refused'
  | 'second_step_failed'
  | 'second_step_locked'
  | 'disabled_refused'
  | 'google_refused'
  | 'permission_denied'
  | 'statement_refused'
  | 'upload_refused'
  | 'address_refused'
  | 'first_admin_refused'
  | 'admin_refused'
  | 'contact_refused'
  | 'payment_signature_invalid'
  | 'payment_tampered'
  | 'webhook_refused'
  | 'allocation_refused'
  | 'own_account_refused'

/**
 * Writes down an attempt that was refused, with a line of the log that its request is found by. Unlike audit.record it needs no transaction, since nothing was changed.
 * @param details what helps to judge the attempt, as JSON; never passwords or tokens
 */
export async function record(ctx: Ctx, kind: SecurityEventKind, details: Record<string, unknown> = {}): Promise<void> {
  const before = await countLately(ctx, kind)
  if (before >= MOST_AN_HOUR) return
  const { requestId } = ctx.actor
  ctx.log.warn('security event', { requestId, kind, details })
  const last = before === MOST_AN_HOUR - 1
  await ctx.db.insert(securityEvents).values({
    kind,
    actorId: ctx.actor.userId,
    ip: ctx.actor.ip,
    requestId,
    details: last ? { ...details, more: 'are not written down within this hour' } : details,
    createdAt: ctx.now(),
  })
}

/** How many of a kind stand there of this person, or of this guest's address, since an hour ago. */
async function countLately({ actor, db, now }: Ctx, kind: SecurityEventKind): Promise<number> {
  const who = actor.userId
    ? eq(securityEvents.actorId, actor.userId)
    : actor.ip
      ? eq(securityEvents.ip, actor.ip)
      : undefined
  if (!who) return 0
  const since = new Date(Number(now()) - HOUR)
  // Ids are made in the order of time, and every index ends in one: what was long ago is not read.
  const isRecent = and(gt(securityEvents.id, firstIdAt(since)), gt(securityEvents.createdAt, since))
  return db.$count(securityEvents, and(who, eq(securityEvents.kind, kind), isRecent))
}
