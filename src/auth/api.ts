import { z } from 'zod'
import { AppError } from '#base/errors.ts'
import { api, get, post } from '#web/api.ts'
import { flashEvent } from '#web/flash-events.ts'
import { anyone } from '#web/handler.ts'
import type { HttpContext } from '#web/http-context.ts'
import type { Ctx } from '../ctx.ts'
import { urls } from '../urls.ts'
import * as accounts from './accounts.ts'
import { expiredCookies } from './cookies.ts'
import { sessionCtx, signedIn } from './guard.ts'
import * as recovery from './recovery.ts'
import { secondStepCode } from './rules/account.ts'
import { isAdmin } from './rules/admin-role.ts'
import { sessionAnswer, signInAnswer } from './rules/answers.ts'
import { emailOnly, registration, resetByLink, type SignIn, signIn, verifyByLink } from './rules/credentials.ts'
import * as secondStep from './second-step.ts'
import * as sessions from './sessions.ts'
import { flashSignIn, type SignInMethod } from './sign-in-events.ts'
import * as verification from './verification.ts'

export const requester = (c: HttpContext): sessions.Requester => ({
  userAgent: c.req.header('user-agent') ?? '',
  cookies: c.req.header('cookie') ?? null,
})

/** Ends the session of a browser; whoever has none is signed out already. */
export async function logOut(ctx: Ctx, c: HttpContext): Promise<void> {
  const session = await sessionCtx(ctx, c)
  if (session) {
    await sessions.logout(session)
    flashEvent(c, 'logout', {})
  }
  carry(c, expiredCookies(ctx))
}

export function carry(c: HttpContext, cookies: string[]): void {
  for (const cookie of cookies) c.header('Set-Cookie', cookie, { append: true })
}

/** What a client gets that has just signed in: its first access token, and the session cookie. */
async function enter(c: HttpContext, session: sessions.Beginning, how: SignInMethod) {
  const issued = await sessions.issueToken(session.ctx)
  carry(c, session.cookies)
  flashSignIn(c, session, how)
  return { ...issued, user: session.ctx.user }
}

/** A sign-in that is complete, or one that still needs its second step. */
async function login(ctx: Ctx, c: HttpContext, input: SignIn, as?: 'admin') {
  const outcome = await sessions.login(ctx, input, requester(c), as)
  if (!sessions.isWaiting(outcome)) {
    const {
      token,
      expiresAt,
      user: { id, name, email },
    } = await enter(c, outcome, { login: 'password' })
    return { token, expires_at: expiresAt, user: { id, name, email } }
  }
  carry(c, outcome.cookies)
  return { two_factor_required: true, challenge: outcome.challenge } as const
}

export const authApi = api('Identity', [
  post(urls.apiRegister, anyone, {
    summary: 'Register',
    description:
      'The answer is the same whether or not the address has an account: its owner is told by mail. With the password of an account it signs in to that one.',
    body: registration,
    answer: sessionAnswer,
    status: 201,
    secret: true,
    errors: ['rate_limited'],
    handle: async (ctx, { body }, c) =>
      enter(c, await accounts.register(ctx, body, requester(c)), { sign_up: 'password' }),
  }),
  post(urls.apiLogin, anyone, {
    summary: 'Sign in',
    body: signIn,
    answer: signInAnswer,
    secret: true,
    errors: ['unauthenticated', 'forbidden', 'rate_limited'],
    handle: (ctx, { body }, c) => login(ctx, c, body),
  }),
  post(urls.apiSecondStep, anyone, {
    summary: 'Take the second step of a sign-in',
    description: 'Within ten minutes, with a code of the authenticator app or a backup code.',
    body: secondStepCode,
    answer: sessionAnswer,
    secret: true,
    errors: ['unauthenticated', 'rate_limited'],
    handle: async (ctx, { body }, c) =>
      enter(c, await secondStep.take(ctx, body, requester(c)), { login: 'second_factor' }),
  }),
  post(urls.apiAdminLogin, anyone, {
    summary: 'Sign in as an admin',
    body: signIn,
    answer: signInAnswer,
    secret: true,
    errors: ['unauthenticated', 'forbidden', 'rate_limited'],
    handle: (ctx, { body }, c) => login(ctx, c, body, 'admin'),
  }),
  post(urls.apiLogout, anyone, {
    summary: 'Sign out',
    description: 'Always succeeds.',
    handle: (ctx, _input, c) => logOut(ctx, c),
  }),
  get(urls.apiToken, signedIn, {
    summary: 'Renew the access token',
    description: 'With the session cookie only: a token cannot renew itself.',
    answer: sessionAnswer.omit({ user: true }),
    handle: (ctx) => {
      // A token that was stolen must not renew itself.
      if (ctx.actor.via !== 'session')
        throw new AppError('unauthenticated', 'Ask for a new token with the session cookie.')
      return sessions.issueToken(ctx)
    },
  }),
  post(urls.apiForgotPassword, anyone, {
    summary: 'Ask for a link to choose a new password',
    description: 'The answer is the same for every address. The link leads to `/auth/callback?next=/reset-password`.',
    body: emailOnly,
    errors: ['rate_limited'],
    handle: (ctx, { body }) => recovery.request(ctx, body.email),
  }),
  post(urls.apiResetPassword, anyone, {
    summary: 'Choose a new password with the token of the link',
    description: 'Ends every session of the account. Links work once and for an hour.',
    body: resetByLink,
    errors: ['not_found'],
    handle: (ctx, { body }) => recovery.complete(ctx, body.token, body.password),
  }),
  post(urls.apiSendVerification, signedIn, {
    summary: 'Send the link that verifies the email address again',
    errors: ['conflict', 'rate_limited'],
    handle: verification.resend,
  }),
  post(urls.apiVerifyEmail, signedIn, {
    summary: 'Verify the email address with the token of the link',
    description: 'Signed in to the account of the link, which works once and for 24 hours.',
    body: verifyByLink,
    errors: ['not_found', 'conflict'],
    handle: (ctx, { body }) => verification.confirmOwn(ctx, body.token),
  }),
  get(urls.apiAdminStatus, signedIn, {
    summary: 'Admin roles of who is signed in',
    answer: z.object({ isAdmin: z.boolean(), roles: z.array(z.string()) }),
    handle: ({ user }) => ({ isAdmin: isAdmin(user.adminRoles), roles: user.adminRoles }),
  }),
])
