import { z } from 'zod'
import { can } from '#organizations/rules/permission.ts'
import { memberRole, confirmed as yes } from '#organizations/rules/request.ts'
import type { OrganizationRole } from '../../ctx.ts'

export type WorkspaceMember = {
  /** Of the listing, or of the membership in the organization where nothing is listed. */
  id: string
  workspaceId: string
  userId: string
  role: OrganizationRole
  source: 'organization' | 'workspace'
  organizationRole: OrganizationRole
  user: { id: string; name: string; email: string; image: string | null }
}

const userId = z.string('Name the person.').min(1, 'Name the person.').max(64, 'That is no id of a person.')
const email = z
  .string('Enter an email address.')
  .trim()
  .min(1, 'Enter an email address.')
  .max(320, 'That address is too long.')

/** POST /workspaces/{id}/members: the person is named by `user_id` or by `email`. */
export const admission = z
  .object({ user_id: userId.optional(), email: email.optional(), role: memberRole.default('member') })
  .refine((it) => it.user_id !== undefined || it.email !== undefined, {
    path: ['email'],
    error: 'Enter an email address.',
  })
export type Admission = z.infer<typeof admission>

export const workspaceRoleChange = z.object({ role: memberRole })
/** The pages' forms. */
export const namedRoleChange = z.object({ user_id: userId, role: memberRole })
export const namedRemoval = z.object({ user_id: userId, ...yes })

/** Roles that a person with `role` in the workspace may give to somebody they let in. */
export function invitableTo(role: OrganizationRole): OrganizationRole[] {
  if (can(role, 'INVITE_WORKSPACE_OWNERS')) return ['owner', 'member', 'viewer']
  return can(role, 'INVITE_WORKSPACE_MEMBERS') ? ['member', 'viewer'] : []
}

/** The question before somebody is taken off the list of a workspace. */
export const removeFromWorkspace = (restricted: boolean) => ({
  title: 'Remove Member',
  message: restricted
    ? 'Are you sure you want to remove this member from the workspace?'
    : 'Are you sure you want to remove this role? The person keeps the role that the organization gives them.',
  action: 'Remove',
})
