import { Hono } from 'hono'
import { z } from 'zod'
import { csvOf } from '#billing/rules/csv.ts'
import { api, get } from '#web/api.ts'
import type { Handler } from '#web/handler.ts'
import type { Env } from '#web/http-context.ts'
import { readQuery } from '#web/input.ts'
import { csvAnswer, wantsCsv } from '#web/response.ts'
import type { AdminCtx } from '../ctx.ts'
import { urls } from '../urls.ts'
import { allocationRoutes } from './allocations/routes.tsx'
import { analyticsRoutes } from './analytics/routes.tsx'
import { approvalRoutes } from './approvals/routes.tsx'
import { auditRoutes } from './audit/routes.tsx'
import { automationRoutes } from './automation/routes.tsx'
import { billingAdminRoutes } from './billing/routes.tsx'
import * as dashboard from './dashboard.ts'
import { mayOpen } from './entries.ts'
import { admin } from './guard.ts'
import { readOrNull } from './list-response.ts'
import { logRoutes } from './logs/routes.tsx'
import { organizationRoutes } from './organizations/routes.tsx'
import { DashboardPage } from './pages/dashboard.tsx'
import { adminPage } from './pages/page.tsx'
import { peopleRoutes } from './people/routes.tsx'
import { refundRequestRoutes } from './refunds/routes.tsx'
import { dashboardAnswer, dashboardLines, dashboardQuery } from './rules/dashboard.ts'
import { securityRoutes } from './security/routes.tsx'
import { settingsRoutes } from './settings/routes.tsx'
import { sourceHealthRoutes } from './sources/routes.tsx'
import { xaiRoutes } from './xai/routes.tsx'

/** A period that there is none of shows the usual one: an old link leads somewhere. */
const lenient = z.object({ period: dashboardQuery.shape.period.catch('7d') })

const showDashboard: Handler<AdminCtx> = async (ctx, c) => {
  const { period } = readQuery(c, lenient)
  const figures = await readOrNull(ctx, () => dashboard.read(ctx, period))
  const link = (address: string) => (mayOpen(ctx.adminRoles, address) ? address : undefined)
  return adminPage(c, ctx, 'Dashboard', <DashboardPage {...{ figures, period, link }} />)
}

const dashboardApi = api('Admin', [
  get(urls.apiAdminDashboard, admin('any'), {
    summary: 'The figures of the platform',
    description: 'As CSV a line for each step of the period, amounts of money in minor units.',
    query: dashboardQuery,
    forms: ['text/csv'],
    answer: dashboardAnswer,
    handle: async (ctx, { query: { period } }, c) => {
      const figures = await dashboard.read(ctx, period)
      if (!wantsCsv(c)) return figures
      const lines = dashboardLines(figures)
      return csvAnswer(c, `dashboard-${period}`, csvOf(Object.keys(lines[0]!), lines))
    },
  }),
])

export const adminRoutes = new Hono<Env>()
  .route('/', dashboardApi)
  .get(urls.adminDashboard, admin('any')(showDashboard))
  .route('/', peopleRoutes)
  .route('/', analyticsRoutes)
  .route('/', securityRoutes)
  .route('/', auditRoutes)
  .route('/', automationRoutes)
  .route('/', organizationRoutes)
  .route('/', refundRequestRoutes)
  .route('/', allocationRoutes)
  .route('/', billingAdminRoutes)
  .route('/', approvalRoutes)
  .route('/', settingsRoutes)
  .route('/', sourceHealthRoutes)
  .route('/', logRoutes)
  .route('/', xaiRoutes)
