import { and, asc, desc, eq, ilike, isNotNull, or, sql } from 'drizzle-orm'
import { conflict, forbidden, invalidFields, notFound } from '#base/errors.ts'
import type { Page, PageRequest } from '#base/paging.ts'
import { organizationMembers, users, workspaceMembers } from '#db/schema/index.ts'
import { pageById } from '#db/sorted.ts'
import { changingAccess } from '#organizations/access.ts'
import { demand } from '#organizations/guard.ts'
import { lockOrganization } from '#organizations/membership.ts'
import { anywhere } from '#organizations/rules/member.ts'
import { can, denyText, type WorkspacePermission, workspaceRole } from '#organizations/rules/permission.ts'
import * as audit from '#records/audit.ts'
import type { OrganizationRole, WorkspaceCtx } from '../ctx.ts'
import { type Admission, invitableTo, type WorkspaceMember } from './rules/member.ts'
import { enter } from './workspaces.ts'

const own = organizationMembers
const listed = workspaceMembers
const columns = {
  memberId: own.id,
  organizationRole: own.role,
  listedId: listed.id,
  listedRole: listed.role,
  user: { id: users.id, name: users.name, email: users.email, image: users.image },
}
/** Everybody of the organization, with what the workspace lists for them; `ofOrganization` narrows it to its living memberships. */
const people = (ctx: WorkspaceCtx) =>
  ctx.db
    .select(columns)
    .from(own)
    .innerJoin(users, eq(users.id, own.userId))
    .leftJoin(listed, and(eq(listed.workspaceId, ctx.workspace.id), eq(listed.userId, own.userId)))
type Row = Awaited<ReturnType<typeof people>>[number]
const ofOrganization = (ctx: WorkspaceCtx) => and(eq(own.organizationId, ctx.organization.id), eq(own.status, 'active'))

/** Why somebody has access, and as what; null when they have none. */
function memberOf(ctx: WorkspaceCtx, row: Row): WorkspaceMember | null {
  const role = workspaceRole(row.organizationRole, row.listedRole, ctx.workspace.restricted)
  if (!role) return null
  const byListing = row.listedId !== null && row.organizationRole !== 'owner'
  return {
    id: byListing ? row.listedId! : row.memberId,
    workspaceId: ctx.workspace.id,
    userId: row.user.id,
    role,
    source: byListing ? 'workspace' : 'organization',
    organizationRole: row.organizationRole,
    user: row.user,
  }
}

/**
 * People with access to the workspace, in the order in which they came into the organization. The cursor is the id of the last
 * membership seen.
 * @param q part of a name or of an email address; empty for all
 */
export async function list(ctx: WorkspaceCtx, page: PageRequest, q = ''): Promise<Page<WorkspaceMember>> {
  const wanted = and(
    ofOrganization(ctx),
    ctx.workspace.restricted ? or(eq(own.role, 'owner'), isNotNull(listed.id)) : undefined,
    q === '' ? undefined : or(ilike(users.name, anywhere(q)), ilike(users.email, anywhere(q))),
  )
  const { items, next } = await pageById(people(ctx), own.id, wanted, page, (row) => row.memberId, true)
  return { items: items.flatMap((row) => memberOf(ctx, row) ?? []), next }
}

/** Null for somebody without access. */
export async function find(ctx: WorkspaceCtx, userId: string): Promise<WorkspaceMember | null> {
  const [row] = await people(ctx).where(and(ofOrganization(ctx), eq(own.userId, userId)))
  return row ? memberOf(ctx, row) : null
}

/** @throws AppError not_found for somebody without access */
export async function get(ctx: WorkspaceCtx, userId: string): Promise<WorkspaceMember> {
  const member = await find(ctx, userId)
  if (!member) throw notFound('Member')
  return member
}

/**
 * Lets somebody of the organization into the workspace, with a role of their own in it.
 * @throws AppError invalid for somebody outside of the organization; forbidden; conflict for owners of the organization, and
 * `already_member` for somebody who has access and whose role the person may not change
 */
export async function add(ctx: WorkspaceCtx, { role, ...who }: Admission): Promise<WorkspaceMember> {
  // Outside of the transaction, so that the attempt stays noted when it is refused.
  if (role === 'owner') await demand(ctx, ctx.workspace.role, 'INVITE_WORKSPACE_OWNERS')
  return changingAccess(ctx, async (ctx) => {
    const inside = await still(ctx, 'INVITE_WORKSPACE_MEMBERS')
    if (!invitableTo(inside.workspace.role).includes(role)) throw forbidden(denyText('INVITE_WORKSPACE_OWNERS'))
    const row = await named(inside, who)
    refuseSelf(inside, row.user.id)
    const before = memberOf(inside, row)
    refuseOwner(row)
    if (row.listedId) throw conflict('This person is listed here already. Change their role instead.', 'already_member')
    // Whoever is in already gets another role by being listed.
    if (before && !can(inside.workspace.role, 'UPDATE_WORKSPACE_MEMBER_ROLES'))
      throw forbidden(denyText('UPDATE_WORKSPACE_MEMBER_ROLES'))
    return write(inside, row, role, 'workspace_member.add')
  })
}

/**
 * Gives somebody with access another role in this workspace; they are listed in it from then on.
 * @throws AppError not_found; forbidden also for oneself; conflict for owners of the organization
 */
export const changeRole = (ctx: WorkspaceCtx, userId: string, role: OrganizationRole): Promise<WorkspaceMember> =>
  changingAccess(ctx, async (ctx) => {
    const inside = await still(ctx, 'UPDATE_WORKSPACE_MEMBER_ROLES')
    const [row] = await people(inside).where(and(ofOrganization(inside), eq(own.userId, userId)))
    const before = row && memberOf(inside, row)
    if (!row || !before) throw notFound('Member')
    refuseSelf(inside, userId)
    refuseOwner(row)
    if (row.listedRole === role) return before
    return write(inside, row, role, 'workspace_member.role')
  })

/**
 * Takes somebody off the list of the workspace. In one that is not restricted they keep the role that the organization gives them.
 * @throws AppError not_found; forbidden also for oneself; conflict `not_listed` for access that comes from the organization
 */
export const remove = (ctx: WorkspaceCtx, userId: string): Promise<void> =>
  changingAccess(ctx, async (ctx) => {
    const inside = await still(ctx, 'REMOVE_WORKSPACE_MEMBERS')
    const member = await get(inside, userId)
    refuseSelf(inside, userId)
    if (member.source === 'organization')
      throw conflict(
        'Their access comes from the organization. Make the workspace restricted, or remove them from the organization.',
        'not_listed',
      )
    await inside.db.delete(listed).where(and(eq(listed.workspaceId, inside.workspace.id), eq(listed.userId, userId)))
    const after = inside.workspace.restricted ? null : member.organizationRole
    await audit.record(inside, 'workspace_member.remove', member.id, {
      user_id: userId,
      role: { before: member.role, after },
    })
  })

/** The workspace as it is now, with the organization held still. @throws AppError when the person's right was lost meanwhile */
async function still(ctx: WorkspaceCtx, permission: WorkspacePermission): Promise<WorkspaceCtx> {
  await lockOrganization(ctx, ctx.organization.id)
  const inside = await enter(ctx, ctx.workspace.id)
  if (!can(inside.workspace.role, permission)) throw forbidden(denyText(permission))
  return inside
}

/** Somebody of the organization, by id or by address; the one who has verified the address when there are several. */
async function named(ctx: WorkspaceCtx, who: Pick<Admission, 'user_id' | 'email'>): Promise<Row> {
  const { user_id, email } = who
  const is = user_id ? eq(own.userId, user_id) : eq(sql`lower(${users.email})`, (email ?? '').toLowerCase())
  const [row] = await people(ctx)
    .where(and(ofOrganization(ctx), is))
    .orderBy(desc(users.emailVerified), asc(own.id))
    .limit(1)
  const text = 'Nobody in this organization has that address. Invite them to the organization first.'
  if (!row) throw invalidFields(user_id ? { user_id: 'This person is not in the organization.' } : { email: text })
  return row
}

function refuseSelf(ctx: WorkspaceCtx, userId: string): void {
  if (userId === ctx.user.id)
    throw forbidden('You cannot change or remove your own access. Another owner can.', 'own_row')
}

function refuseOwner({ organizationRole }: Row): void {
  if (organizationRole === 'owner')
    throw conflict('Owners of the organization are owners of all its workspaces.', 'organization_owner')
}

async function write(
  ctx: WorkspaceCtx,
  row: Row,
  role: OrganizationRole,
  action: 'workspace_member.add' | 'workspace_member.role',
): Promise<WorkspaceMember> {
  const before = memberOf(ctx, row)?.role ?? null
  const [stored] = await ctx.db
    .insert(listed)
    .values({ workspaceId: ctx.workspace.id, userId: row.user.id, role, createdAt: ctx.now() })
    .onConflictDoUpdate({ target: [listed.workspaceId, listed.userId], set: { role } })
    .returning({ id: listed.id })
  await audit.record(ctx, action, stored!.id, { user_id: row.user.id, role: { before, after: role } })
  return memberOf(ctx, { ...row, listedId: stored!.id, listedRole: role })!
}
