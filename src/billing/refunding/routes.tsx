import { Hono } from 'hono'
import { signedIn, visitor } from '#auth/guard.ts'
import { pageRequest } from '#base/paging.ts'
import { type FormState, submitted } from '#web/form.ts'
import type { Handler } from '#web/handler.ts'
import type { Env, HttpContext } from '#web/http-context.ts'
import { readBody } from '#web/input.ts'
import { pageAnswer } from '#web/page.tsx'
import type { Ctx, User, UserCtx } from '../../ctx.ts'
import { urls } from '../../urls.ts'
import * as refundRequests from '../refund-requests.ts'
import { refundRequestBody } from '../rules/request.ts'
import { RefundRequestsPage, type RefundsProps } from './pages/refund-requests.tsx'
import { paid } from './paid.ts'

const LINES = '10'

async function mineOf(ctx: UserCtx, c: HttpContext, refused: FormState | null): Promise<RefundsProps> {
  const { payments, requests } = c.req.query()
  const [bought, made] = await Promise.all([
    paid(ctx, pageRequest({ limit: LINES, cursor: payments })),
    refundRequests.list(ctx, pageRequest({ limit: LINES, cursor: requests })),
  ])
  return {
    payments: { ...bought, first: !payments },
    requests: { ...made, first: !requests },
    refused,
    asked: !refused && c.req.query('done') === 'asked',
  }
}

async function draw(ctx: Ctx & { user: User | null }, c: HttpContext, refused: FormState | null, status?: number) {
  const { user } = ctx
  const own = user ? await mineOf({ ...ctx, user }, c, refused) : null
  const description = 'What is refunded, how to ask for it, and what became of it.'
  const about = { layout: user ? 'app' : 'site', title: 'Refund requests', description, status } as const
  return pageAnswer(c, ctx, about, <RefundRequestsPage own={own} />)
}

const showRefundRequests: Handler<Ctx & { user: User | null }> = (ctx, c) => draw(ctx, c, null)

const submitRefundRequest: Handler<UserCtx> = (ctx, c) =>
  submitted(ctx, c, draw, async () => {
    const { payment_id, reason } = await readBody(c, refundRequestBody)
    await refundRequests.request(ctx, payment_id, reason)
    return c.redirect(`${urls.refundRequests}?done=asked`, 303)
  })

export const refundRequestRoutes = new Hono<Env>()
  .get(urls.refundRequests, visitor(showRefundRequests))
  .post(urls.refundRequests, signedIn(submitRefundRequest))
