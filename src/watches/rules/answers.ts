import { z } from 'zod'
import { count, moment } from '#base/answer.ts'
import { condition } from './condition.ts'
import { FORMATS } from './payload.ts'
import { tellsNobody } from './run.ts'
import { schedule } from './schedule.ts'

export const LIMITS = { watches: 200, members: 30, addresses: 10, runs: 100, webhooks: 20 }

const onlyChanged = z.boolean().describe('A schedule tells only where something changed since it last did, and what.')
const name = z.string().trim().min(1, 'Give it a name.').max(120)
const members = z.array(z.string().max(64)).max(LIMITS.members).describe('Ids of people who may see the workspace.')
const addresses = z
  .array(z.email('Write an email address.').max(320).toLowerCase())
  .max(LIMITS.addresses)
  .describe('Mail addresses of others. What a member adds waits until an owner allows it.')
const webhookIds = z.array(z.string().max(40)).max(LIMITS.webhooks).describe('Webhooks of the workspace by their id.')
const answer = z
  .object({ message_id: z.string().min(1).max(40), result_id: z.string().min(1).max(64) })
  .describe(
    'A result of an answer: its statement is run at each time, and people are told what changed since they were told last.',
  )
const someone = { error: 'Say who is to be told.', path: ['members'] }

export const newWatch = z
  .object({
    canvas_id: z.string().min(1).max(40).optional(),
    answer: answer.optional(),
    name,
    schedule,
    condition: condition
      .nullable()
      .default(null)
      .describe('Null mails the canvas at each time, or refreshes it alone where nobody is to be told.'),
    only_changed: onlyChanged.default(false),
    members: members.default([]),
    addresses: addresses.default([]),
    webhooks: webhookIds.default([]),
  })
  .refine((it) => !tellsNobody(it) || (it.canvas_id !== undefined && it.condition === null), someone)
  .refine((it) => (it.canvas_id === undefined) !== (it.answer === undefined), {
    path: ['canvas_id'],
    error: 'Name a canvas, or a result of an answer.',
  })
  .refine((it) => it.canvas_id !== undefined || it.condition === null, {
    path: ['condition'],
    error: 'A condition is about a number of a canvas.',
  })
export type NewWatch = z.infer<typeof newWatch>

export const watchChange = z.object({
  name: name.optional(),
  schedule: schedule.optional(),
  condition: condition.nullable().optional(),
  only_changed: onlyChanged.optional(),
  members: members.optional(),
  addresses: addresses.optional(),
  webhooks: webhookIds.optional(),
  state: z.enum(['active', 'paused']).optional(),
  snoozed_until: z.iso.datetime().nullable().optional().describe('Nothing is run until then; null ends that.'),
})
export type WatchChange = z.infer<typeof watchChange>

const person = z.object({ id: z.string(), name: z.string() })
const runStatus = z
  .enum(['running', 'sent', 'quiet', 'failed', 'interrupted'])
  .describe('`quiet`: there was nothing to tell. `interrupted`: its server went away, and the next run took its place.')
const lastRun = z.object({ status: runStatus, started_at: moment, error: z.string().nullable() })

export const watch = z.object({
  id: z.string(),
  name: z.string(),
  canvas: z.object({ id: z.string(), name: z.string() }).nullable(),
  answer: answer
    .extend({ conversation_id: z.string() })
    .nullable()
    .describe('Where it is of one: its maker and owners see it.'),
  schedule,
  condition: condition.nullable(),
  only_changed: onlyChanged,
  only_refreshes: z.boolean().describe('Nobody is told: the canvas is refreshed at each time.'),
  members: z.array(person),
  addresses: z
    .array(z.object({ address: z.string(), allowed: z.boolean() }))
    .describe('Only for its maker and for owners.'),
  webhooks: z.array(person),
  state: z.enum(['active', 'paused']),
  paused_reason: z.string().describe('Why, where no person of the workspace paused it.'),
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
    blocks: z.number().int().optional().describe('Blocks that were sent, or refreshed where nobody is told.'),
    changed: z.number().int().optional().describe('Blocks that changed, where only these are told; rows of a result.'),
  }),
  sent: z.array(z.object({ kind: z.enum(['mail', 'notification', 'webhook']), to: z.string() })),
  error: z.string().nullable(),
})
export type WatchRunJson = z.infer<typeof watchRun>
export const watchesQuery = z.object({ canvas: z.string().max(40).optional().describe('Only those of one canvas.') })

export const newWebhook = z.object({
  name: z.string().trim().min(1, 'Give it a name.').max(80),
  url: z.url({ protocol: /^https?$/, error: 'Write an address like https://example.com/hook.' }).max(2_000),
  format: z.enum(FORMATS).default('json').describe('What is sent: the event, or what Slack or Teams show of it.'),
})
export type NewWebhook = z.infer<typeof newWebhook>
export const webhook = z.object({
  id: z.string(),
  name: z.string(),
  format: z.enum(FORMATS),
  host: z.string().describe('Of its address, which is told nobody: it often is a secret.'),
  created_at: moment,
})
export const madeWebhook = webhook.extend({
  secret: z.string().describe('Signs what is sent, as Standard Webhooks has it. It is told this once.'),
})
export const delivery = z.object({
  id: z.string(),
  event: z.object({ type: z.string(), title: z.string() }),
  state: z.enum(['waiting', 'sent', 'failed']),
  attempts: count,
  status: count.nullable().describe('Of the last answer.'),
  error: z.string().nullable(),
  created_at: moment,
  next_at: moment.nullable().describe('When it is tried next.'),
  sent_at: moment.nullable(),
})
