import { index, pgTable, text } from 'drizzle-orm/pg-core'
import type { CommentedCell } from '#comments/rules/comment.ts'
import { canvases } from './canvases.ts'
import { createdAt, foundText, id, jsonb, moment, refers } from './columns.ts'
import { conversations } from './conversations.ts'
import { users } from './identity.ts'

/** What members say of blocks of a canvas and of answers of a conversation: each is of one of them. */
export const comments = pgTable(
  'comments',
  {
    id: id(),
    canvasId: text('canvas_id').references(() => canvases.id, { onDelete: 'cascade' }),
    conversationId: text('conversation_id').references(() => conversations.id, { onDelete: 'cascade' }),
    /** The block or the answer. A block may be removed and come back; what was said of it stays. */
    partId: text('part_id').notNull(),
    /** The cell that it is about, by what tells its row; null: the whole block or answer. */
    cell: jsonb('cell').$type<CommentedCell>(),
    text: foundText('text').notNull(),
    /** People who are mentioned in it. */
    mentions: jsonb('mentions').$type<string[]>().notNull(),
    createdBy: refers('created_by', () => users.id),
    createdAt: createdAt(),
    editedAt: moment('edited_at'),
    resolvedAt: moment('resolved_at'),
    resolvedBy: text('resolved_by').references(() => users.id),
  },
  (t) => [
    index('comments_canvas').on(t.canvasId, t.id),
    index('comments_conversation').on(t.conversationId, t.id),
    index('comments_person').on(t.createdBy, t.id),
  ],
)
