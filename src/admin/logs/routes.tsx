import { Hono } from 'hono'
import type { Handler } from '#web/handler.ts'
import type { Env } from '#web/http-context.ts'
import type { AdminCtx } from '../../ctx.ts'
import { urls } from '../../urls.ts'
import { admin } from '../guard.ts'
import { readList } from '../list-response.ts'
import { LogsPage } from '../pages/logs.tsx'
import { adminPage } from '../pages/page.tsx'
import { logList } from '../rules/log-line.ts'
import { logApi } from './api.ts'
import * as logs from './logs.ts'

const showLogs: Handler<AdminCtx> = async (ctx, c) => {
  const state = await readList(ctx, c, logList, logs.list)
  const body = <LogsPage {...state} days={ctx.settings().logs.days} />
  return adminPage(c, ctx, 'Application Logs', body)
}

export const logRoutes = new Hono<Env>().route('/', logApi).get(urls.adminLogs, admin('support')(showLogs))
