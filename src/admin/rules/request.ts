import { z } from 'zod'
import { PERIOD_NAMES } from './period.ts'
import { EVENT_KINDS } from './security-event.ts'

export const dashboardQuery = z.object({ period: z.enum(PERIOD_NAMES).default('7d') })

export const eventsQuery = z.object({
  kind: z.enum(EVENT_KINDS).optional(),
  q: z.string().trim().max(200).optional(),
})
