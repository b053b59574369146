import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import type { Snapshot } from '#canvases/rules/block.ts'
import { canvases } from './canvases.ts'
import { createdAt, id, jsonb, moment, refers } from './columns.ts'
import { users } from './identity.ts'

/**
 * Read-only links of boards. Each shows the board as it was when it was published last, with what its statements give whoever made the
 * link.
 */
export const canvasLinks = pgTable(
  'canvas_links',
  {
    id: id(),
    canvasId: refers('canvas_id', () => canvases.id, 'cascade'),
    /** SHA-256 of the secret in its address. */
    tokenHash: text('token_hash').notNull().unique(),
    passwordHash: text('password_hash'),
    snapshot: jsonb('snapshot').$type<Snapshot>().notNull(),
    /** The filters that were set when it was made, as addresses of boards have them. */
    filters: text('filters').notNull().default(''),
    /** Which of these filtered which block when it was published: blocks that one of them does not reach any more are shown to nobody. */
    reached: jsonb('reached').$type<Record<string, string[]>>().notNull().default({}),
    publishedAt: moment('published_at').notNull(),
    views: integer('views').notNull().default(0),
    openedAt: moment('opened_at'),
    /** When somebody who opened it brought its results up to date last. */
    refreshedAt: moment('refreshed_at'),
    expiresAt: moment('expires_at').notNull(),
    revokedAt: moment('revoked_at'),
    createdBy: refers('created_by', () => users.id),
    createdAt: createdAt(),
  },
  (t) => [index('canvas_links_canvas').on(t.canvasId, t.id), index('canvas_links_person').on(t.createdBy, t.id)],
)
