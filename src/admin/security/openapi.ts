import { z } from 'zod'
import { type Described, describe, moment } from '#web/openapi.ts'
import { urls } from '../../urls.ts'
import { acknowledgement, eventGroupsQuery, eventsQuery } from '../rules/request.ts'

const count = z.number().int()

export const securityApi: Described[] = [
  describe('get', urls.apiAdminSecurityEvents, {
    tag: 'Admin',
    summary: 'What was refused, the latest first',
    description:
      '`q` is a whole network address, a whole id of a request or a person, or the beginnings of words of a person’s name or email address. `person` is an id or a whole email address: of guests, the one that they tried. `from` and `to` are days or moments in UTC.',
    query: eventsQuery,
    paged: true,
    forms: ['text/csv'],
    answer: z.array(
      z.object({
        id: z.string(),
        kind: z.string(),
        actor: z
          .object({ id: z.string(), name: z.string(), email: z.string() })
          .nullable()
          .describe('Null for guests.'),
        ip: z.string().nullable(),
        request_id: z.string().nullable(),
        details: z.looseObject({}),
        acknowledged: z
          .object({ by: z.string().nullable().describe('Email address.'), at: moment, note: z.string() })
          .nullable(),
        created_at: moment,
      }),
    ),
  }),
  describe('get', urls.apiAdminSecurityGroups, {
    tag: 'Admin',
    summary: 'Who or which address was refused most',
    description: 'The first 50. Without `from` and `to` of the last 24 hours.',
    query: eventGroupsQuery,
    forms: ['text/csv'],
    answer: z.array(
      z.object({
        key: z.string().describe('The network address, or the id of the person; of guests the email address tried.'),
        name: z.string().nullable().describe('Email address of a person.'),
        count,
        open: count.describe('Not acknowledged.'),
        kinds: z.array(z.string()),
        latest: moment,
      }),
    ),
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
