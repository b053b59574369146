import { z } from 'zod'
import { refundRequest } from '#billing/rules/answers.ts'
import { type RefundState, STATE_LABELS } from '#billing/rules/refund.ts'
import { reason } from './act.ts'
import type { Approval } from './approval.ts'
import { listOf, oneOf, search } from './list.ts'
import { person } from './person.ts'

export const NOTE_LENGTH = 2000
const note = z.string().trim().max(NOTE_LENGTH, 'Please say it in at most 2,000 characters.')

/** `note` is told to the person, `reason` stands in the audit log. */
export const decisionBody = z.object({ reason, note: note.default('') })
/** Whoever is rejected is told why. */
export const rejectBody = z.object({
  reason,
  note: note.min(3, 'Tell the person why, in a sentence.'),
})

/** A request as the list shows it. Amounts in minor units. */
export const listedRefundRequest = refundRequest.extend({ user: person })
export type ListedRefundRequest = z.infer<typeof listedRefundRequest>

export const refundList = listOf(listedRefundRequest, {
  name: 'refund-requests',
  filters: {
    q: search(
      'Person, payment, order or request',
      'ada, pay_…, or a whole id',
      'a whole id of it, of a payment, an order or a person, or beginnings of words of a name or address',
    ),
    state: oneOf(STATE_LABELS, { label: 'State', all: 'All', option: ['<state>', 'by state'] }),
  },
  columns: {
    id: {},
    created_at: { title: 'Asked (UTC)', sort: 'created', type: 'moment' },
    state: { title: 'State', sort: 'state', labels: STATE_LABELS },
    name: { of: (it) => it.user.name, title: 'Person', sort: 'person' },
    email: { of: (it) => it.user.email },
    payment_id: {},
    amount: { title: 'Paid', sort: 'paid', type: 'money' },
    currency: {},
    refunded_amount: { of: (it) => it.refund?.amount, title: 'Goes back', sort: 'back', type: 'money' },
    refunded_credits: { of: (it) => it.refund?.credits },
    refund_state: { of: (it) => it.refund?.state },
    refunded_at: { of: (it) => it.refund?.refunded_at },
    reason: { title: 'Why', sort: 'reason' },
    note: {},
    approved_at: {},
    decided_at: {},
  },
  cli: {
    ID: 'id',
    'ASKED (UTC)': 'created_at',
    STATE: 'state',
    WHO: 'email',
    PAID: 'amount',
    BACK: 'refunded_amount',
    REASON: 'reason',
  },
})

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
