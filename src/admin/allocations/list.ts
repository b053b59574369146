import { and, eq } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { answerOf } from '#base/answer.ts'
import { searchCondition } from '#billing/search.ts'
import { creditAllocationFiles, creditAllocations, users } from '#db/schema/index.ts'
import { byNumber, byPerson, byText, sortedPage } from '#db/sorted.ts'
import type { Read } from '../list-response.ts'
import { allocationList } from '../rules/credit-allocation.ts'
import type { Sorts } from '../rules/list.ts'
import { personOf } from '../sql.ts'

const [givers, seconds] = [alias(users, 'givers'), alias(users, 'seconds')]

const SORTS = {
  person: byPerson(users),
  what: byText(creditAllocations.kind),
  credits: byNumber(creditAllocations.credits),
  reason: byText(creditAllocations.reason),
  by: byPerson(givers),
} satisfies Sorts<typeof allocationList>

export const list: Read<typeof allocationList> = async (ctx, { q, kind, by, file, sort }, request) => {
  const it = creditAllocations
  const wanted = and(
    q ? await searchCondition(ctx.db, q, { person: it.userId, ids: [it.id] }) : undefined,
    by ? await searchCondition(ctx.db, by, { person: it.allocatedBy, ids: [] }) : undefined,
    kind ? eq(it.kind, kind) : undefined,
    file ? eq(it.fileId, file) : undefined,
  )
  const page = await sortedPage(SORTS, it.id, { ...request, sort }, wanted, (at) =>
    ctx.db
      .select({
        at,
        it,
        user: personOf(users),
        allocatedBy: personOf(givers),
        confirmedBy: personOf(seconds),
        file: { id: creditAllocationFiles.id, name: creditAllocationFiles.name },
      })
      .from(it)
      .innerJoin(users, eq(users.id, it.userId))
      .innerJoin(givers, eq(givers.id, it.allocatedBy))
      .leftJoin(seconds, eq(seconds.id, it.confirmedBy))
      .leftJoin(creditAllocationFiles, eq(creditAllocationFiles.id, it.fileId)),
  )
  return { ...page, items: page.items.map(({ it, ...about }) => answerOf(allocationList.item, { ...it, ...about })) }
}
