import { Hono } from 'hono'
import { z } from 'zod'
import type { Handler } from '#web/handler.ts'
import type { Env } from '#web/http-context.ts'
import { readQuery } from '#web/input.ts'
import type { AdminCtx } from '../../ctx.ts'
import { urls } from '../../urls.ts'
import { admin } from '../guard.ts'
import { readOrNull } from '../list-response.ts'
import { AnalyticsPage } from '../pages/analytics.tsx'
import { adminPage } from '../pages/page.tsx'
import { analyticsQuery } from '../rules/analytics.ts'
import * as analytics from './analytics.ts'
import { analyticsApi } from './api.ts'

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
