import { and, eq, ne } from 'drizzle-orm'
import { notFound } from '#base/errors.ts'
import { inTransaction } from '#db/connect.ts'
import { organizationMembers, organizations, workspaceMembers, workspaces } from '#db/schema/index.ts'
import { changingAccess } from '#organizations/access.ts'
import { isActiveMember, lockOrganization } from '#organizations/membership.ts'
import type { ListedWorkspace } from '#organizations/organizations.ts'
import * as audit from '#records/audit.ts'
import { changed } from '#records/rules/change.ts'
import type { RowsSeen } from '#records/rules/xai.ts'
import type { OrganizationCtx, UserCtx, WorkspaceCtx } from '../ctx.ts'
import { placeColumns, placeOf } from './place.ts'
import type { NewWorkspace, WorkspaceChange } from './rules/workspace.ts'

export const create = (ctx: OrganizationCtx, input: Omit<NewWorkspace, 'organization_id'>): Promise<ListedWorkspace> =>
  inTransaction(ctx, async (ctx) => {
    // Holds the organization still, so that a workspace is never made in one that is being deleted.
    await lockOrganization(ctx, ctx.organization.id)
    const now = ctx.now()
    const [row] = await ctx.db
      .insert(workspaces)
      .values({ ...input, organizationId: ctx.organization.id, createdAt: now, updatedAt: now })
      .returning()
    await audit.record({ ...ctx, workspace: row! }, 'workspace.create', row!.id, { name: row!.name })
    return { ...row!, role: ctx.organization.role }
  })

export async function get(ctx: WorkspaceCtx): Promise<ListedWorkspace> {
  const [row] = await living(ctx)
  if (!row) throw notFound('Workspace')
  return { ...row, role: ctx.workspace.role }
}

/** What its owners let a model outside see of the workspace: which values, and at most how many rows of a result. */
export async function modelSees(ctx: WorkspaceCtx): Promise<{ sees: RowsSeen; rows: number | null }> {
  const { modelSees: sees, modelRows: rows } = await get(ctx)
  return { sees, rows }
}

const living = (ctx: WorkspaceCtx) =>
  ctx.db
    .select()
    .from(workspaces)
    .where(and(eq(workspaces.id, ctx.workspace.id), eq(workspaces.status, 'active')))

/** Changes what is given, leaves the rest. */
export const update = (
  ctx: WorkspaceCtx,
  { model_sees, model_rows, ...rest }: WorkspaceChange,
): Promise<ListedWorkspace> =>
  changingAccess(ctx, async (ctx) => {
    const before = await load(ctx)
    const change = {
      ...rest,
      ...(model_sees === undefined ? {} : { modelSees: model_sees }),
      ...(model_rows === undefined ? {} : { modelRows: model_rows }),
    }
    await ctx.db
      .update(workspaces)
      .set({ ...change, updatedAt: ctx.now() })
      .where(eq(workspaces.id, ctx.workspace.id))
    await audit.record(ctx, 'workspace.update', ctx.workspace.id, changed(before, change))
    return get(ctx)
  })

/** Deletes the workspace: it vanishes at once, a job purges its data after 30 days. */
export const remove = (ctx: WorkspaceCtx): Promise<void> =>
  changingAccess(ctx, async (ctx) => {
    const { name } = await load(ctx)
    await ctx.db
      .update(workspaces)
      .set({ status: 'deleted', deletedAt: ctx.now(), updatedAt: ctx.now() })
      .where(eq(workspaces.id, ctx.workspace.id))
    await audit.record(ctx, 'workspace.delete', ctx.workspace.id, {
      name,
      status: { before: 'active', after: 'deleted' },
    })
  })

/** The living workspace of the ctx, locked until the transaction ends. */
async function load(ctx: WorkspaceCtx) {
  const [row] = await living(ctx).for('update')
  if (!row) throw notFound('Workspace')
  return row
}

/**
 * Widens a person's ctx to a workspace that is named by something else than the address (a conversation, a body field).
 * @throws AppError not_found when it is not there or the person may not see it
 */
export async function enter<C extends UserCtx>(ctx: C, workspaceId: string): Promise<C & WorkspaceCtx> {
  const [row] = await ctx.db
    .select(placeColumns)
    .from(workspaces)
    .innerJoin(organizations, and(eq(organizations.id, workspaces.organizationId), ne(organizations.status, 'deleted')))
    .innerJoin(organizationMembers, isActiveMember(organizations.id, ctx.user.id))
    .leftJoin(
      workspaceMembers,
      and(eq(workspaceMembers.workspaceId, workspaces.id), eq(workspaceMembers.userId, ctx.user.id)),
    )
    .where(and(eq(workspaces.id, workspaceId), eq(workspaces.status, 'active')))
    .limit(1)
  return { ...ctx, ...placeOf(row) }
}
