import { auditEvents } from '#db/schema/index.ts'
import type { Ctx } from '../ctx.ts'

/** `noun.verb` in the words of the specification: `organization.create`, `member.remove`. */
export type Action = `${string}.${string}`

/** Any ctx: the organization and workspace that it holds are recorded with the action. */
type PlacedCtx = Ctx & { organization?: { id: string }; workspace?: { id: string } }

/**
 * Writes down who did what, with a line of the log that its request is found by. Call it inside the transaction of the change, with that transaction's ctx, so that neither exists
 * without the other.
 * @param subject id of the thing that was changed
 * @param details what changed, as JSON; never secrets
 */
export async function record(
  ctx: PlacedCtx,
  action: Action,
  subject: string,
  details: Record<string, unknown> = {},
): Promise<void> {
  const { requestId } = ctx.actor
  ctx.log.info('audit event', { requestId, action, subject })
  await ctx.db.insert(auditEvents).values({
    actorId: ctx.actor.userId,
    action,
    subject,
    organizationId: ctx.organization?.id ?? null,
    workspaceId: ctx.workspace?.id ?? null,
    ip: ctx.actor.ip,
    requestId,
    details,
    createdAt: ctx.now(),
  })
}
