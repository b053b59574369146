import { z } from 'zod'
import { count, moment } from '#base/answer.ts'
import { DAY } from '#base/time.ts'
import { type Currency, converted } from '#billing/rules/price.ts'
import type { SystemSettings } from '#records/rules/setting.ts'
import { listOf, oneOf, plain, search } from './list.ts'
import { person } from './names.ts'

export const APPROVAL_STATES = {
  waiting: 'Waiting',
  confirmed: 'Confirmed',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
  expired: 'Expired',
} as const
export type ApprovalState = keyof typeof APPROVAL_STATES
const APPROVAL_KINDS = {
  refund: 'Refund',
  retry: 'Refund again',
  allocation: 'Credits',
  allocation_file: 'Credits by file',
  plan: 'Plan',
} as const
export type ApprovalKind = keyof typeof APPROVAL_KINDS
const keys = <T extends object>(of: T) => Object.keys(of) as [keyof T & string, ...(keyof T & string)[]]

/** How long an action waits for the second admin, in milliseconds. */
export const APPROVAL_LIFE = 7 * DAY

/** An action that waits, or waited, for a second admin. */
export const approval = z.object({
  id: z.string(),
  kind: z.enum(keys(APPROVAL_KINDS)),
  subject: z
    .string()
    .describe('Id of the refund request, the refund or the person that it is about; of a file its SHA-256.'),
  what: z.string(),
  user: person.nullable().describe('Whom it is for; null for the many of a file.'),
  amount: count.describe('Minor units of the currency; credits where that is null.'),
  currency: z.string().nullable(),
  reason: z.string(),
  state: z.enum(keys(APPROVAL_STATES)),
  requested_by: person,
  decided_by: person.nullable(),
  note: z.string().describe('Why it was decided so.'),
  created_at: moment,
  decided_at: moment.nullable(),
  expires_at: moment,
})
export type Approval = z.infer<typeof approval>
/** What an action answers with 202 when it waits for a second admin. */
export const waitingAnswer = z.object({ second_approval: approval })

export const approvalList = listOf(approval, {
  name: 'approvals',
  filters: {
    q: search(
      'Person or request',
      'ada, or a whole id',
      'a whole id of it, of what it is about or of a person, or beginnings of words of a name or address',
    ),
    state: oneOf(APPROVAL_STATES, { label: 'State', all: 'All', option: ['<state>', 'by state'] }),
    kind: oneOf(APPROVAL_KINDS, { label: 'What', all: 'All', option: ['<kind>', 'what it is'] }),
  },
  columns: {
    id: {},
    created_at: { title: 'Asked (UTC)', sort: 'created', type: 'moment' },
    kind: { labels: APPROVAL_KINDS },
    what: { title: 'What', sort: 'what' },
    user_id: { of: (it) => it.user?.id },
    email: { of: (it) => it.user?.email, title: 'For', sort: 'person' },
    ...plain('amount', 'currency', 'reason'),
    state: { title: 'State', sort: 'state', labels: APPROVAL_STATES },
    requested_by: { of: (it) => it.requested_by.email, title: 'Asked by', sort: 'asker' },
    decided_by: { of: (it) => it.decided_by?.email },
    ...plain('note', 'decided_at', 'expires_at'),
  },
  cli: {
    ID: 'id',
    'ASKED (UTC)': 'created_at',
    KIND: 'kind',
    WHAT: 'what',
    FOR: 'email',
    'ASKED BY': 'requested_by',
    STATE: 'state',
    REASON: 'reason',
  },
})

export const isWaiting = (done: object): done is Approval => 'requested_by' in done

/** Whether money that goes back needs a second admin. @param amount minor units */
export const moneyNeedsSecond = ({ finance }: SystemSettings, amount: number, currency: string): boolean =>
  amount > converted(finance.second_above_inr * 100, currency as Currency)

/** Whether credits that move need a second admin. */
export const creditsNeedSecond = ({ finance }: SystemSettings, credits: number): boolean =>
  credits > finance.second_above_credits

/** What an admin is told who is the only one for money. @param why who else is needed, as the end of a sentence */
export const nobodyElse = (why: string): string =>
  `A second finance admin is needed ${why}, and there is nobody else yet. A superadmin can give somebody the role finance under User Management.`
