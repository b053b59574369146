import { csvOf } from '#billing/rules/csv.ts'
import { api, get } from '#web/api.ts'
import { csvAnswer, wantsCsv } from '#web/response.ts'
import { urls } from '../../urls.ts'
import { admin } from '../guard.ts'
import { MOST_LINES } from '../list-response.ts'
import { analyticsAnswer, analyticsQuery, LINES } from '../rules/analytics.ts'
import * as analytics from './analytics.ts'

export const analyticsApi = api('Admin', [
  get(urls.apiAdminAnalytics, admin('analyst'), {
    summary: 'Funnel, retention, usage, feedback and events',
    description:
      'Visits and event counts are those of visitors who agreed to be counted; everything else is read from what happened, of everybody. As CSV one `part`.',
    query: analyticsQuery,
    forms: ['text/csv'],
    answer: analyticsAnswer,
    handle: async (ctx, { query: { period, part = 'events' } }, c) => {
      if (!wantsCsv(c)) return analytics.read(ctx, period)
      const figures = await analytics.read(ctx, period, MOST_LINES)
      const { columns, lines } = LINES[part]
      return csvAnswer(c, `${part}-${period}`, csvOf(columns, lines(figures)))
    },
  }),
])
