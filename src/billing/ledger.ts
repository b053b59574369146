import { eq, sql } from 'drizzle-orm'
import { AppError } from '#base/errors.ts'
import type { Clock } from '#base/time.ts'
import type { Db } from '#db/connect.ts'
import { creditAccounts, creditEntries, creditLots, creditTransactions } from '#db/schema/index.ts'

/** What the ledger needs of a ctx; `db` is a transaction in every function of this file. */
export type LedgerCtx = { db: Db; now: Clock }
export type Account = typeof creditAccounts.$inferSelect
type Deed = typeof creditTransactions.$inferInsert
/** One entry: `amount` credits of a lot arrive on `side` (or leave it, when negative). */
export type Entry = Pick<typeof creditEntries.$inferInsert, 'lotId' | 'side' | 'amount'>

/** Locks the account's row until the transaction ends: the deeds on one account happen one after the other. Null when not opened yet. */
export async function lockAccount(ctx: LedgerCtx, userId: string): Promise<Account | null> {
  const [account] = await ctx.db.select().from(creditAccounts).where(eq(creditAccounts.userId, userId)).for('update')
  return account ?? null
}

/**
 * Begins a deed on a locked account. Its entries follow by `enter` in the same database transaction.
 * @returns id of the transaction; null when the deed with this key was done before
 * @throws AppError conflict when the key belongs to another account
 */
export async function begin(ctx: LedgerCtx, deed: Omit<Deed, 'createdAt'>): Promise<string | null> {
  const [begun] = await ctx.db
    .insert(creditTransactions)
    .values({ ...deed, createdAt: ctx.now() })
    .onConflictDoNothing({ target: creditTransactions.idempotencyKey })
    .returning({ id: creditTransactions.id })
  if (begun) return begun.id
  const before = await find(ctx, deed.idempotencyKey)
  if (before?.userId !== deed.userId || before.kind !== deed.kind)
    throw new AppError('conflict', 'This key was used for something else on the ledger.', { code: 'key_reused' })
  return null
}

export async function find(ctx: LedgerCtx, key: string) {
  const [deed] = await ctx.db.select().from(creditTransactions).where(eq(creditTransactions.idempotencyKey, key))
  return deed
}

/** Writes the entries of a deed, which add up to zero, and brings lots and account in step with them. */
export async function enter(ctx: LedgerCtx, userId: string, transactionId: string, entries: Entry[]): Promise<void> {
  await ctx.db.insert(creditEntries).values(entries.map((entry) => ({ ...entry, userId, transactionId })))
  const total = (side: Entry['side'], lotId?: string) =>
    entries.reduce((sum, e) => (e.side === side && (!lotId || e.lotId === lotId) ? sum + e.amount : sum), 0)
  for (const lotId of new Set(entries.map((entry) => entry.lotId)))
    await ctx.db
      .update(creditLots)
      .set({
        remaining: sql`${creditLots.remaining} + ${total('free', lotId)}`,
        held: sql`${creditLots.held} + ${total('held', lotId)}`,
      })
      .where(eq(creditLots.id, lotId))
  await ctx.db
    .update(creditAccounts)
    .set({
      balance: sql`${creditAccounts.balance} + ${total('free')}`,
      held: sql`${creditAccounts.held} + ${total('held')}`,
    })
    .where(eq(creditAccounts.userId, userId))
}

/** Moves each share of a lot from one side to another. */
export const moves = (shares: { lotId: string; amount: number }[], from: Entry['side'], to: Entry['side']): Entry[] =>
  shares.flatMap(({ lotId, amount }) => [
    { lotId, side: from, amount: -amount },
    { lotId, side: to, amount },
  ])
