import { index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { AnyContent, BlockKind, Snapshot, Tab } from '#canvases/rules/block.ts'
import type { Filter } from '#canvases/rules/filter.ts'
import type { Remembered } from '#canvases/rules/memory.ts'
import type { Parameter } from '#canvases/rules/parameter-value.ts'
import type { QueryResult } from '#query/rules/answers.ts'
import type { Reads } from '#query/rules/reads.ts'
import { createdAt, foundText, id, jsonb, moment, oneOf, refers, updatedAt } from './columns.ts'
import { users } from './identity.ts'
import { workspaces } from './places.ts'

/** Boards of a workspace. `version` counts every change of a board or of one of its blocks. */
export const canvases = pgTable(
  'canvases',
  {
    id: id(),
    workspaceId: refers('workspace_id', () => workspaces.id, 'cascade'),
    name: foundText('name').notNull(),
    description: foundText('description').notNull().default(''),
    tabs: jsonb('tabs').$type<Tab[]>().notNull(),
    filters: jsonb('filters').$type<Filter[]>().notNull().default([]),
    parameters: jsonb('parameters').$type<Parameter[]>().notNull().default([]),
    /** What people of the workspace may do with it, within their role. */
    level: oneOf('level', ['view', 'comment', 'edit'], 'edit'),
    version: integer('version').notNull().default(1),
    /** Statements that were run for it, those that failed, and when the last one was. */
    refreshes: integer('refreshes').notNull().default(0),
    failures: integer('failures').notNull().default(0),
    refreshedAt: moment('refreshed_at'),
    /** An admin of the server stopped its refreshing, with why. */
    stoppedAt: moment('stopped_at'),
    stoppedReason: text('stopped_reason').notNull().default(''),
    createdBy: refers('created_by', () => users.id),
    updatedBy: refers('updated_by', () => users.id),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    deletedAt: moment('deleted_at'),
  },
  (t) => [index('canvases_workspace').on(t.workspaceId, t.updatedAt), index('canvases_person').on(t.createdBy, t.id)],
)

/** What stands on a board. `version`: that of the board at its last change, so that others fetch only what is new. */
export const canvasBlocks = pgTable(
  'canvas_blocks',
  {
    id: id(),
    canvasId: refers('canvas_id', () => canvases.id, 'cascade'),
    kind: text('kind').$type<BlockKind>().notNull(),
    tab: text('tab').notNull(),
    x: integer('x').notNull(),
    y: integer('y').notNull(),
    w: integer('w').notNull(),
    h: integer('h').notNull(),
    content: jsonb('content').$type<AnyContent>().notNull(),
    /** What the values in it may be of; null for blocks from before that was kept. */
    reads: jsonb('reads').$type<Reads>(),
    version: integer('version').notNull(),
    updatedBy: refers('updated_by', () => users.id),
    updatedAt: updatedAt(),
  },
  (t) => [index('canvas_blocks_canvas').on(t.canvasId, t.id)],
)

/** What the values of blocks may be of that were removed, by the digest of the values: they may be put back. */
export const canvasRemoved = pgTable(
  'canvas_removed',
  {
    canvasId: refers('canvas_id', () => canvases.id, 'cascade'),
    held: text('held').notNull(),
    reads: jsonb('reads').$type<Reads>(),
  },
  (t) => [primaryKey({ columns: [t.canvasId, t.held] })],
)

/**
 * What a block showed last under the same filters, and what it did before that: so that it can be said what changed. `statement`: digest of
 * what the block asks before filters and parameters; another statement begins anew.
 */
export const canvasMemories = pgTable(
  'canvas_memories',
  {
    canvasId: refers('canvas_id', () => canvases.id, 'cascade'),
    /** A block that comes back by undo is the same. */
    blockId: text('block_id').notNull(),
    /** As addresses have them; empty without any. */
    filters: text('filters').notNull(),
    statement: text('statement').notNull(),
    shown: jsonb('shown').$type<Remembered>().notNull(),
    before: jsonb('before').$type<Remembered>(),
    usedAt: moment('used_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.canvasId, t.blockId, t.filters] }), index('canvas_memories_used').on(t.usedAt)],
)

/** Boards as they were, the last of them. `number`: the version that it holds. */
export const canvasVersions = pgTable(
  'canvas_versions',
  {
    id: id(),
    canvasId: refers('canvas_id', () => canvases.id, 'cascade'),
    number: integer('number').notNull(),
    snapshot: jsonb('snapshot').$type<Snapshot>().notNull(),
    createdBy: refers('created_by', () => users.id),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex('canvas_versions_number').on(t.canvasId, t.number)],
)

/**
 * What statements of blocks gave last, for all boards of a workspace: `key` is the digest of a statement and its source. What failed since
 * stands beside it.
 */
export const canvasResults = pgTable(
  'canvas_results',
  {
    workspaceId: refers('workspace_id', () => workspaces.id, 'cascade'),
    key: text('key').notNull(),
    /** The result with its first rows; null where the statement never ran, or what it read was hidden since. */
    page: jsonb('page').$type<QueryResult>(),
    /** Digest of all that the tables were made of when it ran. */
    sources: text('sources').notNull().default(''),
    /** The tables that it read, with the columns that could be seen then. */
    tables: jsonb('tables').$type<Record<string, string[]>>().notNull().default({}),
    refreshedAt: moment('refreshed_at'),
    error: foundText('error'),
    errorAt: moment('error_at'),
    /** The sources that `error` is of: while these stay, it would fail again. */
    errorSources: text('error_sources').notNull().default(''),
    /** One process runs a statement, however many look: it renews this moment until it is done. */
    claimedUntil: moment('claimed_until'),
    usedAt: moment('used_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.key] }), index('canvas_results_used').on(t.usedAt)],
)
