import { z } from 'zod'
import { REFUND_STATES, type RefundState } from '#billing/rules/refund.ts'
import { reason } from './act.ts'
import type { Approval } from './approval.ts'
import { choice, searchText, sortBy } from './list.ts'

export const refundRequestsQuery = z.object({
  q: searchText,
  state: choice(REFUND_STATES),
  sort: sortBy('person', 'state', 'paid', 'back', 'reason'),
})
export const NOTE_LENGTH = 2000
const note = z.string().trim().max(NOTE_LENGTH, 'Please say it in at most 2,000 characters.')

/** `note` is told to the person, `reason` stands in the audit log. */
export const decisionBody = z.object({ reason, note: note.default('') })
/** Whoever is rejected is told why. */
export const rejectBody = z.object({
  reason,
  note: note.min(3, 'Tell the person why, in a sentence.'),
})

type Refund = { amount: number; credits: number; state: string; refunded_at: string | null }

/** A request as the list shows it. Amounts in minor units. */
export type ListedRefundRequest = {
  id: string
  created_at: string
  state: RefundState
  user: { id: string; name: string; email: string }
  payment_id: string
  amount: number
  currency: string
  refund: Refund | null
  reason: string
  note: string
  approved_at: string | null
  decided_at: string | null
}

/** What would go back now, and how that comes about. Credits; amounts in minor units. */
type Arithmetic = {
  paid: number
  purchased: number
  /** Of what was purchased, its bonus included; more than `purchased` when the bonus is used too. */
  used: number
  unused: number
  refundable: number
}

/** A request with everything that a decision needs. */
export type RefundRequestView = ListedRefundRequest & {
  payment: { id: string; what: string; method: string; paid_at: string; order_id: string; gateway_order_id: string }
  /** Null once the money has gone back. */
  now: Arithmetic | null
  /** `by`: whoever did it; of what two admins signed, both. */
  history: { at: string; action: string; by: string | null; reason: string; note: string }[]
  /** Other requests of the same person, newest first. */
  others: { id: string; state: RefundState; amount: number; currency: string; created_at: string }[]
  person: { credits: number; held: number; payments: number }
  /** Whether a second admin confirms the refund; `missing` when there is nobody who could. */
  second: { needed: boolean; missing: boolean; waiting: Approval | null }
}

export const REFUND_COLUMNS = [
  'id',
  'created_at',
  'state',
  'name',
  'email',
  'payment_id',
  'amount',
  'currency',
  'refunded_amount',
  'refunded_credits',
  'refund_state',
  'refunded_at',
  'reason',
  'note',
  'approved_at',
  'decided_at',
] as const

/** A request as a line of CSV. */
export const refundLine = ({ user, refund, ...line }: ListedRefundRequest) => ({
  ...line,
  name: user.name,
  email: user.email,
  refunded_amount: refund?.amount ?? null,
  refunded_credits: refund?.credits ?? null,
  refund_state: refund?.state ?? null,
  refunded_at: refund?.refunded_at ?? null,
})
