import { Hono } from 'hono'
import { notFound } from '#base/errors.ts'
import { api, get, post } from '#web/api.ts'
import type { Handler } from '#web/handler.ts'
import type { Env } from '#web/http-context.ts'
import type { AdminCtx } from '../../ctx.ts'
import { href, urls } from '../../urls.ts'
import { showMoney } from '../billing/routes.tsx'
import { admin } from '../guard.ts'
import { listCall, reasonCall } from '../list-response.ts'
import { isOnly } from '../own.ts'
import { reasonAnswer } from '../pages/action.tsx'
import { ApprovalList, approvalAction, isApprovalVerb } from '../pages/approvals.tsx'
import { OnlyAdmin } from '../pages/only-admin.tsx'
import { approval, approvalList } from '../rules/approval.ts'
import { decline } from './approvals.ts'
import { confirm } from './confirm.ts'
import * as approvals from './list.ts'

const decided = { answer: approval, errors: ['conflict', 'unprocessable'], view: approvals.get } as const

const approvalApi = api('Admin', [
  listCall(urls.apiAdminApprovals, 'finance', approvalList, approvals.list, {
    summary: 'Actions that wait, or waited, for a second admin',
    description:
      'What is above the limits of System Settings: refunds, credits and plans. Newest first. `q` is a whole id of it, of what it is about or of a person, or the beginnings of words of a name or address. As CSV all of them at once, at most 100,000 lines.',
  }),
  get(urls.apiAdminApproval, admin('finance'), {
    summary: 'An action that waits for a second admin',
    answer: approval,
    handle: (ctx, { id }) => approvals.get(ctx, id),
  }),
  reasonCall(post, urls.apiAdminApprovalConfirm, 'finance', {
    ...decided,
    summary: 'Confirm what somebody else asked for',
    description:
      'It is carried out at once. Neither whoever asked nor whom it is for can confirm it; both admins hold the role finance at that moment.',
    work: confirm,
  }),
  reasonCall(post, urls.apiAdminApprovalDecline, 'finance', {
    ...decided,
    summary: 'Decline it, or take it back',
    description: 'Nothing is done. Whoever asked for it takes it back this way.',
    work: decline,
  }),
])

const VERBS = { confirm, decline }

const showApprovals: Handler<AdminCtx> = async (ctx, c) => {
  const only = await isOnly(ctx)
  return showMoney(
    ctx,
    c,
    [urls.adminApprovals, urls.apiAdminApprovals, 'Approvals'],
    approvalList,
    approvals.list,
    (state) => (
      <>
        <OnlyAdmin ctx={ctx} only={only} />
        <ApprovalList {...state} viewer={ctx.user.id} />
      </>
    ),
  )
}

const submitApprovalAction: Handler<AdminCtx> = (ctx, c) => {
  const { id, action: verb } = c.req.param() as { id: string; action: string }
  if (!isApprovalVerb(verb)) throw notFound('Page')
  const back = (done?: string) => href(urls.adminApprovals, {}, { q: id, ...(done ? { done } : {}) })
  return reasonAnswer(c, ctx, {
    work: async (reason) => back((await VERBS[verb](ctx, id, reason)).state),
    question: async () => ({ action: approvalAction(verb, await approvals.get(ctx, id), ctx.user.id), back: back() }),
  })
}

export const approvalRoutes = new Hono<Env>()
  .route('/', approvalApi)
  .get(urls.adminApprovals, admin('finance')(showApprovals))
  .post(urls.adminApprovalAction, admin('finance')(submitApprovalAction))
