import { pageRequest } from '#base/paging.ts'
import { flashEvent } from '#web/flash-events.ts'
import type { Handler } from '#web/handler.ts'
import { readBody } from '#web/input.ts'
import { listAnswer } from '#web/response.ts'
import type { OrganizationCtx, UserCtx } from '../../ctx.ts'
import * as answers from '../invitation-answers.ts'
import type { Invitation } from '../invitation-rows.ts'
import * as invitations from '../invitations.ts'
import { cancellation, type InvitationEntity, newInvitation } from '../rules/invitation.ts'

/** An invitation as its organization sees it. */
const invitationJson = (it: Invitation): InvitationEntity => ({
  id: it.id,
  email: it.email,
  role: it.role,
  created_at: it.createdAt.toISOString(),
  invited_by: { id: it.invitedBy?.id ?? null, name: it.invitedBy?.name || it.invitedBy?.email || '' },
  expires_at: it.expiresAt.toISOString(),
})

export const listInvitations: Handler<OrganizationCtx> = async (ctx, c) => {
  const [page, total] = await Promise.all([invitations.list(ctx, pageRequest(c.req.query())), invitations.number(ctx)])
  c.header('X-Total-Count', String(total))
  return listAnswer(c, { items: page.items.map(invitationJson), next: page.next })
}

export const sendInvitation: Handler<OrganizationCtx> = async (ctx, c) => {
  const input = await readBody(c, newInvitation)
  return c.json(invitationJson(await invitations.create(ctx, input)), 201)
}

export const resendInvitation: Handler<OrganizationCtx> = async (ctx, c) =>
  c.json(invitationJson(await invitations.resend(ctx, c.req.param('invitationId') ?? '')))

export const cancelInvitation: Handler<OrganizationCtx> = async (ctx, c) => {
  const { invitationId } = await readBody(c, cancellation)
  await invitations.cancel(ctx, invitationId)
  return c.body(null, 204)
}

export const listMyInvitations: Handler<UserCtx> = async (ctx, c) => {
  const page = await answers.list(ctx, pageRequest(c.req.query()))
  const items = page.items.map((it) => ({ ...invitationJson(it), organization: it.organization }))
  return listAnswer(c, { items, next: page.next })
}

export const acceptInvitation: Handler<UserCtx> = async (ctx, c) => {
  const organization_id = await answers.accept(ctx, c.req.param('id') ?? '')
  flashEvent(c, 'join_workspace', { organization_id, method: 'invitation' })
  return c.json({ organization_id })
}

export const declineInvitation: Handler<UserCtx> = async (ctx, c) => {
  await answers.decline(ctx, c.req.param('id') ?? '')
  return c.body(null, 204)
}
