import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  real,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { CleanedKeys, ColumnEdits, TopValue } from '#catalog/rules/answers.ts'
import type { RejectedRow } from '#catalog/rules/catalog.ts'
import type { TableProfile } from '#catalog/rules/facts.ts'
import type { LeftOut } from '#catalog/rules/left-out.ts'
import type { Recipe } from '#files/rules/recipe.ts'
import type { ResultColumn } from '#query/rules/answers.ts'
import type { Origin } from '#query/rules/reads.ts'
import { createdAt, foundText, id, jsonb, moment, refers, updatedAt } from './columns.ts'
import { users } from './identity.ts'
import { workspaces } from './places.ts'

/** An uploaded file; every upload of the same name is a version of its own, the newest ready one is current. */
export const files = pgTable(
  'files',
  {
    id: id(),
    workspaceId: refers('workspace_id', () => workspaces.id, 'cascade'),
    name: text('name').notNull(),
    format: text('format').notNull(),
    sizeBytes: bigint('size_bytes', { mode: 'number' }).notNull(),
    status: text('status', { enum: ['processing', 'ready', 'failed', 'deleted'] }).notNull(),
    version: integer('version').notNull().default(1),
    current: boolean('current').notNull().default(true),
    /** Key of the original bytes in the file store. */
    storeKey: text('store_key').notNull(),
    /** How it was read: encoding, delimiter, quote, header … as the ingest chose them. */
    dialect: jsonb('dialect').$type<Record<string, unknown>>().notNull().default({}),
    rejectedRows: bigint('rejected_rows', { mode: 'number' }).notNull().default(0),
    rejectedSample: jsonb('rejected_sample').$type<RejectedRow[]>().notNull().default([]),
    /** Key of all rejected rows as CSV; null where there are none, and for files read before these were kept. */
    rejectedKey: text('rejected_key'),
    /** The last life sign of a process that reads a ready file again; null when nobody does. */
    rereadAt: moment('reread_at'),
    /** Why the last attempt to read it again failed, in words for people. */
    rereadError: foundText('reread_error'),
    /** What changed in the columns against the version before, as sentences. */
    schemaChanges: jsonb('schema_changes').$type<string[]>().notNull().default([]),
    /** Rows read so far while it is processing; `updatedAt` is then the heartbeat of the process that reads it. */
    progressRows: bigint('progress_rows', { mode: 'number' }).notNull().default(0),
    error: foundText('error'),
    uploadedBy: refers('uploaded_by', () => users.id),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    deletedAt: moment('deleted_at'),
  },
  (t) => [
    index('files_workspace').on(t.workspaceId, t.status, t.id),
    index('files_name').on(t.workspaceId, t.name),
    index('files_uploaded').on(t.createdAt, t.sizeBytes, t.workspaceId),
    index('files_uploader').on(t.uploadedBy),
  ],
)

/** One queryable table of a workspace; its rows are a file in the store (files and snapshots) or stay in a database (`remoteName`). */
export const catalogTables = pgTable(
  'catalog_tables',
  {
    id: id(),
    workspaceId: refers('workspace_id', () => workspaces.id, 'cascade'),
    sourceKind: text('source_kind', { enum: ['file', 'database', 'external'] }).notNull(),
    sourceId: text('source_id').notNull(),
    /** Name in SQL, unique among the current tables of a workspace. */
    name: text('name').notNull(),
    description: foundText('description').notNull().default(''),
    rows: bigint('rows', { mode: 'number' }).notNull(),
    /** The rows were not counted: the source's own estimate. */
    rowsEstimated: boolean('rows_estimated').notNull().default(false),
    /** Lines of its file that could not be read as rows of it. */
    rowsRejected: bigint('rows_rejected', { mode: 'number' }).notNull().default(0),
    /** Totals, notes, empty lines and names that come again in its file. */
    rowsApart: bigint('rows_apart', { mode: 'number' }).notNull().default(0),
    /** How many of these are totals; null for tables that were read before that was counted. */
    rowsTotals: bigint('rows_totals', { mode: 'number' }),
    rowsDropped: bigint('rows_dropped', { mode: 'number' }).notNull().default(0),
    /** Null for a table whose rows stay in a database. */
    storeKey: text('store_key'),
    /** The rows as they were read, of a table that is mended: those at `storeKey` are what its recipe makes of them. */
    rawKey: text('raw_key'),
    recipe: jsonb('recipe').$type<Recipe>(),
    remoteSchema: foundText('remote_schema'),
    remoteName: foundText('remote_name'),
    hidden: boolean('hidden').notNull().default(false),
    /** What one row is, in the words of a person; null where that is guessed. */
    grain: foundText('grain'),
    /** False for tables of older file versions. */
    current: boolean('current').notNull().default(true),
    refreshedAt: moment('refreshed_at').notNull().defaultNow(),
    /** When it was compared with tables of databases, and those with it; null where that is due. */
    relatedAt: moment('related_at'),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('catalog_tables_name').on(t.workspaceId, t.name).where(sql`${t.current}`),
    index('catalog_tables_source').on(t.sourceId),
    check('catalog_tables_somewhere', sql`(${t.storeKey} is null) <> (${t.remoteName} is null)`),
  ],
)

export const catalogColumns = pgTable(
  'catalog_columns',
  {
    id: id(),
    tableId: refers('table_id', () => catalogTables.id, 'cascade'),
    position: integer('position').notNull(),
    name: text('name').notNull(),
    /** DuckDB type: BIGINT, DECIMAL(12,2), VARCHAR, DATE, TIMESTAMP … */
    type: text('type').notNull(),
    /** How a database calls the type; null for columns of files. */
    nativeType: foundText('native_type'),
    /** As it was guessed. */
    role: text('role', { enum: ['measure', 'dimension', 'time', 'id', 'code', 'text', 'flag'] }).notNull(),
    /** What its figures count, what its values are in the world, and why its role is this: guessed as well; null where nothing says so. */
    unit: foundText('unit'),
    kind: text('kind'),
    reason: foundText('reason'),
    /** What people said of role, aggregation, unit and label, in the place of what is guessed. */
    edits: jsonb('edits').$type<ColumnEdits>().notNull().default({}),
    nulls: bigint('nulls', { mode: 'number' }).notNull(),
    distinct: bigint('distinct_values', { mode: 'number' }).notNull(),
    min: foundText('min'),
    max: foundText('max'),
    top: jsonb('top').$type<TopValue[]>().notNull().default([]),
    sample: jsonb('sample').$type<string[]>().notNull().default([]),
    description: foundText('description').notNull().default(''),
    hidden: boolean('hidden').notNull().default(false),
    /** The column whose values that do not fit its type are kept in this one; it is hidden with that. */
    textOf: foundText('text_of'),
    /** Rows that have a value here and none in that column; null for tables that were measured before this was counted. */
    unread: bigint('unread', { mode: 'number' }),
  },
  (t) => [uniqueIndex('catalog_columns_position').on(t.tableId, t.position)],
)

/** What is measured of a table beside its columns; measured anew where `state` is no longer that of the table. */
export const tableProfiles = pgTable('table_profiles', {
  tableId: text('table_id')
    .primaryKey()
    .references(() => catalogTables.id, { onDelete: 'cascade' }),
  state: text('state').notNull(),
  profile: jsonb('profile').$type<TableProfile>().notNull(),
  measuredAt: moment('measured_at').notNull(),
})

/** A join that holds between two columns; `match_rate` is the share of non-null `from` values found in `to`, 0 to 1. */
export const catalogRelations = pgTable(
  'catalog_relations',
  {
    id: id(),
    workspaceId: refers('workspace_id', () => workspaces.id, 'cascade'),
    fromTableId: refers('from_table_id', () => catalogTables.id, 'cascade'),
    fromColumn: text('from_column').notNull(),
    toTableId: refers('to_table_id', () => catalogTables.id, 'cascade'),
    toColumn: text('to_column').notNull(),
    matchRate: real('match_rate').notNull(),
    /** What would make more of the keys meet, where few do; null where nothing is to be gained. */
    cleaned: jsonb('cleaned').$type<CleanedKeys>(),
    /** Share of the non-null `to` values found in `from`, and rows of `to` that a found row meets on average; null where nobody measured them. */
    backRate: real('back_rate'),
    multiplies: real('multiplies'),
    /** What spoke for a guess. */
    foundBy: text('found_by', { enum: ['key', 'name', 'values', 'abbreviations', 'days'] }),
    /** One that was rejected is kept, so that it is not guessed again. */
    kind: text('kind', { enum: ['inferred', 'declared', 'rejected'] }).notNull(),
  },
  (t) => [index('catalog_relations_workspace').on(t.workspaceId)],
)

/**
 * What was hidden of tables and columns that left the catalog: what was told of them before is withheld as long as it is not there again.
 * Triggers write it, so that no way out is forgotten.
 */
export const catalogHidden = pgTable(
  'catalog_hidden',
  {
    workspaceId: refers('workspace_id', () => workspaces.id, 'cascade'),
    table: text('table_name').notNull(),
    column: text('column_name').notNull(),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.table, t.column] })],
)

/**
 * Which state the catalog of a workspace is in: another text after each change of its tables, columns or relations. Triggers write it,
 * so that no change is forgotten; whoever keeps something of a catalog asks for it. No row: nothing changed yet.
 */
export const catalogVersions = pgTable('catalog_versions', {
  workspaceId: text('workspace_id')
    .primaryKey()
    .references(() => workspaces.id, { onDelete: 'cascade' }),
  version: text('version').notNull(),
})

export const results = pgTable(
  'results',
  {
    id: id(),
    workspaceId: refers('workspace_id', () => workspaces.id, 'cascade'),
    userId: refers('user_id', () => users.id),
    title: foundText('title').notNull().default(''),
    source: text('source').notNull(),
    sql: text('sql').notNull(),
    columns: jsonb('columns').$type<ResultColumn[]>().notNull(),
    totalRows: bigint('total_rows', { mode: 'number' }).notNull(),
    truncated: boolean('truncated').notNull(),
    rowsRead: bigint('rows_read', { mode: 'number' }).notNull(),
    elapsedMs: integer('elapsed_ms').notNull(),
    storeKey: text('store_key').notNull(),
    /** The tables of ours that it read, with where their rows were stored then. */
    tables: jsonb('tables').$type<Record<string, string>>().notNull().default({}),
    /** Lines and values of files that do not count in it. */
    leftOut: jsonb('left_out').$type<LeftOut[]>().notNull().default([]),
    /** What it was computed from; null: not known. */
    origin: jsonb('origin').$type<Origin>(),
    /** Moment of the oldest data it was computed from. */
    freshAt: moment('fresh_at').notNull(),
    createdAt: createdAt(),
    expiresAt: moment('expires_at').notNull(),
  },
  (t) => [index('results_workspace').on(t.workspaceId, t.id), index('results_expiry').on(t.expiresAt)],
)
