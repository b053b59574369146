import { and, eq, gt, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { financeAdmins } from '#billing/finance-admins.ts'
import { inTransaction } from '#db/connect.ts'
import { refundRequests, secondApprovals, users } from '#db/schema/index.ts'
import * as mails from '#records/mails.ts'
import { mailOf } from '#ui/mail.tsx'
import type { World } from '../ctx.ts'
import { absolute, urls } from '../urls.ts'
import { MOST_COUNTED, type Waiting, waitingLines } from './rules/waiting.ts'

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

/**
 * Tells every finance admin what waits, at most once a day (UTC) each, however many servers ask; nobody when nothing does. A job calls it.
 * @returns how many were told
 */
export async function tellWaiting(world: World): Promise<number> {
  if (!world.settings().finance.daily_mail) return 0
  const now = await waiting(world)
  if (waitingLines(now).length === 0) return 0
  const today = new Date(world.now().toISOString().slice(0, 10))
  let sent = 0
  for (const { id, email } of await financeAdmins(world))
    sent += await inTransaction(world, async (world) => {
      const notYet = or(isNull(users.waitingToldAt), lt(users.waitingToldAt, today))
      const [claimed] = await world.db
        .update(users)
        .set({ waitingToldAt: world.now() })
        .where(and(eq(users.id, id), notYet))
        .returning({ id: users.id })
      if (!claimed) return 0
      await mails.post(world, 'finance_waiting', { to: email, ...waitingMail(world, now) })
      return 1
    })
  return sent
}

const waitingMail = ({ config }: World, now: Waiting) =>
  mailOf({
    title: 'Refunds and approvals wait',
    paragraphs: waitingLines(now).map((line) => `${line}.`),
    action: {
      label: now.requested + now.approved > 0 ? 'Refund Requests' : 'Approvals',
      address: absolute(config, now.requested + now.approved > 0 ? urls.adminRefundRequests : urls.adminApprovals),
    },
    footnote:
      'You get this once a day as long as something waits. A superadmin can switch it off under System Settings, Finance.',
  })
