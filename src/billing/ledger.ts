import { eq, sql } from 'drizzle-orm'
import { conflict } from '#base/errors.ts'
import { newId } from '#base/ids.ts'
import type { Clock } from '#base/time.ts'
import type { Db } from '#db/connect.ts'
import { creditAccounts, creditEntries, creditLots, creditTransactions } from '#db/schema/index.ts'
import type { SystemSettings } from '#records/rules/setting.ts'

/** What the ledger needs of a ctx; `db` is a transaction in every function of this file. */
export type LedgerCtx = { db: Db; now: Clock; settings: () => SystemSettings }
export type Account = typeof creditAccounts.$inferSelect
type NewTransaction = typeof creditTransactions.$inferInsert
/** One entry: `amount` credits of a lot arrive on `side` (or leave it, when negative). */
export type Entry = Pick<typeof creditEntries.$inferInsert, 'lotId' | 'side' | 'amount'>

/** Locks the account's row until the transaction ends: transactions on one account happen one after the other. Null when not opened yet. */
export async function lockAccount(ctx: LedgerCtx, userId: string): Promise<Account | null> {
  const [account] = await ctx.db.select().from(creditAccounts).where(eq(creditAccounts.userId, userId)).for('update')
  return account ?? null
}

/**
 * Begins a transaction of the ledger on a locked account. Its entries follow by `enter` in the same database transaction.
 * @returns id of the transaction; null when there is one with this key already
 * @throws AppError conflict when the key belongs to another account
 */
export async function begin(ctx: LedgerCtx, transaction: Omit<NewTransaction, 'createdAt'>): Promise<string | null> {
  const [created] = await ctx.db
    .insert(creditTransactions)
    .values({ ...transaction, createdAt: ctx.now() })
    .onConflictDoNothing({ target: creditTransactions.idempotencyKey })
    .returning({ id: creditTransactions.id })
  if (created) return created.id
  const before = await find(ctx, transaction.idempotencyKey)
  if (before?.userId !== transaction.userId || before.kind !== transaction.kind)
    throw conflict('This key was used for something else on the ledger.', 'key_reused')
  return null
}

export async function find(ctx: LedgerCtx, key: string) {
  const [transaction] = await ctx.db.select().from(creditTransactions).where(eq(creditTransactions.idempotencyKey, key))
  return transaction
}

/**
 * Writes the entries of a transaction, which add up to zero, and brings lots and account in step with them: one statement. It notes too
 * when the credits of the account, free and held, fall to the threshold of the person; once they are above, the next fall is noted anew.
 */
export async function enter(ctx: LedgerCtx, userId: string, transactionId: string, entries: Entry[]): Promise<void> {
  const rows = entries.map(({ lotId, side, amount }) => sql`(${newId()}, ${lotId}, ${side}, ${amount}::bigint)`)
  await ctx.db.execute(sql`
    with entry(id, lot_id, side, amount) as (values ${sql.join(rows, sql`, `)}),
    entered as (
      insert into ${creditEntries} (id, transaction_id, user_id, lot_id, side, amount)
      select id, ${transactionId}, ${userId}, lot_id, side, amount from entry
    ),
    change as (
      select lot_id,
        coalesce(sum(amount) filter (where side = 'free'), 0)::bigint as free,
        coalesce(sum(amount) filter (where side = 'held'), 0)::bigint as held
      from entry group by lot_id
    ),
    stepped as (
      update ${creditLots} as lot set remaining = lot.remaining + change.free, held = lot.held + change.held
      from change where lot.id = change.lot_id
    ),
    moved as (select sum(free)::bigint as free, sum(held)::bigint as held from change)
    update ${creditAccounts} as account set
      balance = account.balance + moved.free,
      held = account.held + moved.held,
      low_since = case
        when account.balance + account.held + moved.free + moved.held <= account.low_at
        then coalesce(account.low_since, ${ctx.now().toISOString()}::timestamptz)
      end,
      low_told = account.low_told
        and coalesce(account.balance + account.held + moved.free + moved.held <= account.low_at, false)
    from moved where account.user_id = ${userId}`)
}

export const moves = (shares: { lotId: string; amount: number }[], from: Entry['side'], to: Entry['side']): Entry[] =>
  shares.flatMap(({ lotId, amount }) => [
    { lotId, side: from, amount: -amount },
    { lotId, side: to, amount },
  ])
