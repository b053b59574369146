import { api, get, post } from '#web/api.ts'
import { urls } from '../../urls.ts'
import { admin } from '../guard.ts'
import { listCall, reasonCall } from '../list-response.ts'
import { approval, approvalList } from '../rules/approval.ts'
import { decline } from './approvals.ts'
import { confirm } from './confirm.ts'
import * as approvals from './list.ts'

const decided = { answer: approval, errors: ['conflict', 'unprocessable'], view: approvals.get } as const

export const approvalApi = api('Admin', [
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
