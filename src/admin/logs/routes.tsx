import { Hono } from 'hono'
import { pageRequest } from '#base/paging.ts'
import type { Handler } from '#web/handler.ts'
import type { Env } from '#web/http-context.ts'
import { readQuery } from '#web/input.ts'
import type { AdminCtx } from '../../ctx.ts'
import { urls } from '../../urls.ts'
import { admin } from '../guard.ts'
import { listOrCsv, readOrNull } from '../list-response.ts'
import { LogsPage } from '../pages/logs.tsx'
import { adminPage } from '../pages/page.tsx'
import { leniently, shownOf } from '../rules/list.ts'
import { LOG_COLUMNS, logCsvLine, logQuery, logStreamQuery } from '../rules/log-line.ts'
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
