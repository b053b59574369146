import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, id, moment, oneOf, refers, updatedAt } from './columns.ts'
import { users } from './identity.ts'
import { organizations, workspaces } from './places.ts'

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
    /** Free and held credits at or below which the person is told, once a crossing; null for never. */
    lowAt: credits('low_at').default(5),
    /** Since when they are that low; null while they are above. */
    lowSince: moment('low_since'),
    /** Whether the mail of this crossing is written. */
    lowTold: boolean('low_told').notNull().default(false),
  },
  (t) => [
    index('credit_accounts_low').on(t.lowSince).where(sql`low_since is not null and not low_told`),
    index('credit_accounts_balance').on(t.balance, t.userId),
    check('credit_accounts_never_negative', sql`${t.balance} >= 0 and ${t.held} >= 0`),
    check('credit_accounts_low_at', sql`${t.lowAt} >= 0`),
  ],
)

export const creditLots = pgTable(
  'credit_lots',
  {
    id: id(),
    userId: refers('user_id', () => creditAccounts.userId),
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
    // Lots that are used up stay for ever; what is read of a person, and added up by the trigger, are those that are not.
    index('credit_lots_burn').on(t.userId, t.expiresAt).where(sql`remaining > 0 or held > 0`),
    index('credit_lots_due').on(t.expiresAt).where(sql`remaining > 0`),
    index('credit_lots_given').on(t.createdAt, t.kind, t.granted),
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
    userId: refers('user_id', () => creditAccounts.userId),
    kind: text('kind', {
      enum: ['grant', 'hold', 'settle', 'release', 'expire', 'refund', 'clawback', 'deduct', 'restore'],
    }).notNull(),
    idempotencyKey: text('idempotency_key').notNull().unique(),
    note: text('note').notNull().default(''),
    createdAt: createdAt(),
  },
  (t) => [
    index('credit_transactions_user').on(t.userId, t.id),
    index('credit_transactions_expired').on(t.createdAt).where(sql`kind = 'expire'`),
  ],
)

/** Append-only (trigger): the entries of a transaction add up to zero. */
export const creditEntries = pgTable(
  'credit_entries',
  {
    id: id(),
    transactionId: refers('transaction_id', () => creditTransactions.id),
    userId: text('user_id').notNull(),
    /** `free` and `held` belong to the person; `issued`, `spent`, `expired`, `returned` are the other side. */
    side: text('side', { enum: ['free', 'held', 'issued', 'spent', 'expired', 'returned'] }).notNull(),
    lotId: refers('lot_id', () => creditLots.id),
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
    userId: refers('user_id', () => creditAccounts.userId),
    amount: credits('amount').notNull(),
    state: oneOf('state', ['open', 'settled', 'released'], 'open'),
    /** What it is for: `message:{id}`. */
    purpose: text('purpose').notNull(),
    /** Where the question was asked: budgets of the place count what is open too. */
    organizationId: text('organization_id'),
    workspaceId: text('workspace_id'),
    /** Renewed while the answering process lives; an old one is released by the sweep. */
    heartbeatAt: moment('heartbeat_at').notNull().defaultNow(),
    createdAt: createdAt(),
    closedAt: moment('closed_at'),
  },
  (t) => [
    index('credit_holds_open').on(t.heartbeatAt).where(sql`state = 'open'`),
    index('credit_holds_open_place').on(t.organizationId).where(sql`state = 'open'`),
    check('credit_holds_positive', sql`${t.amount} > 0`),
    check('credit_holds_closed', sql`(${t.state} = 'open') = (${t.closedAt} is null)`),
  ],
)

/** What each paid answer cost and took, written in the transaction that pays for it. Stays when the conversation, the place or the person goes. */
export const creditUsage = pgTable(
  'credit_usage',
  {
    id: id(),
    userId: refers('user_id', () => users.id, 'restrict'),
    /** Places and messages are erased 30 days after they are deleted, so none of these refers to a row. */
    organizationId: text('organization_id').notNull(),
    workspaceId: text('workspace_id').notNull(),
    messageId: text('message_id').notNull().unique(),
    model: text('model').notNull(),
    credits: credits('credits').notNull(),
    inputTokens: credits('input_tokens').notNull(),
    outputTokens: credits('output_tokens').notNull(),
    /** Of those of the input: what the provider had in its cache. */
    cachedInputTokens: credits('cached_input_tokens').notNull().default(0),
    /** Of those of the output: what the model thought. */
    reasoningTokens: credits('reasoning_tokens').notNull().default(0),
    /** Read and written by the model that named the conversation. */
    titleTokens: credits('title_tokens').notNull().default(0),
    createdAt: createdAt(),
  },
  (t) => [
    index('credit_usage_user').on(t.userId, t.createdAt),
    index('credit_usage_time').on(t.createdAt, t.credits),
    index('credit_usage_organization').on(t.organizationId, t.createdAt),
    // With what is summed for a budget, so that its question never reads the lines themselves.
    index('credit_usage_member').on(t.organizationId, t.userId, t.createdAt, t.credits),
    index('credit_usage_workspace').on(t.workspaceId, t.createdAt, t.credits),
    check('credit_usage_something', sql`${t.credits} > 0 and ${t.inputTokens} >= 0 and ${t.outputTokens} >= 0`),
  ],
)

/** The most credits that the questions of a workspace, or of a member in the organization, may cost in a calendar month (UTC). */
export const creditBudgets = pgTable(
  'credit_budgets',
  {
    id: id(),
    organizationId: refers('organization_id', () => organizations.id, 'cascade'),
    /** One of these two says what it is the budget of. */
    workspaceId: text('workspace_id').references(() => workspaces.id, { onDelete: 'cascade' }),
    userId: text('user_id').references(() => users.id, { onDelete: 'cascade' }),
    monthlyCredits: credits('monthly_credits').notNull(),
    /** What its owners were last told: the month (`2026-11`) and the share of the budget in percent (80, 100; 0 for nothing). */
    toldMonth: text('told_month').notNull().default(''),
    toldShare: integer('told_share').notNull().default(0),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    uniqueIndex('credit_budgets_workspace').on(t.workspaceId).where(sql`workspace_id is not null`),
    uniqueIndex('credit_budgets_member').on(t.organizationId, t.userId).where(sql`user_id is not null`),
    check('credit_budgets_of_one', sql`(${t.workspaceId} is null) <> (${t.userId} is null)`),
    check('credit_budgets_positive', sql`${t.monthlyCredits} > 0`),
  ],
)

/** A file by which many people were given credits at once. The same file gives once. */
export const creditAllocationFiles = pgTable(
  'credit_allocation_files',
  {
    id: id(),
    name: text('name').notNull(),
    /** SHA-256 of what is in it, in hex. */
    hash: text('hash').notNull().unique(),
    lines: integer('lines').notNull(),
    credits: credits('credits').notNull(),
    allocatedBy: refers('allocated_by', () => users.id, 'restrict'),
    createdAt: createdAt(),
  },
  (t) => [check('credit_allocation_files_something', sql`${t.lines} > 0 and ${t.credits} > 0`)],
)

/** Append-only (trigger): credits that an admin gave or took away by hand. */
export const creditAllocations = pgTable(
  'credit_allocations',
  {
    id: id(),
    /** Names the action: a form that is sent twice does it once. */
    key: text('key').notNull().unique(),
    userId: refers('user_id', () => users.id, 'restrict'),
    kind: text('kind', { enum: ['grant', 'deduct'] }).notNull(),
    credits: credits('credits').notNull(),
    /** Of what was given; null for what was taken. */
    expiresAt: moment('expires_at'),
    reason: text('reason').notNull(),
    /** What the person was told with it, and whether by mail. */
    note: text('note').notNull().default(''),
    mailed: boolean('mailed').notNull().default(false),
    fileId: text('file_id').references(() => creditAllocationFiles.id),
    allocatedBy: refers('allocated_by', () => users.id, 'restrict'),
    /** The second admin, where one was needed. */
    confirmedBy: text('confirmed_by').references(() => users.id, { onDelete: 'restrict' }),
    createdAt: createdAt(),
  },
  (t) => [
    index('credit_allocations_user').on(t.userId, t.id),
    index('credit_allocations_kind').on(t.kind, t.id),
    index('credit_allocations_by').on(t.allocatedBy, t.id),
    index('credit_allocations_file').on(t.fileId, t.id).where(sql`file_id is not null`),
    check('credit_allocations_something', sql`${t.credits} > 0`),
    check('credit_allocations_expire', sql`(${t.kind} = 'grant') = (${t.expiresAt} is not null)`),
  ],
)
