import { Hono } from 'hono'
import { z } from 'zod'
import { csvOf } from '#billing/rules/csv.ts'
import { api, get } from '#web/api.ts'
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
import { analyticsAnswer, analyticsQuery, LINES } from '../rules/analytics.ts'
import * as analytics from './analytics.ts'

const analyticsApi = api('Admin', [
  get(urls.apiAdminAnalytics, admin('analyst'), {
    summary: 'Funnel, retention, usage, feedback and events',
    description:
      'Visits and event counts are those of visitors who agreed to be counted; everything else is read from what happened, of everybody. As CSV one `part`.',
    query: analyticsQuery,
    forms: ['text/csv'],
    answer: analyticsAnswer,
    handle: async (ctx, { query: { period, part = 'events' } }, c) => {
      if (!wantsCsv(c)) return analytics.read(ctx, period)
      const figures = await analytics.read(ctx, period, MOST_LINES)
      const { columns, lines } = LINES[part]
      return csvAnswer(c, `${part}-${period}`, csvOf(columns, lines(figures)))
    },
  }),
])

/** A period that there is none of shows the usual one: an old link leads somewhere. */
const lenient = z.object({ period: analyticsQuery.shape.period.catch('30d') })

const showAnalytics: Handler<AdminCtx> = async (ctx, c) => {
  const { period } = readQuery(c, lenient)
  const figures = await readOrNull(ctx, () => analytics.read(ctx, period))
  return adminPage(c, ctx, 'Analytics & Reports', <AnalyticsPage figures={figures} period={period} />)
}

export const analyticsRoutes = new Hono<Env>()
  .route('/', analyticsApi)
  .get(urls.adminAnalytics, admin('analyst')(showAnalytics))
