import { and, eq } from 'drizzle-orm'
import { organizationMembers, organizations, workspaceMembers, workspaces } from '#db/schema/index.ts'
import type { UserCtx, WorkspaceCtx } from '../ctx.ts'
import { placeColumns, placeOf } from './place.ts'

/**
 * Widens a person's ctx to a workspace that is named by something else than the address (a conversation, a body field).
 * @throws AppError not_found when it is not there or the person may not see it
 */
export async function enter<C extends UserCtx>(ctx: C, workspaceId: string): Promise<C & WorkspaceCtx> {
  const [row] = await ctx.db
    .select(placeColumns)
    .from(workspaces)
    .innerJoin(organizations, and(eq(organizations.id, workspaces.organizationId), eq(organizations.status, 'active')))
    .innerJoin(
      organizationMembers,
      and(
        eq(organizationMembers.organizationId, organizations.id),
        eq(organizationMembers.userId, ctx.user.id),
        eq(organizationMembers.status, 'active'),
      ),
    )
    .leftJoin(
      workspaceMembers,
      and(eq(workspaceMembers.workspaceId, workspaces.id), eq(workspaceMembers.userId, ctx.user.id)),
    )
    .where(and(eq(workspaces.id, workspaceId), eq(workspaces.status, 'active')))
    .limit(1)
  return { ...ctx, ...placeOf(row) }
}
