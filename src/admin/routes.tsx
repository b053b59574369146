import { Hono } from 'hono'
import { z } from 'zod'
import { pageRequest } from '#base/paging.ts'
import { listAnswer } from '#web/answer.ts'
import type { Env, Handler } from '#web/handler.ts'
import { readQuery } from '#web/input.ts'
import type { AdminCtx } from '../ctx.ts'
import { urls } from '../urls.ts'
import * as dashboard from './dashboard.ts'
import { admin } from './guard.ts'
import { DashboardPage } from './pages/dashboard.tsx'
import { adminPage } from './pages/page.tsx'
import { SecurityEventsPage } from './pages/security-events.tsx'
import { refundRequestRoutes } from './refund-requests.ts'
import { dashboardQuery, eventsQuery } from './rules/request.ts'
import * as securityEvents from './security-events.ts'

/** A period that there is none of shows the usual one: an old link leads somewhere. */
const lenient = z.object({ period: dashboardQuery.shape.period.catch('7d') })

const showDashboard: Handler<AdminCtx> = async (ctx, c) => {
  const figures = await dashboard.read(ctx, readQuery(c, lenient).period)
  return adminPage(c, ctx, 'Dashboard', <DashboardPage figures={figures} />)
}

const sendDashboard: Handler<AdminCtx> = async (ctx, c) =>
  c.json(await dashboard.read(ctx, readQuery(c, dashboardQuery).period))

/** The form sends an empty kind for all of them. */
const filter = z.object({ kind: eventsQuery.shape.kind.catch(undefined), q: eventsQuery.shape.q })

const showSecurityEvents: Handler<AdminCtx> = async (ctx, c) => {
  const { kind, q } = readQuery(c, filter)
  const page = await securityEvents.list(ctx, { kind, q }, pageRequest(c.req.query()))
  return adminPage(c, ctx, 'Security Events', <SecurityEventsPage {...page} kind={kind} q={q} />)
}

const listSecurityEvents: Handler<AdminCtx> = async (ctx, c) =>
  listAnswer(c, await securityEvents.list(ctx, readQuery(c, eventsQuery), pageRequest(c.req.query())))

export const adminRoutes = new Hono<Env>()
  .get(urls.adminDashboard, admin('any', showDashboard))
  .get(urls.apiAdminDashboard, admin('any', sendDashboard))
  .get(urls.adminSecurity, admin('security', showSecurityEvents))
  .get(urls.apiAdminSecurityEvents, admin('security', listSecurityEvents))
  .route('/', refundRequestRoutes)
