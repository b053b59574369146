import { z } from 'zod'
import { DAY } from '#base/time.ts'
import { type Currency, converted } from '#billing/rules/price.ts'
import type { SystemSettings } from '#records/rules/setting.ts'
import { choice, searchText, sortBy } from './list.ts'

export const APPROVAL_STATES = {
  waiting: 'Waiting',
  confirmed: 'Confirmed',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
  expired: 'Expired',
} as const
export type ApprovalState = keyof typeof APPROVAL_STATES
export const APPROVAL_KINDS = {
  refund: 'Refund',
  retry: 'Refund again',
  allocation: 'Credits',
  allocation_file: 'Credits by file',
  plan: 'Plan',
} as const
export type ApprovalKind = keyof typeof APPROVAL_KINDS
const keys = <T extends object>(of: T) => Object.keys(of) as [keyof T & string, ...(keyof T & string)[]]
export const APPROVAL_STATE_NAMES = keys(APPROVAL_STATES)
export const APPROVAL_KIND_NAMES = keys(APPROVAL_KINDS)

/** How long an act waits for the second admin, in milliseconds. */
export const APPROVAL_LIFE = 7 * DAY

export const approvalsQuery = z.object({
  q: searchText,
  state: choice(APPROVAL_STATE_NAMES),
  kind: choice(APPROVAL_KIND_NAMES),
  sort: sortBy('what', 'person', 'asker', 'state'),
})
export type ApprovalFilter = z.infer<typeof approvalsQuery>

type Person = { id: string; name: string; email: string }

/** An act that waits, or waited, for a second admin. */
export type Approval = {
  id: string
  kind: ApprovalKind
  /** Id of the refund request, the refund or the person that it is about; of a file its SHA-256. */
  subject: string
  /** "Pay back ₹12,000.00" */
  what: string
  /** Whom it is for; null for the many of a file. */
  user: Person | null
  /** Minor units of `currency`; credits where that is null. */
  amount: number
  currency: string | null
  reason: string
  state: ApprovalState
  requested_by: Person
  decided_by: Person | null
  /** Why it was decided so. */
  note: string
  created_at: string
  decided_at: string | null
  expires_at: string
}

/** Whether an act was not done yet, but waits. */
export const isWaiting = (done: object): done is Approval => 'requested_by' in done

export const APPROVAL_COLUMNS = [
  'id',
  'created_at',
  'kind',
  'what',
  'user_id',
  'email',
  'amount',
  'currency',
  'reason',
  'state',
  'requested_by',
  'decided_by',
  'note',
  'decided_at',
  'expires_at',
] as const

/** An approval as a line of CSV. */
export const approvalLine = ({ user, requested_by, decided_by, ...it }: Approval) => ({
  ...it,
  user_id: user?.id ?? null,
  email: user?.email ?? null,
  requested_by: requested_by.email,
  decided_by: decided_by?.email ?? null,
})

/** Whether money that goes back needs a second admin. @param amount minor units */
export const moneyNeedsSecond = ({ finance }: SystemSettings, amount: number, currency: string): boolean =>
  amount > converted(finance.second_above_inr * 100, currency as Currency)

/** Whether credits that move need a second admin. */
export const creditsNeedSecond = ({ finance }: SystemSettings, credits: number): boolean =>
  credits > finance.second_above_credits

/** What an admin is told who is the only one for money. @param why who else is needed, as the end of a sentence */
export const nobodyElse = (why: string): string =>
  `A second finance admin is needed ${why}, and there is nobody else yet. A superadmin can give somebody the role finance under User Management.`
