import { Hono } from 'hono'
import { z } from 'zod'
import { pageRequest } from '#base/paging.ts'
import { refundRequestSchema } from '#billing/openapi.ts'
import * as refundRequests from '#billing/refund-requests.ts'
import { REFUND_STATES, type RefundVerb, refundDecisionBody } from '#billing/rules/refund.ts'
import { listAnswer } from '#web/answer.ts'
import type { Env, Handler } from '#web/handler.ts'
import { readBody, readQuery } from '#web/input.ts'
import { type Described, describe } from '#web/openapi.ts'
import type { AdminCtx } from '../ctx.ts'
import { urls } from '../urls.ts'
import { admin } from './guard.ts'

const listQuery = z.object({ q: z.string().max(200).optional(), state: z.enum(REFUND_STATES).optional() })

const listRefundRequests: Handler<AdminCtx> = async (ctx, c) =>
  listAnswer(c, await refundRequests.listAll(ctx, readQuery(c, listQuery), pageRequest(c.req.query())))

const decided =
  (verb: RefundVerb): Handler<AdminCtx> =>
  async (ctx, c) => {
    const { note } = await readBody(c, refundDecisionBody)
    return c.json(await refundRequests.decide(ctx, c.req.param('id')!, verb, note))
  }
const approveRefund: Handler<AdminCtx> = (ctx, c) => decided('approve')(ctx, c)
const rejectRefund: Handler<AdminCtx> = (ctx, c) => decided('reject')(ctx, c)
const payRefund: Handler<AdminCtx> = (ctx, c) => decided('refund')(ctx, c)

export const refundRequestRoutes = new Hono<Env>()
  .get(urls.apiAdminRefundRequests, admin('finance', listRefundRequests))
  .post(urls.apiAdminRefundApprove, admin('finance', approveRefund))
  .post(urls.apiAdminRefundReject, admin('finance', rejectRefund))
  .post(urls.apiAdminRefund, admin('finance', payRefund))

const decision = (url: string, summary: string, description?: string) =>
  describe('post', url, {
    tag: 'Admin',
    summary,
    ...(description ? { description } : {}),
    body: refundDecisionBody,
    answer: refundRequestSchema,
    errors: ['forbidden', 'conflict', 'unprocessable'],
  })

export const refundRequestApi: Described[] = [
  describe('get', urls.apiAdminRefundRequests, {
    tag: 'Admin',
    summary: 'Refund requests',
    query: listQuery,
    paged: true,
    answer: z.array(
      refundRequestSchema.extend({ user: z.object({ id: z.string(), name: z.string(), email: z.string() }) }),
    ),
    errors: ['forbidden'],
  }),
  decision(urls.apiAdminRefundApprove, 'Approve a refund request'),
  decision(urls.apiAdminRefundReject, 'Decline a refund request'),
  decision(
    urls.apiAdminRefund,
    'Pay a refund back',
    'Claws the credits back at once and hands the money to the gateway after: what is used by then is not refunded.',
  ),
]
