import { and, eq, gt, inArray, isNull, type SQL } from 'drizzle-orm'
import { digest } from '#auth/links.ts'
import { AppError } from '#base/errors.ts'
import type { Page, PageRequest } from '#base/paging.ts'
import { invitations, organizationMembers, organizations, users } from '#db/schema/index.ts'
import { pageById } from '#db/sorted.ts'
import type { Ctx, OrganizationCtx, OrganizationRole } from '../ctx.ts'
import { isActiveMember } from './membership.ts'
import { ENDED_TEXTS, type Ended, type InvitationState, stateOf } from './rules/invitation.ts'

export type Invitation = {
  id: string
  organization: { id: string; name: string }
  email: string
  role: OrganizationRole
  state: InvitationState
  createdAt: Date
  sentAt: Date
  expiresAt: Date
  /** Null when the account is gone. */
  invitedBy: { id: string; name: string; email: string } | null
}

/** Invitations with what `stateOf` asks for. */
function selectInvitations(ctx: Pick<Ctx, 'db'>) {
  return ctx.db
    .select({
      invitation: invitations,
      organization: { id: organizations.id, name: organizations.name, status: organizations.status },
      inviter: { id: users.id, name: users.name, email: users.email },
      inviterRole: organizationMembers.role,
    })
    .from(invitations)
    .innerJoin(organizations, eq(organizations.id, invitations.organizationId))
    .leftJoin(users, eq(users.id, invitations.invitedBy))
    .leftJoin(
      organizationMembers,
      and(
        isActiveMember(invitations.organizationId, users.id),
        // The hand of a disabled account gives nothing.
        isNull(users.disabledAt),
      ),
    )
}
type Row = Awaited<ReturnType<typeof selectInvitations>>[number]

const invitationOf = (now: Date, { invitation, organization, inviter, inviterRole }: Row): Invitation => ({
  id: invitation.id,
  organization: { id: organization.id, name: organization.name },
  email: invitation.email,
  role: invitation.role,
  state: stateOf({ ...invitation, organizationStatus: organization.status, inviterRole }, now),
  createdAt: invitation.createdAt,
  sentAt: invitation.sentAt,
  expiresAt: invitation.expiresAt,
  invitedBy: inviter,
})

const isPending = (now: Date) => and(eq(invitations.status, 'pending'), gt(invitations.expiresAt, now))

/** Pending invitations, newest first. The cursor is the id of the last one seen. */
async function listPending(ctx: Ctx, whose: SQL, page: PageRequest): Promise<Page<Invitation>> {
  const wanted = and(isPending(ctx.now()), eq(organizations.status, 'active'), whose)
  const idOf = (row: { invitation: { id: string } }) => row.invitation.id
  const { items, next } = await pageById(selectInvitations(ctx), invitations.id, wanted, page, idOf)
  const all = items.map((row) => invitationOf(ctx.now(), row))
  return { items: all.filter((it) => it.state === 'pending'), next }
}

export const list = (ctx: OrganizationCtx, page: PageRequest): Promise<Page<Invitation>> =>
  listPending(ctx, eq(invitations.organizationId, ctx.organization.id), page)

export const number = (ctx: Ctx & { organization: { id: string } }): Promise<number> =>
  ctx.db.$count(invitations, and(eq(invitations.organizationId, ctx.organization.id), isPending(ctx.now())))

export const listFor = (ctx: Ctx, email: string, page: PageRequest): Promise<Page<Invitation>> =>
  listPending(ctx, eq(invitations.email, email), page)

async function findOne(ctx: Ctx, which: SQL | undefined): Promise<Invitation | null> {
  const [row] = await selectInvitations(ctx).where(which)
  return row ? invitationOf(ctx.now(), row) : null
}

/** The invitation of a mail's link, whatever has become of it; null when there is none. */
export const findByToken = (ctx: Ctx, token: string): Promise<Invitation | null> =>
  findOne(ctx, eq(invitations.tokenHash, digest(token)))

/** @param lock holds it until the transaction ends; whoever also locks the organization does that before */
export async function find(ctx: Ctx, id: string, lock: 'update' | 'none' = 'none'): Promise<Invitation | null> {
  if (lock === 'update')
    await ctx.db.select({ id: invitations.id }).from(invitations).where(eq(invitations.id, id)).for('update')
  return findOne(ctx, eq(invitations.id, id))
}

/** The invitation of this address into the organization that is written down as pending, although it may have ended by itself. */
export const findUnended = (ctx: OrganizationCtx, email: string): Promise<Invitation | null> =>
  findOne(
    ctx,
    and(
      eq(invitations.organizationId, ctx.organization.id),
      eq(invitations.email, email),
      eq(invitations.status, 'pending'),
    ),
  )

/** @throws AppError conflict `invitation_accepted`, `invitation_expired` … when it has ended */
export function demandPending({ state }: Invitation): void {
  if (state !== 'pending') throw new AppError('conflict', ENDED_TEXTS[state], { code: `invitation_${state}` })
}

export async function end(
  ctx: Ctx,
  ids: string[],
  status: Exclude<Ended, 'withdrawn' | 'organization_deleted'>,
): Promise<void> {
  const now = ctx.now()
  await ctx.db
    .update(invitations)
    .set({ status, endedAt: now, updatedAt: now })
    .where(and(inArray(invitations.id, ids), eq(invitations.status, 'pending')))
}
