import { z } from 'zod'
import { signedIn } from '#auth/guard.ts'
import { api, get, post, put } from '#web/api.ts'
import { urls } from '../urls.ts'
import { events } from './live.ts'
import * as notifications from './notifications.ts'
import * as answers from './rules/notification.ts'

/** @param listed the notifications of a person, as they may read them now */
export const notificationsApi = (listed: typeof notifications.list) =>
  api('Notifications', [
    get(urls.apiNotifications, signedIn, {
      summary: 'What you were told of, the newest first',
      description: `Mentions and comments, what was shared with you, watches that fired and runs that failed. Kept for ${answers.KEPT.days} days, at most ${answers.KEPT.most}.`,
      paged: true,
      query: answers.listQuery,
      answer: z.array(answers.notification),
      handle: (ctx, { page, query }) => listed(ctx, page, { unread: query.unread === 'true' }),
    }),
    get(urls.apiNotificationsUnread, signedIn, {
      summary: 'How many notifications you have not read',
      answer: answers.unreadCount,
      handle: async (ctx) => ({ unread: await notifications.unread(ctx) }),
    }),
    post(urls.apiNotificationsRead, signedIn, {
      summary: 'Mark notifications as read, these or all',
      body: answers.readBody,
      answer: answers.unreadCount,
      handle: async (ctx, { body }) => {
        await notifications.markRead(ctx, body.ids)
        return { unread: await notifications.unread(ctx) }
      },
    }),
    get(urls.apiNotificationsEvents, signedIn, {
      summary: 'Be told how many notifications you have not read',
      description: 'A server-sent event with the count, now and after each change.',
      answer: z.string(),
      answerType: 'text/event-stream',
      handle: (ctx) => events(ctx, notifications.unread),
    }),
    get(urls.apiNotificationSettings, signedIn, {
      summary: 'Which notifications come to you by mail as well',
      answer: answers.settings,
      handle: notifications.settings,
    }),
    put(urls.apiNotificationSettings, signedIn, {
      summary: 'Choose which notifications come to you by mail as well',
      description: 'What is given changes.',
      body: answers.settingsChange,
      answer: answers.settings,
      handle: (ctx, { body }) => notifications.choose(ctx, body),
    }),
  ])
