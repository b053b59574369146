import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, id, moment, oneOf, refers, updatedAt } from './columns.ts'
import { users } from './identity.ts'
import { wordsOf } from './words.ts'

export const organizations = pgTable(
  'organizations',
  {
    id: id(),
    name: text('name').notNull(),
    description: text('description').notNull().default(''),
    industry: text('industry').notNull().default(''),
    size: text('size').notNull().default(''),
    website: text('website').notNull().default(''),
    location: text('location').notNull().default(''),
    status: oneOf('status', ['active', 'suspended', 'deleted'], 'active'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    deletedAt: moment('deleted_at'),
  },
  (t) => [
    index('organizations_words').using('gin', wordsOf(sql`name`)),
    index('organizations_status').on(t.status, t.id),
    // With the id, as every index that the dashboard counts by: the place of the demo is left out.
    index('organizations_made').on(t.createdAt, t.id),
    index('organizations_size').on(t.size, t.id),
  ],
)

export const organizationMembers = pgTable(
  'organization_members',
  {
    id: id(),
    organizationId: refers('organization_id', () => organizations.id, 'cascade'),
    userId: refers('user_id', () => users.id, 'cascade'),
    role: text('role', { enum: ['owner', 'member', 'viewer'] }).notNull(),
    status: oneOf('status', ['active', 'removed'], 'active'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    uniqueIndex('organization_members_once').on(t.organizationId, t.userId),
    index('organization_members_user').on(t.userId),
  ],
)

/** An invitation of an email address into an organization; it ends by being accepted, declined, cancelled or by its date. */
export const invitations = pgTable(
  'invitations',
  {
    id: id(),
    organizationId: refers('organization_id', () => organizations.id, 'cascade'),
    email: text('email').notNull(),
    role: text('role', { enum: ['owner', 'member', 'viewer'] }).notNull(),
    status: oneOf('status', ['pending', 'accepted', 'declined', 'cancelled', 'expired'], 'pending'),
    /** SHA-256 of the secret in the mail's link. */
    tokenHash: text('token_hash').notNull().unique(),
    invitedBy: text('invited_by').references(() => users.id, { onDelete: 'set null' }),
    expiresAt: moment('expires_at').notNull(),
    /** When it was last mailed. */
    sentAt: moment('sent_at').notNull(),
    endedAt: moment('ended_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    uniqueIndex('invitations_pending_once').on(t.organizationId, t.email).where(sql`status = 'pending'`),
    index('invitations_email').on(t.email).where(sql`status = 'pending'`),
  ],
)

export const workspaces = pgTable(
  'workspaces',
  {
    id: id(),
    organizationId: refers('organization_id', () => organizations.id, 'cascade'),
    name: text('name').notNull(),
    description: text('description').notNull().default(''),
    /** Seen only by owners and by the people listed in workspace_members. */
    restricted: boolean('restricted').notNull().default(false),
    /** Which values of rows a model outside may see; where the server allows less, that holds. */
    modelSees: oneOf('model_sees', ['none', 'samples', 'all'], 'all'),
    /** Rows of a result that it may see at most; null: as many as the mode has. */
    modelRows: integer('model_rows'),
    status: oneOf('status', ['active', 'deleted'], 'active'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    deletedAt: moment('deleted_at'),
  },
  (t) => [
    index('workspaces_organization').on(t.organizationId, t.status),
    index('workspaces_made').on(t.createdAt, t.id),
    index('workspaces_words').using('gin', wordsOf(sql`name`)),
    check('workspaces_model_rows', sql`${t.modelRows} > 0`),
  ],
)

/** A role of its own that a person has in one workspace, instead of their organization role. */
export const workspaceMembers = pgTable(
  'workspace_members',
  {
    id: id(),
    workspaceId: refers('workspace_id', () => workspaces.id, 'cascade'),
    userId: refers('user_id', () => users.id, 'cascade'),
    role: text('role', { enum: ['owner', 'member', 'viewer'] }).notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('workspace_members_once').on(t.workspaceId, t.userId),
    index('workspace_members_user').on(t.userId),
  ],
)
