import { AppError } from '#base/errors.ts'
import { flashEvent } from '#web/flash-events.ts'
import type { Handler, HttpContext } from '#web/handler.ts'
import { readBody } from '#web/input.ts'
import type { Ctx, UserCtx } from '../ctx.ts'
import * as accounts from './accounts.ts'
import { expiredCookies } from './cookies.ts'
import { type Entered, tellEntered } from './entered.ts'
import { sessionCtx } from './guard.ts'
import type { SessionCtx } from './identify.ts'
import { secondStepCode } from './rules/account.ts'
import { isAdmin } from './rules/admin-role.ts'
import { registration, signIn } from './rules/credentials.ts'
import type { SecondStep } from './second-factor.ts'
import * as secondStep from './second-step.ts'
import * as sessions from './sessions.ts'

export const requester = (c: HttpContext): sessions.Requester => ({
  userAgent: c.req.header('user-agent') ?? '',
  cookies: c.req.header('cookie') ?? null,
})

/** Sends the cookies of a session that has just begun. */
export function carry(c: HttpContext, cookies: string[]): void {
  for (const cookie of cookies) c.header('Set-Cookie', cookie, { append: true })
}

/** What a client gets that has just signed in: its first access token, and the session cookie. */
async function sessionAnswer(
  c: HttpContext,
  begun: sessions.Beginning,
  status: 200 | 201,
  how: Entered,
): Promise<Response> {
  const { token, expiresAt } = await sessions.issueToken(begun.ctx)
  const { id, name, email } = begun.ctx.user
  carry(c, begun.cookies)
  tellEntered(c, begun, how)
  c.header('Cache-Control', 'no-store')
  return c.json({ token, expires_at: expiresAt.toISOString(), user: { id, name, email } }, status)
}

/** A sign-in that is complete, or one that still needs its second step. */
function signInAnswer(c: HttpContext, answer: sessions.Beginning | SecondStep): Response | Promise<Response> {
  if (!sessions.isWaiting(answer)) return sessionAnswer(c, answer, 200, { login: 'password' })
  carry(c, answer.cookies)
  c.header('Cache-Control', 'no-store')
  return c.json({ two_factor_required: true, challenge: answer.challenge })
}

export const register: Handler<Ctx> = async (ctx, c) => {
  const input = await readBody(c, registration)
  return sessionAnswer(c, await accounts.register(ctx, input, requester(c)), 201, { sign_up: 'password' })
}

export const login: Handler<Ctx> = async (ctx, c) => {
  const input = await readBody(c, signIn)
  return signInAnswer(c, await sessions.login(ctx, input, requester(c)))
}

export const adminLogin: Handler<Ctx> = async (ctx, c) => {
  const input = await readBody(c, signIn)
  return signInAnswer(c, await sessions.login(ctx, input, requester(c), 'admin'))
}

/** The second step of a sign-in: a code of the app or a backup code. */
export const takeSecondStep: Handler<Ctx> = async (ctx, c) => {
  const input = await readBody(c, secondStepCode)
  return sessionAnswer(c, await secondStep.take(ctx, input, requester(c)), 200, { login: 'second_factor' })
}

/** Always 204: whoever has no session is signed out already. */
export const logout: Handler<Ctx> = async (ctx, c) => {
  const session = await sessionCtx(ctx, c)
  if (session) {
    await sessions.logout(session)
    flashEvent(c, 'logout', {})
  }
  carry(c, expiredCookies(ctx))
  return c.body(null, 204)
}

/** Only the cookie gets a new token: one that was stolen must not renew itself. */
export const refreshToken: Handler<SessionCtx> = async (ctx, c) => {
  if (ctx.actor.via !== 'session') throw new AppError('unauthenticated', 'Ask for a new token with the session cookie.')
  const { token, expiresAt } = await sessions.issueToken(ctx)
  return c.json({ token, expires_at: expiresAt.toISOString() })
}

export const sendAdminStatus: Handler<UserCtx> = (ctx, c) =>
  c.json({ isAdmin: isAdmin(ctx.user.adminRoles), roles: ctx.user.adminRoles })
