import { securityEvents } from '#db/schema/index.ts'
import type { Ctx } from '../ctx.ts'

/** What the Security Events page lists. */
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

/**
 * Writes down an attempt that was refused. Unlike audit.record it stands alone: the deed did not happen.
 * @param details what helps to judge the attempt, as JSON; never passwords or tokens
 */
export async function record(ctx: Ctx, kind: SecurityEventKind, details: Record<string, unknown> = {}): Promise<void> {
  await ctx.db.insert(securityEvents).values({
    kind,
    actorId: ctx.actor.userId,
    ip: ctx.actor.ip,
    requestId: ctx.actor.requestId,
    details,
    createdAt: ctx.now(),
  })
}
