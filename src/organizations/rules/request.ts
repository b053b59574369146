import { z } from 'zod'
import { registration } from '#auth/rules/credentials.ts'
import { ROLES } from './permission.ts'

export const newInvitation = z.object({
  email: registration.shape.email,
  role: z.enum(ROLES, 'Choose a role: owner, member or viewer.').default('member'),
})
export type NewInvitation = z.infer<typeof newInvitation>
export type Role = NewInvitation['role']

export const cancellation = z.object({ invitationId: z.string('Name the invitation.').min(1, 'Name the invitation.') })

const answerOf = <const A extends string>(...answers: A[]) => z.object({ answer: z.enum(answers, 'Choose an answer.') })
/** Forms: of /invitations, of the page behind a link, of an organization's pending invitations. */
export const listAnswer = answerOf('accept', 'decline').extend({ invitation: z.string('Name the invitation.') })
export const linkAnswer = answerOf('accept', 'decline', 'register')
export const pendingAnswer = answerOf('resend', 'cancel')
/** Registering by invitation: the address is the invited one, whatever a form says. */
export const joining = registration.omit({ email: true })

const memberId = z.string('Name the member.').min(1, 'Name the member.').max(64, 'That is no id of a member.')
export const memberRole = z.enum(ROLES, `Choose a role: ${ROLES.join(', ')}.`)

/** DELETE /api/organizations/{id}/members, and the forms that name a member. */
export const memberNamed = z.object({ memberId })
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
export const searched = z.object({ q: z.string().trim().max(200, 'Search for at most 200 characters.').default('') })
