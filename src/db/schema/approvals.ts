import { sql } from 'drizzle-orm'
import { bigint, check, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, id, jsonb, moment, oneOf, refers } from './columns.ts'
import { users } from './identity.ts'

/** An action of an admin that is carried out once a second one has confirmed it. */
export const secondApprovals = pgTable(
  'second_approvals',
  {
    id: id(),
    /** Names the action: asked for twice, it waits once. */
    key: text('key').notNull().unique(),
    kind: text('kind', { enum: ['refund', 'retry', 'allocation', 'allocation_file', 'plan'] }).notNull(),
    /** Id of the refund request, the refund or the person that it is about; of a file its SHA-256. */
    subject: text('subject').notNull(),
    /** Whom it is for; null for the many of a file. */
    userId: text('user_id').references(() => users.id, { onDelete: 'restrict' }),
    /** What it does, in words. */
    what: text('what').notNull(),
    body: jsonb('body').$type<Record<string, unknown>>().notNull(),
    /** Credits, or minor units of `currency`, that it came to when it was asked for. */
    amount: bigint('amount', { mode: 'number' }).notNull(),
    currency: text('currency'),
    reason: text('reason').notNull(),
    state: oneOf('state', ['waiting', 'confirmed', 'declined', 'withdrawn', 'expired'], 'waiting'),
    requestedBy: refers('requested_by', () => users.id, 'restrict'),
    decidedBy: text('decided_by').references(() => users.id, { onDelete: 'restrict' }),
    decidedAt: moment('decided_at'),
    note: text('note').notNull().default(''),
    expiresAt: moment('expires_at').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index('second_approvals_state').on(t.state, t.id),
    uniqueIndex('second_approvals_once').on(t.kind, t.subject).where(sql`state = 'waiting' and kind <> 'allocation'`),
    check('second_approvals_decided', sql`(${t.state} = 'waiting') = (${t.decidedAt} is null)`),
    check('second_approvals_by_another', sql`${t.state} <> 'confirmed' or ${t.decidedBy} <> ${t.requestedBy}`),
    check('second_approvals_not_own', sql`${t.requestedBy} <> ${t.userId}`),
  ],
)
