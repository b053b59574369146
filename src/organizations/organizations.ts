import { and, desc, eq, ilike, inArray, ne, or } from 'drizzle-orm'
import { notFound } from '#base/errors.ts'
import type { Page, PageRequest } from '#base/paging.ts'
import { inTransaction } from '#db/connect.ts'
import { organizationMembers, organizations, workspaceMembers, workspaces } from '#db/schema/index.ts'
import { pageById } from '#db/sorted.ts'
import * as audit from '#records/audit.ts'
import { changed } from '#records/rules/change.ts'
import type { OrganizationCtx, OrganizationRole, UserCtx } from '../ctx.ts'
import { changingAccess } from './access.ts'
import { isActiveMember } from './membership.ts'
import { anywhere } from './rules/member.ts'
import type { NewOrganization, OrganizationChange } from './rules/organization.ts'
import { workspaceRole } from './rules/permission.ts'
import { suspended } from './suspended.ts'

type Row = typeof organizations.$inferSelect
/** A workspace as its organization lists it; `role` is the person's. */
export type ListedWorkspace = typeof workspaces.$inferSelect & { role: OrganizationRole }
/** An organization with the person's role and the workspaces that they may see, newest first. */
export type ListedOrganization = Row & { role: OrganizationRole; workspaces: ListedWorkspace[] }

/** Makes an organization; its maker is its owner. */
export const create = (ctx: UserCtx, input: NewOrganization): Promise<ListedOrganization> =>
  inTransaction(ctx, async (ctx) => {
    const now = ctx.now()
    const [row] = await ctx.db
      .insert(organizations)
      .values({ ...input, createdAt: now, updatedAt: now })
      .returning()
    const { id } = row!
    await ctx.db.insert(organizationMembers).values({ organizationId: id, userId: ctx.user.id, role: 'owner' })
    await audit.record({ ...ctx, organization: { id } }, 'organization.create', id, { name: row!.name })
    return { ...row!, role: 'owner' as const, workspaces: [] }
  })

/**
 * The person's organizations, newest first. The cursor is the id of the last one seen.
 * @param q part of a name or of a description; empty for all
 */
export async function list(ctx: UserCtx, page: PageRequest, q = ''): Promise<Page<ListedOrganization>> {
  const all = ctx.db
    .select({ organization: organizations, role: organizationMembers.role })
    .from(organizationMembers)
    .innerJoin(organizations, isActiveMember(organizations.id, ctx.user.id))
  const wanted = and(
    eq(organizations.status, 'active'),
    q === '' ? undefined : or(ilike(organizations.name, anywhere(q)), ilike(organizations.description, anywhere(q))),
  )
  const { items, next } = await pageById(all, organizations.id, wanted, page, ({ organization: { id } }) => id)
  const listed = items.map(({ organization, role }) => ({ ...organization, role }))
  return { items: await withWorkspaces(ctx, listed), next }
}

export async function get(ctx: OrganizationCtx): Promise<ListedOrganization> {
  const [listed] = await withWorkspaces(ctx, [{ ...(await load(ctx)), role: ctx.organization.role }])
  return listed!
}

async function withWorkspaces(
  ctx: UserCtx,
  listed: (Row & { role: OrganizationRole })[],
): Promise<ListedOrganization[]> {
  if (listed.length === 0) return []
  const ids = listed.map((organization) => organization.id)
  const rows = await ctx.db
    .select({ workspace: workspaces, listedRole: workspaceMembers.role })
    .from(workspaces)
    .leftJoin(
      workspaceMembers,
      and(eq(workspaceMembers.workspaceId, workspaces.id), eq(workspaceMembers.userId, ctx.user.id)),
    )
    .where(and(inArray(workspaces.organizationId, ids), eq(workspaces.status, 'active')))
    .orderBy(desc(workspaces.id))
  const byOrganization = Map.groupBy(rows, ({ workspace }) => workspace.organizationId)
  return listed.map((organization) => ({
    ...organization,
    workspaces: (byOrganization.get(organization.id) ?? []).flatMap(({ workspace, listedRole }) => {
      const role = workspaceRole(organization.role, listedRole, workspace.restricted)
      return role ? [{ ...workspace, role }] : []
    }),
  }))
}

/** Changes what is given, leaves the rest. */
export const update = (ctx: OrganizationCtx, change: OrganizationChange): Promise<ListedOrganization> =>
  inTransaction(ctx, async (ctx) => {
    const before = await load(ctx, true)
    await ctx.db
      .update(organizations)
      .set({ ...change, updatedAt: ctx.now() })
      .where(eq(organizations.id, ctx.organization.id))
    await audit.record(ctx, 'organization.update', ctx.organization.id, changed(before, change))
    return get(ctx)
  })

/** Deletes the organization with all its workspaces: they vanish at once, a job purges their data after 30 days. */
export const remove = (ctx: OrganizationCtx): Promise<void> =>
  changingAccess(ctx, async (ctx) => {
    const { name } = await load(ctx, true)
    const gone = { status: 'deleted' as const, deletedAt: ctx.now(), updatedAt: ctx.now() }
    await ctx.db.update(organizations).set(gone).where(eq(organizations.id, ctx.organization.id))
    const inside = await ctx.db
      .update(workspaces)
      .set(gone)
      .where(and(eq(workspaces.organizationId, ctx.organization.id), eq(workspaces.status, 'active')))
      .returning({ id: workspaces.id })
    await audit.record(ctx, 'organization.delete', ctx.organization.id, {
      name,
      status: { before: 'active', after: 'deleted' },
      workspaces: inside.map(({ id }) => id),
    })
  })

/** The living organization of the ctx; `lock` holds it until the transaction ends. */
async function load(ctx: OrganizationCtx, lock = false): Promise<Row> {
  const query = ctx.db
    .select()
    .from(organizations)
    .where(and(eq(organizations.id, ctx.organization.id), eq(organizations.status, 'active')))
  const [row] = await (lock ? query.for('update') : query)
  if (!row) throw notFound('Organization')
  return row
}

/**
 * Widens a person's ctx to an organization that is named by something else than the address.
 * @throws AppError not_found when they are not in it, forbidden `organization_suspended`
 */
export async function enter<C extends UserCtx>(ctx: C, organizationId: string): Promise<C & OrganizationCtx> {
  const [found] = await ctx.db
    .select({
      id: organizations.id,
      name: organizations.name,
      status: organizations.status,
      role: organizationMembers.role,
    })
    .from(organizations)
    .innerJoin(organizationMembers, isActiveMember(organizations.id, ctx.user.id))
    .where(and(eq(organizations.id, organizationId), ne(organizations.status, 'deleted')))
  if (!found) throw notFound('Organization')
  const { status, ...organization } = found
  if (status === 'suspended') throw suspended(organization.name)
  return { ...ctx, organization }
}
