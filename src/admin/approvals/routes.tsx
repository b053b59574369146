import { Hono } from 'hono'
import { notFound } from '#base/errors.ts'
import type { Handler } from '#web/handler.ts'
import type { Env } from '#web/http-context.ts'
import { readBody } from '#web/input.ts'
import type { AdminCtx } from '../../ctx.ts'
import { href, urls } from '../../urls.ts'
import { anomalies } from '../billing/anomalies.ts'
import { admin } from '../guard.ts'
import { readList, readOrNull } from '../list-response.ts'
import { isOnly } from '../own.ts'
import { actionAnswer } from '../pages/action.tsx'
import { ApprovalList, approvalAction, isApprovalVerb } from '../pages/approvals.tsx'
import { BillingFrame } from '../pages/billing-frame.tsx'
import { OnlyAdmin } from '../pages/only-admin.tsx'
import { adminPage } from '../pages/page.tsx'
import { reasonBody } from '../rules/action.ts'
import { approvalList } from '../rules/approval.ts'
import { csvAddress } from '../rules/list.ts'
import { approvalApi } from './api.ts'
import { decline } from './approvals.ts'
import { confirm } from './confirm.ts'
import * as approvals from './list.ts'

const VERBS = { confirm, decline }

const showApprovals: Handler<AdminCtx> = async (ctx, c) => {
  const [wrong, state, only] = await Promise.all([
    readOrNull(ctx, () => anomalies(ctx)),
    readList(ctx, c, approvalList, approvals.list),
    isOnly(ctx),
  ])
  const csv = csvAddress(urls.apiAdminApprovals, state.shown)
  const body = (
    <BillingFrame here={urls.adminApprovals} csv={csv} done={c.req.query('done')} anomalies={wrong}>
      <OnlyAdmin ctx={ctx} only={only} />
      <ApprovalList {...state} viewer={ctx.user.id} />
    </BillingFrame>
  )
  return adminPage(c, ctx, 'Approvals', body)
}

const submitApprovalAction: Handler<AdminCtx> = (ctx, c) => {
  const { id, action: verb } = c.req.param() as { id: string; action: string }
  if (!isApprovalVerb(verb)) throw notFound('Page')
  const back = (done?: string) => href(urls.adminApprovals, {}, { q: id, ...(done ? { done } : {}) })
  return actionAnswer(
    c,
    ctx,
    async () => {
      const { reason } = await readBody(c, reasonBody)
      return back((await VERBS[verb](ctx, id, reason)).state)
    },
    async () => ({ action: approvalAction(verb, await approvals.get(ctx, id), ctx.user.id), back: back() }),
  )
}

export const approvalRoutes = new Hono<Env>()
  .route('/', approvalApi)
  .get(urls.adminApprovals, admin('finance')(showApprovals))
  .post(urls.adminApprovalAction, admin('finance')(submitApprovalAction))
