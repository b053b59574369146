import { z } from 'zod'
import { count, moment } from '#base/answer.ts'
import { filtersQuery } from './answers.ts'
import { LINK_DAYS, PASSWORD } from './board.ts'

/** Links of a board that work at a time. */
export const MOST_LINKS = 20

export const newLink = filtersQuery.extend({
  expires_in_days: z
    .int()
    .min(1, 'A link works for at least a day.')
    .max(LINK_DAYS.most, `A link works for at most ${LINK_DAYS.most} days.`)
    .default(LINK_DAYS.usual),
  password: z
    .string()
    .min(PASSWORD.least, `A password has at least ${PASSWORD.least} characters.`)
    .max(PASSWORD.most)
    .optional()
    .describe('Whoever opens the link is asked for it.'),
})
export type NewLink = z.infer<typeof newLink>
export const linkVisit = z.object({ password: z.string().max(PASSWORD.most) })

export const link = z.object({
  id: z.string(),
  has_password: z.boolean(),
  filters: z.string().describe('The filters that are set in it: whoever opens it cannot change them.'),
  published_at: moment.describe('It shows the board as it was then.'),
  is_current: z.boolean().describe('Nothing of the board was changed since.'),
  views: count,
  opened_at: moment.nullable().describe('When it was opened last.'),
  expires_at: moment,
  state: z
    .enum(['works', 'expired', 'revoked', 'no_access'])
    .describe('`no_access`: whoever made it may no longer share the canvas.'),
  created_by: z.object({ id: z.string(), name: z.string() }),
  created_at: moment,
})
export type LinkJson = z.infer<typeof link>
export const madeLink = link.extend({
  address: z.string().describe('The only time that it is told: its secret is not kept.'),
})
