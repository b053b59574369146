import { index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { canvases } from './canvases.ts'
import { createdAt, id, refers } from './columns.ts'
import { conversations } from './conversations.ts'
import { users } from './identity.ts'

/** With whom a canvas or a conversation is shared by name, and what they may do with it within their role: each is of one of both. */
export const shares = pgTable(
  'shares',
  {
    id: id(),
    canvasId: text('canvas_id').references(() => canvases.id, { onDelete: 'cascade' }),
    conversationId: text('conversation_id').references(() => conversations.id, { onDelete: 'cascade' }),
    userId: refers('user_id', () => users.id, 'cascade'),
    level: text('level', { enum: ['view', 'comment', 'edit'] }).notNull(),
    createdBy: refers('created_by', () => users.id),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('shares_canvas').on(t.canvasId, t.userId),
    uniqueIndex('shares_conversation').on(t.conversationId, t.userId),
    index('shares_person').on(t.userId, t.id),
    index('shares_by').on(t.createdBy),
  ],
)
