import { SITE } from '#base/site.ts'
import type { Mail } from '#outside/mail.ts'
import { mailOf } from '#ui/mail.tsx'
import type { Ctx } from '../ctx.ts'
import { absolute, href, urls } from '../urls.ts'

/** Who a mail goes to; the name may be empty. */
export type Recipient = { name: string; email: string }

const hello = ({ name }: Recipient) => (name ? `Hello ${name},` : 'Hello,')
/** "21 November 2026 at 16:09 UTC" */
export const inUtc = (moment: Date): string =>
  `${moment.toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' })} at ${moment.toLocaleTimeString('en-GB', { timeStyle: 'short', timeZone: 'UTC' })} UTC`

const forgotten = (ctx: Ctx) => ({
  label: 'Reset your password',
  address: absolute(ctx.config, urls.forgotPassword),
})

/** @param since when another account was made with this address that nobody has verified; null when there is none */
export const verifyLetter = (ctx: Ctx, to: Recipient, token: string, since: Date | null): Mail => ({
  to: to.email,
  ...mailOf({
    title: 'Verify your email address',
    paragraphs: [
      hello(to),
      `welcome to ${SITE.name}. Please confirm that this address is yours: invitations to organizations come to it, and it is how you get back in when you forget your password.`,
      ...(since
        ? [
            `You have an account with this address already: it was made on ${inUtc(since)} and never verified. If that was you, sign in to it, or choose a new password for it. To keep the account that was made just now, verify the address: it belongs to that one then.`,
          ]
        : []),
      'The link works once and for 24 hours.',
    ],
    action: { label: 'Verify email address', address: absolute(ctx.config, href(urls.verifyEmail, { token })) },
    alternative: since
      ? { label: 'Sign in to the earlier account', address: absolute(ctx.config, urls.login) }
      : undefined,
    footnote: `You did not create an account at ${SITE.name}? Then do nothing: without this link nobody can use your address.`,
  }),
})

/** An operator has taken the address of somebody as proven. */
export const addressVerifiedLetter = (ctx: Ctx, to: Recipient): Mail => ({
  to: to.email,
  ...mailOf({
    title: 'Your email address is verified',
    paragraphs: [
      hello(to),
      `our support has verified this address for your account at ${SITE.name}. Invitations to organizations come to it now.`,
    ],
    action: { label: 'Sign in', address: absolute(ctx.config, urls.login) },
    footnote: 'You did not ask for this, or have no account? Then please answer this mail.',
  }),
})

export const alreadyRegisteredLetter = (ctx: Ctx, to: Recipient): Mail => ({
  to: to.email,
  ...mailOf({
    title: `You already have an account at ${SITE.name}`,
    paragraphs: [
      hello(to),
      'somebody, perhaps you, has just registered with this address. It belongs to an account already, so sign in to that one. If you do not remember its password, choose a new one.',
    ],
    action: { label: 'Sign in', address: absolute(ctx.config, urls.login) },
    alternative: forgotten(ctx),
    footnote: 'It was not you? Then do nothing: your account is as it was, and nobody else can use your address.',
  }),
})

/** @param by who asked for it: the person on the page, or our support for them */
export const resetLetter = (ctx: Ctx, to: Recipient, token: string, by: 'person' | 'support' = 'person'): Mail => ({
  to: to.email,
  ...mailOf({
    title: 'Choose a new password',
    paragraphs: [
      hello(to),
      `${by === 'person' ? 'you asked for' : 'our support sends you a link for'} a new password for your account at ${SITE.name}. The link works once and for one hour. When you have chosen one, you are signed out everywhere else.`,
    ],
    action: {
      label: 'Choose a new password',
      address: absolute(ctx.config, href(urls.authCallback, {}, { next: urls.resetPassword, token })),
    },
    footnote: 'You did not ask for this? Then do nothing: your password stays as it is.',
  }),
})

/** The same question about an address without an account: whoever forgot which address they took learns it here, and nobody else. */
export const noAccountLetter = (ctx: Ctx, email: string): Mail => ({
  to: email,
  ...mailOf({
    subject: 'Choose a new password',
    title: 'No account has this address',
    paragraphs: [
      'Hello,',
      `somebody, perhaps you, asked for a new password at ${SITE.name} with this address, but there is no account with it. Perhaps you registered with another address.`,
    ],
    action: { label: 'Create an account', address: absolute(ctx.config, urls.register) },
    footnote: 'You did not ask for this? Then do nothing.',
  }),
})

/** What is known of a deed, for the person to recognise it. */
const factsOf = (ctx: Ctx, device: string): [string, string][] => [
  ['When', inUtc(ctx.now())],
  ['With', device],
  ...(ctx.actor.ip ? ([['Address', ctx.actor.ip]] as [string, string][]) : []),
]

export const newSignInLetter = (ctx: Ctx, to: Recipient, device: string): Mail => ({
  to: to.email,
  ...mailOf({
    subject: `New sign-in to ${SITE.name}`,
    title: 'New sign-in to your account',
    paragraphs: [hello(to), 'somebody signed in to your account from a browser that it has not seen before.'],
    facts: factsOf(ctx, device),
    alternative: { ...forgotten(ctx), label: 'It was not you? Reset your password now' },
    footnote: 'It was you? Then there is nothing to do.',
  }),
})
