import { and, eq, lt, lte, notInArray, sql } from 'drizzle-orm'
import { digest } from '#auth/links.ts'
import { AppError, conflict, forbidden, notFound } from '#base/errors.ts'
import { newToken } from '#base/ids.ts'
import { SITE } from '#base/site.ts'
import { DAY, HOUR } from '#base/time.ts'
import type { Config } from '#config.ts'
import { inTransaction } from '#db/connect.ts'
import { invitations, organizationMembers, users } from '#db/schema/index.ts'
import type { Mail } from '#outside/mail.ts'
import * as audit from '#records/audit.ts'
import * as mails from '#records/mails.ts'
import { mailOf } from '#ui/mail.tsx'
import * as rateLimit from '#web/rate-limit.ts'
import type { OrganizationCtx, OrganizationRole, World } from '../ctx.ts'
import { absolute, href, urls } from '../urls.ts'
import { demand } from './guard.ts'
import { demandPending, end, find, findUnended, type Invitation } from './invitation-rows.ts'
import { isActiveMember, lockOrganization } from './membership.ts'
import { INVITATION_LIFE, mayCancel, ROLE_MEANINGS, roleLabel } from './rules/invitation.ts'
import { invitableRoles } from './rules/permission.ts'
import type { NewInvitation } from './rules/request.ts'
import { demandSeatToInvite } from './seats.ts'

/** The mail that carries an invitation's link. @param token the secret of the link; it stands in this mail and nowhere else */
function invitationMail(config: Config, invitation: Invitation, token: string): Mail {
  const { organization, invitedBy, role, email, expiresAt } = invitation
  const inviter = invitedBy?.name || invitedBy?.email || 'Somebody'
  const address = absolute(config, href(urls.invitation, { token }))
  const mail = mailOf({
    subject: `${inviter} invites you to ${organization.name} on ${SITE.name}`,
    title: `Join ${organization.name}`,
    paragraphs: [
      `${inviter} invites you to work with ${organization.name} on ${SITE.name}, where people ask questions of their data in plain language.`,
    ],
    facts: {
      Organization: organization.name,
      'Invited by': invitedBy?.name ? `${invitedBy.name} (${invitedBy.email})` : inviter,
      'Your role': `${roleLabel(role)}. ${ROLE_MEANINGS[role]}`,
      'Good until': dayText(expiresAt),
    },
    action: { label: 'See the invitation', address },
    footnote: `This invitation is for ${email} only. If you did not expect it, you can ignore this mail: nothing happens until you accept.`,
  })
  return { to: email, ...mail }
}

/** A day in words; mails do not know where they are read, so it is that of UTC. */
const dayText = (moment: Date) =>
  moment.toLocaleDateString('en-GB', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })

export { list, number } from './invitation-rows.ts'

/** Mails of invitations: one person, one organization, one address asked by one organization, one address asked by all. */
const SENDING = {
  person: { most: 100, window: HOUR },
  organization: { most: 500, window: DAY },
  again: { most: 5, window: HOUR },
  address: { most: 20, window: DAY },
}
/** An invitation that has ended is forgotten after this time; until then its link says what became of it. */
const KEPT = 90 * DAY

/**
 * Invites an address and mails it the link.
 * @throws AppError forbidden with the deny text; conflict `already_member`, `already_invited` (details.invitation_id), `seats_full`;
 *   rate_limited
 */
export async function create(ctx: OrganizationCtx, input: NewInvitation): Promise<Invitation> {
  const { email, role } = input
  await demandRole(ctx, role)
  await limitSending(ctx, email)
  return inTransaction(ctx, async (ctx) => {
    await holdStill(ctx, role)
    await refuseMember(ctx, email)
    await makeRoom(ctx, email)
    await demandSeatToInvite(ctx)
    const token = newToken()
    const now = ctx.now()
    const [made] = await ctx.db
      .insert(invitations)
      .values({
        organizationId: ctx.organization.id,
        email,
        role,
        tokenHash: digest(token),
        invitedBy: ctx.user.id,
        expiresAt: new Date(now.getTime() + INVITATION_LIFE),
        sentAt: now,
        createdAt: now,
        updatedAt: now,
      })
      .returning({ id: invitations.id })
    return sent(ctx, 'invitation.create', made!.id, token)
  })
}

/**
 * Mails a new link that is good for another seven days; the one before is worth nothing from now on.
 * @throws AppError not_found; forbidden with the deny text; conflict when it has ended; rate_limited
 */
export async function resend(ctx: OrganizationCtx, invitationId: string): Promise<Invitation> {
  const { email, role } = await inOrganization(ctx, invitationId)
  await demandRole(ctx, role)
  await limitSending(ctx, email)
  return inTransaction(ctx, async (ctx) => {
    await holdStill(ctx, role)
    demandPending(await inOrganization(ctx, invitationId, 'update'))
    const token = newToken()
    const now = ctx.now()
    const expiresAt = new Date(now.getTime() + INVITATION_LIFE)
    await ctx.db
      .update(invitations)
      .set({ tokenHash: digest(token), expiresAt, sentAt: now, updatedAt: now })
      .where(eq(invitations.id, invitationId))
    return sent(ctx, 'invitation.resend', invitationId, token)
  })
}

/** Mails the link of an invitation as it stands now, and writes that down. */
async function sent(ctx: OrganizationCtx, action: audit.Action, id: string, token: string): Promise<Invitation> {
  const invitation = (await find(ctx, id))!
  const { email, role } = invitation
  await mails.post(ctx, 'invitation', invitationMail(ctx.config, invitation, token))
  await audit.record(ctx, action, id, { email, role })
  return invitation
}

/** Takes an invitation back. @throws AppError not_found; forbidden; conflict when it has ended */
export const cancel = (ctx: OrganizationCtx, invitationId: string): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    const invitation = await inOrganization(ctx, invitationId, 'update')
    if (!mayCancel(ctx.organization.role, invitation.invitedBy?.id === ctx.user.id))
      throw forbidden('Only an owner or whoever sent this invitation can cancel it.')
    demandPending(invitation)
    await end(ctx, [invitationId], 'cancelled')
    const { email, role } = invitation
    await audit.record(ctx, 'invitation.cancel', invitationId, { email, role })
  })

/**
 * Takes back what somebody may not give any longer. Call it inside the transaction that changes the role of an inviter or removes them.
 * @param role what they are from now on, null when they are out
 */
export async function withdraw(ctx: OrganizationCtx, inviterId: string, role: OrganizationRole | null): Promise<void> {
  const still = role ? invitableRoles(role) : []
  const notInvitable = await ctx.db
    .select({ id: invitations.id, email: invitations.email, role: invitations.role })
    .from(invitations)
    .where(
      and(
        eq(invitations.organizationId, ctx.organization.id),
        eq(invitations.invitedBy, inviterId),
        eq(invitations.status, 'pending'),
        still.length > 0 ? notInArray(invitations.role, still) : undefined,
      ),
    )
    .for('update')
  await end(
    ctx,
    notInvitable.map(({ id }) => id),
    'cancelled',
  )
  for (const { id, email, role } of notInvitable)
    await audit.record(ctx, 'invitation.cancel', id, { email, role, reason: 'inviter_role' })
}

/** Ends invitations whose date has passed and forgets those that ended long ago; a job calls it. Returns how many there were. */
export async function sweep({ db, now }: Pick<World, 'db' | 'now'>): Promise<number> {
  const moment = now()
  const expired = await db
    .update(invitations)
    .set({ status: 'expired', endedAt: sql`${invitations.expiresAt}`, updatedAt: moment })
    .where(and(eq(invitations.status, 'pending'), lte(invitations.expiresAt, moment)))
    .returning({ id: invitations.id })
  const forgotten = await db
    .delete(invitations)
    .where(lt(invitations.endedAt, new Date(moment.getTime() - KEPT)))
    .returning({ id: invitations.id })
  return expired.length + forgotten.length
}

async function inOrganization(ctx: OrganizationCtx, id: string, lock: 'update' | 'none' = 'none'): Promise<Invitation> {
  const invitation = await find(ctx, id, lock)
  if (invitation?.organization.id !== ctx.organization.id) throw notFound('Invitation')
  return invitation
}

/** @throws AppError forbidden with the deny text when the person may not invite somebody as `role` */
async function demandRole(ctx: OrganizationCtx, role: OrganizationRole): Promise<void> {
  if (invitableRoles(ctx.organization.role).includes(role)) return
  await demand(ctx, ctx.organization.role, role === 'owner' ? 'INVITE_OWNERS' : 'INVITE_MEMBERS')
}

async function limitSending(ctx: OrganizationCtx, email: string): Promise<void> {
  await rateLimit.take(ctx, `invite:again:${ctx.organization.id}:${email}`, SENDING.again)
  await rateLimit.take(ctx, `invite:person:${ctx.user.id}`, SENDING.person)
  await rateLimit.take(ctx, `invite:organization:${ctx.organization.id}`, SENDING.organization)
  await rateLimit.take(ctx, `invite:address:${email}`, SENDING.address)
}

/** Locks the organization and looks again whether the person may invite as `role`: what the guard saw may have changed since. */
async function holdStill(ctx: OrganizationCtx, role: OrganizationRole): Promise<void> {
  const { id } = ctx.organization
  await lockOrganization(ctx, id)
  const [self] = await ctx.db
    .select({ role: organizationMembers.role })
    .from(organizationMembers)
    .where(isActiveMember(id, ctx.user.id))
  if (!self) throw notFound('Organization')
  await demandRole({ ...ctx, organization: { ...ctx.organization, role: self.role } }, role)
}

async function refuseMember(ctx: OrganizationCtx, email: string): Promise<void> {
  const [member] = await ctx.db
    .select({ id: organizationMembers.id })
    .from(organizationMembers)
    .innerJoin(users, eq(users.id, organizationMembers.userId))
    .where(and(isActiveMember(ctx.organization.id), eq(users.email, email)))
    .limit(1)
  if (!member) return
  throw conflict(`${email} is already a member of ${ctx.organization.name}.`, 'already_member')
}

/** Ends an earlier invitation that nobody can accept any more. @throws AppError conflict `already_invited` when it is still good */
async function makeRoom(ctx: OrganizationCtx, email: string): Promise<void> {
  const earlier = await findUnended(ctx, email)
  if (!earlier) return
  if (earlier.state === 'pending')
    throw new AppError('conflict', `${email} has already been invited. Resend the invitation instead.`, {
      code: 'already_invited',
      details: { invitation_id: earlier.id },
    })
  await end(ctx, [earlier.id], earlier.state === 'expired' ? 'expired' : 'cancelled')
}
