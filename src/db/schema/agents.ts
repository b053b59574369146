import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { AgentContent } from '#agents/rules/agent.ts'
import { createdAt, foundText, id, jsonb, moment, refers } from './columns.ts'
import { users } from './identity.ts'
import { workspaces } from './places.ts'

/** Saved analysts of a workspace. Each row is one version of one of them. */
export const agents = pgTable(
  'agents',
  {
    id: id(),
    workspaceId: refers('workspace_id', () => workspaces.id, 'cascade'),
    /** The same for all versions. */
    agentId: text('agent_id').notNull(),
    version: integer('version').notNull(),
    name: foundText('name').notNull(),
    content: jsonb('content').$type<AgentContent>().notNull(),
    /** `published` is the one that people ask, `draft` the one that is worked on; `replaced` was one of them; `removed` was the last. */
    state: text('state', { enum: ['draft', 'published', 'replaced', 'removed'] }).notNull(),
    savedBy: refers('saved_by', () => users.id),
    publishedAt: moment('published_at'),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('agents_name').on(t.workspaceId, sql`lower(${t.name})`).where(sql`state = 'published'`),
    uniqueIndex('agents_published').on(t.agentId).where(sql`state = 'published'`),
    uniqueIndex('agents_draft').on(t.agentId).where(sql`state = 'draft'`),
    uniqueIndex('agents_version').on(t.agentId, t.version),
    index('agents_listed').on(t.workspaceId, t.state, t.agentId),
  ],
)
