import { z } from 'zod'
import { type Described, describe, moment } from '#web/openapi.ts'
import { urls } from '../../urls.ts'
import { analyticsQuery, STEPS } from '../rules/analytics.ts'
import { PERIOD_NAMES } from '../rules/period.ts'

const count = z.number().int()
const used = { answers: count, people: count, credits: count, input_tokens: count, output_tokens: count }
const rated = { up: count, down: count }

export const analyticsApi: Described[] = [
  describe('get', urls.apiAdminAnalytics, {
    tag: 'Admin',
    summary: 'Funnel, retention, usage, feedback and events',
    description:
      'Visits and event counts are those of visitors who agreed to be counted; everything else is read from what happened, of everybody. As CSV one `part`.',
    query: analyticsQuery,
    forms: ['text/csv'],
    answer: z.object({
      period: z.enum(PERIOD_NAMES),
      from: moment,
      to: moment,
      step_seconds: count.describe('Length of a bar of each series.'),
      funnel: z
        .array(z.object({ step: z.enum(STEPS), people: count, source: z.enum(['tracking', 'product']) }))
        .describe('Those who signed up in the period, and what they have done since, in any order.'),
      retention: z
        .array(z.object({ week: z.iso.date(), people: count, active: z.array(count.nullable()) }))
        .describe('By week of sign-up: who got an answer in each week since. Null for weeks to come.'),
      models: z.array(z.object({ model: z.string(), ...used, ...rated })),
      workspaces: z.array(
        z.object({
          workspace_id: z.string(),
          workspace: z.string().nullable(),
          organization_id: z.string(),
          organization: z.string().nullable(),
          ...used,
        }),
      ),
      answers: z.array(z.object({ status: z.string(), count, ...rated })),
      feedback: z.object({
        ...rated,
        reasons: z.array(
          z.object({
            id: z.string(),
            rating: z.enum(['up', 'down']),
            reason: z.string(),
            status: z.string(),
            at: moment,
          }),
        ),
      }),
      events: z.array(z.object({ name: z.string(), count, visitors: count, series: z.array(count) })),
    }),
  }),
]
