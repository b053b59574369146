import type { Config } from '#config.ts'
import type { Mail } from '#outside/mail.ts'
import { mailOf } from '#ui/mail.tsx'
import { absolute, urls } from '../../urls.ts'
import type { ApprovalState } from '../rules/approval.ts'
import type { Row } from './list.ts'

type Text = Omit<Mail, 'to'>
const toApprovals = (config: Config) => ({ label: 'Approvals', address: absolute(config, urls.adminApprovals) })

/** To those who may confirm. */
export const asked = (config: Config, by: { name: string; email: string }, { what, reason }: Row): Text =>
  mailOf({
    title: 'A second approval is needed',
    paragraphs: [
      `${by.name || by.email} asks for your confirmation. It is carried out when you confirm it, and expires after 7 days.`,
    ],
    facts: { What: what, Why: reason },
    action: toApprovals(config),
  })

const TEXTS = {
  confirmed: 'was confirmed and carried out',
  declined: 'was declined: nothing was done',
  withdrawn: 'was withdrawn: nothing was done',
  expired: 'expired: nobody confirmed it in time, and nothing was done',
} as const satisfies Record<Exclude<ApprovalState, 'waiting'>, string>

/** To whoever asked. */
export const decided = (config: Config, { what }: Row, state: keyof typeof TEXTS, note: string): Text =>
  mailOf({
    title: `Your request ${state === 'expired' ? 'has expired' : `was ${state}`}`,
    paragraphs: [`What you asked a second admin for ${TEXTS[state]}.`],
    facts: { What: what, Why: note },
    action: toApprovals(config),
  })
