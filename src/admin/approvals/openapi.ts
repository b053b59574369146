import { z } from 'zod'
import { type Described, describe } from '#web/openapi.ts'
import { urls } from '../../urls.ts'
import { reasonBody } from '../rules/act.ts'
import { approval, approvalList } from '../rules/approval.ts'

const decision = (url: string, summary: string, description: string) =>
  describe('post', url, {
    tag: 'Admin',
    summary,
    description,
    body: reasonBody,
    answer: approval,
    errors: ['forbidden', 'conflict', 'unprocessable'],
  })

export const approvalApi: Described[] = [
  describe('get', urls.apiAdminApprovals, {
    tag: 'Admin',
    summary: 'Acts that wait, or waited, for a second admin',
    description:
      'What is above the limits of System Settings: refunds, credits and plans. Newest first. `q` is a whole id of it, of what it is about or of a person, or the beginnings of words of a name or address. As CSV all of them at once, at most 100,000 lines.',
    query: approvalList.query,
    paged: true,
    forms: ['text/csv'],
    answer: z.array(approval),
    errors: ['forbidden'],
  }),
  describe('get', urls.apiAdminApproval, {
    tag: 'Admin',
    summary: 'An act that waits for a second admin',
    answer: approval,
    errors: ['forbidden'],
  }),
  decision(
    urls.apiAdminApprovalConfirm,
    'Confirm what somebody else asked for',
    'It is carried out at once. Neither whoever asked nor whom it is for can confirm it; both admins hold the role finance at that moment.',
  ),
  decision(
    urls.apiAdminApprovalDecline,
    'Decline it, or take it back',
    'Nothing is done. Whoever asked for it takes it back this way.',
  ),
]
