import { Hono } from 'hono'
import { z } from 'zod'
import { api, get } from '#web/api.ts'
import type { Handler } from '#web/handler.ts'
import type { Env } from '#web/http-context.ts'
import type { AdminCtx } from '../../ctx.ts'
import { urls } from '../../urls.ts'
import { admin } from '../guard.ts'
import { listCall, readList } from '../list-response.ts'
import { LogsPage } from '../pages/logs.tsx'
import { adminPage } from '../pages/page.tsx'
import { logList, logStreamQuery } from '../rules/log-line.ts'
import * as logs from './logs.ts'

const logApi = api('Admin', [
  listCall(urls.apiAdminLogs, 'support', logList, logs.list, {
    summary: 'Application logs of all servers, the latest first',
  }),
  get(urls.apiAdminLogStream, admin('support'), {
    summary: 'New lines of the logs as they are written',
    description:
      'Server-sent events, each a line as the list has it. The connection ends after 15 seconds; come back with `Last-Event-ID` and nothing is missed.',
    query: logStreamQuery,
    answer: z.string(),
    answerType: 'text/event-stream',
    handle: (ctx, { query }, c) => {
      const last = c.req.header('last-event-id') ?? null
      return logs.tail(ctx, query, last && last.length <= 64 ? last : null)
    },
  }),
])

const showLogs: Handler<AdminCtx> = async (ctx, c) => {
  const state = await readList(ctx, c, logList, logs.list)
  const body = <LogsPage {...state} days={ctx.settings().logs.days} />
  return adminPage(c, ctx, 'Application Logs', body)
}

export const logRoutes = new Hono<Env>().route('/', logApi).get(urls.adminLogs, admin('support')(showLogs))
