import { and, eq, inArray } from 'drizzle-orm'
import { inTransaction } from '#db/connect.ts'
import { creditEntries, creditLots, creditTransactions } from '#db/schema/index.ts'
import { spendableLots } from './credits.ts'
import { begin, enter, find, type LedgerCtx, lockAccount, moves } from './ledger.ts'
import { burnOrder, type Share } from './rules/lot.ts'

/** A lot that one of the named grants made. */
export type GrantedLot = { key: string; lotId: string; granted: number; remaining: number }

/** The lots of these grants, by their idempotency keys, with what is free in them; what is past its date has expired first. */
export function lotsOf(ctx: LedgerCtx, userId: string, keys: string[]): Promise<GrantedLot[]> {
  return inTransaction(ctx, async (ctx) => {
    await lockAccount(ctx, userId)
    await spendableLots(ctx, userId)
    return lotsByKey(ctx, userId, keys)
  })
}

/** The same as they stand; the account is locked. */
export const lotsByKey = (ctx: LedgerCtx, userId: string, keys: string[]): Promise<GrantedLot[]> =>
  ctx.db
    .select({
      key: creditTransactions.idempotencyKey,
      lotId: creditLots.id,
      granted: creditLots.granted,
      remaining: creditLots.remaining,
    })
    .from(creditTransactions)
    .innerJoin(
      creditEntries,
      and(eq(creditEntries.transactionId, creditTransactions.id), eq(creditEntries.side, 'free')),
    )
    .innerJoin(creditLots, eq(creditLots.id, creditEntries.lotId))
    .where(and(eq(creditTransactions.userId, userId), inArray(creditTransactions.idempotencyKey, keys)))

export type Clawback = {
  /** Idempotency keys of the grants that are taken back. */
  grants: string[]
  /** At most so many credits; all that is free when left out. */
  most?: number
  /** Makes it idempotent: the same key takes once. */
  key: string
  note: string
}

/**
 * Takes back what is free in the lots of some grants. What was used, what open holds stand on and what has expired stays as it is.
 * @returns credits that this key took, now or before
 */
export function clawBack(ctx: LedgerCtx, userId: string, { grants, most, key, note }: Clawback): Promise<number> {
  return inTransaction(ctx, async (ctx) => {
    await lockAccount(ctx, userId)
    const before = await find(ctx, key)
    if (before) return takenBy(ctx, before.id)
    const spendable = await spendableLots(ctx, userId)
    const ours = new Set((await lotsByKey(ctx, userId, grants)).map((lot) => lot.lotId))
    const shares: Share[] = []
    let wanted = most ?? Number.POSITIVE_INFINITY
    for (const lot of spendable.filter((lot) => ours.has(lot.id)).sort(burnOrder)) {
      const amount = Math.min(lot.remaining, wanted)
      if (amount > 0) shares.push({ lotId: lot.id, amount })
      wanted -= amount
    }
    if (shares.length === 0) return 0
    const id = await begin(ctx, { userId, kind: 'clawback', idempotencyKey: key, note })
    await enter(ctx, userId, id!, moves(shares, 'free', 'returned'))
    return shares.reduce((sum, share) => sum + share.amount, 0)
  })
}

/**
 * Gives back what clawbacks took, since their refund failed: to the lots that it came from, where what is past its date expires.
 * @param keys of the clawbacks; each gives back once, and one that took nothing gives nothing
 * @returns credits that came back now
 */
export function giveBack(ctx: LedgerCtx, userId: string, keys: string[], note: string): Promise<number> {
  return inTransaction(ctx, async (ctx) => {
    await lockAccount(ctx, userId)
    let given = 0
    for (const key of keys) {
      const before = await find(ctx, key)
      if (before?.kind !== 'clawback') continue
      const id = await begin(ctx, { userId, kind: 'restore', idempotencyKey: `${key}:restored`, note })
      if (!id) continue
      const shares = await sharesOf(ctx, before.id)
      await enter(ctx, userId, id, moves(shares, 'returned', 'free'))
      given += shares.reduce((sum, share) => sum + share.amount, 0)
    }
    await spendableLots(ctx, userId)
    return given
  })
}

const sharesOf = (ctx: LedgerCtx, transactionId: string): Promise<Share[]> =>
  ctx.db
    .select({ lotId: creditEntries.lotId, amount: creditEntries.amount })
    .from(creditEntries)
    .where(and(eq(creditEntries.transactionId, transactionId), eq(creditEntries.side, 'returned')))

async function takenBy(ctx: LedgerCtx, transactionId: string): Promise<number> {
  return (await sharesOf(ctx, transactionId)).reduce((sum, { amount }) => sum + amount, 0)
}
