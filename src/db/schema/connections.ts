import { sql } from 'drizzle-orm'
import { bigint, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { ConnectionEngine, ConnectionSettings } from '#connections/rules/connection.ts'
import { createdAt, foundText, id, jsonb, moment, oneOf, refers, updatedAt } from './columns.ts'
import { users } from './identity.ts'
import { workspaces } from './places.ts'
import { wordsOf } from './words.ts'

/** A database that is asked where it is, or an external address whose contents are read into the workspace again and again. */
export const connections = pgTable(
  'connections',
  {
    id: id(),
    workspaceId: refers('workspace_id', () => workspaces.id, 'cascade'),
    kind: text('kind', { enum: ['database', 'external'] }).notNull(),
    engine: text('engine').$type<ConnectionEngine>().notNull(),
    /** Unique in the workspace; the analyst and the SQL editor call the source by it. */
    name: text('name').notNull(),
    /** Everything but secrets. */
    settings: jsonb('settings').$type<ConnectionSettings>().notNull(),
    /** Sealed JSON of the secrets, place `connections:{id}:secrets`; null when there are none. */
    secrets: text('secrets'),
    status: oneOf('status', ['syncing', 'ready', 'failed', 'deleted'], 'syncing'),
    /** Why the last look at the source failed, in words for people. */
    error: foundText('error'),
    /** What the last look found to be different, as sentences. */
    changes: jsonb('changes').$type<string[]>().notNull().default([]),
    /** Things to know that are no errors: a role that may write, say. */
    warnings: jsonb('warnings').$type<string[]>().notNull().default([]),
    serverVersion: foundText('server_version').notNull().default(''),
    lastSyncedAt: moment('last_synced_at'),
    /** Null: only on demand. */
    refreshEveryMinutes: integer('refresh_every_minutes'),
    /** When the next look is due; also how one process claims it. */
    nextRefreshAt: moment('next_refresh_at'),
    /** While it is syncing: the life sign of the process that does it. */
    heartbeatAt: moment('heartbeat_at'),
    /** What the source said of its contents' version, to be asked whether they changed. */
    etag: foundText('etag'),
    lastModified: foundText('last_modified'),
    createdBy: refers('created_by', () => users.id),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    deletedAt: moment('deleted_at'),
  },
  (t) => [
    uniqueIndex('connections_name').on(t.workspaceId, sql`lower(${t.name})`).where(sql`status <> 'deleted'`),
    index('connections_workspace').on(t.workspaceId, t.kind, t.id),
    // Over all workspaces, for the panel; and what a person brought.
    index('connections_status').on(t.status, t.id),
    index('connections_engine').on(t.engine, t.id).where(sql`status <> 'deleted'`),
    index('connections_words').using('gin', wordsOf(sql`name`)),
    index('connections_creator').on(t.createdBy),
    index('connections_due').on(t.nextRefreshAt).where(sql`next_refresh_at is not null and status <> 'deleted'`),
  ],
)

/** A statement that somebody ran by hand in the SQL editor, with how it ended. */
export const statements = pgTable(
  'statements',
  {
    id: id(),
    workspaceId: refers('workspace_id', () => workspaces.id, 'cascade'),
    userId: refers('user_id', () => users.id),
    /** A connection's name, or `workspace`. */
    source: text('source').notNull(),
    sql: foundText('sql').notNull(),
    status: text('status', { enum: ['ok', 'failed', 'cancelled'] }).notNull(),
    error: foundText('error'),
    resultId: text('result_id'),
    rows: integer('rows'),
    elapsedMs: integer('elapsed_ms').notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('statements_user').on(t.workspaceId, t.userId, t.id)],
)

/** An upload that comes in parts and may be taken up again: its bytes lie in the file store, one object a part. */
export const uploads = pgTable(
  'uploads',
  {
    id: id(),
    workspaceId: refers('workspace_id', () => workspaces.id, 'cascade'),
    userId: refers('user_id', () => users.id),
    name: text('name').notNull(),
    sizeBytes: bigint('size_bytes', { mode: 'number' }).notNull(),
    receivedBytes: bigint('received_bytes', { mode: 'number' }).notNull().default(0),
    parts: integer('parts').notNull().default(0),
    fileId: text('file_id'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [index('uploads_idle').on(t.updatedAt), index('uploads_workspace').on(t.workspaceId, t.id)],
)
export type ConnectionRow = typeof connections.$inferSelect
