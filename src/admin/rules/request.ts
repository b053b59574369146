import { z } from 'zod'
import { PERIOD_NAMES } from './period.ts'

export const dashboardQuery = z.object({ period: z.enum(PERIOD_NAMES).default('7d') })
