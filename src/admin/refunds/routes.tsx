import { Hono } from 'hono'
import { notFound } from '#base/errors.ts'
import * as refundRequests from '#billing/refund-requests.ts'
import type { RefundVerb } from '#billing/rules/refund.ts'
import type { Handler } from '#web/handler.ts'
import type { Env, HttpContext } from '#web/http-context.ts'
import { readBody } from '#web/input.ts'
import type { AdminCtx } from '../../ctx.ts'
import { href, urls } from '../../urls.ts'
import { admin } from '../guard.ts'
import { readList } from '../list-response.ts'
import { actionAnswer } from '../pages/action.tsx'
import { adminPage } from '../pages/page.tsx'
import { isRefundVerb, Told as NoteField, refundAction } from '../pages/refund-actions.tsx'
import { RefundRequestPage } from '../pages/refund-request.tsx'
import { RefundRequestsPage } from '../pages/refund-requests.tsx'
import { decisionBody, refundList, rejectBody } from '../rules/refund-request.ts'
import * as actions from './actions.ts'
import { refundRequestApi } from './api.ts'
import * as view from './view.ts'

const showRefundRequests: Handler<AdminCtx> = async (ctx, c) => {
  const state = await readList(ctx, c, refundList, refundRequests.listAll)
  return adminPage(c, ctx, 'Refund Requests', <RefundRequestsPage {...state} />)
}

const showRefundRequest: Handler<AdminCtx> = async (ctx, c) => {
  const request = await view.get(ctx, c.req.param('id')!)
  const body = <RefundRequestPage request={request} viewer={ctx.user.id} done={c.req.query('done')} />
  return adminPage(c, ctx, 'Refund request', body)
}

async function decide(ctx: AdminCtx, c: HttpContext, id: string, verb: RefundVerb) {
  const { note, reason } = await readBody(c, verb === 'reject' ? rejectBody : decisionBody)
  return actions.decide(ctx, id, verb, note, reason)
}

const submitRefundAction: Handler<AdminCtx> = (ctx, c) => {
  const { id, action: verb } = c.req.param() as { id: string; action: string }
  if (!isRefundVerb(verb)) throw notFound('Page')
  const back = href(urls.adminRefundRequest, { id })
  return actionAnswer(
    c,
    ctx,
    async () => {
      const waits = await decide(ctx, c, id, verb)
      return href(urls.adminRefundRequest, { id }, { done: waits ? 'asked' : verb })
    },
    async () => ({
      action: refundAction(verb, await view.get(ctx, id)),
      fields: (form) => <NoteField form={form} verb={verb} />,
      back,
    }),
  )
}

export const refundRequestRoutes = new Hono<Env>()
  .route('/', refundRequestApi)
  .get(urls.adminRefundRequests, admin('finance')(showRefundRequests))
  .get(urls.adminRefundRequest, admin('finance')(showRefundRequest))
  .post(urls.adminRefundRequestAction, admin('finance')(submitRefundAction))
