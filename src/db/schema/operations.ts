import { sql } from 'drizzle-orm'
import { bigint, bigserial, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, foundText, id, jsonb, refers } from './columns.ts'
import { auditEvents } from './records.ts'
import { wordsOf } from './words.ts'

/** Append-only: each change of the System Settings or of the XAI Configuration is a version; the newest of a kind counts. */
export const settingVersions = pgTable(
  'setting_versions',
  {
    id: id(),
    kind: text('kind', { enum: ['system', 'xai'] }).notNull(),
    version: integer('version').notNull(),
    values: jsonb('values').$type<Record<string, unknown>>().notNull(),
    /** Sealed JSON, place `setting_versions:{id}:secrets`. */
    secrets: text('secrets'),
    reason: text('reason').notNull(),
    /** Null for what the server did by itself. */
    changedBy: text('changed_by'),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex('setting_versions_number').on(t.kind, t.version)],
)

/**
 * Append-only: seals audit events in a chain. Each hash is made of the one before and of the event, so that nobody can change,
 * remove or put in an event later without breaking every hash after it.
 */
export const auditChain = pgTable('audit_chain', {
  sequence: bigserial('sequence', { mode: 'number' }).primaryKey(),
  eventId: refers('event_id', () => auditEvents.id).unique(),
  hash: text('hash').notNull(),
  createdAt: createdAt(),
})

/** What visitors who agreed to it did, as the specification names it. */
export const trackingEvents = pgTable(
  'tracking_events',
  {
    id: id(),
    name: text('name').notNull(),
    /** A random name of a browser, forgotten when consent is taken back. */
    visitorId: text('visitor_id').notNull(),
    userId: text('user_id'),
    params: jsonb('params').$type<Record<string, unknown>>().notNull().default({}),
    /** Path without query. */
    page: text('page').notNull().default(''),
    createdAt: createdAt(),
  },
  (t) => [
    index('tracking_events_name').on(t.name, t.createdAt),
    index('tracking_events_time').on(t.createdAt),
    index('tracking_events_visitor').on(t.visitorId, t.createdAt),
    index('tracking_events_user').on(t.userId, t.createdAt).where(sql`user_id is not null`),
  ],
)

/** What the servers logged, redacted before it was written, for the panel; trimmed by age. */
export const logLines = pgTable(
  'log_lines',
  {
    id: id(),
    level: text('level', { enum: ['debug', 'info', 'warn', 'error'] }).notNull(),
    message: foundText('message').notNull(),
    requestId: text('request_id'),
    server: text('server').notNull(),
    fields: jsonb('fields').$type<Record<string, unknown>>().notNull().default({}),
    createdAt: createdAt(),
  },
  (t) => [
    index('log_lines_time').on(t.createdAt, t.id),
    // What is rare among them; most lines stand in neither.
    index('log_lines_errors').on(t.createdAt, t.id).where(sql`level = 'error'`),
    index('log_lines_warnings').on(t.createdAt, t.id).where(sql`level in ('warn', 'error')`),
    index('log_lines_words').using('gin', wordsOf(sql`message || ' ' || fields::text`)),
    index('log_lines_request').on(t.requestId).where(sql`request_id is not null`),
  ],
)

/** Figures of one day, kept so that the panel never adds up a year of rows: bytes stored, say. */
export const dailyFigures = pgTable(
  'daily_figures',
  {
    id: id(),
    day: text('day').notNull(),
    name: text('name').notNull(),
    value: bigint('value', { mode: 'number' }).notNull(),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex('daily_figures_once').on(t.name, t.day)],
)
