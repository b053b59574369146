import { notFound } from '#base/errors.ts'
import { organizationMembers, organizations, workspaceMembers, workspaces } from '#db/schema/index.ts'
import { workspaceRole } from '#organizations/rules/permission.ts'
import { suspended } from '#organizations/suspended.ts'
import type { Organization, OrganizationRole, Workspace } from '../ctx.ts'

/** What a look-up of a workspace selects; organizations, organizationMembers and workspaceMembers must be joined. */
export const placeColumns = {
  id: workspaces.id,
  name: workspaces.name,
  restricted: workspaces.restricted,
  organizationId: organizations.id,
  organizationName: organizations.name,
  organizationStatus: organizations.status,
  organizationRole: organizationMembers.role,
  listedRole: workspaceMembers.role,
}

type PlaceRow = {
  id: string | null
  name: string | null
  restricted: boolean | null
  organizationId: string | null
  organizationName: string | null
  organizationStatus: 'active' | 'suspended' | 'deleted' | null
  organizationRole: OrganizationRole | null
  listedRole: OrganizationRole | null
}

/**
 * The workspace with the person's role in it.
 * @throws AppError not_found when it is not there or they may not see it, forbidden `organization_suspended`
 */
export function placeOf(row: PlaceRow | null | undefined): { organization: Organization; workspace: Workspace } {
  if (!row?.id || row.name === null || !row.organizationId || row.organizationName === null || !row.organizationRole)
    throw notFound('Workspace')
  const restricted = row.restricted ?? false
  const role = workspaceRole(row.organizationRole, row.listedRole, restricted)
  if (!role) throw notFound('Workspace')
  if (row.organizationStatus === 'suspended') throw suspended(row.organizationName)
  return {
    organization: { id: row.organizationId, name: row.organizationName, role: row.organizationRole },
    workspace: { id: row.id, name: row.name, organizationId: row.organizationId, restricted, role },
  }
}
