import { eq } from 'drizzle-orm'
import { notFound } from '#base/errors.ts'
import { asSystem } from '#billing/system.ts'
import { organizations, users, workspaces } from '#db/schema/index.ts'
import type { User, WorkspaceCtx, World } from '../ctx.ts'

/** The ctx of a job in a workspace, in the name of the system. @param userId whose settings hold @throws AppError not_found where one is gone */
export async function asSystemIn(world: World, workspaceId: string, userId: string): Promise<WorkspaceCtx> {
  const [place] = await world.db
    .select({ workspace: workspaces, organization: organizations, user: users })
    .from(workspaces)
    .innerJoin(organizations, eq(organizations.id, workspaces.organizationId))
    .innerJoin(users, eq(users.id, userId))
    .where(eq(workspaces.id, workspaceId))
  if (!place) throw notFound('Workspace')
  const { id, name, organizationId, restricted } = place.workspace
  return {
    ...asSystem(world),
    user: place.user as User,
    organization: { id: organizationId, name: place.organization.name, role: 'owner' },
    workspace: { id, name, organizationId, restricted, role: 'owner' },
  }
}
