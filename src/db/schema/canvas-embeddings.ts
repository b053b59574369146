import { pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, id, jsonb, moment, refers } from './columns.ts'
import { users } from './identity.ts'
import { workspaces } from './places.ts'

/** Where boards of a workspace may be embedded, and the secret that tokens for it are signed with. */
export const canvasEmbeddings = pgTable('canvas_embeddings', {
  id: id(),
  workspaceId: refers('workspace_id', () => workspaces.id, 'cascade').unique(),
  /** Origins of pages that may show a board in a frame. */
  hosts: jsonb('hosts').$type<string[]>().notNull(),
  /** Sealed; null until one was made. */
  secret: text('secret'),
  secretAt: moment('secret_at'),
  /** Whose boards are shown: the owner who made the secret last. */
  createdBy: refers('created_by', () => users.id),
  createdAt: createdAt(),
})
