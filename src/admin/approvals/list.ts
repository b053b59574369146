import { and, eq } from 'drizzle-orm'
import { alias, type SelectedFields } from 'drizzle-orm/pg-core'
import { answerOf } from '#base/answer.ts'
import { notFound } from '#base/errors.ts'
import { searchCondition } from '#billing/search.ts'
import { secondApprovals, users } from '#db/schema/index.ts'
import { byPerson, byText, sortedPage } from '#db/sorted.ts'
import type { AdminCtx } from '../../ctx.ts'
import type { Read } from '../list-response.ts'
import { type Approval, type ApprovalKind, approval, type approvalList } from '../rules/approval.ts'
import type { Sorts } from '../rules/list.ts'
import { personOf } from '../sql.ts'

export type Row = typeof secondApprovals.$inferSelect
const [receivers, deciders] = [alias(users, 'receivers'), alias(users, 'deciders')]

const COLUMNS = {
  it: secondApprovals,
  requestedBy: personOf(users),
  user: personOf(receivers),
  decidedBy: personOf(deciders),
}

/** @param more columns */
const joined = <More extends SelectedFields>(ctx: AdminCtx, more: More) =>
  ctx.db
    .select({ ...COLUMNS, ...more })
    .from(secondApprovals)
    .innerJoin(users, eq(users.id, secondApprovals.requestedBy))
    .leftJoin(receivers, eq(receivers.id, secondApprovals.userId))
    .leftJoin(deciders, eq(deciders.id, secondApprovals.decidedBy))

const approvalOf = ({ it, ...about }: Awaited<ReturnType<typeof joined<Record<never, never>>>>[number]): Approval =>
  answerOf(approval, { ...it, ...about })

/** @throws AppError not_found */
export async function get(ctx: AdminCtx, id: string): Promise<Approval> {
  const [row] = await joined(ctx, {}).where(eq(secondApprovals.id, id))
  if (!row) throw notFound('Approval')
  return approvalOf(row)
}

/** What waits for a second admin about a thing, or null. */
export async function waitingFor(ctx: AdminCtx, kind: ApprovalKind, subject: string): Promise<Approval | null> {
  const it = secondApprovals
  const [row] = await joined(ctx, {}).where(and(eq(it.kind, kind), eq(it.subject, subject), eq(it.state, 'waiting')))
  return row ? approvalOf(row) : null
}

const SORTS = {
  what: byText(secondApprovals.what),
  person: byPerson(receivers),
  asker: byPerson(users),
  state: byText(secondApprovals.state),
} satisfies Sorts<typeof approvalList>

/** What waits or waited for a second admin. */
export const list: Read<typeof approvalList> = async (ctx, { q, state, kind, sort }, request) => {
  const it = secondApprovals
  const wanted = and(
    q ? await searchCondition(ctx.db, q, { person: it.userId, ids: [it.id, it.subject] }) : undefined,
    state ? eq(it.state, state) : undefined,
    kind ? eq(it.kind, kind) : undefined,
  )
  const page = await sortedPage(SORTS, it.id, { ...request, sort }, wanted, (at) => joined(ctx, { at }))
  return { ...page, items: page.items.map(approvalOf) }
}
