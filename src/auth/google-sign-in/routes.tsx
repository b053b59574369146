import { Hono } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { notFound } from '#base/errors.ts'
import { SECOND } from '#base/time.ts'
import { anyone, type Handler } from '#web/handler.ts'
import type { Env, HttpContext } from '#web/http-context.ts'
import type { Ctx } from '../../ctx.ts'
import { href, urls } from '../../urls.ts'
import { carry, requester } from '../api.ts'
import { isSecure } from '../cookies.ts'
import * as google from '../google.ts'
import { nextOf } from '../redirect.ts'
import * as sessions from '../sessions.ts'
import { flashSignIn } from '../sign-in-events.ts'

const cookieName = (ctx: Ctx) => `${isSecure(ctx.config) ? '__Secure-' : ''}tabletalk.google`
const options = (ctx: Ctx) => ({
  path: urls.googleSignIn,
  httpOnly: true,
  sameSite: 'Lax' as const,
  secure: isSecure(ctx.config),
})

/** Back to the login page, which says why. */
function explain(c: HttpContext, error: unknown): Response {
  if (!(error instanceof google.GoogleFailure)) throw error
  return c.redirect(href(urls.login, {}, { problem: error.problem }), 303)
}

const beginGoogle: Handler<Ctx> = async (ctx, c) => {
  if (!google.isConfigured(ctx.config)) throw notFound('Page')
  try {
    const { address, sealed: cookie } = await google.begin(ctx, await nextOf(c), c.req.query('remember') !== 'off')
    setCookie(c, cookieName(ctx), cookie, { ...options(ctx), maxAge: google.ATTEMPT_LIFE / SECOND })
    return c.redirect(address, 302)
  } catch (error) {
    return explain(c, error)
  }
}

const completeGoogle: Handler<Ctx> = async (ctx, c) => {
  if (!google.isConfigured(ctx.config)) throw notFound('Page')
  const sealed = getCookie(c, cookieName(ctx)) ?? null
  deleteCookie(c, cookieName(ctx), options(ctx))
  c.header('Cache-Control', 'no-store')
  try {
    const { code, state, error } = c.req.query()
    const { answer, next, isNew } = await google.complete(ctx, { code, state, error }, sealed, requester(c))
    carry(c, answer.cookies)
    flashSignIn(c, answer, isNew ? { sign_up: 'google' } : { login: 'google' })
    if (sessions.isWaiting(answer)) return c.redirect(href(urls.signInSecondStep, {}, { next: next ?? undefined }), 303)
    return c.redirect(next ?? (isNew ? urls.newOrganization : urls.organizations), 303)
  } catch (error) {
    return explain(c, error)
  }
}

export const googleRoutes = new Hono<Env>()
  .get(urls.googleSignIn, anyone(beginGoogle))
  .get(urls.googleCallback, anyone(completeGoogle))
