import { and, eq, ne, sql } from 'drizzle-orm'
import { personLookup, type SessionCtx, signInFirst, whoColumns } from '#auth/identify.ts'
import { organizationMembers, organizations, workspaceMembers, workspaces } from '#db/schema/index.ts'
import { demand } from '#organizations/guard.ts'
import { isActiveMember } from '#organizations/membership.ts'
import type { WorkspacePermission } from '#organizations/rules/permission.ts'
import { guard, requestCtx } from '#web/handler.ts'
import type { HttpContext } from '#web/http-context.ts'
import type { Ctx, WorkspaceCtx } from '../ctx.ts'
import { placeColumns, placeOf } from './place.ts'

/** Session, person, workspace, organization and both roles in one look-up. */
const lookup = personLookup('workspace', (db, person) =>
  db
    .select({ ...whoColumns(person), place: placeColumns })
    .from(person)
    .leftJoin(workspaces, and(eq(workspaces.id, sql.placeholder('id')), eq(workspaces.status, 'active')))
    .leftJoin(organizations, and(eq(organizations.id, workspaces.organizationId), ne(organizations.status, 'deleted')))
    .leftJoin(organizationMembers, isActiveMember(organizations.id, person.id))
    .leftJoin(
      workspaceMembers,
      and(eq(workspaceMembers.workspaceId, workspaces.id), eq(workspaceMembers.userId, person.id)),
    )
    .limit(1),
)

export type WorkspaceSessionCtx = SessionCtx & WorkspaceCtx

const idOf = (c: HttpContext): string => c.req.param('id') ?? ''

/** The person of a request in a workspace. @throws AppError unauthenticated for guests; not_found where they may not see it */
export async function signedInto(ctx: Ctx, c: HttpContext, id = idOf(c)): Promise<WorkspaceSessionCtx> {
  const found = await lookup(ctx, c, { id })
  if (!found) throw signInFirst()
  return { ...found.identity, ...placeOf(found.row.place) }
}

/** Asks again: who sends a body for hours may have been let out meanwhile. @throws AppError as the guards do */
export async function demandStill(c: HttpContext, permission: WorkspacePermission): Promise<void> {
  const found = await signedInto(requestCtx(c), c)
  await demand(found, found.workspace.role, permission)
}

/** People who may see the workspace `:id`; for everybody else it does not exist. */
export const inWorkspace = guard<WorkspaceSessionCtx>('inWorkspace', (ctx, c) => signedInto(ctx, c))

/**
 * People who may see the workspace `:id` and whose role there holds `permission`.
 * @param of finds the id where the address has it elsewhere
 */
export const mayInWorkspace = (permission: WorkspacePermission, of = idOf) =>
  guard<WorkspaceSessionCtx>(`mayInWorkspace ${permission}`, async (ctx, c) => {
    const found = await signedInto(ctx, c, of(c))
    await demand(found, found.workspace.role, permission)
    return found
  })
