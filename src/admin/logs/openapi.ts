import { z } from 'zod'
import { type Described, describe } from '#web/openapi.ts'
import { urls } from '../../urls.ts'
import { logLine, logList, logStreamQuery } from '../rules/log-line.ts'

export const logApi: Described[] = [
  describe('get', urls.apiAdminLogs, {
    tag: 'Admin',
    summary: 'Application logs of all servers, the latest first',
    query: logList.query,
    paged: true,
    forms: ['text/csv'],
    answer: z.array(logLine),
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
