import { z } from 'zod'
import { moment } from '#base/answer.ts'
import { condition } from './condition.ts'
import { schedule } from './schedule.ts'

export const LIMITS = { watches: 200, members: 30, addresses: 10, runs: 100 }

const name = z.string().trim().min(1, 'Give it a name.').max(120)
const members = z.array(z.string().max(64)).max(LIMITS.members).describe('Ids of people who may see the workspace.')
const addresses = z
  .array(z.email('Write an email address.').max(320).toLowerCase())
  .max(LIMITS.addresses)
  .describe('Mail addresses of others. What a member adds waits until an owner allows it.')
const someone = { error: 'Say who is to be told.', path: ['members'] }

export const newWatch = z
  .object({
    canvas_id: z.string().min(1).max(40),
    name,
    schedule,
    condition: condition.nullable().default(null).describe('Null mails the canvas at each time.'),
    members: members.default([]),
    addresses: addresses.default([]),
  })
  .refine((it) => it.members.length + it.addresses.length > 0, someone)
export type NewWatch = z.infer<typeof newWatch>

export const watchChange = z
  .object({
    name: name.optional(),
    schedule: schedule.optional(),
    condition: condition.nullable().optional(),
    members: members.optional(),
    addresses: addresses.optional(),
    state: z.enum(['active', 'paused']).optional(),
    snoozed_until: z.iso.datetime().nullable().optional().describe('Nothing is run until then; null ends that.'),
  })
  .refine((it) => !it.members || !it.addresses || it.members.length + it.addresses.length > 0, someone)
export type WatchChange = z.infer<typeof watchChange>

const person = z.object({ id: z.string(), name: z.string() })
const runStatus = z
  .enum(['running', 'sent', 'quiet', 'failed', 'interrupted'])
  .describe('`quiet`: there was nothing to tell. `interrupted`: its server went away, and the next run took its place.')
const lastRun = z.object({ status: runStatus, started_at: moment, error: z.string().nullable() })

export const watch = z.object({
  id: z.string(),
  name: z.string(),
  canvas: z.object({ id: z.string(), name: z.string() }),
  schedule,
  condition: condition.nullable(),
  members: z.array(person),
  addresses: z
    .array(z.object({ address: z.string(), allowed: z.boolean() }))
    .describe('Only for its maker and for owners.'),
  state: z.enum(['active', 'paused']),
  paused_reason: z.string().describe('Why, where no person paused it.'),
  snoozed_until: moment.nullable(),
  next_at: moment.nullable().describe('When it is run next.'),
  last_run: lastRun.nullable(),
  by: person.describe('Who made it: it is run with what this person may see then.'),
  may_change: z.boolean(),
  created_at: moment,
})
export type WatchJson = z.infer<typeof watch>

export const watchRun = z.object({
  id: z.string(),
  due_at: moment,
  started_at: moment,
  ended_at: moment.nullable(),
  status: runStatus,
  seen: z.object({
    value: z.number().nullable().optional().describe('The number that is watched.'),
    text: z.string().optional().describe('The same as it is told.'),
    blocks: z.number().int().optional().describe('Blocks that were sent.'),
  }),
  sent: z.array(z.object({ kind: z.enum(['mail']), to: z.string() })),
  error: z.string().nullable(),
})
export type WatchRunJson = z.infer<typeof watchRun>
export const watchesQuery = z.object({ canvas: z.string().max(40).optional().describe('Only those of one canvas.') })
