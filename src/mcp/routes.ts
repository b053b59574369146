import { Hono } from 'hono'
import { sessionCtx } from '#auth/guard.ts'
import type { SessionCtx } from '#auth/identify.ts'
import { challenge } from '#auth/oauth.ts'
import { AppError, forbidden, notFound } from '#base/errors.ts'
import { MINUTE } from '#base/time.ts'
import { guard, type Handler } from '#web/handler.ts'
import type { Env, HttpContext } from '#web/http-context.ts'
import * as rateLimit from '#web/rate-limit.ts'
import { absolute, urls } from '../urls.ts'
import { type Api, LONGEST_WAIT, refusalOf } from './tools.ts'

/** Tools that one person calls in a minute at most, by whatever keys: a program that goes round in circles is told to wait. */
const CALLS = { most: 120, window: MINUTE }

/** The app itself, asked in process. */
type App = (path: string, init: RequestInit, env: object) => Response | Promise<Response>

/**
 * Whoever sends an API key or an access token. A session cookie opens nothing here, and neither does a page of another site, whatever
 * name it has made this server answer to.
 */
const bearer = guard<SessionCtx>('bearer', async (ctx, c) => {
  const origin = c.req.header('origin')
  if (origin && origin !== new URL(absolute(ctx.config, '/')).origin)
    throw forbidden('This request came from another site and was refused.', 'cross_site')
  const found = c.req.header('authorization') ? await sessionCtx(ctx, c) : null
  if (found) return found
  c.header('WWW-Authenticate', challenge(ctx))
  throw new AppError(
    'unauthenticated',
    'Send an API key that is valid: Authorization: Bearer tt_… Make one under Profile, API keys.',
  )
})

/**
 * @param app the app that this route belongs to
 * @param wait milliseconds that a tool waits for an answer
 */
export function mcpRoutes(app: App, wait = LONGEST_WAIT) {
  const serveMcp: Handler<SessionCtx> = async (ctx, c) => {
    // Loaded when somebody comes: it takes a tenth of a second.
    const { answer } = await import('./server.ts')
    const withSql = ctx.models.explain?.show_sql ?? true
    const admit = () => rateLimit.take(ctx, `mcp:${ctx.user.id}`, CALLS)
    return answer(c.req.raw, { api: apiOf(c, app), admit, withSql, wait }, (error) => {
      ctx.log.error('unhandled error', { path: c.req.path, error })
      return new AppError('internal', `Something went wrong on our side. Tell us this id: ${ctx.actor.requestId}`)
    })
  }
  return new Hono<Env>().post(urls.mcp, bearer(serveMcp))
}

/** The API as whoever sent this request: by the same proof, from the same address, in the same language. */
const apiOf =
  (c: HttpContext, app: App): Api =>
  async (path, body, accept = 'application/json') => {
    // An id such as `..` would lead to another address.
    if (new URL(path, 'http://localhost').pathname !== path.split('?')[0]) throw notFound('This id')
    const { ip } = c.var.actor
    const headers = {
      accept,
      authorization: c.req.header('authorization')!,
      'accept-language': c.req.header('accept-language') ?? '',
      ...(body && { 'content-type': 'application/json' }),
    }
    const sent = body && { method: 'POST', body: JSON.stringify(body) }
    const from = { requestIP: () => (ip ? { address: ip } : null) }
    const answer = await app(path, { headers, signal: c.req.raw.signal, ...sent }, from)
    if (!answer.ok) throw await refusalOf(answer)
    return answer
  }
