import { index, pgTable, text } from 'drizzle-orm/pg-core'
import type { CellPlace } from '#canvases/rules/block.ts'
import { canvases } from './canvases.ts'
import { createdAt, foundText, id, jsonb, moment, refers } from './columns.ts'
import { users } from './identity.ts'

/** What members say of blocks of a board. */
export const canvasComments = pgTable(
  'canvas_comments',
  {
    id: id(),
    canvasId: refers('canvas_id', () => canvases.id, 'cascade'),
    /** A block may be removed and come back; what was said of it stays. */
    blockId: text('block_id').notNull(),
    /** The cell of the block that it is about, by what tells its row; null: the whole block. */
    cell: jsonb('cell').$type<CellPlace>(),
    text: foundText('text').notNull(),
    /** People who are mentioned in it. */
    mentions: jsonb('mentions').$type<string[]>().notNull(),
    createdBy: refers('created_by', () => users.id),
    createdAt: createdAt(),
    editedAt: moment('edited_at'),
    resolvedAt: moment('resolved_at'),
    resolvedBy: text('resolved_by').references(() => users.id),
  },
  (t) => [index('canvas_comments_canvas').on(t.canvasId, t.id), index('canvas_comments_person').on(t.createdBy, t.id)],
)
