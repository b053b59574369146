import type { OrganizationRole } from '../../ctx.ts'
import { can, ROLES } from './permission.ts'

/** The pattern of SQL's LIKE that finds `text` anywhere, whatever signs are in it. */
export const anywhere = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** Roles that a person with `role` may give to a member: only an owner makes somebody an owner. */
export const grantableRoles = (role: OrganizationRole): OrganizationRole[] =>
  can(role, 'INVITE_OWNERS') ? [...ROLES] : ['member', 'viewer']

/** The question before somebody is removed; the same words on the page and in the sharing dialog. */
export const REMOVE_MEMBER = {
  title: 'Remove Member',
  message: 'Are you sure you want to remove this member from the organization?',
  action: 'Remove',
} as const
