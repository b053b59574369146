import { z } from 'zod'
import { numberText } from '#base/format.ts'
import { DEFAULT_SITE } from '#base/site.ts'

/** What System Settings hold. Fields are snake_case: they are the API's and the audit log's words for them. */
export type SystemSettings = z.infer<typeof systemSettings>

const whole = (min: number, max: number) =>
  z.preprocess(
    (value) => (value === '' ? undefined : typeof value === 'string' ? Number(value) : value),
    z
      .number(`Please give a whole number from ${numberText(min)} to ${numberText(max)}.`)
      .int('Please give a whole number.')
      .min(min, `Please give at least ${numberText(min)}.`)
      .max(max, `Please give at most ${numberText(max)}.`),
  )
/** Forms send text; at most two decimals. */
const rupees = z.preprocess(
  (value) => (value === '' ? undefined : typeof value === 'string' ? Number(value) : value),
  z
    .number('Please give an amount in rupees, for example 1599 or 15350.40.')
    .min(1, 'Please give at least 1 rupee.')
    .max(1_000_000, 'Please give at most 1,000,000 rupees.')
    .multipleOf(0.01, 'Please give at most two decimals.'),
)
const line = (name: string, most: number) =>
  z.string().trim().min(1, `Please give ${name}.`).max(most, `At most ${most} characters.`)
/** Forms send one text area or one line, the API a list. */
const listOf = (separator: RegExp, item: z.ZodString, most: number, least = 1) =>
  z.preprocess(
    (value) =>
      typeof value === 'string'
        ? value
            .split(separator)
            .map((part) => part.trim())
            .filter(Boolean)
        : value,
    z.array(item).min(least, 'Please give at least one.').max(most, `At most ${most}.`),
  )
/** A switch: forms send `yes` or nothing, and a hidden `no` beside it is sent first. */
const flag = z.preprocess((value) => {
  const last = Array.isArray(value) ? value.at(-1) : value
  return last === 'yes' || last === 'on' ? true : last === 'no' || last === '' ? false : last
}, z.boolean('Please say yes or no.'))
/** ISO 8601; forms send `2026-11-21T20:00`, meant in UTC. */
const moment = z.preprocess(
  (value) =>
    value === '' ? null : typeof value === 'string' && /T\d\d:\d\d$/.test(value) ? `${value}:00.000Z` : value,
  z.iso.datetime({ offset: true, message: 'Please give a date and a time.' }).nullable(),
)
const office = z.strictObject({
  name: line('the name of the office', 60),
  lines: listOf(/\n/, z.string().trim().min(1).max(100), 6),
})
const HOST = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/
const EMAIL = /^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/
const SENDER = /^(?:[^<>@\r\n]{1,80}<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/

/** A list without duplicates, in one order, so that equal lists are equal. */
const names = z.preprocess(
  (value) => (typeof value === 'string' ? [value] : Array.isArray(value) ? [...new Set(value)].sort() : value),
  z.array(z.string().max(60)).max(60),
)

export const systemSettings = z.strictObject({
  site: z.strictObject({
    name: line('a name', 40),
    title: line('a title', 80),
    tagline: line('a tagline', 120),
    description: line('a description', 300),
    keywords: listOf(/[,\n]/, z.string().trim().min(1).max(40), 20),
    email: z.string().trim().regex(EMAIL, 'Please give an email address.').max(200),
    offices: z.array(office).length(2, 'There are two offices.'),
  }),
  credits: z.strictObject({
    per_answer: whole(1, 1000),
    per_report: whole(1, 10_000).describe('What an answered report costs.'),
    trial: whole(1, 100_000),
    trial_days: whole(1, 3650),
    low_balance: whole(0, 1_000_000),
  }),
  finance: z.strictObject({
    second_above_inr: whole(0, 100_000_000),
    second_above_credits: whole(0, 1_000_000),
    daily_mail: flag,
  }),
  plans: z.strictObject({ premium: whole(1, 1_000_000), flexible: whole(1, 1_000_000) }),
  prices: z
    .strictObject({
      premium_monthly: rupees,
      premium_annual: rupees,
      flexible_monthly: rupees,
      flexible_annual: rupees,
    })
    .refine((it) => it.premium_annual <= 12 * it.premium_monthly, {
      path: ['premium_annual'],
      message: 'A year must not cost more than twelve months.',
    })
    .refine((it) => it.flexible_annual <= 12 * it.flexible_monthly, {
      path: ['flexible_annual'],
      message: 'A year must not cost more than twelve months.',
    }),
  carry_over: z.strictObject({ premium: whole(0, 11), flexible: whole(0, 11) }),
  seats: z.strictObject({ free: whole(1, 100_000), flexible: whole(1, 100_000), premium: whole(1, 100_000) }),
  limits: z.strictObject({
    upload_mb: whole(1, 1_000_000),
    question_length: whole(50, 20_000),
    answers_at_once: whole(1, 100),
  }),
  answers: z.strictObject({
    link_hosts: listOf(
      /[\s,]+/,
      z.string().trim().toLowerCase().regex(HOST, 'Please give names of hosts, such as example.com.').max(253),
      100,
      0,
    ).describe('Hosts to which links of answers lead, with their subdomains; others are plain text.'),
  }),
  storage: z.strictObject({
    free_mb: whole(1, 1_000_000_000),
    flexible_mb: whole(1, 1_000_000_000),
    premium_mb: whole(1, 1_000_000_000),
  }),
  mail: z.strictObject({
    sender: z.string().trim().regex(SENDER, 'Please write it as Name <name@example.com>.').max(200),
  }),
  maintenance: z
    .strictObject({
      text: z.string().trim().max(300, 'At most 300 characters.'),
      from: moment,
      until: moment,
      read_only: flag,
    })
    .refine((it) => it.from === null || it.until === null || Date.parse(it.from) < Date.parse(it.until), {
      path: ['until'],
      message: 'The end must be after the beginning.',
    })
    .refine((it) => !it.read_only || it.text !== '', {
      path: ['text'],
      message: 'Say why nothing can be changed: people see this text instead.',
    }),
  analytics: z.strictObject({ enabled: flag }),
  logs: z.strictObject({ days: whole(1, 365) }),
  sources: z.strictObject({
    off: names.describe('Kinds of sources that are not offered.'),
    preview: names.describe('Kinds in preview that are offered: the others are not.'),
  }),
})

const { year: _, ...site } = DEFAULT_SITE

/** What holds until somebody changes it. */
export const DEFAULT_SETTINGS: SystemSettings = {
  site,
  credits: { per_answer: 1, per_report: 5, trial: 25, trial_days: 90, low_balance: 5 },
  finance: { second_above_inr: 10_000, second_above_credits: 5000, daily_mail: true },
  plans: { premium: 2500, flexible: 2000 },
  prices: { premium_monthly: 1599, premium_annual: 15_350.4, flexible_monthly: 1599, flexible_annual: 15_350.4 },
  carry_over: { premium: 0, flexible: 2 },
  seats: { free: 10, flexible: 50, premium: 250 },
  limits: { upload_mb: 2048, question_length: 4000, answers_at_once: 5 },
  answers: { link_hosts: [] },
  storage: { free_mb: 10_240, flexible_mb: 51_200, premium_mb: 204_800 },
  mail: { sender: 'Tabletalk <no-reply@tabletalk.example>' },
  maintenance: { text: '', from: null, until: null, read_only: false },
  analytics: { enabled: true },
  logs: { days: 14 },
  sources: { off: [], preview: [] },
}

type Tree = { [key: string]: unknown }
const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value)

/** `base` with what `change` names; lists are replaced whole. */
export function merged<T>(base: T, change: unknown): T {
  if (!isTree(base) || !isTree(change)) return (change === undefined ? base : change) as T
  const keys = new Set([...Object.keys(base), ...Object.keys(change)])
  return Object.fromEntries([...keys].map((key) => [key, merged((base as Tree)[key], change[key])])) as T
}

/** A field that differs between two versions, by its dotted name. */
export type Difference = { field: string; before: unknown; after: unknown }

/** What changed from one version to the next, lists as a whole. */
export function differences(before: unknown, after: unknown, path = ''): Difference[] {
  if (isTree(before) && isTree(after))
    return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key) =>
      differences(before[key], after[key], path ? `${path}.${key}` : key),
    )
  return JSON.stringify(before) === JSON.stringify(after) ? [] : [{ field: path, before, after }]
}

/** Settings as they were kept, completed by the defaults of fields that came later; null when they are none. */
export function readSettings(values: unknown): SystemSettings | null {
  const parsed = systemSettings.safeParse(merged<unknown>(DEFAULT_SETTINGS, values))
  return parsed.success ? parsed.data : null
}

export type SettingKind = 'system' | 'xai'
export type VersionRow = {
  id: string
  kind: SettingKind
  version: number
  values: Record<string, unknown>
  secrets: string | null
  reason: string
  changedBy: string | null
  createdAt: Date
}

export type SettingsStore = {
  /** What holds now: the newest version, and where the environment says something, that. */
  system(): SystemSettings
  /** Newest row of a kind; null while there is none. */
  newest(kind: SettingKind): VersionRow | null
  refresh(): Promise<void>
  close(): void
}

/** What every page says on top while there is maintenance. */
export type Banner = { text: string; read_only: boolean }

/** The banner of this moment; null when there is nothing to say. */
export function bannerOf({ maintenance }: SystemSettings, now: Date): Banner | null {
  const { text, from, until, read_only } = maintenance
  if (!text || (from && now < new Date(from)) || (until && now >= new Date(until))) return null
  return { text, read_only }
}
