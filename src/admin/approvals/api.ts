import { api, get, post } from '#web/api.ts'
import { urls } from '../../urls.ts'
import { admin } from '../guard.ts'
import { listCall } from '../list-response.ts'
import { reasonBody } from '../rules/act.ts'
import { approval, approvalList } from '../rules/approval.ts'
import { decline } from './approvals.ts'
import { confirm } from './confirm.ts'
import * as approvals from './list.ts'

const decision = (url: string, decide: typeof confirm, summary: string, description: string) =>
  post(url, admin('finance'), {
    summary,
    description,
    body: reasonBody,
    answer: approval,
    errors: ['conflict', 'unprocessable'],
    handle: (ctx, { body }, c) => decide(ctx, c.req.param('id')!, body.reason),
  })

export const approvalApi = api('Admin', [
  listCall(urls.apiAdminApprovals, 'finance', approvalList, approvals.list, {
    summary: 'Acts that wait, or waited, for a second admin',
    description:
      'What is above the limits of System Settings: refunds, credits and plans. Newest first. `q` is a whole id of it, of what it is about or of a person, or the beginnings of words of a name or address. As CSV all of them at once, at most 100,000 lines.',
  }),
  get(urls.apiAdminApproval, admin('finance'), {
    summary: 'An act that waits for a second admin',
    answer: approval,
    handle: (ctx, { id }) => approvals.get(ctx, id),
  }),
  decision(
    urls.apiAdminApprovalConfirm,
    confirm,
    'Confirm what somebody else asked for',
    'It is carried out at once. Neither whoever asked nor whom it is for can confirm it; both admins hold the role finance at that moment.',
  ),
  decision(
    urls.apiAdminApprovalDecline,
    decline,
    'Decline it, or take it back',
    'Nothing is done. Whoever asked for it takes it back this way.',
  ),
])
