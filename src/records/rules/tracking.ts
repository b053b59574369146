import { z } from 'zod'

/** The words of parameters are ours or ids: nothing that a person typed, no names, no addresses. */
const word = z.string().regex(/^[a-z0-9_.-]{1,40}$/i, 'One word of ours.')
const place = z.uuid()
const money = z.number().nonnegative().max(1_000_000_000)
const whole = z.number().int().nonnegative().max(Number.MAX_SAFE_INTEGER)
const currency = z.enum(['INR', 'USD', 'EUR', 'GBP'])
const item = z.strictObject({
  item_id: word,
  item_name: z.string().regex(/^[\w ()-]{1,60}$/, 'The name of a pack or a plan.'),
  item_category: z.enum(['credits', 'plan']),
  price: money,
  quantity: whole,
})
/** As GA4 names them. What is sold has its price in INR, whatever it is paid in. */
const sale = { currency: z.literal('INR'), value: money, items: z.array(item).min(1).max(10) }

/**
 * The fifteen events of the specification with their parameters, as GA4 names them where it has a name. Nothing else is taken: a
 * parameter that does not stand here is refused, so that no personal data slips in.
 */
export const EVENT_PARAMS = {
  login: z.strictObject({ method: z.enum(['password', 'google', 'second_factor']) }),
  sign_up: z.strictObject({ method: z.enum(['password', 'google', 'invitation']) }),
  logout: z.strictObject({}),
  create_workspace: z.strictObject({ workspace_id: place }),
  join_workspace: z.strictObject({ organization_id: place, method: z.literal('invitation') }),
  start_chat: z.strictObject({ workspace_id: place }),
  send_message: z.strictObject({ workspace_id: place, message_length: whole }),
  ai_response: z.strictObject({
    workspace_id: place,
    status: z.enum(['answered', 'clarify', 'refused', 'failed', 'stopped']),
  }),
  connect_data_source: z.strictObject({ workspace_id: place, engine: word, kind: z.enum(['database', 'external']) }),
  execute_query: z.strictObject({
    workspace_id: place,
    surface: z.enum(['editor', 'answer']),
    status: z.enum(['done', 'failed', 'cancelled']),
  }),
  upload_file: z.strictObject({ workspace_id: place, file_extension: word, size_bytes: whole }),
  download_file: z.strictObject({
    file_extension: word,
    content: z.enum(['result', 'chart', 'file', 'invoice', 'list']),
  }),
  view_pricing: z.strictObject({ currency, period: z.enum(['monthly', 'annual']) }),
  begin_checkout: z.strictObject(sale),
  purchase: z.strictObject({ transaction_id: word, ...sale }),
} as const

export type EventName = keyof typeof EVENT_PARAMS
export type EventParams<N extends EventName> = z.infer<(typeof EVENT_PARAMS)[N]>
export type Sale = Omit<EventParams<'purchase'>, 'transaction_id'>
export const EVENT_NAMES = Object.keys(EVENT_PARAMS) as [EventName, ...EventName[]]

/** What the panel counts beside them: a browser that agreed came back after half an hour or more. Never sent by a page. */
export const VISIT = 'visit'

/** An event with the name under which it counts once, however often it arrives. `page`: path of the page, without its query. */
export type TrackedEvent = {
  [N in EventName]: { id: string; name: N; params: EventParams<N>; page: string }
}[EventName]

const about = { id: z.uuid(), page: z.string().startsWith('/').max(500) }
const [first, ...others] = EVENT_NAMES.map((name) =>
  z.strictObject({ ...about, name: z.literal(name), params: EVENT_PARAMS[name] }),
)
// Each name has its own parameters, which the type of a list of schemas cannot say.
const event = z.discriminatedUnion('name', [first!, ...others]) as unknown as z.ZodType<TrackedEvent>

export const MOST_AT_ONCE = 20
/** A batch without events says only that somebody is there. */
export const eventBatch = z.strictObject({
  page: about.page.optional(),
  events: z.array(event).max(MOST_AT_ONCE),
})
