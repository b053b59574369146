import { and, eq } from 'drizzle-orm'
import * as accounts from '#auth/accounts.ts'
import type { Registration } from '#auth/rules/credentials.ts'
import type * as sessions from '#auth/sessions.ts'
import { AppError, forbidden, notFound } from '#base/errors.ts'
import type { Page, PageRequest } from '#base/paging.ts'
import { inTransaction } from '#db/connect.ts'
import { organizationMembers, users } from '#db/schema/index.ts'
import * as audit from '#records/audit.ts'
import type { Ctx, User, UserCtx } from '../ctx.ts'
import { demandPending, end, find, findByToken, type Invitation, listFor } from './invitation-rows.ts'
import * as members from './members.ts'
import { isActiveMember, lockOrganization } from './membership.ts'
import type { Standing } from './rules/invitation.ts'
import { demandSeatToJoin } from './seats.ts'

/**
 * Invitations that wait for the person. An address that is not proven may be somebody else's: then there are none to see.
 */
export const list = (ctx: UserCtx, page: PageRequest): Promise<Page<Invitation>> =>
  ctx.user.emailVerified ? listFor(ctx, ctx.user.email, page) : Promise.resolve({ items: [], next: null })

/**
 * Takes an invitation: the person is in the organization from now on.
 * @returns the organization's id
 * @throws AppError not_found when it is not for them; forbidden `email_unverified`; conflict when it has ended, or `seats_full`
 */
export const accept = (ctx: UserCtx, invitationId: string): Promise<string> =>
  inTransaction(ctx, async (ctx) => {
    const seen = await addressed(ctx, invitationId)
    demandPending(seen)
    const { organization } = seen
    // Whatever changes members holds the organization first; then no two transactions wait for each other crosswise.
    await lockOrganization(ctx, organization.id)
    const invitation = await addressed(ctx, invitationId, 'update')
    demandPending(invitation)
    await end(ctx, [invitationId], 'accepted')
    const { email, role } = invitation
    await audit.record({ ...ctx, organization }, 'invitation.accept', invitationId, { email, role })
    // Whoever came in another way meanwhile keeps the role that they have.
    if (!(await isMember(ctx, organization.id))) {
      await demandSeatToJoin({ ...ctx, organization })
      await members.admit(ctx, organization.id, role)
    }
    return organization.id
  })

/** Refuses an invitation. @throws as `accept` */
export const decline = (ctx: UserCtx, invitationId: string): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    const invitation = await addressed(ctx, invitationId, 'update')
    demandPending(invitation)
    await end(ctx, [invitationId], 'declined')
    const { email, role, organization } = invitation
    await audit.record({ ...ctx, organization }, 'invitation.decline', invitationId, { email, role })
  })

/**
 * The invitation behind the secret link of the mail, whatever has become of it.
 * @throws AppError not_found when the link belongs to none
 */
export async function findByLink(ctx: Ctx, token: string): Promise<Invitation> {
  const invitation = await findByToken(ctx, token)
  if (invitation) return invitation
  throw new AppError(
    'not_found',
    'This link belongs to no invitation. If you were invited more than once, open the link of the newest mail.',
  )
}

export async function standingOf(ctx: Ctx & { user: User | null }, invitation: Invitation): Promise<Standing> {
  const { user } = ctx
  const theirs = user?.email === invitation.email
  if (theirs && user.emailVerified && (await isMember({ ...ctx, user }, invitation.organization.id))) return 'inside'
  if (invitation.state !== 'pending') return 'ended'
  if (user) return theirs ? (user.emailVerified ? 'ready' : 'unverified') : 'other'
  const [account] = await ctx.db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, invitation.email), eq(users.emailVerified, true)))
  return account ? 'sign_in' : 'register'
}

/**
 * Makes an account for the invited address and takes the invitation, together. Whoever holds the link has read the mail, so the address
 * counts as proven at once.
 * @throws AppError not_found, conflict when it has ended or the address has an account, and as accounts.register
 */
export async function register(
  ctx: Ctx,
  token: string,
  input: Omit<Registration, 'email'>,
  from: sessions.Requester,
): Promise<sessions.Beginning & { organizationId: string }> {
  const invitation = await findByLink(ctx, token)
  demandPending(invitation)
  const session = await accounts.register(ctx, { ...input, email: invitation.email }, from, {
    proven: true,
    within: async (ctx) => {
      await audit.record(ctx, 'user.verify_email', ctx.user.id, { by: 'invitation' })
      await accept(ctx, invitation.id)
    },
  })
  return { ...session, organizationId: invitation.organization.id }
}

/** The invitation, when it is for the person of the ctx and their address is proven. */
async function addressed(ctx: UserCtx, id: string, lock: 'update' | 'none' = 'none'): Promise<Invitation> {
  const invitation = await find(ctx, id, lock)
  if (invitation?.email !== ctx.user.email) throw notFound('Invitation')
  if (ctx.user.emailVerified) return invitation
  throw forbidden('Verify your email address first. Then you can answer this invitation.', 'email_unverified')
}

async function isMember(ctx: UserCtx, organizationId: string): Promise<boolean> {
  const [member] = await ctx.db
    .select({ id: organizationMembers.id })
    .from(organizationMembers)
    .where(isActiveMember(organizationId, ctx.user.id))
  return member !== undefined
}
