import { z } from 'zod'
import { PERIODS, PLANS } from './plan.ts'
import { REASON_LENGTH } from './refund.ts'

export const nextPlanBody = z
  .object({ plan_type: z.enum(['free', ...PLANS]), period: z.enum(PERIODS).optional() })
  .refine(({ plan_type, period }) => plan_type === 'free' || period !== undefined, {
    path: ['period'],
    message: 'Please say for which period.',
  })

export const refundRequestBody = z.object({
  payment_id: z.string().trim().min(1).max(100),
  reason: z
    .string()
    .trim()
    .min(1, 'Please say why you ask for a refund.')
    .max(REASON_LENGTH, 'Please say it in at most 2,000 characters.'),
})
