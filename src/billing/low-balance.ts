import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import { inTransaction } from '#db/connect.ts'
import { creditAccounts, users } from '#db/schema/index.ts'
import * as audit from '#records/audit.ts'
import * as mails from '#records/mails.ts'
import type { UserCtx, World } from '../ctx.ts'
import * as credits from './credits.ts'
import { lockAccount } from './ledger.ts'
import * as mailTexts from './mail-texts.tsx'
import { nextGrant } from './rules/plan.ts'
import { periodsOf } from './subscriptions.ts'

const BATCH = 200

/** At how many credits the person is told; null for never. */
export async function threshold(ctx: UserCtx): Promise<number | null> {
  const [account] = await ctx.db
    .select({ lowAt: creditAccounts.lowAt })
    .from(creditAccounts)
    .where(eq(creditAccounts.userId, ctx.user.id))
  return (account ?? (await credits.ensureAccount(ctx, ctx.user.id))).lowAt
}

/** Changes it. Whoever is below it already sees so on their pages, and is mailed with the next crossing. */
export const change = (ctx: UserCtx, lowAt: number | null): Promise<number | null> =>
  inTransaction(ctx, async (ctx) => {
    const userId = ctx.user.id
    await credits.ensureAccount(ctx, userId)
    const { balance, held, lowSince, lowTold } = (await lockAccount(ctx, userId))!
    const low = lowAt !== null && balance + held <= lowAt
    await ctx.db
      .update(creditAccounts)
      .set({ lowAt, lowSince: low ? (lowSince ?? ctx.now()) : null, lowTold: low && (lowTold || lowSince === null) })
      .where(eq(creditAccounts.userId, userId))
    await audit.record(ctx, 'billing.low_balance', userId, { threshold: lowAt })
    return lowAt
  })

const isUntold = and(isNotNull(creditAccounts.lowSince), eq(creditAccounts.lowTold, false))

/**
 * Mails everybody whose credits have run low since they were last told; the ledger noted it in the transaction in which they did.
 * Who has topped up meanwhile is left alone. Safe in many processes at once. @returns mails written
 */
export async function tell(world: World): Promise<number> {
  const due = await world.db.select({ userId: creditAccounts.userId }).from(creditAccounts).where(isUntold).limit(BATCH)
  let sent = 0
  for (const { userId } of due) sent += await tellOne(world, userId)
  return sent
}

const tellOne = (world: World, userId: string): Promise<number> =>
  inTransaction(world, async (ctx) => {
    // Read again under the lock: another process may have told, credits may have come, or the next month of a plan has begun.
    await credits.renew(ctx, userId)
    const account = await lockAccount(ctx, userId)
    if (!account?.lowSince || account.lowTold || account.lowAt === null) return 0
    await ctx.db.update(creditAccounts).set({ lowTold: true }).where(eq(creditAccounts.userId, userId))
    const isHere = and(eq(users.id, userId), isNull(users.disabledAt))
    const [person] = await ctx.db.select({ email: users.email }).from(users).where(isHere)
    if (!person) return 0
    const next = nextGrant(await periodsOf(ctx, userId))
    const mail = mailTexts.lowBalance(ctx.config, account.balance + account.held, account.lowAt, next)
    await mails.post(ctx, 'low_balance', { to: person.email, ...mail })
    return 1
  })
