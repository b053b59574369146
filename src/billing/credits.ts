import { and, eq, gt, inArray, lt, lte, sql } from 'drizzle-orm'
import { AppError, conflict, notFound } from '#base/errors.ts'
import { DAY } from '#base/time.ts'
import { inTransaction } from '#db/connect.ts'
import { creditAccounts, creditEntries, creditHolds, creditLots, subscriptionPeriods } from '#db/schema/index.ts'
import type { UserCtx } from '../ctx.ts'
import { href, urls } from '../urls.ts'
import { type Grant, give, giveMonths, isDue } from './grants.ts'
import { type Account, begin, enter, find, type LedgerCtx, lockAccount, moves } from './ledger.ts'
import type { CreditBalance } from './rules/answers.ts'
import { HOLD_LIFETIME, insufficientText } from './rules/credit.ts'
import { burn, hasExpired } from './rules/lot.ts'
import { topUp } from './rules/pack.ts'

export type Hold = { id: string; amount: number }
type Place = { organizationId?: string; workspaceId?: string }
/** How a hold ended: credits that it cost (0 when it was released) and what is free to spend now. */
export type Closed = { charged: number; balance: number }
/**
 * Sets credits aside for a question before it is asked of a model. The same purpose is held once: while its hold is open, asking
 * again gives the same hold.
 * @param purpose unique name of what it is for: `message:{id}`
 * @param place where it is spent, for the budgets of that place
 * @throws AppError insufficient_credits; conflict `hold_closed` when the purpose was paid or released before
 */
export function hold(ctx: UserCtx, amount: number, purpose: string, place: Place = {}): Promise<Hold> {
  return inTransaction(ctx, async (ctx) => {
    const userId = ctx.user.id
    const account = await openAndLock(ctx, userId)
    const transaction = { userId, kind: 'hold' as const, idempotencyKey: `hold:${userId}:${purpose}`, note: purpose }
    const id = await begin(ctx, transaction)
    if (!id) return openHold(ctx, transaction.idempotencyKey)
    const lots = await spendableLots(ctx, userId)
    const shares = burn(lots, amount)
    if (!shares) throw insufficient(amount, total(lots), account.held)
    await enter(ctx, userId, id, moves(shares, 'free', 'held'))
    const now = ctx.now()
    await ctx.db.insert(creditHolds).values({ id, userId, amount, purpose, ...place, heartbeatAt: now, createdAt: now })
    return { id, amount }
  })
}

async function openHold(ctx: LedgerCtx, key: string): Promise<Hold> {
  const transaction = await find(ctx, key)
  const [held] = await ctx.db.select().from(creditHolds).where(eq(creditHolds.id, transaction!.id))
  if (held?.state !== 'open') throw conflict('The credits for this were settled before.', 'hold_closed')
  return { id: held.id, amount: held.amount }
}

const insufficient = (needed: number, balance: number, held: number) =>
  new AppError('insufficient_credits', insufficientText(needed, balance, held), {
    details: { needed, balance, held, top_up: href(urls.billing, {}, topUp(needed - balance)) },
  })

/**
 * Charges a hold. Settling again changes nothing; a hold that the sweep has released meanwhile charges nothing. Joins the
 * transaction of the ctx, so that an answer is saved and paid for in one.
 */
export const settle = (ctx: UserCtx, holdId: string): Promise<Closed> => close(ctx, ctx.user.id, holdId, 'settled')

/** Gives a hold back. Credits whose lot has expired meanwhile expire at once. Fine when the hold is closed already. */
export const release = (ctx: UserCtx, holdId: string): Promise<Closed> => close(ctx, ctx.user.id, holdId, 'released')

function close(ctx: LedgerCtx, userId: string, holdId: string, to: 'settled' | 'released'): Promise<Closed> {
  return inTransaction(ctx, async (ctx) => {
    await lockAccount(ctx, userId)
    const found = await ctx.db
      .select({ hold: creditHolds, share: { lotId: creditEntries.lotId, amount: creditEntries.amount } })
      .from(creditHolds)
      .innerJoin(creditEntries, and(eq(creditEntries.transactionId, creditHolds.id), eq(creditEntries.side, 'held')))
      .where(and(eq(creditHolds.id, holdId), eq(creditHolds.userId, userId)))
    const held = found[0]?.hold
    if (!held) throw notFound('Hold')
    const state = held.state === 'open' ? to : held.state
    if (held.state === 'open') {
      const kind = to === 'settled' ? 'settle' : 'release'
      const id = await begin(ctx, { userId, kind, idempotencyKey: `${kind}:${holdId}`, note: held.purpose })
      const shares = found.map((row) => row.share)
      await enter(ctx, userId, id!, moves(shares, 'held', to === 'settled' ? 'spent' : 'free'))
      await ctx.db.update(creditHolds).set({ state, closedAt: ctx.now() }).where(eq(creditHolds.id, holdId))
    }
    return { charged: state === 'settled' ? held.amount : 0, balance: total(await spendableLots(ctx, userId)) }
  })
}

/** Says that the process behind these holds lives. A closed hold stays closed: its credits are free again or spent. */
export async function heartbeats(ctx: LedgerCtx, holdIds: string[]): Promise<void> {
  const open = and(inArray(creditHolds.id, holdIds), eq(creditHolds.state, 'open'))
  await ctx.db.update(creditHolds).set({ heartbeatAt: ctx.now() }).where(open)
}

/** The condition of a hold whose process has been silent for too long. */
const isAbandoned = (ctx: LedgerCtx) =>
  and(eq(creditHolds.state, 'open'), lt(creditHolds.heartbeatAt, new Date(Number(ctx.now()) - HOLD_LIFETIME)))

/** Releases holds whose process died, all or those of one account. Safe in many processes at once. @returns how many */
export async function releaseAbandoned(ctx: LedgerCtx, of?: string): Promise<number> {
  const abandoned = and(isAbandoned(ctx), of ? eq(creditHolds.userId, of) : undefined)
  const found = await ctx.db.select().from(creditHolds).where(abandoned).limit(500)
  let released = 0
  for (const { id, userId } of found) released += await releaseIfAbandoned(ctx, userId, id)
  return released
}

const releaseIfAbandoned = (ctx: LedgerCtx, userId: string, id: string): Promise<number> =>
  inTransaction(ctx, async (ctx) => {
    await lockAccount(ctx, userId)
    // Looked at again under the lock: it may have been renewed or closed meanwhile.
    const [still] = await ctx.db
      .select()
      .from(creditHolds)
      .where(and(eq(creditHolds.id, id), isAbandoned(ctx)))
      .for('update')
    if (still) await close(ctx, userId, id, 'released')
    return still ? 1 : 0
  })

/** Gives credits; opens the account when there is none. @returns false when this key gave before */
export function grant(ctx: LedgerCtx, userId: string, what: Grant): Promise<boolean> {
  return inTransaction(ctx, async (ctx) => {
    await openAndLock(ctx, userId)
    return give(ctx, userId, what)
  })
}

/** Opens the account when there is none yet, and locks it until the transaction ends. */
export const ensureAccount = (ctx: LedgerCtx, userId: string): Promise<Account> =>
  inTransaction(ctx, (ctx) => openAndLock(ctx, userId))

/** Locks the account, opening it with the trial credits when there is none yet. */
async function openAndLock(ctx: LedgerCtx, userId: string): Promise<Account> {
  const account = await lockAccount(ctx, userId)
  if (account) return account
  const { trial, trial_days, low_balance } = ctx.settings().credits
  await ctx.db.insert(creditAccounts).values({ userId, lowAt: low_balance }).onConflictDoNothing()
  const opened = await lockAccount(ctx, userId)
  await give(ctx, userId, {
    kind: 'trial',
    credits: trial,
    expiresAt: new Date(Number(ctx.now()) + trial_days * DAY),
    key: `trial:${userId}`,
  })
  return opened!
}

/**
 * Gives months of plans that have begun and expires lots past their date, for everybody, so that lists of accounts show what is
 * true; whoever asks for one account does it for that one. Safe in many processes at once. @returns accounts touched
 */
export async function renewAll(ctx: LedgerCtx): Promise<number> {
  const now = ctx.now()
  const expired = ctx.db
    .select({ userId: creditLots.userId })
    .from(creditLots)
    .where(and(HAS_FREE, lte(creditLots.expiresAt, now)))
  const renewing = ctx.db.select({ userId: subscriptionPeriods.userId }).from(subscriptionPeriods).where(isDue(now))
  const due = await expired.union(renewing).limit(500)
  for (const { userId } of due) await renew(ctx, userId)
  return due.length
}

/** The same for one account. */
export const renew = (ctx: LedgerCtx, userId: string): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    await lockAccount(ctx, userId)
    await spendableLots(ctx, userId)
  })

/** No parameter: an index that holds only such lots serves a prepared statement when its words say so. */
const HAS_FREE = sql`${creditLots.remaining} > 0`

type LotRow = typeof creditLots.$inferSelect

/**
 * Lots of a locked account with something to spend. Months of a plan that have begun are given first, then what is past its date
 * expires, so that the account is not empty in between; what open holds stand on stays until they close.
 */
export async function spendableLots(ctx: LedgerCtx, userId: string): Promise<LotRow[]> {
  await giveMonths(ctx, userId)
  const lots = await ctx.db
    .select()
    .from(creditLots)
    .where(and(eq(creditLots.userId, userId), HAS_FREE))
    .orderBy(creditLots.expiresAt)
  const now = ctx.now()
  for (const lot of lots.filter((lot) => hasExpired(lot, now))) {
    // What is left shrinks with each expiry of the lot, so the key names this one.
    const idempotencyKey = `expire:${lot.id}:${lot.remaining + lot.held}`
    const id = await begin(ctx, { userId, kind: 'expire', idempotencyKey })
    await enter(ctx, userId, id!, moves([{ lotId: lot.id, amount: lot.remaining }], 'free', 'expired'))
  }
  return lots.filter((lot) => !hasExpired(lot, now))
}

const total = (lots: { remaining: number }[]) => lots.reduce((sum, lot) => sum + lot.remaining, 0)

/** The person's credits at this moment; opens their account when it is the first time anybody asks, and gives a month that has begun. */
export const balance = (ctx: UserCtx): Promise<CreditBalance> => balanceOf(ctx, ctx.user.id)

/** The same of somebody, for those who look after accounts. */
export async function balanceOf(ctx: LedgerCtx, userId: string): Promise<CreditBalance> {
  const duePeriods = ctx.db
    .select({ one: sql`1` })
    .from(subscriptionPeriods)
    .where(and(eq(subscriptionPeriods.userId, userId), isDue(ctx.now())))
  const due = sql<boolean>`exists ${duePeriods}`
  const read = () =>
    ctx.db
      .select({ held: creditAccounts.held, lowAt: creditAccounts.lowAt, due, lot: creditLots })
      .from(creditAccounts)
      .leftJoin(creditLots, and(eq(creditLots.userId, userId), HAS_FREE, gt(creditLots.expiresAt, ctx.now())))
      .where(eq(creditAccounts.userId, userId))
      .orderBy(creditLots.expiresAt)
  let rows = await read()
  if (rows.length === 0 || rows[0]!.due) {
    await (rows.length === 0 ? ensureAccount : renew)(ctx, userId)
    rows = await read()
  }
  const { held, lowAt } = rows[0]!
  const lots = rows.flatMap(({ lot }) => (lot ? [lot] : []))
  const byDate = Map.groupBy(lots, (lot) => lot.expiresAt.toISOString())
  return {
    balance: total(lots),
    held,
    expiring: [...byDate].map(([expires_at, of]) => ({ credits: total(of), expires_at })),
    plan_credits: total(lots.filter((lot) => lot.kind === 'plan')),
    low: lowAt !== null && total(lots) + held <= lowAt,
    low_at: lowAt,
  }
}
