import { z } from 'zod'
import { count, moment } from '#base/answer.ts'

/** What people are told of, in the words of the settings, and whether a mail goes with it where nobody said otherwise. */
export const KINDS = {
  mention: { label: 'Somebody mentions me in a comment', mail: true },
  comment: { label: 'Comments on my canvases and conversations, and where I commented', mail: false },
  share: { label: 'Something is shared with me', mail: true },
  watch: { label: 'A watch that tells me found what it waits for', mail: true },
  failure: { label: 'A watch or schedule of mine failed', mail: true },
} as const
export type NotificationKind = keyof typeof KINDS
export const KIND_NAMES = Object.keys(KINDS) as NotificationKind[]

/** What somebody chose of the mails; the rest is as usual. */
export type MailChoices = Partial<Record<NotificationKind, boolean>>
export const mailsChosen = (chosen: MailChoices): Record<NotificationKind, boolean> =>
  Object.fromEntries(KIND_NAMES.map((kind) => [kind, chosen[kind] ?? KINDS[kind].mail])) as Record<
    NotificationKind,
    boolean
  >

/** How many days a notification is kept, and how many of one person. */
export const KEPT = { days: 90, most: 500 }
/** Letters of a title, and of what is quoted below it. */
export const LONGEST = { title: 200, text: 280 }

export const notification = z.object({
  id: z.string(),
  kind: z.enum(KIND_NAMES),
  title: z.string(),
  text: z.string(),
  path: z.string().describe('The page that it is about, below the address of the server.'),
  workspace: z.object({ id: z.string(), name: z.string() }),
  created_at: moment,
  read_at: moment.nullable(),
})
export type NotificationJson = z.infer<typeof notification>

export const listQuery = z.object({
  unread: z.enum(['true', 'false']).optional().describe('`true`: only those that are not read.'),
})
export const unreadCount = z.object({ unread: count })
export const readBody = z.object({
  ids: z.array(z.string().max(40)).max(200).optional().describe('Left out: all of them.'),
})
const mails = z.object(
  Object.fromEntries(KIND_NAMES.map((kind) => [kind, z.boolean()])) as Record<NotificationKind, z.ZodBoolean>,
)
export const settings = z.object({ mails: mails.describe('Which kinds come by mail as well.') })
export const settingsChange = z.object({ mails: mails.partial() })
