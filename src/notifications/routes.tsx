import { Hono } from 'hono'
import { z } from 'zod'
import { signedIn } from '#auth/guard.ts'
import { pageRequest } from '#base/paging.ts'
import type { Handler } from '#web/handler.ts'
import type { Env } from '#web/http-context.ts'
import { readBody, readQuery } from '#web/input.ts'
import { pageAnswer } from '#web/page.tsx'
import type { UserCtx } from '../ctx.ts'
import { urls } from '../urls.ts'
import { notificationsApi } from './api.ts'
import * as notifications from './notifications.ts'
import { NotificationsPage } from './pages/notifications.tsx'

const SHOWN = '30'
const pageQuery = z.object({ cursor: z.string().max(100).optional() })

/** The button beside one names it, the one above the list names none. */
const readForm = z.object({ ids: z.string().max(40).optional() })

const submitRead: Handler<UserCtx> = async (ctx, c) => {
  const { ids } = await readBody(c, readForm)
  await notifications.markRead(ctx, ids === undefined ? undefined : [ids])
  return c.redirect(urls.notifications, 303)
}

/** @param withheld tells which notices are shown without their words */
export function notificationRoutes(withheld: notifications.Withheld): Hono<Env> {
  const listed: typeof notifications.list = async (ctx, request, filter) => {
    const { items, next } = await notifications.list(ctx, request, filter)
    const gone = await withheld(ctx, ctx.user.id, items)
    return { items: items.map((one) => notifications.shown(one, gone)), next }
  }
  const showList: Handler<UserCtx> = async (ctx, c) => {
    const list = await listed(ctx, pageRequest({ limit: SHOWN, cursor: readQuery(c, pageQuery).cursor }))
    const body = <NotificationsPage list={list} hasUnread={(await notifications.unread(ctx)) > 0} />
    return pageAnswer(c, ctx, { layout: 'app', title: 'Notifications' }, body)
  }
  return new Hono<Env>()
    .route('/', notificationsApi(listed))
    .get(urls.notifications, signedIn(showList))
    .post(urls.notificationsRead, signedIn(submitRead))
}
