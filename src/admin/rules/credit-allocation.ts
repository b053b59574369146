import { z } from 'zod'
import { count, moment } from '#base/answer.ts'
import { reason } from './action.ts'
import { listOf, oneOf, plain, search, typed } from './list.ts'
import { person } from './names.ts'

/** The most of one action; above it the action is refused and noted as a security event. */
export const ALLOCATION_LIMITS = {
  credits: 10_000,
  /** Credits given by one file, and its lines. */
  fileCredits: 100_000,
  lines: 1000,
} as const
/** Credits that are given expire within so many years. */
export const MOST_YEARS = 5

export const KINDS = { grant: 'Given', deduct: 'Taken' } as const
export type AllocationKind = keyof typeof KINDS

/** `dry_run=1`: say what would be done, and do nothing. */
export const dryRunQuery = z.object({
  dry_run: z
    .enum(['', '0', '1', 'false', 'true'])
    .optional()
    .transform((value) => value === '1' || value === 'true'),
})

const flag = z.preprocess((value) => value === true || ['on', 'yes', 'true', '1'].includes(String(value)), z.boolean())
const credits = z.preprocess(
  (value) => (typeof value === 'string' && value.trim() !== '' ? Number(value) : value),
  z
    .number('Give a whole number of credits.')
    .int('Give a whole number of credits.')
    .min(1, 'Give at least 1.')
    .max(1_000_000_000, 'That is more than there ever were.'),
)
/** A day counts to its end, in UTC. */
const expiry = z
  .union([z.literal(''), z.iso.date('Write a day as 2027-11-21.'), z.iso.datetime()], 'Write a day as 2027-11-21.')
  .nullish()
  .transform((text) => (text ? text : null))
const note = z.string().trim().max(1000, 'At most 1,000 characters.').default('')
const key = z.string().trim().min(8).max(100).optional().describe('Names the action: the same key does it once.')

export const allocationBody = z
  .object({
    person: z.string('Give an email address or an id.').trim().min(1, 'Give an email address or an id.').max(320),
    kind: z.enum(['grant', 'deduct']).default('grant'),
    credits,
    expires_at: expiry,
    reason,
    note,
    mail: flag.default(false),
    key,
  })
  .refine((it) => it.kind === 'deduct' || it.expires_at !== null, {
    path: ['expires_at'],
    message: 'Say until when they last.',
  })
export type AllocationOrder = z.infer<typeof allocationBody>

/** Gives credits to many: CSV with the columns email, credits, expiry, reason. */
export const allocationFileBody = z.object({
  csv: z.string('Choose a CSV file.').min(1, 'The file is empty.').max(500_000, 'The file is too large.'),
  name: z.string().trim().max(200).default('credits.csv'),
  note,
  mail: flag.default(false),
})
export type AllocationFile = z.infer<typeof allocationFileBody>

/** The moment at which credits that are given until then expire; null when it is no such moment. */
export function expiryOf(text: string, now: Date): Date | null {
  const at = new Date(text.length === 10 ? `${text}T23:59:59.999Z` : text)
  const last = new Date(now)
  last.setUTCFullYear(last.getUTCFullYear() + MOST_YEARS)
  return Number.isNaN(Number(at)) || at <= now || at > last ? null : at
}
export const EXPIRY_PROBLEM = `Give a day in the future, within ${MOST_YEARS} years.`

const allocation = z.object({
  id: z.string(),
  created_at: moment,
  kind: z.enum(['grant', 'deduct']),
  user: person,
  credits: count,
  expires_at: moment.nullable(),
  reason: z.string(),
  note: z.string(),
  mailed: z.boolean(),
  file: z.object({ id: z.string(), name: z.string() }).nullable(),
  allocated_by: person,
  confirmed_by: person.nullable().describe('The second admin, where one was needed.'),
})
export type Allocation = z.infer<typeof allocation>

export const allocationList = listOf(allocation, {
  name: 'credit-allocations',
  filters: {
    q: search(
      'Person',
      'beginnings of words, or a whole id',
      'a person: beginnings of words of a name or address, or a whole id',
    ),
    by: typed({ label: 'Done by', placeholder: 'name or address', option: ['<who>', 'who did it'] }),
    kind: oneOf(KINDS, { label: 'What', all: 'Both', option: ['<kind>', 'given or taken'] }),
    file: typed({ option: ['<id>', 'those of one file'] }),
  },
  columns: {
    id: {},
    created_at: { title: 'When (UTC)', sort: 'created', type: 'moment' },
    kind: { title: 'What', sort: 'what', labels: KINDS },
    user_id: { of: (it) => it.user.id },
    name: { of: (it) => it.user.name, title: 'Person', sort: 'person' },
    email: { of: (it) => it.user.email, whole: true },
    credits: { title: 'Credits', sort: 'credits', type: 'count' },
    expires_at: { type: 'moment' },
    reason: { title: 'Why', sort: 'reason' },
    ...plain('note', 'mailed'),
    file: { of: (it) => it.file?.name },
    allocated_by: { of: (it) => it.allocated_by.email, title: 'By', sort: 'by' },
    confirmed_by: { of: (it) => it.confirmed_by?.email },
  },
  cli: {
    'TIME (UTC)': 'created_at',
    WHO: 'email',
    WHAT: 'kind',
    CREDITS: 'credits',
    UNTIL: 'expires_at',
    BY: 'allocated_by',
    REASON: 'reason',
  },
})

/** What an action did, or would do: the person, and what they hold before and after. */
export const allocated = z.object({
  id: z.string().nullable().describe('Null of a dry run.'),
  kind: z.enum(['grant', 'deduct']),
  user: person,
  credits: count,
  expires_at: moment.nullable(),
  balance: z.object({ before: count, after: count }),
  held: count.describe('Set aside for running questions: never taken away.'),
  repeated: z.boolean().describe('This key had done it before; nothing was done now.'),
})
export type Allocated = z.infer<typeof allocated>

const plannedLine = z.object({
  line: count.describe('Of the file, from 1; the names of the columns are a line too.'),
  email: z.string(),
  user_id: z.string().nullable(),
  credits: count.nullable(),
  expires_at: moment.nullable(),
  reason: z.string(),
  problem: z.string().nullable(),
})
export type PlannedLine = z.infer<typeof plannedLine>
/** What a file would do, line by line; nothing is given while any of them is wrong. */
export const allocationPlan = z.object({
  id: z.string().optional().describe('Of the file, once it was given.'),
  hash: z.string(),
  name: z.string(),
  lines: z.array(plannedLine),
  wrong: count,
  people: count,
  credits: count,
  given: z
    .object({ id: z.string(), at: moment, by: z.string() })
    .nullable()
    .describe('This very file was given before.'),
  repeated: z.boolean().optional(),
})
export type AllocationPlan = z.infer<typeof allocationPlan>
