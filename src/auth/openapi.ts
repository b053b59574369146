import { z } from 'zod'
import { type Described, describe, moment } from '#web/openapi.ts'
import { urls } from '../urls.ts'
import { secondStepCode } from './rules/account.ts'
import { emailOnly, registration, resetByLink, signIn, verifyByLink } from './rules/credentials.ts'

const tag = 'Identity'
const user = z.object({ id: z.string(), name: z.string(), email: z.string() })
const session = z.object({ token: z.string(), expires_at: moment, user })
/** A sign-in that needs a code of the person's second factor; `challenge` is for clients without cookies. */
const waiting = z.object({ two_factor_required: z.literal(true), challenge: z.string() })
const signedIn = z.union([session, waiting])

export const authApi: Described[] = [
  describe('post', urls.apiRegister, {
    tag,
    summary: 'Register',
    description:
      'The answer is the same whether or not the address has an account: its owner is told by mail. With the password of an account it signs in to that one.',
    body: registration,
    answer: session,
    status: 201,
    errors: ['rate_limited'],
  }),
  describe('post', urls.apiLogin, {
    tag,
    summary: 'Sign in',
    body: signIn,
    answer: signedIn,
    errors: ['unauthenticated', 'forbidden', 'rate_limited'],
  }),
  describe('post', urls.apiSecondStep, {
    tag,
    summary: 'Take the second step of a sign-in',
    description: 'Within ten minutes, with a code of the authenticator app or a backup code.',
    body: secondStepCode,
    answer: session,
    errors: ['unauthenticated', 'rate_limited'],
  }),
  describe('post', urls.apiAdminLogin, {
    tag,
    summary: 'Sign in as an admin',
    body: signIn,
    answer: signedIn,
    errors: ['unauthenticated', 'forbidden', 'rate_limited'],
  }),
  describe('post', urls.apiLogout, { tag, summary: 'Sign out', description: 'Always succeeds.' }),
  describe('get', urls.apiToken, {
    tag,
    summary: 'Renew the access token',
    description: 'With the session cookie only: a token cannot renew itself.',
    answer: z.object({ token: z.string(), expires_at: moment }),
  }),
  describe('post', urls.apiForgotPassword, {
    tag,
    summary: 'Ask for a link to choose a new password',
    description: 'The answer is the same for every address. The link leads to `/auth/callback?next=/reset-password`.',
    body: emailOnly,
    errors: ['rate_limited'],
  }),
  describe('post', urls.apiResetPassword, {
    tag,
    summary: 'Choose a new password with the token of the link',
    description: 'Ends every session of the account. Links work once and for an hour.',
    body: resetByLink,
    errors: ['not_found'],
  }),
  describe('post', urls.apiSendVerification, {
    tag,
    summary: 'Send the link that verifies the email address again',
    errors: ['conflict', 'rate_limited'],
  }),
  describe('post', urls.apiVerifyEmail, {
    tag,
    summary: 'Verify the email address with the token of the link',
    description: 'Signed in to the account of the link, which works once and for 24 hours.',
    body: verifyByLink,
    errors: ['not_found', 'conflict'],
  }),
  describe('get', urls.apiAdminStatus, {
    tag,
    summary: 'Admin roles of who is signed in',
    answer: z.object({ isAdmin: z.boolean(), roles: z.array(z.string()) }),
  }),
]
