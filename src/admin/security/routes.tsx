import { Hono } from 'hono'
import { holds } from '#auth/rules/admin-role.ts'
import type { Handler } from '#web/handler.ts'
import type { Env } from '#web/http-context.ts'
import { readBody, readForm, readQuery } from '#web/input.ts'
import type { AdminCtx } from '../../ctx.ts'
import { urls } from '../../urls.ts'
import { admin } from '../guard.ts'
import { readList, readOrNull } from '../list-response.ts'
import { actionAnswer } from '../pages/action.tsx'
import { adminPage } from '../pages/page.tsx'
import { acknowledgeAction, SecurityEventsPage } from '../pages/security-events.tsx'
import { SecurityGroupsPage } from '../pages/security-groups.tsx'
import { leniently, type Shown, shownAddress, shownOf } from '../rules/list.ts'
import { acknowledgementForm, eventList } from '../rules/security-event.ts'
import { securityApi } from './api.ts'
import * as events from './events.ts'

const showSecurityEvents: Handler<AdminCtx> = async (ctx, c) => {
  const by = c.req.query('by')
  if (by === 'ip' || by === 'person') {
    const span = readQuery(c, leniently(eventList.query.pick({ from: true, to: true })))
    const groups = await readOrNull(ctx, () => events.groups(ctx, { by, ...span }))
    return adminPage(c, ctx, 'Security Events', <SecurityGroupsPage groups={groups} by={by} shown={shownOf(span)} />)
  }
  const state = await readList(ctx, c, eventList, events.list)
  const support = holds(ctx.adminRoles, 'support')
  const body = <SecurityEventsPage {...state} done={c.req.query('done')} support={support} />
  return adminPage(c, ctx, 'Security Events', body)
}

const submitAcknowledgement: Handler<AdminCtx> = async (ctx, c) => {
  /** The list as it was shown, which the form names beside what it asks. */
  const back = (shown: Shown, done?: number) => shownAddress(urls.adminSecurity, { ...shown, done: done?.toString() })
  return actionAnswer(
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
      return { ...acknowledgeAction(typed), back: urls.adminSecurity }
    },
  )
}

export const securityRoutes = new Hono<Env>()
  .route('/', securityApi)
  .get(urls.adminSecurity, admin('security')(showSecurityEvents))
  .post(urls.adminSecurityAcknowledge, admin('security')(submitAcknowledgement))
