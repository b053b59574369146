import { and, eq } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { cursorAt, type Page, type PageRequest, pageOf } from '#base/paging.ts'
import { searchCondition } from '#billing/search.ts'
import { creditAllocationFiles, creditAllocations, users } from '#db/schema/index.ts'
import { byNumber, byPerson, byText, sorted } from '#db/sorted.ts'
import type { AdminCtx } from '../../ctx.ts'
import type { Allocation, allocationList } from '../rules/credit-allocation.ts'
import type { FilterOf, Sorts } from '../rules/list.ts'

const [givers, seconds] = [alias(users, 'givers'), alias(users, 'seconds')]

const SORTS = {
  person: byPerson(users),
  what: byText(creditAllocations.kind),
  credits: byNumber(creditAllocations.credits),
  reason: byText(creditAllocations.reason),
  by: byPerson(givers),
} satisfies Sorts<typeof allocationList>

/** What was given and taken by hand. */
export async function list(
  ctx: AdminCtx,
  { q, kind, by, file, sort }: FilterOf<typeof allocationList>,
  { limit, cursor }: PageRequest,
): Promise<Page<Allocation>> {
  const it = creditAllocations
  const { key, after, order } = sorted(SORTS, it.id, { sort, cursor })
  const rows = await ctx.db
    .select({
      key,
      it,
      user: { id: users.id, name: users.name, email: users.email },
      by: { id: givers.id, name: givers.name, email: givers.email },
      second: { id: seconds.id, name: seconds.name, email: seconds.email },
      file: { id: creditAllocationFiles.id, name: creditAllocationFiles.name },
    })
    .from(it)
    .innerJoin(users, eq(users.id, it.userId))
    .innerJoin(givers, eq(givers.id, it.allocatedBy))
    .leftJoin(seconds, eq(seconds.id, it.confirmedBy))
    .leftJoin(creditAllocationFiles, eq(creditAllocationFiles.id, it.fileId))
    .where(
      and(
        q ? await searchCondition(ctx.db, q, { person: it.userId, ids: [it.id] }) : undefined,
        by ? await searchCondition(ctx.db, by, { person: it.allocatedBy, ids: [] }) : undefined,
        kind ? eq(it.kind, kind) : undefined,
        file ? eq(it.fileId, file) : undefined,
        after,
      ),
    )
    .orderBy(...order)
    .limit(limit + 1)
  const page = pageOf(rows, limit, (row) => cursorAt(row.key, row.it.id))
  return {
    ...page,
    items: page.items.map(({ it, user, by, second, file }) => ({
      id: it.id,
      created_at: it.createdAt.toISOString(),
      kind: it.kind,
      user,
      credits: it.credits,
      expires_at: it.expiresAt?.toISOString() ?? null,
      reason: it.reason,
      note: it.note,
      mailed: it.mailed,
      file,
      allocated_by: by,
      confirmed_by: second,
    })),
  }
}
