import type { z } from 'zod'
import * as refundRequests from '#billing/refund-requests.ts'
import type { RefundVerb } from '#billing/rules/refund.ts'
import { api, get, post } from '#web/api.ts'
import { urls } from '../../urls.ts'
import { admin } from '../guard.ts'
import { doneOrWaiting, listCall } from '../list-response.ts'
import { waitingAnswer } from '../rules/approval.ts'
import { decisionBody, refundList, refundView, rejectBody } from '../rules/refund-request.ts'
import * as actions from './actions.ts'
import * as view from './view.ts'

const decision = (
  url: string,
  verb: RefundVerb,
  summary: string,
  description: string,
  more: { waiting?: z.ZodType } = {},
) =>
  post(url, admin('finance'), {
    summary,
    description: `${description} \`note\` is told to the person by mail, \`reason\` stands in the audit log.`,
    body: verb === 'reject' ? rejectBody : decisionBody,
    answer: refundView,
    errors: ['conflict', 'unprocessable'],
    ...more,
    handle: async (ctx, { body }, c) => {
      const id = c.req.param('id')!
      const waits = await actions.decide(ctx, id, verb, body.note, body.reason)
      return doneOrWaiting(c, waits ?? (await view.get(ctx, id)))
    },
  })

export const refundRequestApi = api('Admin', [
  listCall(urls.apiAdminRefundRequests, 'finance', refundList, refundRequests.listAll, {
    summary: 'Refund requests',
    description:
      'Newest first. `q` is a whole id of a request, a payment, an order or a person, or the beginnings of words of a name or address. As CSV (`?format=csv` asks for it too) with amounts in minor units: without `limit` and `cursor` all of them at once, at most 100,000 lines.',
  }),
  get(urls.apiAdminRefundRequest, admin('finance'), {
    summary: 'A refund request, with what would go back now',
    answer: refundView,
    handle: (ctx, { id }) => view.get(ctx, id),
  }),
  decision(
    urls.apiAdminRefundApprove,
    'approve',
    'Approve a refund request',
    'The money goes back with the next step.',
  ),
  decision(
    urls.apiAdminRefundReject,
    'reject',
    'Reject a refund request',
    'Another may follow. Whoever is rejected is told why.',
  ),
  decision(
    urls.apiAdminRefund,
    'refund',
    'Pay a refund back',
    'Claws the credits back at once and hands the money to the gateway after: what is used by then is not refunded. Above the limit of System Settings it waits for a second finance admin. Nobody decides about their own request.',
    { waiting: waitingAnswer },
  ),
])
