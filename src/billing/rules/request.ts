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

const MOST = 100_000
const TEXT = 'Please give a whole number from 0 to 100,000, or nothing.'

const number = z.number(TEXT).int(TEXT).min(0, TEXT).max(MOST, TEXT)
/** At how many credits somebody wants to be told: a number as calls send it, or the text of a field; null or nothing for never. */
export const lowBalanceBody = z.object({
  threshold: z.union(
    [
      number,
      z.null(),
      z
        .string()
        .trim()
        .transform((text) => (/^\d+$/.test(text) ? Number(text) : text === '' ? null : Number.NaN))
        .pipe(z.union([number, z.null()], TEXT)),
    ],
    TEXT,
  ),
})
