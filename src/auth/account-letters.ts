import { SITE } from '#base/site.ts'
import type { Mail } from '#outside/mail.ts'
import { mailOf } from '#ui/mail.tsx'
import type { UserCtx } from '../ctx.ts'
import { absolute, href, urls } from '../urls.ts'
import { inUtc } from './sign-in-letters.ts'

/** What people are told by mail about changes of their own account. */
const NOT_YOU = `If this was not you, change your password at once, end all sessions, and write to ${SITE.email}.`
const security = (ctx: UserCtx) => ({
  label: 'Look at your security settings',
  address: absolute(ctx.config, urls.profileSecurity),
})
const facts = (ctx: UserCtx): [string, string][] => [
  ['When', inUtc(ctx.now())],
  ...(ctx.actor.ip ? [['Address', ctx.actor.ip] as [string, string]] : []),
]

const TWO_FACTOR = {
  enabled: [
    'Two-factor authentication is on',
    'From now on signing in asks for a code of your authenticator app, besides your password.',
  ],
  disabled: ['Two-factor authentication is off', 'Signing in asks for your password only from now on.'],
  codes: [
    'You have new backup codes',
    'Your new backup codes replace all earlier ones, which are worth nothing any more.',
  ],
  used: [
    'A backup code was used',
    'Somebody signed in to your account with your password and one of your backup codes.',
  ],
} as const

export function twoFactorLetter(ctx: UserCtx, what: keyof typeof TWO_FACTOR): Mail {
  const [title, said] = TWO_FACTOR[what]
  return {
    to: ctx.user.email,
    ...mailOf({ title, paragraphs: [said], facts: facts(ctx), action: security(ctx), footnote: NOT_YOU }),
  }
}

export const passwordChangedLetter = (ctx: UserCtx): Mail => ({
  to: ctx.user.email,
  ...mailOf({
    title: 'Your password was changed',
    paragraphs: [`The password of your ${SITE.name} account has been changed, and all other sessions have ended.`],
    facts: facts(ctx),
    action: security(ctx),
    footnote: NOT_YOU,
  }),
})

/** To the new address: nothing changes before its link is opened. */
export const confirmEmailLetter = (ctx: UserCtx, email: string, token: string): Mail => ({
  to: email,
  ...mailOf({
    title: 'Confirm your new email address',
    paragraphs: [
      `You asked to sign in to ${SITE.name} with this address. Confirm it, and it replaces ${ctx.user.email}.`,
      'The link works for a day.',
    ],
    action: { label: 'Use this address', address: absolute(ctx.config, href(urls.confirmEmailChange, { token })) },
    footnote: 'If you did not ask for this, do nothing: nothing changes.',
  }),
})

/** To an address that has an account of its own: only its owner learns that. */
export const addressTakenLetter = (ctx: UserCtx, email: string): Mail => ({
  to: email,
  ...mailOf({
    title: 'This address has an account already',
    paragraphs: [
      `Somebody who is signed in to another ${SITE.name} account asked to use this address for it. Nothing has changed, since you have an account with this address.`,
      'If it was you: sign in with this address, or delete that account first.',
    ],
    action: { label: 'Login', address: absolute(ctx.config, urls.login) },
    footnote: 'If it was not you, there is nothing that you need to do.',
  }),
})

/** To the old address, when a change was asked for and when it is done. */
export const emailChangeNotice = (ctx: UserCtx, old: string, email: string, done: boolean): Mail => ({
  to: old,
  ...mailOf({
    title: done ? 'Your email address was changed' : 'Your email address is about to change',
    paragraphs: [
      done
        ? `You sign in to ${SITE.name} as ${email} from now on, no longer with this address.`
        : `Somebody signed in to your ${SITE.name} account asked to replace this address by ${email}. It happens once that address is confirmed.`,
    ],
    facts: facts(ctx),
    action: security(ctx),
    footnote: NOT_YOU,
  }),
})

export const accountDeletedLetter = (ctx: UserCtx): Mail => ({
  to: ctx.user.email,
  ...mailOf({
    title: 'Your account is deleted',
    paragraphs: [
      `Your ${SITE.name} account, its sessions, keys and conversations are deleted, and so are the organizations in which you were alone.`,
      'What must be kept for the books, such as the ledger of credits, is kept without your name.',
    ],
    facts: facts(ctx),
    footnote: `If this was not you, write to ${SITE.email}.`,
  }),
})
