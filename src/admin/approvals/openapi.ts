import { z } from 'zod'
import { type Described, describe, moment } from '#web/openapi.ts'
import { urls } from '../../urls.ts'
import { reasonBody } from '../rules/act.ts'
import { APPROVAL_KIND_NAMES, APPROVAL_STATE_NAMES, approvalsQuery } from '../rules/approval.ts'

const person = z.object({ id: z.string(), name: z.string(), email: z.string() })
export const approvalSchema = z.object({
  id: z.string(),
  kind: z.enum(APPROVAL_KIND_NAMES),
  subject: z
    .string()
    .describe('Id of the refund request, the refund or the person that it is about; of a file its SHA-256.'),
  what: z.string(),
  user: person.nullable().describe('Whom it is for; null for the many of a file.'),
  amount: z.number().int().describe('Minor units of the currency; credits where that is null.'),
  currency: z.string().nullable(),
  reason: z.string(),
  state: z.enum(APPROVAL_STATE_NAMES),
  requested_by: person,
  decided_by: person.nullable(),
  note: z.string().describe('Why it was decided so.'),
  created_at: moment,
  decided_at: moment.nullable(),
  expires_at: moment,
})
/** What an act answers with 202 when it waits for a second admin. */
export const waitingSchema = z.object({ second_approval: approvalSchema })

const decision = (url: string, summary: string, description: string) =>
  describe('post', url, {
    tag: 'Admin',
    summary,
    description,
    body: reasonBody,
    answer: approvalSchema,
    errors: ['forbidden', 'conflict', 'unprocessable'],
  })

export const approvalApi: Described[] = [
  describe('get', urls.apiAdminApprovals, {
    tag: 'Admin',
    summary: 'Acts that wait, or waited, for a second admin',
    description:
      'What is above the limits of System Settings: refunds, credits and plans. Newest first. `q` is a whole id of it, of what it is about or of a person, or the beginnings of words of a name or address. As CSV all of them at once, at most 100,000 lines.',
    query: approvalsQuery,
    paged: true,
    forms: ['text/csv'],
    answer: z.array(approvalSchema),
    errors: ['forbidden'],
  }),
  describe('get', urls.apiAdminApproval, {
    tag: 'Admin',
    summary: 'An act that waits for a second admin',
    answer: approvalSchema,
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
