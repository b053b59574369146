import { z } from 'zod'
import { signedIn } from '#auth/guard.ts'
import { api, del, get, post } from '#web/api.ts'
import { flashEvent } from '#web/flash-events.ts'
import { urls } from '../../urls.ts'
import { may } from '../guard.ts'
import * as received from '../invitation-answers.ts'
import type { Invitation } from '../invitation-rows.ts'
import * as invitations from '../invitations.ts'
import * as answers from '../rules/answers.ts'
import { cancellation, newInvitation } from '../rules/request.ts'

/** Whoever invited by name or address; their account may be gone. */
const named = (it: Invitation) => ({
  ...it,
  invitedBy: { id: it.invitedBy?.id ?? null, name: it.invitedBy?.name || it.invitedBy?.email || '' },
})

export const invitationApi = api('Invitations', [
  get(urls.apiOrganizationInvite, may('VIEW_MEMBERS'), {
    summary: 'Pending invitations of an organization, newest first',
    paged: true,
    answer: z.array(answers.invitation),
    handle: async (ctx, { page }, c) => {
      const [{ items, next }, total] = await Promise.all([invitations.list(ctx, page), invitations.number(ctx)])
      c.header('X-Total-Count', String(total))
      return { items: items.map(named), next }
    },
  }),
  post(urls.apiOrganizationInvite, may('INVITE_MEMBERS'), {
    summary: 'Invite somebody by mail',
    description:
      'Members may invite members and viewers, owners also owners. 409 `already_member`; 409 `already_invited` names the invitation in `details.invitation_id`.',
    body: newInvitation,
    answer: answers.invitation,
    status: 201,
    errors: ['conflict', 'rate_limited'],
    handle: async (ctx, { body }) => named(await invitations.create(ctx, body)),
  }),
  del(urls.apiOrganizationInvite, may('INVITE_MEMBERS'), {
    summary: 'Cancel an invitation',
    description: 'Owners cancel every invitation, others those that they sent.',
    body: cancellation,
    errors: ['conflict'],
    handle: (ctx, { body }) => invitations.cancel(ctx, body.invitationId),
  }),
  post(urls.apiInvitationResend, may('INVITE_MEMBERS'), {
    summary: 'Mail an invitation again',
    description: 'With a new link that is good for seven days; the link before ends.',
    answer: answers.invitation,
    errors: ['conflict', 'rate_limited'],
    handle: async (ctx, { invitationId }) => named(await invitations.resend(ctx, invitationId)),
  }),
  get(urls.apiUserInvitations, signedIn, {
    summary: 'Invitations that wait for you',
    description: 'Those for your email address, once it is verified.',
    paged: true,
    answer: z.array(answers.receivedInvitation),
    handle: async (ctx, { page }) => {
      const { items, next } = await received.list(ctx, page)
      return { items: items.map(named), next }
    },
  }),
  post(urls.apiInvitationAccept, signedIn, {
    summary: 'Accept an invitation',
    description: 'Only the account with that verified email can: 403 `email_unverified` until it is.',
    answer: z.object({ organization_id: z.string() }),
    errors: ['forbidden', 'conflict'],
    handle: async (ctx, { id }, c) => {
      const organization_id = await received.accept(ctx, id)
      flashEvent(c, 'join_workspace', { organization_id, method: 'invitation' })
      return { organization_id }
    },
  }),
  post(urls.apiInvitationDecline, signedIn, {
    summary: 'Decline an invitation',
    errors: ['forbidden', 'conflict'],
    handle: (ctx, { id }) => received.decline(ctx, id),
  }),
])
