import { Hono } from 'hono'
import { z } from 'zod'
import { holds } from '#auth/rules/admin-role.ts'
import { count } from '#base/answer.ts'
import { csvOf } from '#billing/rules/csv.ts'
import { api, get, post } from '#web/api.ts'
import type { Handler } from '#web/handler.ts'
import type { Env } from '#web/http-context.ts'
import { readBody, readForm, readQuery } from '#web/input.ts'
import { csvAnswer, wantsCsv } from '#web/response.ts'
import type { AdminCtx } from '../../ctx.ts'
import { urls } from '../../urls.ts'
import { admin } from '../guard.ts'
import { listCall, readList, readOrNull } from '../list-response.ts'
import { actionAnswer } from '../pages/action.tsx'
import { adminPage } from '../pages/page.tsx'
import { acknowledgeAction, SecurityEventsPage } from '../pages/security-events.tsx'
import { SecurityGroupsPage } from '../pages/security-groups.tsx'
import { csvOfList, leniently, type Shown, shownAddress, shownOf } from '../rules/list.ts'
import {
  acknowledgement,
  acknowledgementForm,
  EVENT_GROUP_COLUMNS,
  type EventGroup,
  eventGroup,
  eventGroupsQuery,
  eventList,
} from '../rules/security-event.ts'
import * as events from './events.ts'

const securityApi = api('Admin', [
  listCall(urls.apiAdminSecurityEvents, 'security', eventList, events.list, {
    summary: 'What was refused, the latest first',
    description:
      '`q` is a whole network address, a whole id of a request or a person, or the beginnings of words of a person’s name or email address. `person` is an id or a whole email address: of guests, the one that they tried. `from` and `to` are days or moments in UTC.',
  }),
  get(urls.apiAdminSecurityGroups, admin('security'), {
    summary: 'Who or which address was refused most',
    description: 'The first 50. Without `from` and `to` of the last 24 hours.',
    query: eventGroupsQuery,
    forms: ['text/csv'],
    answer: z.array(eventGroup),
    handle: async (ctx, { query }, c) => {
      const groups = await events.groups(ctx, query)
      if (!wantsCsv(c)) return groups
      const { columns, line } = csvOfList<EventGroup>(EVENT_GROUP_COLUMNS)
      return csvAnswer(c, `security-events-by-${query.by}`, csvOf(columns, groups.map(line)))
    },
  }),
  post(urls.apiAdminSecurityEventsAcknowledge, admin('security'), {
    summary: 'Acknowledge security events',
    description:
      'Those of `ids`, or all that match; at most 10,000 at once. What was acknowledged before stays as it is.',
    body: acknowledgement,
    answer: z.object({ acknowledged: count }),
    handle: async (ctx, { body }) => ({ acknowledged: await events.acknowledge(ctx, body) }),
  }),
])

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
  return actionAnswer(c, ctx, {
    work: async () => {
      const body = await readBody(c, acknowledgementForm)
      const done = await events.acknowledge(ctx, body)
      const { kind, person, ip, from, to } = body
      return back(shownOf({ kind, person, ip, from, to }), done)
    },
    question: async () => {
      // What could not be read at all is not drawn again.
      const typed = (await readForm(c, { all: true }).catch(() => ({}))) as Record<string, string | string[]>
      return { ...acknowledgeAction(typed), back: urls.adminSecurity }
    },
  })
}

export const securityRoutes = new Hono<Env>()
  .route('/', securityApi)
  .get(urls.adminSecurity, admin('security')(showSecurityEvents))
  .post(urls.adminSecurityAcknowledge, admin('security')(submitAcknowledgement))
