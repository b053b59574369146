import { sql } from 'drizzle-orm'
import { boolean, index, pgTable, text } from 'drizzle-orm/pg-core'
import type { Digest, MailChoices, NotificationKind } from '#notifications/rules/notification.ts'
import { createdAt, foundText, id, jsonb, moment, refers } from './columns.ts'
import { users } from './identity.ts'
import { workspaces } from './places.ts'

/** What somebody was told of in the product. It is shown as long as they may see the workspace. */
export const notifications = pgTable(
  'notifications',
  {
    id: id(),
    userId: refers('user_id', () => users.id, 'cascade'),
    workspaceId: refers('workspace_id', () => workspaces.id, 'cascade'),
    kind: text('kind').$type<NotificationKind>().notNull(),
    title: foundText('title').notNull(),
    text: foundText('text').notNull(),
    /** The page that it is about: a path of ours. */
    path: text('path').notNull(),
    /** What it tells of, where it goes with that: `comment:{id}`. */
    subject: text('subject').notNull().default(''),
    createdAt: createdAt(),
    readAt: moment('read_at'),
    /** It comes with the next mail that tells of several. */
    waits: boolean('waits').notNull().default(false),
  },
  (t) => [
    index('notifications_person').on(t.userId, t.id),
    index('notifications_unread').on(t.userId).where(sql`read_at is null`),
    index('notifications_subject').on(t.subject).where(sql`subject <> ''`),
    index('notifications_workspace').on(t.workspaceId),
    index('notifications_age').on(t.createdAt),
    index('notifications_waiting').on(t.userId).where(sql`waits`),
  ],
)

/** Which notifications somebody gets by mail as well, and when; who has no row gets what is usual. */
export const notificationSettings = pgTable(
  'notification_settings',
  {
    userId: text('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    mails: jsonb('mails').$type<MailChoices>().notNull(),
    digest: text('digest').$type<Digest>().notNull().default('none'),
    timeZone: text('time_zone').notNull().default('UTC'),
    watchesAtOnce: boolean('watches_at_once').notNull().default(false),
    /** When the next mail that tells of several is due; null where each comes by itself. */
    digestAt: moment('digest_at'),
  },
  (t) => [index('notification_settings_digest').on(t.digestAt).where(sql`digest_at is not null`)],
)
