import { z } from 'zod'
import { type Described, describe, moment } from '#web/openapi.ts'
import { urls } from '../../urls.ts'
import { role } from '../openapi.ts'
import { cancellation, newInvitation } from '../rules/invitation.ts'

const tag = 'Invitations'
const invitation = z.object({
  id: z.string(),
  email: z.string(),
  role,
  created_at: moment,
  invited_by: z.object({ id: z.string().nullable(), name: z.string() }),
  expires_at: moment,
})
const received = invitation.extend({ organization: z.object({ id: z.string(), name: z.string() }) })

export const invitationApi: Described[] = [
  describe('get', urls.apiOrganizationInvite, {
    tag,
    summary: 'Pending invitations of an organization, newest first',
    answer: z.array(invitation),
    paged: true,
  }),
  describe('post', urls.apiOrganizationInvite, {
    tag,
    summary: 'Invite somebody by mail',
    description:
      'Members may invite members and viewers, owners also owners. 409 `already_member`; 409 `already_invited` names the invitation in `details.invitation_id`.',
    body: newInvitation,
    answer: invitation,
    status: 201,
    errors: ['conflict', 'rate_limited'],
  }),
  describe('delete', urls.apiOrganizationInvite, {
    tag,
    summary: 'Cancel an invitation',
    description: 'Owners cancel every invitation, others those that they sent.',
    body: cancellation,
    errors: ['conflict'],
  }),
  describe('post', urls.apiInvitationResend, {
    tag,
    summary: 'Mail an invitation again',
    description: 'With a new link that is good for seven days; the link before ends.',
    answer: invitation,
    errors: ['conflict', 'rate_limited'],
  }),
  describe('get', urls.apiUserInvitations, {
    tag,
    summary: 'Invitations that wait for you',
    description: 'Those for your email address, once it is verified.',
    answer: z.array(received),
    paged: true,
  }),
  describe('post', urls.apiInvitationAccept, {
    tag,
    summary: 'Accept an invitation',
    description: 'Only the account with that verified email can: 403 `email_unverified` until it is.',
    answer: z.object({ organization_id: z.string() }),
    errors: ['forbidden', 'conflict'],
  }),
  describe('post', urls.apiInvitationDecline, {
    tag,
    summary: 'Decline an invitation',
    errors: ['forbidden', 'conflict'],
  }),
]
