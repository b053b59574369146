import { Hono } from 'hono'
import { z } from 'zod'
import { pageRequest } from '#base/paging.ts'
import type { Env, Handler } from '#web/handler.ts'
import { readQuery } from '#web/input.ts'
import type { AdminCtx } from '../ctx.ts'
import { urls } from '../urls.ts'
import { listOrCsv, readOrNull } from './answer.ts'
import { auditRoutes } from './audit/routes.tsx'
import * as dashboard from './dashboard.ts'
import { admin } from './guard.ts'
import { logRoutes } from './logs/routes.tsx'
import { organizationRoutes } from './organizations/routes.tsx'
import { DashboardPage } from './pages/dashboard.tsx'
import { adminPage } from './pages/page.tsx'
import { SecurityEventsPage } from './pages/security-events.tsx'
import { peopleRoutes } from './people/routes.tsx'
import { refundRequestRoutes } from './refund-requests.ts'
import { leniently, shownOf } from './rules/list.ts'
import { dashboardQuery, eventsQuery } from './rules/request.ts'
import { EVENT_COLUMNS, eventLine } from './rules/security-event.ts'
import * as securityEvents from './security-events.ts'
import { settingsRoutes } from './settings/routes.tsx'
import { sourceHealthRoutes } from './sources/routes.tsx'
import { xaiRoutes } from './xai/routes.tsx'

/** A period that there is none of shows the usual one: an old link leads somewhere. */
const lenient = z.object({ period: dashboardQuery.shape.period.catch('7d') })

const showDashboard: Handler<AdminCtx> = async (ctx, c) => {
  const figures = await dashboard.read(ctx, readQuery(c, lenient).period)
  return adminPage(c, ctx, 'Dashboard', <DashboardPage figures={figures} />)
}

const sendDashboard: Handler<AdminCtx> = async (ctx, c) =>
  c.json(await dashboard.read(ctx, readQuery(c, dashboardQuery).period))

const showSecurityEvents: Handler<AdminCtx> = async (ctx, c) => {
  const filters = readQuery(c, leniently(eventsQuery))
  const request = pageRequest(c.req.query())
  const page = await readOrNull(ctx, () => securityEvents.list(ctx, filters, request))
  const body = <SecurityEventsPage page={page} shown={shownOf(filters)} cursor={request.cursor ?? undefined} />
  return adminPage(c, ctx, 'Security Events', body)
}

const listSecurityEvents: Handler<AdminCtx> = (ctx, c) => {
  const filters = readQuery(c, eventsQuery)
  return listOrCsv(c, {
    name: 'security-events',
    columns: EVENT_COLUMNS,
    line: eventLine,
    read: (page) => securityEvents.list(ctx, filters, page),
  })
}

export const adminRoutes = new Hono<Env>()
  .get(urls.adminDashboard, admin('any', showDashboard))
  .get(urls.apiAdminDashboard, admin('any', sendDashboard))
  .get(urls.adminSecurity, admin('security', showSecurityEvents))
  .get(urls.apiAdminSecurityEvents, admin('security', listSecurityEvents))
  .route('/', peopleRoutes)
  .route('/', auditRoutes)
  .route('/', organizationRoutes)
  .route('/', refundRequestRoutes)
  .route('/', settingsRoutes)
  .route('/', sourceHealthRoutes)
  .route('/', logRoutes)
  .route('/', xaiRoutes)
