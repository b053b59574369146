import { and, eq, gt, isNull, lte, ne, or } from 'drizzle-orm'
import { SITE } from '#base/site.ts'
import { DAY } from '#base/time.ts'
import { inTransaction } from '#db/connect.ts'
import { subscriptions, users } from '#db/schema/index.ts'
import * as audit from '#records/audit.ts'
import * as mails from '#records/mails.ts'
import type { Ctx, World } from '../ctx.ts'
import type { LedgerCtx } from './ledger.ts'
import * as mailTexts from './mail-texts.tsx'
import { daysUntilExpiry, WARN_DAYS } from './rules/membership.ts'
import { reminderDue } from './rules/plan.ts'
import { periodsOf, project } from './subscriptions.ts'
import { asSystem } from './system.ts'

type Row = typeof subscriptions.$inferSelect

/** The membership under lock with the address of its person; null when it changed meanwhile. */
async function lock(ctx: Ctx, { id, currentPeriodEnd }: Row) {
  const [found] = await ctx.db
    .select({ subscription: subscriptions, email: users.email })
    .from(subscriptions)
    .innerJoin(users, eq(users.id, subscriptions.userId))
    .where(and(eq(subscriptions.id, id), eq(subscriptions.currentPeriodEnd, currentPeriodEnd)))
    .for('update', { of: subscriptions })
  return found ?? null
}

/** What was last said of this end; null when nothing was. */
const toldOf = ({ remindedOf, remindedDays, currentPeriodEnd }: Row): number | null =>
  Number(remindedOf) === Number(currentPeriodEnd) ? remindedDays : null

/** Which reminder of the membership is due; none where another plan follows that is paid for. */
async function dueOf(ctx: LedgerCtx, row: Row): Promise<number | null> {
  const periods = (await periodsOf(ctx, row.userId)).filter((it) => it.endedAt === null)
  const last = periods.at(-1)
  if (last && last.endsAt > row.currentPeriodEnd) return null
  const days = daysUntilExpiry(row.currentPeriodEnd, ctx.now())!
  return reminderDue(days, toldOf(row), last?.isAnnual ?? row.isAnnual)
}

/** Reminds of memberships that end soon, once at each of the rules' days. A job calls it. @returns how many mails */
export async function remind(world: World): Promise<number> {
  const now = world.now()
  const soon = new Date(Number(now) + WARN_DAYS * DAY)
  const ending = await world.db
    .select()
    .from(subscriptions)
    .where(
      and(
        gt(subscriptions.currentPeriodEnd, now),
        lte(subscriptions.currentPeriodEnd, soon),
        // Who cancelled it is not reminded.
        or(isNull(subscriptions.nextPlan), ne(subscriptions.nextPlan, 'free')),
      ),
    )
    .limit(2000)
  let sent = 0
  for (const row of ending) {
    if ((await dueOf(world, row)) === null) continue
    sent += await inTransaction(asSystem(world), async (ctx) => {
      const found = await lock(ctx, row)
      const due = found && (await dueOf(ctx, found.subscription))
      if (!found || !due || found.subscription.nextPlan === 'free') return 0
      const { subscription, email } = found
      const days = daysUntilExpiry(subscription.currentPeriodEnd, ctx.now())!
      await mails.post(ctx, 'membership_reminder', { to: email, ...mailTexts.reminder(ctx.config, subscription, days) })
      await ctx.db
        .update(subscriptions)
        .set({ remindedOf: subscription.currentPeriodEnd, remindedDays: due })
        .where(eq(subscriptions.id, subscription.id))
      return 1
    })
  }
  return sent
}

/** Ends memberships whose time is over, or goes on to the plan that was bought next. A job calls it. @returns how many */
export async function end(world: World): Promise<number> {
  const now = world.now()
  const over = await world.db
    .select()
    .from(subscriptions)
    .where(
      and(
        lte(subscriptions.currentPeriodEnd, now),
        // Looked at once for each end.
        or(
          isNull(subscriptions.remindedOf),
          ne(subscriptions.remindedOf, subscriptions.currentPeriodEnd),
          ne(subscriptions.remindedDays, 0),
        ),
      ),
    )
    .limit(500)
  for (const row of over)
    await inTransaction(asSystem(world), async (ctx) => {
      const found = await lock(ctx, row)
      if (!found) return
      const { subscription, email } = found
      const end = await project(ctx, subscription.userId)
      if (end && end > now) return
      const ended = { remindedOf: end ?? subscription.currentPeriodEnd, remindedDays: 0 }
      await ctx.db.update(subscriptions).set(ended).where(eq(subscriptions.id, subscription.id))
      await audit.record(ctx, 'membership.expire', subscription.id, { plan: subscription.planType, site: SITE.name })
      await mails.post(ctx, 'membership_ended', { to: email, ...mailTexts.ended(ctx.config, subscription) })
    })
  return over.length
}
