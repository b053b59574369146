import { Hono } from 'hono'
import { holds } from '#auth/rules/admin-role.ts'
import { pageRequest } from '#base/paging.ts'
import { csvOf } from '#billing/rules/csv.ts'
import type { Handler } from '#web/handler.ts'
import type { Env } from '#web/http-context.ts'
import { readBody, readForm, readQuery } from '#web/input.ts'
import { csvAnswer, wantsCsv } from '#web/response.ts'
import type { AdminCtx } from '../../ctx.ts'
import { urls } from '../../urls.ts'
import { admin } from '../guard.ts'
import { listOrCsv, readOrNull } from '../list-response.ts'
import { actAnswer } from '../pages/act.tsx'
import { adminPage } from '../pages/page.tsx'
import { acknowledgeAct, SecurityEventsPage } from '../pages/security-events.tsx'
import { SecurityGroupsPage } from '../pages/security-groups.tsx'
import { leniently, type Shown, shownAddress, shownOf } from '../rules/list.ts'
import { acknowledgement, acknowledgementForm, eventGroupsQuery, eventsQuery } from '../rules/request.ts'
import { EVENT_COLUMNS, eventLine, GROUP_COLUMNS, groupLine } from '../rules/security-event.ts'
import * as events from './events.ts'

const showSecurityEvents: Handler<AdminCtx> = async (ctx, c) => {
  const by = c.req.query('by')
  if (by === 'ip' || by === 'person') {
    const span = readQuery(c, leniently(eventsQuery.pick({ from: true, to: true })))
    const groups = await readOrNull(ctx, () => events.groups(ctx, { by, ...span }))
    return adminPage(c, ctx, 'Security Events', <SecurityGroupsPage groups={groups} by={by} shown={shownOf(span)} />)
  }
  const filters = readQuery(c, leniently(eventsQuery))
  const request = pageRequest(c.req.query())
  const page = await readOrNull(ctx, () => events.list(ctx, filters, request))
  const body = (
    <SecurityEventsPage
      page={page}
      shown={shownOf(filters)}
      cursor={request.cursor ?? undefined}
      done={c.req.query('done')}
      support={holds(ctx.adminRoles, 'support')}
    />
  )
  return adminPage(c, ctx, 'Security Events', body)
}

const submitAcknowledgement: Handler<AdminCtx> = async (ctx, c) => {
  /** The list as it was shown, which the form names beside what it asks. */
  const back = (shown: Shown, done?: number) => shownAddress(urls.adminSecurity, { ...shown, done: done?.toString() })
  return actAnswer(
    c,
    ctx,
    async () => {
      const body = await readBody(c, acknowledgementForm)
      const done = await events.acknowledge(ctx, body)
      const { kind, person, ip, from, to } = body
      return back(shownOf({ kind, person, ip, from, to }), done)
    },
    async () => {
      // What could not be read at all is not drawn again.
      const typed = (await readForm(c, { all: true }).catch(() => ({}))) as Record<string, string | string[]>
      return { ...acknowledgeAct(typed), back: urls.adminSecurity }
    },
  )
}

const listSecurityEvents: Handler<AdminCtx> = (ctx, c) => {
  const filters = readQuery(c, eventsQuery)
  return listOrCsv(c, {
    name: 'security-events',
    columns: EVENT_COLUMNS,
    line: eventLine,
    read: (page) => events.list(ctx, filters, page),
  })
}
const sendEventGroups: Handler<AdminCtx> = async (ctx, c) => {
  const query = readQuery(c, eventGroupsQuery)
  const groups = await events.groups(ctx, query)
  if (!wantsCsv(c)) return c.json(groups)
  return csvAnswer(c, `security-events-by-${query.by}`, csvOf(GROUP_COLUMNS, groups.map(groupLine)))
}
const acknowledgeEvents: Handler<AdminCtx> = async (ctx, c) =>
  c.json({ acknowledged: await events.acknowledge(ctx, await readBody(c, acknowledgement)) })

export const securityRoutes = new Hono<Env>()
  .get(urls.adminSecurity, admin('security', showSecurityEvents))
  .post(urls.adminSecurityAcknowledge, admin('security', submitAcknowledgement))
  .get(urls.apiAdminSecurityEvents, admin('security', listSecurityEvents))
  .get(urls.apiAdminSecurityGroups, admin('security', sendEventGroups))
  .post(urls.apiAdminSecurityEventsAcknowledge, admin('security', acknowledgeEvents))
