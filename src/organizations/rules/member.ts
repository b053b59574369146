import { z } from 'zod'
import type { OrganizationRole } from '../../ctx.ts'
import { can, ROLES } from './permission.ts'

const memberId = z.string('Name the member.').min(1, 'Name the member.').max(64, 'That is no id of a member.')
export const memberRole = z.enum(ROLES, `Choose a role: ${ROLES.join(', ')}.`)

/** DELETE /api/organizations/{id}/members, and the forms that name a member. */
export const memberNamed = z.object({ memberId })
/** PUT /api/organizations/{id}/members. */
export const roleChange = z.object({ memberId, role: memberRole })
/** Forms whose question was answered with yes. */
export const confirmed = { confirmed: z.literal('yes').optional() }
export const removal = memberNamed.extend(confirmed)
export const leaving = z.object(confirmed)
/** The form that hands an organization over: the new owner is named by their address. */
export const transferral = z.object({
  email: z
    .string('Enter an email address.')
    .trim()
    .min(1, 'Enter an email address.')
    .max(320, 'Enter an email address.'),
  ...confirmed,
})
/** What a list of people or places is searched for. */
export const searched = z.object({ q: z.string().trim().max(200, 'Search for at most 200 characters.').default('') })

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
