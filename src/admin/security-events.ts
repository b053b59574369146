import { and, desc, eq, ilike, lt, or } from 'drizzle-orm'
import { type Page, type PageRequest, pageOf } from '#base/paging.ts'
import { securityEvents, users } from '#db/schema/index.ts'
import type { AdminCtx } from '../ctx.ts'
import type { SecurityEvent } from './rules/security-event.ts'

export type EventFilter = {
  kind?: string | undefined
  /** Part of a person's email address, or a whole network address, or a whole request id. */
  q?: string | undefined
}

/** Refused attempts of every kind, the latest first. */
export async function list(
  ctx: AdminCtx,
  { kind, q }: EventFilter,
  { limit, cursor }: PageRequest,
): Promise<Page<SecurityEvent>> {
  const rows = await ctx.db
    .select({ event: securityEvents, name: users.name, email: users.email })
    .from(securityEvents)
    .leftJoin(users, eq(users.id, securityEvents.actorId))
    .where(
      and(
        kind ? eq(securityEvents.kind, kind) : undefined,
        q
          ? or(
              ilike(users.email, `%${q.replace(/[\\%_]/g, '\\$&')}%`),
              eq(securityEvents.ip, q),
              eq(securityEvents.requestId, q),
            )
          : undefined,
        cursor ? lt(securityEvents.id, cursor) : undefined,
      ),
    )
    .orderBy(desc(securityEvents.id))
    .limit(limit + 1)
  const events = rows.map(
    ({ event, name, email }): SecurityEvent => ({
      id: event.id,
      kind: event.kind,
      actor: event.actorId && email !== null ? { id: event.actorId, name: name ?? '', email } : null,
      ip: event.ip,
      request_id: event.requestId,
      details: event.details,
      created_at: event.createdAt.toISOString(),
    }),
  )
  return pageOf(events, limit, (event) => event.id)
}
