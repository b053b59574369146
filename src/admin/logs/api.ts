import { z } from 'zod'
import { api, get } from '#web/api.ts'
import { urls } from '../../urls.ts'
import { admin } from '../guard.ts'
import { listCall } from '../list-response.ts'
import { logList, logStreamQuery } from '../rules/log-line.ts'
import * as logs from './logs.ts'

export const logApi = api('Admin', [
  listCall(urls.apiAdminLogs, 'support', logList, logs.list, {
    summary: 'Application logs of all servers, the latest first',
  }),
  get(urls.apiAdminLogStream, admin('support'), {
    summary: 'New lines of the logs as they are written',
    description:
      'Server-sent events, each a line as the list has it. The connection ends after 15 seconds; come back with `Last-Event-ID` and nothing is missed.',
    query: logStreamQuery,
    answer: z.string(),
    answerType: 'text/event-stream',
    handle: (ctx, { query }, c) => {
      const last = c.req.header('last-event-id') ?? null
      return logs.tail(ctx, query, last && last.length <= 64 ? last : null)
    },
  }),
])
