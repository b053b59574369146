import { z } from 'zod'
import { reason } from './act.ts'
import { choice, searchText, sortBy } from './list.ts'

/** The most of one act; above it the act is refused and noted as a security event. */
export const ALLOCATION_LIMITS = {
  /** Credits given to or taken from one person. */
  credits: 10_000,
  /** Credits given by one file, and its lines. */
  fileCredits: 100_000,
  lines: 1000,
} as const
/** Credits that are given expire within so many years. */
export const MOST_YEARS = 5

export const KINDS = { grant: 'Given', deduct: 'Taken' } as const
export type AllocationKind = keyof typeof KINDS

export const allocationsQuery = z.object({
  q: searchText,
  kind: choice(['grant', 'deduct']),
  by: searchText,
  file: searchText,
  sort: sortBy('person', 'what', 'credits', 'reason', 'by'),
})
export type AllocationFilter = z.infer<typeof allocationsQuery>

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
const key = z.string().trim().min(8).max(100).optional().describe('Names the act: the same key does it once.')

/** Gives or takes credits of one person. */
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

/** An allocation as the list shows it. */
export type Allocation = {
  id: string
  created_at: string
  kind: AllocationKind
  user: { id: string; name: string; email: string }
  credits: number
  expires_at: string | null
  reason: string
  note: string
  mailed: boolean
  file: { id: string; name: string } | null
  allocated_by: { id: string; name: string; email: string }
  /** The second admin, where one was needed. */
  confirmed_by: { id: string; name: string; email: string } | null
}

export const ALLOCATION_COLUMNS = [
  'id',
  'created_at',
  'kind',
  'user_id',
  'name',
  'email',
  'credits',
  'expires_at',
  'reason',
  'note',
  'mailed',
  'file',
  'allocated_by',
  'confirmed_by',
] as const

/** An allocation as a line of CSV. */
export const allocationLine = ({ user, file, allocated_by, confirmed_by, mailed, ...it }: Allocation) => ({
  ...it,
  user_id: user.id,
  name: user.name,
  email: user.email,
  mailed: mailed ? 'yes' : 'no',
  file: file?.name ?? null,
  allocated_by: allocated_by.email,
  confirmed_by: confirmed_by?.email ?? null,
})

/** What a file would do, line by line. */
export type AllocationPlan = {
  hash: string
  name: string
  lines: PlannedLine[]
  /** Lines that cannot be done; nothing is given while there are any. */
  wrong: number
  people: number
  credits: number
  /** When and by whom this very file was given before. */
  given: { id: string; at: string; by: string } | null
}
export type PlannedLine = {
  /** Of the file, from 1; the names of the columns are a line too. */
  line: number
  email: string
  user_id: string | null
  credits: number | null
  expires_at: string | null
  reason: string
  problem: string | null
}
