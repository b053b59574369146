import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import type { MailRights } from '#records/rules/mail-rights.ts'
import { createdAt, id, jsonb, moment } from './columns.ts'
import { users } from './identity.ts'

/** Append-only (trigger): who did what to what, written in the transaction of the deed. */
export const auditEvents = pgTable(
  'audit_events',
  {
    id: id(),
    actorId: text('actor_id'),
    action: text('action').notNull(),
    subject: text('subject').notNull(),
    organizationId: text('organization_id'),
    workspaceId: text('workspace_id'),
    ip: text('ip'),
    requestId: text('request_id'),
    details: jsonb('details').$type<Record<string, unknown>>().notNull().default({}),
    createdAt: createdAt(),
  },
  (t) => [
    index('audit_events_organization').on(t.organizationId, t.id),
    index('audit_events_actor').on(t.actorId, t.id),
    index('audit_events_subject').on(t.subject, t.id),
    index('audit_events_action').on(t.action, t.id),
    index('audit_events_ip').on(t.ip, t.id),
    index('audit_events_request').on(t.requestId).where(sql`request_id is not null`),
  ],
)

/** Failed sign-ins, refused statements, denied permissions and the like. */
export const securityEvents = pgTable(
  'security_events',
  {
    id: id(),
    kind: text('kind').notNull(),
    actorId: text('actor_id'),
    ip: text('ip'),
    requestId: text('request_id'),
    details: jsonb('details').$type<Record<string, unknown>>().notNull().default({}),
    /** Who has seen it and answers for it, and what they found. */
    acknowledgedBy: text('acknowledged_by'),
    acknowledgedAt: moment('acknowledged_at'),
    acknowledgedNote: text('acknowledged_note'),
    createdAt: createdAt(),
  },
  (t) => [
    index('security_events_kind').on(t.kind, t.id),
    index('security_events_time').on(t.createdAt),
    index('security_events_actor').on(t.actorId, t.id),
    index('security_events_ip').on(t.ip, t.id),
    // Whom a guest tried to be.
    index('security_events_email').on(sql`(details ->> 'email')`, t.id).where(sql`(details ->> 'email') is not null`),
    index('security_events_request').on(t.requestId).where(sql`request_id is not null`),
    index('security_events_open').on(t.id).where(sql`acknowledged_at is null`),
  ],
)

/**
 * Mails to send, written in the transaction of the deed and sent by a job; without SMTP they stay here and /outbox shows them.
 */
export const mails = pgTable(
  'mails',
  {
    id: id(),
    /** What it is about, for logs and tests: `verify_email`, `invitation`. */
    kind: text('kind').notNull(),
    to: text('to_address').notNull(),
    subject: text('subject').notNull(),
    text: text('text_body').notNull(),
    html: text('html_body').notNull(),
    /** What goes with it, named by what it is made from when the mail leaves: nothing is kept twice. */
    attachments: jsonb('attachments').$type<{ name: string; kind: 'invoice' | 'credit_note'; id: string }[]>(),
    /** Whose rights are looked up when it leaves; null where it goes to an address whoever has it. */
    rights: jsonb('rights').$type<MailRights>(),
    state: text('state', { enum: ['waiting', 'sent', 'failed', 'kept'] }).notNull(),
    attempts: integer('attempts').notNull().default(0),
    /** When to try (again); null once it is sent, given up or only kept. */
    nextAt: moment('next_at'),
    lastError: text('last_error'),
    sentAt: moment('sent_at'),
    createdAt: createdAt(),
  },
  (t) => [index('mails_due').on(t.nextAt).where(sql`state = 'waiting'`), index('mails_to').on(t.to, t.id)],
)

/** What people wrote through the contact page, guests included; each is mailed to the address of the site too. */
export const contactMessages = pgTable(
  'contact_messages',
  {
    id: id(),
    /** Who was signed in when they wrote; null for guests. */
    userId: text('user_id').references(() => users.id, { onDelete: 'set null' }),
    name: text('name').notNull(),
    email: text('email').notNull(),
    topic: text('topic').notNull(),
    message: text('message').notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('contact_messages_user').on(t.userId)],
)

/** Answers kept for `Idempotency-Key`: the same key of the same person gives the same answer for a day. */
export const idempotentAnswers = pgTable(
  'idempotent_answers',
  {
    key: text('key').primaryKey(),
    requestHash: text('request_hash').notNull(),
    /** Null while the first request runs. */
    status: integer('status'),
    headers: jsonb('headers').$type<Record<string, string>>(),
    body: text('body'),
    createdAt: createdAt(),
    expiresAt: moment('expires_at').notNull(),
  },
  (t) => [index('idempotent_answers_expiry').on(t.expiresAt)],
)

/** One row for each job of jobs.ts: whichever process claims a run moves `next_at` on, the others find it not due. */
export const jobRuns = pgTable('job_runs', {
  name: text('name').primaryKey(),
  nextAt: moment('next_at').notNull(),
  lastAt: moment('last_at').notNull(),
})
