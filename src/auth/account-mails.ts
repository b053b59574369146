import { SITE } from '#base/site.ts'
import type { Mail } from '#outside/mail.ts'
import { mailTo } from '#ui/mail.tsx'
import type { Ctx, UserCtx } from '../ctx.ts'
import { absolute, href, urls } from '../urls.ts'

/** Who a mail goes to; the name may be empty. */
export type Recipient = { name: string; email: string }

const hello = ({ name }: Recipient) => (name ? `Hello ${name},` : 'Hello,')
/** "21 November 2026 at 16:09 UTC" */
export const inUtc = (moment: Date): string =>
  `${moment.toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' })} at ${moment.toLocaleTimeString('en-GB', { timeStyle: 'short', timeZone: 'UTC' })} UTC`

const to = (ctx: Ctx, label: string, path: string) => ({ label, address: absolute(ctx.config, path) })
const forgotten = (ctx: Ctx, label = 'Reset your password') => to(ctx, label, urls.forgotPassword)

/** What is known of who did something, for the person to recognise it. */
const facts = (ctx: Ctx, device?: string) => ({ When: inUtc(ctx.now()), With: device, Address: ctx.actor.ip })

/** @param since when another account was made with this address that nobody has verified; null when there is none */
export const verifyMail = (ctx: Ctx, person: Recipient, token: string, since: Date | null): Mail =>
  mailTo(person.email, {
    title: 'Verify your email address',
    paragraphs: [
      hello(person),
      `welcome to ${SITE.name}. Please confirm that this address is yours: invitations to organizations come to it, and it is how you get back in when you forget your password.`,
      since &&
        `You have an account with this address already: it was made on ${inUtc(since)} and never verified. If that was you, sign in to it, or choose a new password for it. To keep the account that was made just now, verify the address: it belongs to that one then.`,
      'The link works once and for 24 hours.',
    ],
    action: to(ctx, 'Verify email address', href(urls.verifyEmail, { token })),
    alternative: since ? to(ctx, 'Sign in to the earlier account', urls.login) : undefined,
    footnote: `You did not create an account at ${SITE.name}? Then do nothing: without this link nobody can use your address.`,
  })

/** An operator has taken the address of somebody as proven. */
export const addressVerifiedMail = (ctx: Ctx, person: Recipient): Mail =>
  mailTo(person.email, {
    title: 'Your email address is verified',
    paragraphs: [
      hello(person),
      `our support has verified this address for your account at ${SITE.name}. Invitations to organizations come to it now.`,
    ],
    action: to(ctx, 'Sign in', urls.login),
    footnote: 'You did not ask for this, or have no account? Then please answer this mail.',
  })

export const alreadyRegisteredMail = (ctx: Ctx, person: Recipient): Mail =>
  mailTo(person.email, {
    title: `You already have an account at ${SITE.name}`,
    paragraphs: [
      hello(person),
      'somebody, perhaps you, has just registered with this address. It belongs to an account already, so sign in to that one. If you do not remember its password, choose a new one.',
    ],
    action: to(ctx, 'Sign in', urls.login),
    alternative: forgotten(ctx),
    footnote: 'It was not you? Then do nothing: your account is as it was, and nobody else can use your address.',
  })

/** @param by who asked for it: the person on the page, or our support for them */
export const resetMail = (ctx: Ctx, person: Recipient, token: string, by: 'person' | 'support' = 'person'): Mail =>
  mailTo(person.email, {
    title: 'Choose a new password',
    paragraphs: [
      hello(person),
      `${by === 'person' ? 'you asked for' : 'our support sends you a link for'} a new password for your account at ${SITE.name}. The link works once and for one hour. When you have chosen one, you are signed out everywhere else.`,
    ],
    action: to(ctx, 'Choose a new password', href(urls.authCallback, {}, { next: urls.resetPassword, token })),
    footnote: 'You did not ask for this? Then do nothing: your password stays as it is.',
  })

/** The same question about an address without an account: whoever forgot which address they took learns it here, and nobody else. */
export const noAccountMail = (ctx: Ctx, email: string): Mail =>
  mailTo(email, {
    subject: 'Choose a new password',
    title: 'No account has this address',
    paragraphs: [
      'Hello,',
      `somebody, perhaps you, asked for a new password at ${SITE.name} with this address, but there is no account with it. Perhaps you registered with another address.`,
    ],
    action: to(ctx, 'Create an account', urls.register),
    footnote: 'You did not ask for this? Then do nothing.',
  })

export const newSignInMail = (ctx: Ctx, person: Recipient, device: string): Mail =>
  mailTo(person.email, {
    subject: `New sign-in to ${SITE.name}`,
    title: 'New sign-in to your account',
    paragraphs: [hello(person), 'somebody signed in to your account from a browser that it has not seen before.'],
    facts: facts(ctx, device),
    alternative: forgotten(ctx, 'It was not you? Reset your password now'),
    footnote: 'It was you? Then there is nothing to do.',
  })

/** Title and text of what a person is told when the way they sign in has changed. */
const securityTexts = () =>
  ({
    password: [
      'Your password was changed',
      `The password of your ${SITE.name} account has been changed, and all other sessions have ended.`,
    ],
    two_factor_on: [
      'Two-factor authentication is on',
      'From now on signing in asks for a code of your authenticator app, besides your password.',
    ],
    two_factor_off: ['Two-factor authentication is off', 'Signing in asks for your password only from now on.'],
    backup_codes: [
      'You have new backup codes',
      'Your new backup codes replace all earlier ones, which no longer work.',
    ],
    backup_code_used: [
      'A backup code was used',
      'Somebody signed in to your account with your password and one of your backup codes.',
    ],
  }) as const

const securityMailTo = (ctx: UserCtx, email: string, title: string, text: string): Mail =>
  mailTo(email, {
    title,
    paragraphs: [text],
    facts: facts(ctx),
    action: to(ctx, 'Look at your security settings', urls.profileSecurity),
    footnote: `If this was not you, change your password at once, end all sessions, and write to ${SITE.email}.`,
  })

export function securityMail(ctx: UserCtx, what: keyof ReturnType<typeof securityTexts>): Mail {
  const [title, text] = securityTexts()[what]
  return securityMailTo(ctx, ctx.user.email, title, text)
}

/** To the old address, when a change was asked for and when it is done. */
export const emailChangeMail = (ctx: UserCtx, old: string, email: string, done: boolean): Mail =>
  done
    ? securityMailTo(
        ctx,
        old,
        'Your email address was changed',
        `You sign in to ${SITE.name} as ${email} from now on, no longer with this address.`,
      )
    : securityMailTo(
        ctx,
        old,
        'Your email address is about to change',
        `Somebody signed in to your ${SITE.name} account asked to replace this address by ${email}. It happens once that address is confirmed.`,
      )

/** To the new address: nothing changes before its link is opened. */
export const confirmEmailMail = (ctx: UserCtx, email: string, token: string): Mail =>
  mailTo(email, {
    title: 'Confirm your new email address',
    paragraphs: [
      `You asked to sign in to ${SITE.name} with this address. Confirm it, and it replaces ${ctx.user.email}.`,
      'The link works for a day.',
    ],
    action: to(ctx, 'Use this address', href(urls.confirmEmailChange, { token })),
    footnote: 'If you did not ask for this, do nothing: nothing changes.',
  })

/** To an address that has an account of its own: only its owner learns that. */
export const addressTakenMail = (ctx: UserCtx, email: string): Mail =>
  mailTo(email, {
    title: 'This address has an account already',
    paragraphs: [
      `Somebody who is signed in to another ${SITE.name} account asked to use this address for it. Nothing has changed, since you have an account with this address.`,
      'If it was you: sign in with this address, or delete that account first.',
    ],
    action: to(ctx, 'Login', urls.login),
    footnote: 'If it was not you, there is nothing that you need to do.',
  })

export const accountDeletedMail = (ctx: UserCtx): Mail =>
  mailTo(ctx.user.email, {
    title: 'Your account is deleted',
    paragraphs: [
      `Your ${SITE.name} account, its sessions, keys and conversations are deleted, and so are the organizations in which you were alone.`,
      'What must be kept for the books, such as the ledger of credits, is kept without your name.',
    ],
    facts: facts(ctx),
    footnote: `If this was not you, write to ${SITE.email}.`,
  })
