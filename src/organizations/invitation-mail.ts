import { SITE } from '#base/site.ts'
import type { Config } from '#config.ts'
import type { Mail } from '#outside/mail.ts'
import { mailOf } from '#ui/mail.tsx'
import { absolute, href, urls } from '../urls.ts'
import type { Invitation } from './invitation-rows.ts'
import { ROLE_MEANINGS, roleLabel } from './rules/invitation.ts'

/** The mail that carries an invitation's link. @param token the secret of the link; it stands in this mail and nowhere else */
export function invitationMail(config: Config, invitation: Invitation, token: string): Mail {
  const { organization, invitedBy, role, email, expiresAt } = invitation
  const inviter = invitedBy?.name || invitedBy?.email || 'Somebody'
  const address = absolute(config, href(urls.invitation, { token }))
  const mail = mailOf({
    subject: `${inviter} invites you to ${organization.name} on ${SITE.name}`,
    title: `Join ${organization.name}`,
    paragraphs: [
      `${inviter} invites you to work with ${organization.name} on ${SITE.name}, where people ask questions of their data in plain language.`,
    ],
    facts: [
      ['Organization', organization.name],
      ['Invited by', invitedBy?.name ? `${invitedBy.name} (${invitedBy.email})` : inviter],
      ['Your role', `${roleLabel(role)}. ${ROLE_MEANINGS[role]}`],
      ['Good until', dayText(expiresAt)],
    ],
    action: { label: 'See the invitation', address },
    footnote: `This invitation is for ${email} only. If you did not expect it, you can ignore this mail: nothing happens until you accept.`,
  })
  return { to: email, ...mail }
}

/** A day in words; mails do not know where they are read, so it is that of UTC. */
const dayText = (moment: Date) =>
  moment.toLocaleDateString('en-GB', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
