import { z } from 'zod'
import { type Described, describe, moment } from '#web/openapi.ts'
import { urls } from '../../urls.ts'
import { LOG_LEVELS, logQuery, logStreamQuery } from '../rules/log-line.ts'

export const logApi: Described[] = [
  describe('get', urls.apiAdminLogs, {
    tag: 'Admin',
    summary: 'Application logs of all servers, the latest first',
    query: logQuery,
    paged: true,
    forms: ['text/csv'],
    answer: z.array(
      z.object({
        id: z.string(),
        level: z.enum(LOG_LEVELS),
        message: z.string(),
        request_id: z.string().nullable(),
        server: z.string(),
        fields: z.looseObject({}),
        names: z.record(z.string(), z.string()).describe('Of people, organizations and workspaces, by the ids in it.'),
        created_at: moment,
      }),
    ),
  }),
  describe('get', urls.apiAdminLogStream, {
    tag: 'Admin',
    summary: 'New lines of the logs as they are written',
    description:
      'Server-sent events, each a line as the list has it. The connection ends after 15 seconds; come back with `Last-Event-ID` and nothing is missed.',
    query: logStreamQuery,
    answer: z.string(),
    answerType: 'text/event-stream',
  }),
]
