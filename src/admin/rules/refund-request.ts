import { z } from 'zod'
import { count, moment } from '#base/answer.ts'
import { refundRequest } from '#billing/rules/answers.ts'
import { REFUND_STATES, STATE_LABELS } from '#billing/rules/refund.ts'
import { reason } from './action.ts'
import { approval } from './approval.ts'
import { listOf, oneOf, plain, search } from './list.ts'
import { person } from './names.ts'

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
const listedRefundRequest = refundRequest.extend({ user: person })
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
    ...plain('note', 'approved_at', 'decided_at'),
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

const minor = count.describe('Minor units.')
export const refundView = listedRefundRequest.extend({
  payment: z.object({
    id: z.string(),
    what: z.string(),
    method: z.string(),
    paid_at: moment,
    order_id: z.string(),
    gateway_order_id: z.string(),
  }),
  now: z
    .object({ paid: minor, purchased: count, used: count, unused: count, refundable: minor })
    .nullable()
    .describe(
      'What would go back now: paid × (purchased − used) ÷ purchased, rounded down. Null once it is decided for good.',
    ),
  history: z.array(
    z.object({
      at: moment,
      action: z.string(),
      by: z.string().nullable().describe('Whoever did it; of what two admins signed, both.'),
      reason: z.string(),
      note: z.string(),
    }),
  ),
  others: z
    .array(
      z.object({
        id: z.string(),
        state: z.enum(REFUND_STATES),
        amount: minor,
        currency: z.string(),
        created_at: moment,
      }),
    )
    .describe('Other requests of the same person.'),
  person: z.object({ credits: count, held: count, payments: count }),
  second: z
    .object({
      needed: z.boolean().describe('What would go back now is above the limit of System Settings.'),
      missing: z.boolean().describe('There is nobody who could: neither you nor the person themselves.'),
      waiting: approval.nullable(),
    })
    .describe('Whether a second finance admin confirms the refund.'),
})
export type RefundRequestView = z.infer<typeof refundView>
