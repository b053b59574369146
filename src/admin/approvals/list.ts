import { and, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { notFound } from '#base/errors.ts'
import { cursorAt, type Page, type PageRequest, pageOf } from '#base/paging.ts'
import { searchCondition } from '#billing/search.ts'
import { secondApprovals, users } from '#db/schema/index.ts'
import { byPerson, byText, sorted } from '#db/sorted.ts'
import type { AdminCtx } from '../../ctx.ts'
import type { Approval, ApprovalKind, approvalList } from '../rules/approval.ts'
import type { FilterOf, Sorts } from '../rules/list.ts'

export type Row = typeof secondApprovals.$inferSelect
const [receivers, deciders] = [alias(users, 'receivers'), alias(users, 'deciders')]

const joined = (ctx: AdminCtx, key = sql<string | null>`null`.as('sort_key')) =>
  ctx.db
    .select({
      key,
      it: secondApprovals,
      requestedBy: { id: users.id, name: users.name, email: users.email },
      user: { id: receivers.id, name: receivers.name, email: receivers.email },
      decidedBy: { id: deciders.id, name: deciders.name, email: deciders.email },
    })
    .from(secondApprovals)
    .innerJoin(users, eq(users.id, secondApprovals.requestedBy))
    .leftJoin(receivers, eq(receivers.id, secondApprovals.userId))
    .leftJoin(deciders, eq(deciders.id, secondApprovals.decidedBy))
    .$dynamic()

const shown = ({ it, user, requestedBy, decidedBy }: Awaited<ReturnType<typeof joined>>[number]): Approval => ({
  id: it.id,
  kind: it.kind,
  subject: it.subject,
  what: it.what,
  user,
  amount: it.amount,
  currency: it.currency,
  reason: it.reason,
  state: it.state,
  requested_by: requestedBy,
  decided_by: decidedBy,
  note: it.note,
  created_at: it.createdAt.toISOString(),
  decided_at: it.decidedAt?.toISOString() ?? null,
  expires_at: it.expiresAt.toISOString(),
})

/** @throws AppError not_found */
export async function get(ctx: AdminCtx, id: string): Promise<Approval> {
  const [row] = await joined(ctx).where(eq(secondApprovals.id, id))
  if (!row) throw notFound('Approval')
  return shown(row)
}

/** What waits for a second admin about a thing, or null. */
export async function waitingFor(ctx: AdminCtx, kind: ApprovalKind, subject: string): Promise<Approval | null> {
  const it = secondApprovals
  const [row] = await joined(ctx).where(and(eq(it.kind, kind), eq(it.subject, subject), eq(it.state, 'waiting')))
  return row ? shown(row) : null
}

const SORTS = {
  what: byText(secondApprovals.what),
  person: byPerson(receivers),
  asker: byPerson(users),
  state: byText(secondApprovals.state),
} satisfies Sorts<typeof approvalList>

/** What waits or waited for a second admin. */
export async function list(
  ctx: AdminCtx,
  { q, state, kind, sort }: FilterOf<typeof approvalList>,
  { limit, cursor }: PageRequest,
): Promise<Page<Approval>> {
  const it = secondApprovals
  const { key, after, order } = sorted(SORTS, it.id, { sort, cursor })
  const rows = await joined(ctx, key)
    .where(
      and(
        q ? await searchCondition(ctx.db, q, { person: it.userId, ids: [it.id, it.subject] }) : undefined,
        state ? eq(it.state, state) : undefined,
        kind ? eq(it.kind, kind) : undefined,
        after,
      ),
    )
    .orderBy(...order)
    .limit(limit + 1)
  const page = pageOf(rows, limit, (row) => cursorAt(row.key, row.it.id))
  return { ...page, items: page.items.map(shown) }
}
