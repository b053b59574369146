import { sql } from 'drizzle-orm'
import { index, pgTable, text } from 'drizzle-orm/pg-core'
import type { MailChoices, NotificationKind } from '#notifications/rules/notification.ts'
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
  },
  (t) => [
    index('notifications_person').on(t.userId, t.id),
    index('notifications_unread').on(t.userId).where(sql`read_at is null`),
    index('notifications_subject').on(t.subject).where(sql`subject <> ''`),
    index('notifications_workspace').on(t.workspaceId),
    index('notifications_age').on(t.createdAt),
  ],
)

/** Which notifications somebody gets by mail as well; who has no row gets what is usual. */
export const notificationSettings = pgTable('notification_settings', {
  userId: text('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  mails: jsonb('mails').$type<MailChoices>().notNull(),
})
