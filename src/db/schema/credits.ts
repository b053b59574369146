import { sql } from 'drizzle-orm'
import { bigint, check, index, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, id, moment } from './columns.ts'
import { users } from './identity.ts'

const credits = (name: string) => bigint(name, { mode: 'number' })

/** One row a person: the sums of their lots, kept in the same transaction, so that reading a balance never adds up the ledger. */
export const creditAccounts = pgTable(
  'credit_accounts',
  {
    userId: text('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'restrict' }),
    /** Credits free to spend: what remains in the lots minus what open holds stand on. */
    balance: credits('balance').notNull().default(0),
    held: credits('held').notNull().default(0),
  },
  (t) => [check('credit_accounts_never_negative', sql`${t.balance} >= 0 and ${t.held} >= 0`)],
)

/** A grant of credits with one expiry date. */
export const creditLots = pgTable(
  'credit_lots',
  {
    id: id(),
    userId: text('user_id')
      .notNull()
      .references(() => creditAccounts.userId),
    kind: text('kind', { enum: ['trial', 'plan', 'bonus', 'purchased', 'granted'] }).notNull(),
    granted: credits('granted').notNull(),
    /** Free credits of this lot. */
    remaining: credits('remaining').notNull(),
    /** Credits of this lot under open holds. */
    held: credits('held').notNull().default(0),
    expiresAt: moment('expires_at').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index('credit_lots_burn').on(t.userId, t.expiresAt),
    index('credit_lots_due').on(t.expiresAt).where(sql`remaining > 0`),
    check('credit_lots_granted_positive', sql`${t.granted} > 0`),
    check(
      'credit_lots_never_negative',
      sql`${t.remaining} >= 0 and ${t.held} >= 0 and ${t.remaining} + ${t.held} <= ${t.granted}`,
    ),
  ],
)

/** Append-only (trigger): one deed on the ledger; the same idempotency key is applied once. */
export const creditTransactions = pgTable(
  'credit_transactions',
  {
    id: id(),
    userId: text('user_id')
      .notNull()
      .references(() => creditAccounts.userId),
    kind: text('kind', { enum: ['grant', 'hold', 'settle', 'release', 'expire', 'refund', 'clawback'] }).notNull(),
    idempotencyKey: text('idempotency_key').notNull().unique(),
    note: text('note').notNull().default(''),
    createdAt: createdAt(),
  },
  (t) => [index('credit_transactions_user').on(t.userId, t.id)],
)

/** Append-only (trigger): the entries of a transaction add up to zero. */
export const creditEntries = pgTable(
  'credit_entries',
  {
    id: id(),
    transactionId: text('transaction_id')
      .notNull()
      .references(() => creditTransactions.id),
    userId: text('user_id').notNull(),
    /** `free` and `held` belong to the person; `issued`, `spent`, `expired`, `returned` are the other side. */
    side: text('side', { enum: ['free', 'held', 'issued', 'spent', 'expired', 'returned'] }).notNull(),
    lotId: text('lot_id')
      .notNull()
      .references(() => creditLots.id),
    amount: credits('amount').notNull(),
  },
  (t) => [
    index('credit_entries_transaction').on(t.transactionId),
    index('credit_entries_lot').on(t.lotId),
    check('credit_entries_move_something', sql`${t.amount} <> 0`),
  ],
)

/** Credits set aside for one running question. */
export const creditHolds = pgTable(
  'credit_holds',
  {
    /** The transaction that set the credits aside: its entries name the lots. */
    id: text('id')
      .primaryKey()
      .references(() => creditTransactions.id),
    userId: text('user_id')
      .notNull()
      .references(() => creditAccounts.userId),
    amount: credits('amount').notNull(),
    state: text('state', { enum: ['open', 'settled', 'released'] })
      .notNull()
      .default('open'),
    /** What it is for: `message:{id}`. */
    purpose: text('purpose').notNull(),
    /** Renewed while the answering process lives; an old one is released by the sweep. */
    heartbeatAt: moment('heartbeat_at').notNull().defaultNow(),
    createdAt: createdAt(),
    closedAt: moment('closed_at'),
  },
  (t) => [
    index('credit_holds_open').on(t.heartbeatAt).where(sql`state = 'open'`),
    check('credit_holds_positive', sql`${t.amount} > 0`),
    check('credit_holds_closed', sql`(${t.state} = 'open') = (${t.closedAt} is null)`),
  ],
)
