import { z } from 'zod'
import { type Described, describe, moment } from '#web/openapi.ts'
import { urls } from '../urls.ts'

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
]
