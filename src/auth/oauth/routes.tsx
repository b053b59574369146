import { Hono } from 'hono'
import { AppError } from '#base/errors.ts'
import { anyone, type Handler } from '#web/handler.ts'
import type { Env, HttpContext } from '#web/http-context.ts'
import { readBody, readQuery } from '#web/input.ts'
import { pageAnswer } from '#web/page.tsx'
import type { Ctx } from '../../ctx.ts'
import { urls } from '../../urls.ts'
import { signedIn } from '../guard.ts'
import type { SessionCtx } from '../identify.ts'
import * as oauth from '../oauth.ts'
import { ConnectPage, GoOnPage } from '../pages/connect.tsx'
import * as rules from '../rules/oauth.ts'

const showServer: Handler<Ctx> = (ctx, c) => c.json(oauth.serverMetadata(ctx))
const showResource: Handler<Ctx> = (ctx, c) => c.json(oauth.resourceMetadata(ctx))

/** Errors in the words of OAuth, which programs read. */
const spoken = async (c: HttpContext, otherwise: string, work: () => Promise<Response>): Promise<Response> => {
  c.header('Cache-Control', 'no-store')
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error
    const code = error.kind === error.code ? otherwise : error.code
    return c.json({ error: code, error_description: error.message }, 400)
  }
}

const submitClient: Handler<Ctx> = (ctx, c) =>
  spoken(c, 'invalid_client_metadata', async () =>
    c.json(oauth.register(ctx, await readBody(c, rules.registration)), 201),
  )

const submitToken: Handler<Ctx> = (ctx, c) =>
  spoken(c, 'invalid_request', async () => c.json(await oauth.exchange(ctx, await readBody(c, rules.tokenRequest))))

const about = { layout: 'site', title: 'Connect a program' } as const

/** Forms may only lead to this site, so it is the next page that leads on. */
const goOn = (ctx: SessionCtx, c: HttpContext, name: string, to: string) => {
  c.header('Refresh', `0; url=${to}`)
  return pageAnswer(c, ctx, about, <GoOnPage name={name} to={to} />)
}

const showConnect: Handler<SessionCtx> = (ctx, c) => {
  const asked = readQuery(c, rules.request)
  const { client, scopes } = oauth.read(ctx, asked)
  const place = rules.placeOf(asked.redirect_uri)
  const { pathname, search } = new URL(c.req.url)
  const props = { name: client.client_name, place, scopes, email: ctx.user.email, action: `${pathname}${search}` }
  return pageAnswer(c, ctx, about, <ConnectPage {...props} />)
}

const submitConnect: Handler<SessionCtx> = async (ctx, c) => {
  const asked = readQuery(c, rules.request)
  const { client, scopes } = oauth.read(ctx, asked)
  const answer = await readBody(c, rules.consent)
  const chosen = scopes.filter((scope) => answer.scopes.includes(scope))
  const to =
    answer.allow && chosen.length > 0
      ? await oauth.allow(ctx, asked, chosen)
      : oauth.answered(ctx, asked, { error: 'access_denied' })
  return goOn(ctx, c, client.client_name, to)
}

export const oauthRoutes = new Hono<Env>()
  .get(urls.oauthServer, anyone(showServer))
  .get(urls.oauthResource, anyone(showResource))
  .post(urls.oauthRegister, anyone(submitClient))
  .get(urls.oauthAuthorize, signedIn(showConnect))
  .post(urls.oauthAuthorize, signedIn(submitConnect))
  .post(urls.oauthToken, anyone(submitToken))
