import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { AgentSaid } from '#agents/rules/agent.ts'
import type { Answer } from '#analyst/rules/answer.ts'
import type { Shown } from '#analyst/rules/sent.ts'
import type { Scope } from '#catalog/rules/scope.ts'
import type { Outline } from '#chat/rules/outline.ts'
import type { Reads } from '#query/rules/reads.ts'
import { createdAt, foundText, id, jsonb, moment, oneOf, refers, updatedAt } from './columns.ts'
import { users } from './identity.ts'
import { workspaces } from './places.ts'

export const conversations = pgTable(
  'conversations',
  {
    id: id(),
    workspaceId: refers('workspace_id', () => workspaces.id, 'cascade'),
    userId: refers('user_id', () => users.id),
    title: foundText('title').notNull(),
    /** The assistant message being written, null when idle: a conversation answers one question at a time. */
    runningMessageId: text('running_message_id'),
    /** Since when it is shared with whoever may see the workspace, and what they may do with it; null: it is not. */
    sharedAt: moment('shared_at'),
    level: oneOf('level', ['view', 'comment', 'edit'], 'view'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    deletedAt: moment('deleted_at'),
  },
  (t) => [
    index('conversations_person').on(t.workspaceId, t.userId, t.updatedAt),
    index('conversations_user').on(t.userId, t.updatedAt),
    index('conversations_shared').on(t.workspaceId).where(sql`shared_at is not null`),
  ],
)

/**
 * Where the requests to a model's provider lie that were made for an answer: compressed in the file store. A row outlives its message, so that
 * the bytes are removed whichever way that went: from `expires_at` on a job removes both.
 */
export const sentRequests = pgTable(
  'sent_requests',
  {
    messageId: text('message_id').primaryKey(),
    workspaceId: refers('workspace_id', () => workspaces.id, 'cascade'),
    conversationId: text('conversation_id').notNull(),
    userId: text('user_id').notNull(),
    storeKey: text('store_key').notNull(),
    /** Tables and columns of the catalog that the model was told. */
    shown: jsonb('shown').$type<Shown>().notNull(),
    expiresAt: moment('expires_at').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index('sent_requests_due').on(t.expiresAt),
    index('sent_requests_conversation').on(t.conversationId),
    index('sent_requests_user').on(t.userId),
    index('sent_requests_workspace').on(t.workspaceId),
  ],
)

export const messages = pgTable(
  'messages',
  {
    id: id(),
    conversationId: refers('conversation_id', () => conversations.id, 'cascade'),
    role: text('role', { enum: ['user', 'assistant'] }).notNull(),
    /** Who asked, or was answered; null: whose conversation it is. */
    askedBy: text('asked_by').references(() => users.id),
    /** It was asked or answered by somebody else, in the conversation that this is a copy of. */
    copied: boolean('copied').notNull().default(false),
    text: foundText('text').notNull(),
    status: text('status', {
      enum: ['sent', 'running', 'answered', 'clarify', 'refused', 'failed', 'stopped', 'interrupted'],
    }).notNull(),
    /** The whole answer with steps, queries, chart, numbers, checks and receipt; null on questions. */
    answer: jsonb('answer').$type<Answer>(),
    /** What a page shows of it: pages never read whole answers, which may be large. Null on questions and on answers older than this. */
    outline: jsonb('outline').$type<Outline>(),
    /** The answer as it was before chips changed it; null where they did not. */
    original: jsonb('original').$type<Answer>(),
    /** What its results, and those before it was changed, were computed from; null on questions and on answers older than this. */
    reads: jsonb('reads').$type<Reads>(),
    /** JSON of what a model said and read before the answer, which the next question tells again byte by byte: as text, since jsonb orders names. */
    exchange: text('exchange'),
    /** Renewed while the answering process lives. */
    heartbeatAt: moment('heartbeat_at'),
    /** Asked for by Stop; seen by the answering process wherever it runs. */
    stopRequestedAt: moment('stop_requested_at'),
    /** Which agent answers, and what it may use; null for the one that every workspace has, and where it may use all tables. */
    agent: jsonb('agent').$type<AgentSaid>(),
    scope: jsonb('scope').$type<Scope>(),
    rating: text('rating', { enum: ['up', 'down'] }),
    ratingReason: text('rating_reason'),
    /** How long the answer took, out of its receipt, so that the figures of the panel never read whole answers. */
    elapsedMs: integer('elapsed_ms').generatedAlwaysAs(
      sql`round((answer #>> '{receipt,elapsed_ms}')::numeric)::integer`,
    ),
    createdAt: createdAt(),
  },
  (t) => [
    index('messages_conversation').on(t.conversationId, t.id),
    index('messages_running').on(t.status, t.heartbeatAt),
    index('messages_asked_by').on(t.askedBy, t.id).where(sql`asked_by is not null`),
    // All that the dashboard counts of answers.
    index('messages_answers').on(t.createdAt, t.status, t.elapsedMs).where(sql`role = 'assistant'`),
  ],
)

/**
 * Tables that a rated answer was read from, so that ratings speak in the search of the catalog: which ones they are stands otherwise in the answer
 * alone. A table is meant by its name, as that is what its next version keeps; a trigger removes the row with the last table of the name.
 */
export const tableRatings = pgTable(
  'table_ratings',
  {
    messageId: refers('message_id', () => messages.id, 'cascade'),
    workspaceId: refers('workspace_id', () => workspaces.id, 'cascade'),
    tableName: text('table_name').notNull(),
    up: boolean('up').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.messageId, t.tableName] }),
    index('table_ratings_table').on(t.workspaceId, t.tableName, t.up),
  ],
)

/** Durable event log of an answer: batches of UI message chunks; a stream resumes after any `seq`. */
export const answerEvents = pgTable(
  'answer_events',
  {
    messageId: refers('message_id', () => messages.id, 'cascade'),
    seq: integer('seq').notNull(),
    chunks: jsonb('chunks').$type<unknown[]>().notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.messageId, t.seq] })],
)
