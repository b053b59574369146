import { Hono } from 'hono'
import { z } from 'zod'
import { pageRequest } from '#base/paging.ts'
import { refundRequestSchema } from '#billing/openapi.ts'
import * as refundRequests from '#billing/refund-requests.ts'
import { REFUND_STATES, type RefundVerb, refundDecisionBody } from '#billing/rules/refund.ts'
import { csvAnswer, listAnswer, nextPage, wantsCsv } from '#web/answer.ts'
import type { Env, Handler } from '#web/handler.ts'
import { readBody, readQuery } from '#web/input.ts'
import { type Described, describe } from '#web/openapi.ts'
import type { AdminCtx } from '../ctx.ts'
import { urls } from '../urls.ts'
import { admin } from './guard.ts'
import { refundRequestsCsv } from './rules/refund-request.ts'

const listQuery = z.object({ q: z.string().max(200).optional(), state: z.enum(REFUND_STATES).optional() })

/** As CSV a page too: `limit` and `cursor` say which, and without a limit all of them come. */
const listRefundRequests: Handler<AdminCtx> = async (ctx, c) => {
  const filters = readQuery(c, listQuery)
  if (!wantsCsv(c)) return listAnswer(c, await refundRequests.listAll(ctx, filters, pageRequest(c.req.query())))
  if (c.req.query('limit') === undefined && c.req.query('cursor') === undefined)
    return csvAnswer(c, 'refund-requests', refundRequestsCsv(await refundRequests.allFor(ctx, filters)))
  const page = await refundRequests.listAll(ctx, filters, pageRequest(c.req.query()))
  nextPage(c, page)
  return csvAnswer(c, 'refund-requests', refundRequestsCsv(page.items))
}

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
    description:
      'Newest first. As CSV (`?format=csv` asks for it too) with amounts in minor units: without `limit` and `cursor` all of them at once, at most 100,000 lines.',
    paged: true,
    forms: ['text/csv'],
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
