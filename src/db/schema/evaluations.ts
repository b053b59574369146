import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { CellDiff, Outcome } from '#evaluations/rules/outcome.ts'
import { createdAt, foundText, id, jsonb, moment, oneOf, refers } from './columns.ts'
import { users } from './identity.ts'
import { workspaces } from './places.ts'

/** A run in which the verified questions of a workspace are asked anew and compared with their queries. */
export const evaluations = pgTable(
  'evaluations',
  {
    id: id(),
    workspaceId: refers('workspace_id', () => workspaces.id, 'cascade'),
    startedBy: refers('started_by', () => users.id),
    status: oneOf('status', ['running', 'done', 'stopped', 'failed', 'interrupted'], 'running'),
    /** Why it failed, in words for people. */
    error: foundText('error'),
    model: text('model').notNull(),
    /** Which definitions counted when it began: equal texts, equal definitions. */
    definitions: text('definitions').notNull(),
    /** State of the catalog then. */
    catalog: text('catalog').notNull(),
    questions: integer('questions').notNull(),
    /** While it runs: the life sign of its process. */
    heartbeatAt: moment('heartbeat_at'),
    createdAt: createdAt(),
    endedAt: moment('ended_at'),
  },
  (t) => [
    index('evaluations_workspace').on(t.workspaceId, t.id),
    index('evaluations_running').on(t.status, t.heartbeatAt),
  ],
)

export const evaluationItems = pgTable(
  'evaluation_items',
  {
    id: id(),
    evaluationId: refers('evaluation_id', () => evaluations.id, 'cascade'),
    position: integer('position').notNull(),
    /** The verified query, which may be gone or another version since. */
    queryId: text('query_id').notNull(),
    question: foundText('question').notNull(),
    sql: foundText('sql').notNull(),
    outcome: text('outcome').$type<Outcome>().notNull(),
    /** What the analyst said and ran. */
    said: foundText('said').notNull().default(''),
    ran: foundText('ran').notNull().default(''),
    error: foundText('error'),
    diff: jsonb('diff').$type<CellDiff | null>(),
    credits: integer('credits').notNull(),
    tokens: integer('tokens').notNull(),
    sentBytes: integer('sent_bytes').notNull(),
    elapsedMs: integer('elapsed_ms').notNull(),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex('evaluation_items_position').on(t.evaluationId, t.position)],
)
