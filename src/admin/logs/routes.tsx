import { Hono } from 'hono'
import type { Handler } from '#web/handler.ts'
import type { Env } from '#web/http-context.ts'
import { readQuery } from '#web/input.ts'
import type { AdminCtx } from '../../ctx.ts'
import { urls } from '../../urls.ts'
import { admin } from '../guard.ts'
import { readList, sendList } from '../list-response.ts'
import { LogsPage } from '../pages/logs.tsx'
import { adminPage } from '../pages/page.tsx'
import { logList, logStreamQuery } from '../rules/log-line.ts'
import * as logs from './logs.ts'

const showLogs: Handler<AdminCtx> = async (ctx, c) => {
  const state = await readList(ctx, c, logList, logs.list)
  const body = <LogsPage {...state} days={ctx.settings().logs.days} />
  return adminPage(c, ctx, 'Application Logs', body)
}

const listLogs: Handler<AdminCtx> = (ctx, c) => sendList(c, ctx, logList, logs.list)

const tailLogs: Handler<AdminCtx> = (ctx, c) => {
  const last = c.req.header('last-event-id') ?? null
  return logs.tail(ctx, readQuery(c, logStreamQuery), last && last.length <= 64 ? last : null)
}

export const logRoutes = new Hono<Env>()
  .get(urls.adminLogs, admin('support', showLogs))
  .get(urls.apiAdminLogs, admin('support', listLogs))
  .get(urls.apiAdminLogStream, admin('support', tailLogs))
