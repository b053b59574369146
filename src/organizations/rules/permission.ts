import type { OrganizationRole } from '../../ctx.ts'

/** Roles of organizations and workspaces, strongest first. */
export const ROLES = ['owner', 'member', 'viewer'] as const satisfies OrganizationRole[]

const OWNER = ['owner'] as const
const WRITERS = ['owner', 'member'] as const
const EVERYBODY = ROLES

export const ORGANIZATION_PERMISSIONS = {
  CREATE_ORGANIZATION: OWNER,
  DELETE_ORGANIZATION: OWNER,
  UPDATE_ORGANIZATION: OWNER,
  REMOVE_MEMBERS: OWNER,
  UPDATE_MEMBER_ROLES: OWNER,
  INVITE_OWNERS: OWNER,
  MANAGE_BILLING: OWNER,
  MANAGE_SETTINGS: OWNER,
  INVITE_MEMBERS: WRITERS,
  VIEW_ORGANIZATION: EVERYBODY,
  VIEW_MEMBERS: EVERYBODY,
} as const satisfies Record<string, readonly OrganizationRole[]>

/** Permission -> roles in the workspace that hold it; CREATE_WORKSPACE asks the role in the organization. */
export const WORKSPACE_PERMISSIONS = {
  CREATE_WORKSPACE: OWNER,
  DELETE_WORKSPACE: OWNER,
  UPDATE_WORKSPACE: OWNER,
  INVITE_WORKSPACE_OWNERS: OWNER,
  REMOVE_WORKSPACE_MEMBERS: OWNER,
  UPDATE_WORKSPACE_MEMBER_ROLES: OWNER,
  UPLOAD_FILES: OWNER,
  CONNECT_DATABASE: OWNER,
  DELETE_FILES: OWNER,
  UPDATE_FILES: OWNER,
  DELETE_AGENTS: OWNER,
  DELETE_CANVASES: OWNER,
  CREATE_AGENTS: WRITERS,
  UPDATE_AGENTS: WRITERS,
  CREATE_CANVASES: WRITERS,
  UPDATE_CANVASES: WRITERS,
  INVITE_WORKSPACE_MEMBERS: WRITERS,
  VIEW_WORKSPACE: EVERYBODY,
  VIEW_WORKSPACE_MEMBERS: EVERYBODY,
  VIEW_AGENTS: EVERYBODY,
  VIEW_CANVASES: EVERYBODY,
  VIEW_FILES: EVERYBODY,
} as const satisfies Record<string, readonly OrganizationRole[]>

export type OrganizationPermission = keyof typeof ORGANIZATION_PERMISSIONS
export type WorkspacePermission = keyof typeof WORKSPACE_PERMISSIONS
export type Permission = OrganizationPermission | WorkspacePermission

const PERMISSIONS: Record<Permission, readonly OrganizationRole[]> = {
  ...ORGANIZATION_PERMISSIONS,
  ...WORKSPACE_PERMISSIONS,
}

/** Whether a person with `role` in the place holds `permission` there. */
export const can = (role: OrganizationRole, permission: Permission): boolean => PERMISSIONS[permission].includes(role)

export const denyText = (permission: Permission): string =>
  `Permission ${permission} requires one of these roles: ${PERMISSIONS[permission].join(', ')}`

/** Roles that a person with `role` may give to somebody they invite. */
export function invitableRoles(role: OrganizationRole): OrganizationRole[] {
  if (can(role, 'INVITE_OWNERS')) return [...ROLES]
  return can(role, 'INVITE_MEMBERS') ? ['member', 'viewer'] : []
}

/**
 * The role of a person in a workspace, or null when they may not see it. Owners of the organization are owners of every
 * workspace; others have the role that the workspace lists for them, or else their organization role unless it is restricted.
 */
export function workspaceRole(
  organizationRole: OrganizationRole,
  listedRole: OrganizationRole | null,
  restricted: boolean,
): OrganizationRole | null {
  if (organizationRole === 'owner') return 'owner'
  return listedRole ?? (restricted ? null : organizationRole)
}
