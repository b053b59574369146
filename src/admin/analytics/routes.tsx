import { Hono } from 'hono'
import { z } from 'zod'
import { csvOf } from '#billing/rules/csv.ts'
import type { Handler } from '#web/handler.ts'
import type { Env } from '#web/http-context.ts'
import { readQuery } from '#web/input.ts'
import { csvAnswer, wantsCsv } from '#web/response.ts'
import type { AdminCtx } from '../../ctx.ts'
import { urls } from '../../urls.ts'
import { admin } from '../guard.ts'
import { MOST_LINES, readOrNull } from '../list-response.ts'
import { AnalyticsPage } from '../pages/analytics.tsx'
import { adminPage } from '../pages/page.tsx'
import { analyticsQuery, LINES } from '../rules/analytics.ts'
import * as analytics from './analytics.ts'

/** A period that there is none of shows the usual one: an old link leads somewhere. */
const lenient = z.object({ period: analyticsQuery.shape.period.catch('30d') })

const showAnalytics: Handler<AdminCtx> = async (ctx, c) => {
  const { period } = readQuery(c, lenient)
  const figures = await readOrNull(ctx, () => analytics.read(ctx, period))
  return adminPage(c, ctx, 'Analytics & Reports', <AnalyticsPage figures={figures} period={period} />)
}

const sendAnalytics: Handler<AdminCtx> = async (ctx, c) => {
  const { period, part = 'events' } = readQuery(c, analyticsQuery)
  if (!wantsCsv(c)) return c.json(await analytics.read(ctx, period))
  const figures = await analytics.read(ctx, period, MOST_LINES)
  const { columns, lines } = LINES[part]
  return csvAnswer(c, `${part}-${period}`, csvOf(columns, lines(figures)))
}

export const analyticsRoutes = new Hono<Env>()
  .get(urls.adminAnalytics, admin('analyst', showAnalytics))
  .get(urls.apiAdminAnalytics, admin('analyst', sendAnalytics))
