import { z } from 'zod'
import { count, moment } from '#base/answer.ts'

export const BREAKS = {
  seal_missing: 'a seal is gone',
  event_missing: 'the event that was sealed here is gone',
  changed: 'the event is not what was sealed: it, or its place, was changed',
  inserted: 'an event was put in before this one after it had been sealed',
} as const

/** What a walk along the chain of the audit log found. */
export const verdict = z.object({
  ok: z.boolean(),
  checked: count.describe('Entries whose seals hold, from the first on.'),
  waiting: count.describe('Entries that will be sealed within seconds.'),
  head: z
    .object({ sequence: count, hash: z.string(), sealed_at: moment })
    .nullable()
    .describe('The last seal that holds. Kept elsewhere, it shows later that nothing was cut off.'),
  broken: z
    .object({
      sequence: count,
      why: z.enum(Object.keys(BREAKS) as [keyof typeof BREAKS]),
      event_id: z.string().nullable(),
    })
    .nullable(),
})
export type Verdict = z.infer<typeof verdict>
