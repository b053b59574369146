import { and, eq, inArray, sql } from 'drizzle-orm'
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

const lotsByKey = (ctx: LedgerCtx, userId: string, keys: string[]): Promise<GrantedLot[]> =>
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
  /** Names the deed: the same key takes once. */
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

async function takenBy(ctx: LedgerCtx, transactionId: string): Promise<number> {
  const [row] = await ctx.db
    .select({ taken: sql<string>`coalesce(sum(${creditEntries.amount}), 0)` })
    .from(creditEntries)
    .where(and(eq(creditEntries.transactionId, transactionId), eq(creditEntries.side, 'returned')))
  return Number(row!.taken)
}
