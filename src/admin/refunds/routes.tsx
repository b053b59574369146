import { Hono } from 'hono'
import type { z } from 'zod'
import { notFound } from '#base/errors.ts'
import * as refundRequests from '#billing/refund-requests.ts'
import type { RefundVerb } from '#billing/rules/refund.ts'
import { api, get, post } from '#web/api.ts'
import type { Handler } from '#web/handler.ts'
import type { Env } from '#web/http-context.ts'
import { readBody } from '#web/input.ts'
import type { AdminCtx } from '../../ctx.ts'
import { href, urls } from '../../urls.ts'
import { admin } from '../guard.ts'
import { doneOrWaiting, listCall, readList } from '../list-response.ts'
import { actionAnswer } from '../pages/action.tsx'
import { adminPage } from '../pages/page.tsx'
import { isRefundVerb, Told as NoteField, refundAction } from '../pages/refund-actions.tsx'
import { RefundRequestPage } from '../pages/refund-request.tsx'
import { RefundRequestsPage } from '../pages/refund-requests.tsx'
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

const refundRequestApi = api('Admin', [
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

const showRefundRequests: Handler<AdminCtx> = async (ctx, c) => {
  const state = await readList(ctx, c, refundList, refundRequests.listAll)
  return adminPage(c, ctx, 'Refund Requests', <RefundRequestsPage {...state} />)
}

const showRefundRequest: Handler<AdminCtx> = async (ctx, c) => {
  const request = await view.get(ctx, c.req.param('id')!)
  const body = <RefundRequestPage request={request} viewer={ctx.user.id} done={c.req.query('done')} />
  return adminPage(c, ctx, 'Refund request', body)
}

const submitRefundAction: Handler<AdminCtx> = (ctx, c) => {
  const { id, action: verb } = c.req.param() as { id: string; action: string }
  if (!isRefundVerb(verb)) throw notFound('Page')
  const back = href(urls.adminRefundRequest, { id })
  return actionAnswer(c, ctx, {
    work: async () => {
      const { note, reason } = await readBody(c, verb === 'reject' ? rejectBody : decisionBody)
      const waits = await actions.decide(ctx, id, verb, note, reason)
      return href(urls.adminRefundRequest, { id }, { done: waits ? 'asked' : verb })
    },
    question: async () => ({
      action: refundAction(verb, await view.get(ctx, id)),
      fields: (form) => <NoteField form={form} verb={verb} />,
      back,
    }),
  })
}

export const refundRequestRoutes = new Hono<Env>()
  .route('/', refundRequestApi)
  .get(urls.adminRefundRequests, admin('finance')(showRefundRequests))
  .get(urls.adminRefundRequest, admin('finance')(showRefundRequest))
  .post(urls.adminRefundRequestAction, admin('finance')(submitRefundAction))
