import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, id, moment, oneOf, refers, updatedAt } from './columns.ts'
import { wordsOf } from './words.ts'

/** Tables of better-auth (camelCase properties are its field names) plus what the product adds to a person. */
export const users = pgTable(
  'users',
  {
    id: id(),
    name: text('name').notNull().default(''),
    /** An address that nobody has proven yet blocks nobody: it is unique among verified accounts only. */
    email: text('email').notNull(),
    emailVerified: boolean('email_verified').notNull().default(false),
    /** Address of the picture on this site, `/uploads/profile_pictures/{file}`. */
    image: text('image'),
    /** Platform admin roles, see auth/rules/admin-role.ts; empty for everybody else. */
    adminRoles: text('admin_roles').array().notNull().default([]),
    twoFactorEnabled: boolean('two_factor_enabled').notNull().default(false),
    /** What the person chose on /profile; empty where they follow the browser. */
    theme: oneOf('theme', ['', 'system', 'light', 'dark'], ''),
    locale: text('locale').notNull().default(''),
    currency: text('currency').notNull().default('INR'),
    /** How they like answers, in their own words. */
    instructions: text('instructions').notNull().default(''),
    /** What "Keep me signed in" says when they sign in next. */
    keepSignedIn: boolean('keep_signed_in').notNull().default(true),
    /** Set by an operator: a disabled account cannot sign in and its sessions and keys are refused. */
    disabledAt: moment('disabled_at'),
    /** When a finance admin was last told what waits: once a day. */
    waitingToldAt: moment('waiting_told_at'),
    /** When they last used the product, exact to some minutes. To the millisecond, so that a cursor can name it. */
    lastSeenAt: timestamp('last_seen_at', { withTimezone: true, mode: 'date', precision: 3 }).notNull().defaultNow(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    uniqueIndex('users_verified_email').on(t.email).where(sql`email_verified`),
    index('users_email').on(t.email),
    index('users_registered').on(t.createdAt, t.id),
    // What the panel searches, sorts and filters by; the last four are for what few people are.
    index('users_words').using('gin', wordsOf(sql`name || ' ' || email`)),
    index('users_seen').on(t.lastSeenAt, t.id),
    index('users_admins').on(t.id).where(sql`admin_roles <> '{}'`),
    index('users_disabled').on(t.id).where(sql`disabled_at is not null`),
    index('users_two_factor').on(t.id).where(sql`two_factor_enabled`),
    index('users_unproven').on(t.id).where(sql`not email_verified`),
  ],
)

export const sessions = pgTable(
  'sessions',
  {
    id: id(),
    token: text('token').notNull().unique(),
    userId: refers('user_id', () => users.id, 'cascade'),
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
    userId: refers('user_id', () => users.id, 'cascade'),
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

/** Second factors: the secret is sealed, of the backup codes only digests are kept. */
export const twoFactors = pgTable(
  'two_factors',
  {
    id: id(),
    secret: text('secret').notNull(),
    backupCodes: text('backup_codes').notNull(),
    userId: refers('user_id', () => users.id, 'cascade'),
    verified: boolean('verified').notNull().default(true),
    failedVerificationCount: integer('failed_verification_count').notNull().default(0),
    lockedUntil: moment('locked_until'),
    /** Time step of the last code that was accepted: a code is good once. */
    lastStep: bigint('last_step', { mode: 'number' }).notNull().default(0),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex('two_factors_user_once').on(t.userId)],
)

/** Keys with which programs call the API as a person; only a hash is kept. */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: id(),
    userId: refers('user_id', () => users.id, 'cascade'),
    name: text('name').notNull(),
    /** First characters, by which a person tells their keys apart. */
    prefix: text('prefix').notNull(),
    hash: text('hash').notNull().unique(),
    /** See auth/rules/api-key.ts. */
    scopes: text('scopes').array().notNull(),
    /** Null: until it is revoked. */
    expiresAt: moment('expires_at'),
    lastUsedAt: moment('last_used_at'),
    revokedAt: moment('revoked_at'),
    createdAt: createdAt(),
  },
  (t) => [index('api_keys_user').on(t.userId, t.id)],
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
