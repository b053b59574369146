import { z } from 'zod'
import { type Described, describe, moment } from '#web/openapi.ts'
import { urls } from '../urls.ts'
import { allocationApi } from './allocations/openapi.ts'
import { analyticsApi } from './analytics/openapi.ts'
import { approvalApi } from './approvals/openapi.ts'
import { auditApi } from './audit/openapi.ts'
import { billingAdminApi } from './billing/openapi.ts'
import { logApi } from './logs/openapi.ts'
import { organizationApi } from './organizations/openapi.ts'
import { peopleApi } from './people/openapi.ts'
import { planApi } from './plans/openapi.ts'
import { refundRequestApi } from './refunds/openapi.ts'
import { PERIOD_NAMES } from './rules/period.ts'
import { dashboardQuery } from './rules/request.ts'
import { securityApi } from './security/openapi.ts'
import { settingsApi } from './settings/openapi.ts'
import { sourceHealthApi } from './sources/openapi.ts'
import { xaiApi } from './xai/openapi.ts'

const count = z.number().int()
const figure = z.object({
  value: count.describe('In the period.'),
  before: count.describe('In the period before it.'),
  series: z.array(count).describe('By steps of the period, oldest first.'),
})
const quantile = z.object({
  value: count.nullable(),
  before: count.nullable(),
  series: z.array(count.nullable()),
})
const stock = z.object({ total: count.describe('Now; from 100,000 on at most an hour ago.'), added: figure })
const rate = z.number().nullable().describe('Percent; null where there was nothing to count.')

export const adminApi: Described[] = [
  describe('get', urls.apiAdminDashboard, {
    tag: 'Admin',
    summary: 'The figures of the platform',
    description: 'As CSV a line for each step of the period, amounts of money in minor units.',
    query: dashboardQuery,
    forms: ['text/csv'],
    answer: z.object({
      period: z.enum(PERIOD_NAMES),
      from: moment,
      to: moment,
      step_seconds: count,
      people: stock,
      organizations: stock,
      workspaces: stock,
      questions: z.object({
        asked: figure,
        answered: figure,
        refused: figure,
        failed: figure,
        other: figure.describe('Stopped, asked back, or still running.'),
        success_rate: z.object({ value: rate, before: rate }),
      }),
      credits: z.object({
        open: count.describe('What people hold now.'),
        granted: figure,
        sold: figure.describe('Bought, without their bonus.'),
        used: figure,
        expired: figure,
        expiring: count.describe('Free ones that expire as long from now as the period is long.'),
      }),
      revenue: z
        .array(z.object({ currency: z.string(), taken: figure, refunded: figure }))
        .describe('By currency, in minor units.'),
      waiting: z
        .object({
          requested: count.describe('Refund requests without a decision.'),
          approved: count.describe('Approved ones that are not paid back.'),
          approvals: count.describe('Acts that wait for a second admin.'),
        })
        .describe('Now, each counted up to 100.'),
      latency: z.object({ p50: quantile, p95: quantile }).describe('How long answers took, in milliseconds.'),
      errors: figure.describe('What the servers logged as errors.'),
      storage: z.object({
        bytes: count,
        files: count,
        before: count.nullable().describe('Bytes when the period began; null where that was not kept.'),
        added_bytes: figure,
      }),
    }),
  }),
  ...peopleApi,
  ...analyticsApi,
  ...securityApi,
  ...auditApi,
  ...organizationApi,
  ...refundRequestApi,
  ...allocationApi,
  ...planApi,
  ...billingAdminApi,
  ...approvalApi,
  ...settingsApi,
  ...sourceHealthApi,
  ...logApi,
  ...xaiApi,
]
