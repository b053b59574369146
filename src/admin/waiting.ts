import { and, eq, gt, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { refundRequests, secondApprovals } from '#db/schema/index.ts'
import type { World } from '../ctx.ts'
import { urls } from '../urls.ts'
import { MOST_COUNTED, type Waiting } from './rules/waiting.ts'

/** What waits for finance at this moment; each is counted up to a hundred only, so that a page never waits for it. */
export async function waiting(ctx: Pick<World, 'db' | 'now'>): Promise<Waiting> {
  const count = async (table: PgTable, where: SQL | undefined) => {
    const some = ctx.db
      .select({ one: sql`1`.as('one') })
      .from(table)
      .where(where)
      .limit(MOST_COUNTED)
      .as('some')
    const [row] = await ctx.db.select({ count: sql`count(*)`.mapWith(Number) }).from(some)
    return row!.count
  }
  const { state } = refundRequests
  const [requested, approved, approvals] = await Promise.all([
    count(refundRequests, eq(state, 'requested')),
    count(refundRequests, eq(state, 'approved')),
    count(secondApprovals, and(eq(secondApprovals.state, 'waiting'), gt(secondApprovals.expiresAt, ctx.now()))),
  ])
  return { requested, approved, approvals }
}

/** What stands beside the entries of the sidebar, by their address. */
export const countsOf = ({ requested, approved, approvals }: Waiting): Record<string, number> => ({
  [urls.adminRefundRequests]: Math.min(requested + approved, MOST_COUNTED),
  [urls.adminBilling]: approvals,
})
