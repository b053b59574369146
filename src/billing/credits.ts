import { and, eq, gt, lt, lte } from 'drizzle-orm'
import { AppError, notFound } from '#base/errors.ts'
import { inTransaction } from '#db/connect.ts'
import { creditAccounts, creditEntries, creditHolds, creditLots } from '#db/schema/index.ts'
import type { UserCtx } from '../ctx.ts'
import { type Account, begin, enter, find, type LedgerCtx, lockAccount, moves } from './ledger.ts'
import {
  type CreditBalance,
  HOLD_LIFETIME,
  insufficientText,
  LOW_BALANCE,
  TRIAL_CREDITS,
  TRIAL_LIFETIME,
} from './rules/credit.ts'
import { burn, type LotKind } from './rules/lot.ts'

export type Hold = { id: string; amount: number }
/** How a hold ended: credits that it cost (0 when it was released) and what is free to spend now. */
export type Closed = { charged: number; balance: number }
export type Grant = {
  kind: LotKind
  credits: number
  expiresAt: Date
  /** Names the deed: the same key gives once, whoever calls and however often. */
  key: string
  note?: string
}

/**
 * Sets credits aside for a question before it is asked of a model. The same purpose is held once: while its hold is open, asking
 * again gives the same hold.
 * @param purpose unique name of what it is for: `message:{id}`
 * @throws AppError insufficient_credits; conflict `hold_closed` when the purpose was paid or released before
 */
export function hold(ctx: UserCtx, amount: number, purpose: string): Promise<Hold> {
  return inTransaction(ctx, async (ctx) => {
    const userId = ctx.user.id
    await openAndLock(ctx, userId)
    await expireDue(ctx, userId)
    const key = `hold:${userId}:${purpose}`
    const before = await find(ctx, key)
    if (before) return openHold(ctx, before.id)
    const lots = await ctx.db
      .select()
      .from(creditLots)
      .where(and(eq(creditLots.userId, userId), gt(creditLots.remaining, 0)))
    const shares = burn(lots, amount)
    if (!shares) throw insufficient(amount, (await lockAccount(ctx, userId))!)
    const id = (await begin(ctx, { userId, kind: 'hold', idempotencyKey: key, note: purpose }))!
    await enter(ctx, userId, id, moves(shares, 'free', 'held'))
    const now = ctx.now()
    await ctx.db.insert(creditHolds).values({ id, userId, amount, purpose, heartbeatAt: now, createdAt: now })
    return { id, amount }
  })
}

async function openHold(ctx: LedgerCtx, id: string): Promise<Hold> {
  const [held] = await ctx.db.select().from(creditHolds).where(eq(creditHolds.id, id))
  if (held?.state !== 'open')
    throw new AppError('conflict', 'The credits for this were settled before.', { code: 'hold_closed' })
  return { id, amount: held.amount }
}

const insufficient = (needed: number, { balance, held }: Account) =>
  new AppError('insufficient_credits', insufficientText(needed, balance, held), { details: { needed, balance, held } })

/**
 * Charges a hold. Settling again changes nothing; a hold that the sweep has released meanwhile charges nothing. Joins the
 * transaction of the ctx, so that an answer is saved and paid for in one.
 */
export const settle = (ctx: UserCtx, holdId: string): Promise<Closed> => close(ctx, ctx.user.id, holdId, 'settled')

/** Gives a hold back. Credits whose lot has expired meanwhile expire at once. Fine when the hold is closed already. */
export const release = (ctx: UserCtx, holdId: string): Promise<Closed> => close(ctx, ctx.user.id, holdId, 'released')

function close(ctx: LedgerCtx, userId: string, holdId: string, state: 'settled' | 'released'): Promise<Closed> {
  return inTransaction(ctx, async (ctx) => {
    await lockAccount(ctx, userId)
    const [held] = await ctx.db
      .select()
      .from(creditHolds)
      .where(and(eq(creditHolds.id, holdId), eq(creditHolds.userId, userId)))
      .for('update')
    if (!held) throw notFound('Hold')
    const ended = held.state === 'open' ? state : held.state
    if (held.state === 'open') {
      const kind = state === 'settled' ? 'settle' : 'release'
      const id = (await begin(ctx, { userId, kind, idempotencyKey: `${kind}:${holdId}`, note: held.purpose }))!
      const shares = await ctx.db
        .select({ lotId: creditEntries.lotId, amount: creditEntries.amount })
        .from(creditEntries)
        .where(and(eq(creditEntries.transactionId, holdId), eq(creditEntries.side, 'held')))
      await enter(ctx, userId, id, moves(shares, 'held', state === 'settled' ? 'spent' : 'free'))
      await ctx.db.update(creditHolds).set({ state, closedAt: ctx.now() }).where(eq(creditHolds.id, holdId))
    }
    await expireDue(ctx, userId)
    const account = await lockAccount(ctx, userId)
    return { charged: ended === 'settled' ? held.amount : 0, balance: account!.balance }
  })
}

/** Says that the process behind a hold lives. @returns false when the hold is closed: its credits are free again or spent */
export async function heartbeat(ctx: UserCtx, holdId: string): Promise<boolean> {
  const alive = await ctx.db
    .update(creditHolds)
    .set({ heartbeatAt: ctx.now() })
    .where(and(eq(creditHolds.id, holdId), eq(creditHolds.userId, ctx.user.id), eq(creditHolds.state, 'open')))
    .returning({ id: creditHolds.id })
  return alive.length > 0
}

/** Releases holds whose process died. Safe in many processes at once. @returns how many */
export async function releaseAbandoned(ctx: LedgerCtx): Promise<number> {
  const silentSince = new Date(Number(ctx.now()) - HOLD_LIFETIME)
  const abandoned = and(eq(creditHolds.state, 'open'), lt(creditHolds.heartbeatAt, silentSince))
  const found = await ctx.db.select().from(creditHolds).where(abandoned).limit(500)
  let released = 0
  for (const { id, userId } of found)
    released += await inTransaction(ctx, async (ctx) => {
      await lockAccount(ctx, userId)
      // Looked at again under the lock: it may have been renewed or closed meanwhile.
      const [still] = await ctx.db
        .select()
        .from(creditHolds)
        .where(and(eq(creditHolds.id, id), abandoned))
        .for('update')
      if (still) await close(ctx, userId, id, 'released')
      return still ? 1 : 0
    })
  return released
}

/** Gives credits; opens the account when there is none. @returns false when this key gave before */
export function grant(ctx: LedgerCtx, userId: string, what: Grant): Promise<boolean> {
  return inTransaction(ctx, async (ctx) => {
    await openAndLock(ctx, userId)
    const given = await give(ctx, userId, what)
    await expireDue(ctx, userId)
    return given
  })
}

async function give(ctx: LedgerCtx, userId: string, { kind, credits, expiresAt, key, note }: Grant): Promise<boolean> {
  const id = await begin(ctx, { userId, kind: 'grant', idempotencyKey: key, note: note ?? kind })
  if (!id) return false
  const [lot] = await ctx.db
    .insert(creditLots)
    .values({ userId, kind, granted: credits, remaining: 0, expiresAt, createdAt: ctx.now() })
    .returning({ id: creditLots.id })
  await enter(ctx, userId, id, moves([{ lotId: lot!.id, amount: credits }], 'issued', 'free'))
  return true
}

/** Locks the account, opening it with the trial credits when there is none yet. */
async function openAndLock(ctx: LedgerCtx, userId: string): Promise<void> {
  if (await lockAccount(ctx, userId)) return
  await ctx.db.insert(creditAccounts).values({ userId }).onConflictDoNothing()
  await lockAccount(ctx, userId)
  await give(ctx, userId, {
    kind: 'trial',
    credits: TRIAL_CREDITS,
    expiresAt: new Date(Number(ctx.now()) + TRIAL_LIFETIME),
    key: `trial:${userId}`,
  })
}

/** Expires what is free in lots past their date, for everybody. Safe in many processes at once. @returns accounts touched */
export async function expireLots(ctx: LedgerCtx): Promise<number> {
  const due = await ctx.db
    .selectDistinct({ userId: creditLots.userId })
    .from(creditLots)
    .where(and(gt(creditLots.remaining, 0), lte(creditLots.expiresAt, ctx.now())))
    .limit(500)
  for (const { userId } of due)
    await inTransaction(ctx, async (ctx) => {
      await lockAccount(ctx, userId)
      await expireDue(ctx, userId)
    })
  return due.length
}

/** Takes the free credits of a locked account's expired lots; what open holds stand on stays until they close. */
async function expireDue(ctx: LedgerCtx, userId: string): Promise<void> {
  const due = await ctx.db
    .select()
    .from(creditLots)
    .where(and(eq(creditLots.userId, userId), gt(creditLots.remaining, 0), lte(creditLots.expiresAt, ctx.now())))
  for (const lot of due) {
    // What is left shrinks with each expiry of the lot, so the key names this one.
    const idempotencyKey = `expire:${lot.id}:${lot.remaining + lot.held}`
    const id = await begin(ctx, { userId, kind: 'expire', idempotencyKey })
    await enter(ctx, userId, id!, moves([{ lotId: lot.id, amount: lot.remaining }], 'free', 'expired'))
  }
}

/** The person's credits at this moment; opens their account when it is the first time anybody asks. */
export async function balance(ctx: UserCtx): Promise<CreditBalance> {
  const userId = ctx.user.id
  const read = () =>
    ctx.db
      .select({ held: creditAccounts.held, lot: creditLots })
      .from(creditAccounts)
      .leftJoin(
        creditLots,
        and(eq(creditLots.userId, userId), gt(creditLots.remaining, 0), gt(creditLots.expiresAt, ctx.now())),
      )
      .where(eq(creditAccounts.userId, userId))
      .orderBy(creditLots.expiresAt)
  let rows = await read()
  if (rows.length === 0) {
    await inTransaction(ctx, (ctx) => openAndLock(ctx, userId))
    rows = await read()
  }
  const lots = rows.flatMap(({ lot }) => (lot ? [lot] : []))
  const sum = (of: typeof lots) => of.reduce((total, lot) => total + lot.remaining, 0)
  const byDate = Map.groupBy(lots, (lot) => lot.expiresAt.toISOString())
  return {
    balance: sum(lots),
    held: rows[0]!.held,
    expiring: [...byDate].map(([expires_at, of]) => ({ credits: sum(of), expires_at })),
    plan_credits: sum(lots.filter((lot) => lot.kind === 'plan')),
    low: sum(lots) <= LOW_BALANCE,
  }
}
