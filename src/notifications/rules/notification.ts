import { z } from 'zod'
import { count, moment } from '#base/answer.ts'
import { DAY, HOUR } from '#base/time.ts'
import { isTimeZone, localTime, momentOf } from '#base/zone.ts'

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

/** When mails come: each by itself, or all of a day or week as one. */
export const DIGESTS = {
  none: 'Each by itself, at once',
  day: 'All in one mail a day, at 8:00',
  week: 'All in one mail a week, on Mondays at 8:00',
} as const
export type Digest = keyof typeof DIGESTS

/** When the mail of a day or week leaves next, by the clocks of a time zone. */
export function nextDigest(every: Exclude<Digest, 'none'>, timeZone: string, after: Date): Date {
  const today = Math.floor(localTime(Number(after), timeZone) / DAY) * DAY
  for (let day = today; ; day += DAY) {
    const at = momentOf(day + 8 * HOUR, timeZone)
    if (at > Number(after) && (every === 'day' || new Date(day).getUTCDay() === 1)) return new Date(at)
  }
}

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
export const settings = z.object({
  mails: mails.describe('Which kinds come by mail as well.'),
  digest: z
    .enum(['none', 'day', 'week'])
    .describe('Each mail by itself, or all of a day or week as one, at 8:00; of a week on Monday.'),
  time_zone: z.string().max(60).refine(isTimeZone, 'Write a time zone like Europe/Berlin.').describe('Of the digest.'),
  watches_at_once: z.boolean().describe('What a watch found comes by itself all the same.'),
})
export type NotificationSettings = z.infer<typeof settings>
export const settingsChange = settings.extend({ mails: mails.partial() }).partial()
export type SettingsChange = z.infer<typeof settingsChange>
