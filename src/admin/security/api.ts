import { z } from 'zod'
import { count } from '#base/answer.ts'
import { csvOf } from '#billing/rules/csv.ts'
import { api, get, post } from '#web/api.ts'
import { csvAnswer, wantsCsv } from '#web/response.ts'
import { urls } from '../../urls.ts'
import { admin } from '../guard.ts'
import { listCall } from '../list-response.ts'
import { csvOfList } from '../rules/list.ts'
import {
  acknowledgement,
  EVENT_GROUP_COLUMNS,
  type EventGroup,
  eventGroup,
  eventGroupsQuery,
  eventList,
} from '../rules/security-event.ts'
import * as events from './events.ts'

export const securityApi = api('Admin', [
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
