import { z } from 'zod'
import { moment } from '#base/answer.ts'
import { PLAN_NAMES, PLANS } from '#billing/rules/plan.ts'
import { reason } from './action.ts'
import { person } from './names.ts'

export const PLAN_CHOICES = ['free', ...PLANS] as const
export const PLAN_PERIODS = { monthly: 'One month', annual: 'One year' } as const
export const PLAN_LABELS = { free: 'Free: end what was given', ...PLAN_NAMES } as const

export const planChangeBody = z.object({
  person: z.string('Give an email address or an id.').trim().min(1, 'Give an email address or an id.').max(320),
  plan: z.enum(PLAN_CHOICES, 'Choose a plan.'),
  period: z.enum(['monthly', 'annual'], 'Choose a month or a year.').default('monthly'),
  reason,
})
export type PlanChange = z.infer<typeof planChangeBody>

export const changedPlan = z.object({ user: person, plan: z.string(), until: moment.nullable() })
export type ChangedPlan = z.infer<typeof changedPlan>
