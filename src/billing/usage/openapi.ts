import { z } from 'zod'
import { type Described, describe, moment } from '#web/openapi.ts'
import { urls } from '../../urls.ts'
import { budgetBody, budgetSubject } from '../rules/budget.ts'
import { USAGE_BY, USAGE_PERIOD_NAMES, usageQuery } from '../rules/usage.ts'

const count = z.number().int()
const amounts = { credits: count, answers: count, input_tokens: count, output_tokens: count }
const budget = z.object({
  id: z.string(),
  workspace: z.object({ id: z.string(), name: z.string() }).nullable(),
  user: z.object({ id: z.string(), name: z.string(), email: z.string() }).nullable(),
  monthly_credits: count,
  used: count.describe('Credits of answers paid in this month.'),
  held: count.describe('Set aside for questions that are running.'),
  percent: count.describe('Used, in whole percent, at most 100.'),
  renews_at: moment,
})

export const usageApi: Described[] = [
  describe('get', urls.apiUsage, {
    tag: 'Billing',
    summary: 'What your answers cost',
    description:
      'Your own answers, or with `organization_id` those of everybody in an organization whose billing you manage (MANAGE_BILLING). Days and months are those of UTC. As CSV (`?format=csv` asks for it too) a line for each group in each day or month.',
    query: usageQuery,
    forms: ['text/csv'],
    answer: z.object({
      period: z.enum(USAGE_PERIOD_NAMES),
      by: z.enum(USAGE_BY),
      unit: z.enum(['day', 'month']),
      from: moment,
      to: moment,
      total: z.object(amounts),
      buckets: z.array(z.string()).describe('Days (`2026-11-21`) or months (`2026-11`), oldest first.'),
      groups: z
        .array(
          z.object({
            id: z.string().nullable().describe('Null for what is deleted or may not be named.'),
            name: z.string(),
            detail: z.string().describe('Organization of a workspace, address of a member.'),
            ...amounts,
            series: z.array(count).describe('Credits in each bucket.'),
          }),
        )
        .describe('The largest first.'),
    }),
    errors: ['forbidden', 'not_found'],
  }),
  describe('get', urls.apiOrganizationBudgets, {
    tag: 'Organizations',
    summary: 'Monthly budgets of workspaces and members',
    answer: z.array(budget),
  }),
  describe('put', urls.apiOrganizationBudgets, {
    tag: 'Organizations',
    summary: 'Set or change a budget',
    description:
      'Of a workspace or of a member, for each calendar month (UTC). A question that does not fit is refused with `budget_exceeded` (402); owners are told by mail at 80 and at 100 percent.',
    body: budgetBody,
    answer: budget,
  }),
  describe('delete', urls.apiOrganizationBudgets, {
    tag: 'Organizations',
    summary: 'Remove a budget',
    query: budgetSubject,
  }),
]
