import { z } from 'zod'
import { bound } from './list.ts'
import { PERIOD_NAMES } from './period.ts'
import { eventList } from './security-event.ts'

export const dashboardQuery = z.object({ period: z.enum(PERIOD_NAMES).default('7d') })

/** Events by network address or by person; without `from` those of the last 24 hours. */
export const eventGroupsQuery = z.object({ by: z.enum(['ip', 'person']), from: bound, to: bound })
export type EventGroupsQuery = z.infer<typeof eventGroupsQuery>

const note = z.string('Say what you found.').trim().min(3, 'Say what you found, in a few words.').max(500)
/** Some events by their ids, or all that match a filter which says at least whose or whence. */
export const acknowledgement = z
  .object({
    ids: z.array(z.string().max(60)).max(1000).optional(),
    ...eventList.query.omit({ state: true, q: true, sort: true }).shape,
    note,
  })
  .refine((body) => body.ids?.length || body.kind || body.person || body.ip, {
    path: ['ids'],
    message: 'Choose events, or name a kind, a person or an address.',
  })
export type Acknowledgement = z.infer<typeof acknowledgement>

/** The same from a form, whose boxes share the name `ids[]`. */
export const acknowledgementForm = z.preprocess(
  (value) =>
    typeof value === 'object' && value !== null
      ? { ...value, ids: [(value as Record<string, unknown>)['ids[]'] ?? []].flat() }
      : value,
  acknowledgement,
)
