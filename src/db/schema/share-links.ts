import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import type { Snapshot } from '#canvases/rules/block.ts'
import type { FrozenBoard } from '#canvases/rules/shown-board.ts'
import { canvases } from './canvases.ts'
import { createdAt, id, jsonb, moment, refers } from './columns.ts'
import { conversations } from './conversations.ts'
import { users } from './identity.ts'

/**
 * Read-only links of canvases and conversations: each is of one of them. It shows the canvas as it was when it was published last, with what
 * its statements give whoever made the link; of a conversation what it had answered then, rows included.
 */
export const shareLinks = pgTable(
  'share_links',
  {
    id: id(),
    canvasId: text('canvas_id').references(() => canvases.id, { onDelete: 'cascade' }),
    conversationId: text('conversation_id').references(() => conversations.id, { onDelete: 'cascade' }),
    /** SHA-256 of the secret in its address. */
    tokenHash: text('token_hash').notNull().unique(),
    passwordHash: text('password_hash'),
    snapshot: jsonb('snapshot').$type<Snapshot | FrozenBoard>().notNull(),
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
  (t) => [
    index('share_links_canvas').on(t.canvasId, t.id),
    index('share_links_conversation').on(t.conversationId, t.id),
    index('share_links_person').on(t.createdBy, t.id),
  ],
)
