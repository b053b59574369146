import { z } from 'zod'
import { count } from '#base/answer.ts'
import { type Described, describe } from '#web/openapi.ts'
import { urls } from '../../urls.ts'
import { acknowledgement, eventGroupsQuery } from '../rules/request.ts'
import { eventGroup, eventList, securityEvent } from '../rules/security-event.ts'

export const securityApi: Described[] = [
  describe('get', urls.apiAdminSecurityEvents, {
    tag: 'Admin',
    summary: 'What was refused, the latest first',
    description:
      '`q` is a whole network address, a whole id of a request or a person, or the beginnings of words of a person’s name or email address. `person` is an id or a whole email address: of guests, the one that they tried. `from` and `to` are days or moments in UTC.',
    query: eventList.query,
    paged: true,
    forms: ['text/csv'],
    answer: z.array(securityEvent),
  }),
  describe('get', urls.apiAdminSecurityGroups, {
    tag: 'Admin',
    summary: 'Who or which address was refused most',
    description: 'The first 50. Without `from` and `to` of the last 24 hours.',
    query: eventGroupsQuery,
    forms: ['text/csv'],
    answer: z.array(eventGroup),
    errors: ['forbidden'],
  }),
  describe('post', urls.apiAdminSecurityEventsAcknowledge, {
    tag: 'Admin',
    summary: 'Acknowledge security events',
    description:
      'Those of `ids`, or all that match; at most 10,000 at once. What was acknowledged before stays as it is.',
    body: acknowledgement,
    answer: z.object({ acknowledged: count }),
    errors: ['forbidden'],
  }),
]
