import { Hono } from 'hono'
import { z } from 'zod'
import { pageRequest } from '#base/paging.ts'
import type { Env, Handler } from '#web/handler.ts'
import { readQuery } from '#web/input.ts'
import { type Described, describe, moment } from '#web/openapi.ts'
import type { AdminCtx } from '../../ctx.ts'
import { urls } from '../../urls.ts'
import { listOrCsv, readOrNull } from '../answer.ts'
import { admin } from '../guard.ts'
import { LogsPage } from '../pages/logs.tsx'
import { adminPage } from '../pages/page.tsx'
import { leniently, shownOf } from '../rules/list.ts'
import { LOG_COLUMNS, LOG_LEVELS, logCsvLine, logQuery, logStreamQuery } from '../rules/log-line.ts'
import * as logs from './logs.ts'

const showLogs: Handler<AdminCtx> = async (ctx, c) => {
  const filters = readQuery(c, leniently(logQuery))
  const request = pageRequest(c.req.query())
  const page = await readOrNull(ctx, () => logs.list(ctx, filters, request))
  const days = ctx.settings().logs.days
  const body = <LogsPage page={page} shown={shownOf(filters)} cursor={request.cursor ?? undefined} days={days} />
  return adminPage(c, ctx, 'Application Logs', body)
}

const listLogs: Handler<AdminCtx> = (ctx, c) => {
  const filters = readQuery(c, logQuery)
  return listOrCsv(c, {
    name: 'application-logs',
    columns: LOG_COLUMNS,
    line: logCsvLine,
    read: (page) => logs.list(ctx, filters, page),
  })
}

const tailLogs: Handler<AdminCtx> = (ctx, c) => {
  const last = c.req.header('last-event-id') ?? null
  return logs.tail(ctx, readQuery(c, logStreamQuery), last && last.length <= 64 ? last : null)
}

export const logRoutes = new Hono<Env>()
  .get(urls.adminLogs, admin('support', showLogs))
  .get(urls.apiAdminLogs, admin('support', listLogs))
  .get(urls.apiAdminLogStream, admin('support', tailLogs))

export const logApi: Described[] = [
  describe('get', urls.apiAdminLogs, {
    tag: 'Admin',
    summary: 'Application logs of all servers, the latest first',
    query: logQuery,
    paged: true,
    forms: ['text/csv'],
    answer: z.array(
      z.object({
        id: z.string(),
        level: z.enum(LOG_LEVELS),
        message: z.string(),
        request_id: z.string().nullable(),
        server: z.string(),
        fields: z.looseObject({}),
        created_at: moment,
      }),
    ),
  }),
  describe('get', urls.apiAdminLogStream, {
    tag: 'Admin',
    summary: 'New lines of the logs as they are written',
    description:
      'Server-sent events, each a line as the list has it. The connection ends after 15 seconds; come back with `Last-Event-ID` and nothing is missed.',
    query: logStreamQuery,
    answer: z.string(),
    answerType: 'text/event-stream',
  }),
]
