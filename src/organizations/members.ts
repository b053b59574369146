import { and, asc, desc, eq, gt, ilike, inArray, or, type SQL, sql } from 'drizzle-orm'
import { conflict, forbidden, invalidFields, notFound } from '#base/errors.ts'
import { type Page, type PageRequest, pageOf } from '#base/paging.ts'
import { organizationMembers, users, workspaceMembers, workspaces } from '#db/schema/index.ts'
import * as audit from '#records/audit.ts'
import type { OrganizationCtx, OrganizationRole, UserCtx } from '../ctx.ts'
import { changingAccess } from './access.ts'
import * as invitations from './invitations.ts'
import { isActiveMember, lockOrganization } from './membership.ts'
import { anywhere, grantableRoles } from './rules/member.ts'
import { can, denyText, type OrganizationPermission } from './rules/permission.ts'

export type Member = {
  id: string
  organizationId: string
  userId: string
  status: 'active' | 'removed'
  role: OrganizationRole
  user: { id: string; name: string; email: string; image: string | null }
}

const { id, organizationId, userId, status, role } = organizationMembers
const columns = {
  id,
  organizationId,
  userId,
  status,
  role,
  user: { id: users.id, name: users.name, email: users.email, image: users.image },
}

const selected = (ctx: OrganizationCtx, ...which: (SQL | undefined)[]) =>
  ctx.db
    .select(columns)
    .from(organizationMembers)
    .innerJoin(users, eq(users.id, userId))
    .where(and(isActiveMember(ctx.organization.id), ...which))
    .$dynamic()

/**
 * Members of the organization, in the order in which they came. The cursor is the id of the last membership seen.
 * @param q part of a name or of an email address; empty for all
 */
export async function list(ctx: OrganizationCtx, page: PageRequest, q = ''): Promise<Page<Member>> {
  const rows = await selected(
    ctx,
    q === '' ? undefined : or(ilike(users.name, anywhere(q)), ilike(users.email, anywhere(q))),
    page.cursor === null ? undefined : gt(id, page.cursor),
  )
    .orderBy(asc(id))
    .limit(page.limit + 1)
  return pageOf(rows, page.limit, (row) => row.id)
}

export const number = (ctx: OrganizationCtx, as?: OrganizationRole): Promise<number> =>
  ctx.db.$count(organizationMembers, and(isActiveMember(ctx.organization.id), as && eq(role, as)))

/** @throws AppError not_found */
export async function get(ctx: OrganizationCtx, memberId: string): Promise<Member> {
  const [member] = await selected(ctx, eq(id, memberId))
  if (!member) throw notFound('Member')
  return member
}

/** The member with an email address; the one who has verified it when there are several. @throws AppError invalid */
export async function byEmail(ctx: OrganizationCtx, email: string): Promise<Member> {
  const [member] = await selected(ctx, eq(sql`lower(${users.email})`, email.toLowerCase()))
    .orderBy(desc(users.emailVerified), asc(id))
    .limit(1)
  if (!member) throw invalidFields({ email: 'Nobody in this organization has that address.' })
  return member
}

/**
 * Puts the person of the ctx into an organization, once an invitation was accepted. Call it inside the transaction that ends the invitation.
 * @throws AppError not_found for an organization that was deleted; conflict `already_member`
 */
export async function admit(ctx: UserCtx, intoId: string, as: OrganizationRole): Promise<void> {
  await lockOrganization(ctx, intoId)
  const now = ctx.now()
  const [row] = await ctx.db
    .insert(organizationMembers)
    .values({ organizationId: intoId, userId: ctx.user.id, role: as, createdAt: now, updatedAt: now })
    .onConflictDoUpdate({
      target: [organizationId, userId],
      set: { role: as, status: 'active', updatedAt: now },
      setWhere: eq(status, 'removed'),
    })
    .returning({ id })
  if (!row) throw conflict('You are in this organization already.', 'already_member')
  await audit.record({ ...ctx, organization: { id: intoId } }, 'member.join', row.id, {
    user_id: ctx.user.id,
    role: as,
  })
}

/**
 * Gives a member another role.
 * @throws AppError not_found; forbidden for one's own row, or when the person's role no longer allows it; conflict `last_owner`
 */
export const changeRole = (ctx: OrganizationCtx, memberId: string, to: OrganizationRole): Promise<Member> =>
  changingAccess(ctx, async (ctx) => {
    const { self, target } = await lock(ctx, 'UPDATE_MEMBER_ROLES', memberId)
    if (target.id === self.id) throw ownRow('You cannot change your own role. Another owner can.')
    if (!grantableRoles(self.role).includes(to)) throw forbidden(denyText('INVITE_OWNERS'))
    if (target.role === to) return target
    await keepAnOwner(ctx, target, to)
    await ctx.db.update(organizationMembers).set({ role: to, updatedAt: ctx.now() }).where(eq(id, target.id))
    await invitations.withdraw(ctx, target.userId, to)
    await audit.record(ctx, 'member.role', target.id, {
      user_id: target.userId,
      role: { before: target.role, after: to },
    })
    return { ...target, role: to }
  })

/**
 * Takes a member out of the organization and of all its workspaces; their access ends at once.
 * @throws AppError not_found; forbidden for one's own row, or when the person's role no longer allows it; conflict `last_owner`
 */
export const remove = (ctx: OrganizationCtx, memberId: string): Promise<void> =>
  changingAccess(ctx, async (ctx) => {
    const { self, target } = await lock(ctx, 'REMOVE_MEMBERS', memberId)
    if (target.id === self.id) throw ownRow('You cannot remove yourself. Leave the organization instead.')
    await end(ctx, target, 'member.remove')
  })

/** Ends one's own membership. @throws AppError conflict `last_owner` */
export const leave = (ctx: OrganizationCtx): Promise<void> =>
  changingAccess(ctx, async (ctx) => {
    const { self } = await lock(ctx)
    await end(ctx, self, 'member.leave')
  })

/**
 * Hands the organization over: the member becomes owner, the person of the ctx member.
 * @throws AppError not_found; conflict for oneself; forbidden when the person is no owner any more
 */
export const transfer = (ctx: OrganizationCtx, memberId: string): Promise<Member> =>
  changingAccess(ctx, async (ctx) => {
    const { self, target } = await lock(ctx, 'UPDATE_MEMBER_ROLES', memberId)
    if (target.id === self.id) throw conflict('You own this organization already. Choose somebody else.')
    const now = ctx.now()
    await ctx.db.update(organizationMembers).set({ role: 'owner', updatedAt: now }).where(eq(id, target.id))
    await ctx.db.update(organizationMembers).set({ role: 'member', updatedAt: now }).where(eq(id, self.id))
    await invitations.withdraw(ctx, self.userId, 'member')
    await audit.record(ctx, 'organization.transfer', ctx.organization.id, {
      owner: { before: self.userId, after: target.userId },
      role: { before: target.role, after: 'owner' },
    })
    return { ...target, role: 'owner' }
  })

/**
 * The organization held still, with the rows of the person and of the member as they are now: what the guard saw may have changed since.
 * Without a member named, both are the person's own.
 */
async function lock(ctx: OrganizationCtx, permission?: OrganizationPermission, memberId?: string) {
  await lockOrganization(ctx, ctx.organization.id)
  const [self] = await selected(ctx, eq(userId, ctx.user.id))
  if (!self) throw notFound('Organization')
  if (permission && !can(self.role, permission)) throw forbidden(denyText(permission))
  return { self, target: memberId === undefined ? self : await get(ctx, memberId) }
}

async function end(ctx: OrganizationCtx, member: Member, action: 'member.remove' | 'member.leave'): Promise<void> {
  await keepAnOwner(ctx, member, null)
  await ctx.db.update(organizationMembers).set({ status: 'removed', updatedAt: ctx.now() }).where(eq(id, member.id))
  await invitations.withdraw(ctx, member.userId, null)
  const inside = ctx.db
    .select({ id: workspaces.id })
    .from(workspaces)
    .where(eq(workspaces.organizationId, ctx.organization.id))
  const listed = await ctx.db
    .delete(workspaceMembers)
    .where(and(eq(workspaceMembers.userId, member.userId), inArray(workspaceMembers.workspaceId, inside)))
    .returning({ workspace_id: workspaceMembers.workspaceId, role: workspaceMembers.role })
  await audit.record(ctx, action, member.id, {
    user_id: member.userId,
    status: { before: 'active', after: 'removed' },
    role: member.role,
    listed,
  })
}

/** @throws AppError conflict `last_owner` when nobody would own the organization; a trigger of the database holds the same */
async function keepAnOwner(ctx: OrganizationCtx, member: Member, to: OrganizationRole | null): Promise<void> {
  if (member.role !== 'owner' || to === 'owner') return
  if ((await number(ctx, 'owner')) > 1) return
  const text =
    member.userId === ctx.user.id
      ? 'You are the last owner of this organization. Make somebody else an owner first, or delete the organization.'
      : 'The last owner of an organization cannot be changed or removed. Make somebody else an owner first.'
  throw conflict(text, 'last_owner')
}

const ownRow = (text: string) => forbidden(text, 'own_row')
