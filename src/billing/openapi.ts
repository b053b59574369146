import { z } from 'zod'
import { type Described, describe, moment } from '#web/openapi.ts'
import { urls } from '../urls.ts'

const subscription = z.object({
  id: z.string(),
  plan_type: z.string().describe('premium, flexible or another name.'),
  current_period_end: moment,
  is_annual: z.boolean(),
  monthly_credits: z.number().int(),
})

export const billingApi: Described[] = [
  describe('get', urls.apiCreditBalance, {
    tag: 'Billing',
    summary: 'Your credits',
    answer: z.object({
      balance: z.number().int().describe('Free to spend.'),
      held: z.number().int().describe('Set aside for questions that are running.'),
      expiring: z.array(z.object({ credits: z.number().int(), expires_at: moment })).describe('Soonest first.'),
      plan_credits: z.number().int(),
      low: z.boolean(),
    }),
  }),
  describe('get', urls.apiSubscription, {
    tag: 'Billing',
    summary: 'Your membership',
    description: 'Null without one. One that has expired is shown for 30 days more.',
    answer: z.object({ subscription: subscription.nullable() }),
  }),
]
