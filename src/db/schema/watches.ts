import { boolean, doublePrecision, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import type { Remembered } from '#canvases/rules/memory.ts'
import type { Condition } from '#watches/rules/condition.ts'
import type { WatchEvent } from '#watches/rules/payload.ts'
import type { Recipients, Seen, Sent } from '#watches/rules/run.ts'
import type { Schedule } from '#watches/rules/schedule.ts'
import { canvases } from './canvases.ts'
import { createdAt, foundText, id, jsonb, moment, oneOf, refers, updatedAt } from './columns.ts'
import { messages } from './conversations.ts'
import { users } from './identity.ts'
import { workspaces } from './places.ts'

/**
 * What is done with a canvas by itself: without a condition it is mailed at each time of its schedule, with one somebody is told once the
 * condition becomes true.
 */
export const watches = pgTable(
  'watches',
  {
    id: id(),
    workspaceId: refers('workspace_id', () => workspaces.id, 'cascade'),
    /** The canvas that it is of, or else a result of an answer. */
    canvasId: text('canvas_id').references(() => canvases.id, { onDelete: 'cascade' }),
    messageId: text('message_id').references(() => messages.id, { onDelete: 'cascade' }),
    resultId: text('result_id'),
    name: foundText('name').notNull(),
    schedule: jsonb('schedule').$type<Schedule>().notNull(),
    condition: jsonb('condition').$type<Condition | null>(),
    recipients: jsonb('recipients').$type<Recipients>().notNull(),
    state: oneOf('state', ['active', 'paused'], 'active'),
    /** Why it was paused, where no person did. */
    pausedReason: text('paused_reason').notNull().default(''),
    snoozedUntil: moment('snoozed_until'),
    /** Whether its condition was true at the last run: it tells again only after it was false. */
    holds: boolean('holds').notNull().default(false),
    /** What a change is measured from: the number of the first run, then that of which somebody was told last. */
    baseline: doublePrecision('baseline'),
    /** Its maker was told that runs fail, and none succeeded since. */
    failing: boolean('failing').notNull().default(false),
    /** A schedule sends only where something changed since it last did. */
    onlyChanged: boolean('only_changed').notNull().default(false),
    /** What the blocks, or the result, showed that were sent last, by their ids. */
    sent: jsonb('sent').$type<Record<string, Remembered>>().notNull().default({}),
    /** An admin of the server stopped it: nobody else resumes it. */
    stoppedAt: moment('stopped_at'),
    nextAt: moment('next_at'),
    /** The run that one process does now, and until when nobody else takes its place. */
    claimedBy: text('claimed_by'),
    claimedUntil: moment('claimed_until'),
    createdBy: refers('created_by', () => users.id),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('watches_workspace').on(t.workspaceId, t.id),
    index('watches_canvas').on(t.canvasId),
    index('watches_message').on(t.messageId),
    index('watches_person').on(t.createdBy, t.id),
    index('watches_due').on(t.state, t.nextAt),
  ],
)

/** Each time that a watch was run. `dueAt`: the time of its schedule; another attempt at the same one has a row of its own. */
export const watchRuns = pgTable(
  'watch_runs',
  {
    id: id(),
    watchId: refers('watch_id', () => watches.id, 'cascade'),
    dueAt: moment('due_at').notNull(),
    startedAt: moment('started_at').notNull(),
    endedAt: moment('ended_at'),
    status: oneOf('status', ['running', 'sent', 'quiet', 'failed', 'interrupted'], 'running'),
    seen: jsonb('seen').$type<Seen>().notNull(),
    sent: jsonb('sent').$type<Sent[]>().notNull(),
    error: foundText('error'),
  },
  (t) => [index('watch_runs_watch').on(t.watchId, t.id), index('watch_runs_due').on(t.watchId, t.dueAt)],
)

/** Addresses of a workspace that are told by a signed HTTP request. `secrets`: the address, which often is one, and what signs, sealed. */
export const watchWebhooks = pgTable(
  'watch_webhooks',
  {
    id: id(),
    workspaceId: refers('workspace_id', () => workspaces.id, 'cascade'),
    name: foundText('name').notNull(),
    format: oneOf('format', ['json', 'slack', 'teams'], 'json'),
    host: text('host').notNull(),
    secrets: text('secrets').notNull(),
    createdBy: refers('created_by', () => users.id),
    createdAt: createdAt(),
  },
  (t) => [index('watch_webhooks_workspace').on(t.workspaceId, t.id)],
)

/** What is sent to a webhook, and how that went: waiting ones are tried until they are sent or given up. */
export const watchDeliveries = pgTable(
  'watch_deliveries',
  {
    id: id(),
    webhookId: refers('webhook_id', () => watchWebhooks.id, 'cascade'),
    event: jsonb('event').$type<WatchEvent>().notNull(),
    state: oneOf('state', ['waiting', 'sent', 'failed'], 'waiting'),
    attempts: integer('attempts').notNull().default(0),
    nextAt: moment('next_at'),
    /** The last answer: its status, or why there was none. */
    status: integer('status'),
    error: foundText('error'),
    createdAt: createdAt(),
    sentAt: moment('sent_at'),
  },
  (t) => [index('watch_deliveries_webhook').on(t.webhookId, t.id), index('watch_deliveries_due').on(t.state, t.nextAt)],
)
