import { z } from 'zod'
import { choice, searchText } from './list.ts'
import { PERIOD_NAMES } from './period.ts'
import { EVENT_KINDS } from './security-event.ts'

export const dashboardQuery = z.object({ period: z.enum(PERIOD_NAMES).default('7d') })

export const eventsQuery = z.object({
  kind: choice(EVENT_KINDS),
  q: searchText,
})
