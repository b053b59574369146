import { z } from 'zod'
import { count } from '#base/answer.ts'
import { REFUND_STATES } from '#billing/rules/refund.ts'
import { type Described, describe, moment } from '#web/openapi.ts'
import { urls } from '../../urls.ts'
import { approval, waitingAnswer } from '../rules/approval.ts'
import { decisionBody, listedRefundRequest, refundList, rejectBody } from '../rules/refund-request.ts'

const minor = count.describe('Minor units.')
const view = listedRefundRequest.extend({
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
    z.object({ at: moment, action: z.string(), by: z.string().nullable(), reason: z.string(), note: z.string() }),
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

const decision = (
  url: string,
  summary: string,
  description: string,
  body: z.ZodType = decisionBody,
  waiting?: z.ZodType,
) =>
  describe('post', url, {
    tag: 'Admin',
    summary,
    description: `${description} \`note\` is told to the person by mail, \`reason\` stands in the audit log.`,
    body,
    answer: view,
    ...(waiting ? { waiting } : {}),
    errors: ['forbidden', 'conflict', 'unprocessable'],
  })

export const refundRequestApi: Described[] = [
  describe('get', urls.apiAdminRefundRequests, {
    tag: 'Admin',
    summary: 'Refund requests',
    query: refundList.query,
    description:
      'Newest first. `q` is a whole id of a request, a payment, an order or a person, or the beginnings of words of a name or address. As CSV (`?format=csv` asks for it too) with amounts in minor units: without `limit` and `cursor` all of them at once, at most 100,000 lines.',
    paged: true,
    forms: ['text/csv'],
    answer: z.array(listedRefundRequest),
    errors: ['forbidden'],
  }),
  describe('get', urls.apiAdminRefundRequest, {
    tag: 'Admin',
    summary: 'A refund request, with what would go back now',
    answer: view,
    errors: ['forbidden'],
  }),
  decision(urls.apiAdminRefundApprove, 'Approve a refund request', 'The money goes back with the next step.'),
  decision(
    urls.apiAdminRefundReject,
    'Reject a refund request',
    'Another may follow. Whoever is rejected is told why.',
    rejectBody,
  ),
  decision(
    urls.apiAdminRefund,
    'Pay a refund back',
    'Claws the credits back at once and hands the money to the gateway after: what is used by then is not refunded. Above the limit of System Settings it waits for a second finance admin. Nobody decides about their own request.',
    decisionBody,
    waitingAnswer,
  ),
]
