import { bigint, boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, id, moment, updatedAt } from './columns.ts'

/** Tables of better-auth (camelCase properties are its field names) plus what the product adds to a person. */
export const users = pgTable('users', {
  id: id(),
  name: text('name').notNull().default(''),
  email: text('email').notNull().unique(),
  emailVerified: boolean('email_verified').notNull().default(false),
  image: text('image'),
  /** Platform admin roles, see auth/rules/admin-role.ts; empty for everybody else. */
  adminRoles: text('admin_roles').array().notNull().default([]),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
})

export const sessions = pgTable(
  'sessions',
  {
    id: id(),
    token: text('token').notNull().unique(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    expiresAt: moment('expires_at').notNull(),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [index('sessions_user').on(t.userId)],
)

/** Ways to sign in: the `credential` provider keeps the password hash. */
export const accounts = pgTable(
  'accounts',
  {
    id: id(),
    accountId: text('account_id').notNull(),
    providerId: text('provider_id').notNull(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    accessToken: text('access_token'),
    refreshToken: text('refresh_token'),
    idToken: text('id_token'),
    accessTokenExpiresAt: moment('access_token_expires_at'),
    refreshTokenExpiresAt: moment('refresh_token_expires_at'),
    scope: text('scope'),
    password: text('password'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [index('accounts_user').on(t.userId)],
)

export const verifications = pgTable(
  'verifications',
  {
    id: id(),
    identifier: text('identifier').notNull(),
    value: text('value').notNull(),
    expiresAt: moment('expires_at').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [index('verifications_identifier').on(t.identifier)],
)

/** Keys that sign access tokens; public halves are cached for 10 minutes by each process. */
export const signingKeys = pgTable('signing_keys', {
  id: id(),
  publicKey: text('public_key').notNull(),
  /** Sealed with AUTH_SECRET. */
  privateKey: text('private_key').notNull(),
  createdAt: createdAt(),
  expiresAt: moment('expires_at'),
})

/** Fixed-window counters shared by every server process. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: text('key').primaryKey(),
    count: integer('count').notNull(),
    resetAt: bigint('reset_at', { mode: 'number' }).notNull(),
  },
  (t) => [index('rate_limits_reset').on(t.resetAt)],
)
