import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { Checked, Content, DefinitionKind } from '#definitions/rules/definition.ts'
import { createdAt, foundText, id, jsonb, moment, refers } from './columns.ts'
import { users } from './identity.ts'
import { workspaces } from './places.ts'

/** What a workspace knows beside its data: metrics, terms, verified queries and its instructions. Each row is one version of one of them. */
export const definitions = pgTable(
  'definitions',
  {
    id: id(),
    workspaceId: refers('workspace_id', () => workspaces.id, 'cascade'),
    /** The same for all versions. */
    definitionId: text('definition_id').notNull(),
    version: integer('version').notNull(),
    kind: text('kind').$type<DefinitionKind>().notNull(),
    /** Name of a metric or term, question of a query. */
    name: foundText('name').notNull(),
    content: jsonb('content').$type<Content>().notNull(),
    /** `approved` is the one that counts; `replaced` was it once; `removed` was the last. */
    state: text('state', { enum: ['proposed', 'approved', 'rejected', 'replaced', 'removed'] }).notNull(),
    note: foundText('note').notNull().default(''),
    proposedBy: refers('proposed_by', () => users.id),
    decidedBy: text('decided_by').references(() => users.id),
    decidedAt: moment('decided_at'),
    reason: foundText('reason').notNull().default(''),
    /** What came out when it was run last; null for what is not run. */
    checked: jsonb('checked').$type<Checked | null>(),
    /** When owners were told that it waits. */
    toldAt: moment('told_at'),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('definitions_name').on(t.workspaceId, t.kind, sql`lower(${t.name})`).where(sql`state = 'approved'`),
    uniqueIndex('definitions_current').on(t.definitionId).where(sql`state = 'approved'`),
    uniqueIndex('definitions_version').on(t.definitionId, t.version),
    index('definitions_listed').on(t.workspaceId, t.state, t.kind, t.id),
    index('definitions_untold').on(t.workspaceId).where(sql`state = 'proposed' and told_at is null`),
    index('definitions_told').on(t.workspaceId, t.toldAt),
  ],
)
