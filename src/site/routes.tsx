import { Hono } from 'hono'
import { setCookie } from 'hono/cookie'
import { z } from 'zod'
import { visitor } from '#auth/guard.ts'
import { localPath } from '#auth/rules/next.ts'
import { SITE } from '#base/site.ts'
import { anyone, type Env, type HttpContext } from '#web/handler.ts'
import { readBody } from '#web/input.ts'
import { pageAnswer } from '#web/page.tsx'
import type { Ctx, User } from '../ctx.ts'
import { urls } from '../urls.ts'
import { HomePage } from './pages/home.tsx'

/** The start page; signed-in people find their own ways on. */
const showHome = (ctx: Ctx & { user: User | null }, c: HttpContext) =>
  pageAnswer(
    c,
    ctx,
    { layout: 'site', title: SITE.title },
    <HomePage signedIn={ctx.user !== null} uploadMaxMb={ctx.config.UPLOAD_MAX_MB} />,
  )

const themeChoice = z.object({ theme: z.enum(['system', 'light', 'dark']) })

/** Keeps the theme for a year and goes back to the page it was chosen on; the page script asks by fetch and needs no page. */
async function chooseTheme(_ctx: Ctx, c: HttpContext): Promise<Response> {
  const { theme } = await readBody(c, themeChoice)
  const secure = new URL(c.req.url).protocol === 'https:'
  setCookie(c, 'theme', theme, { path: '/', maxAge: 31_536_000, sameSite: 'Lax', httpOnly: true, secure })
  if (c.req.header('accept') === 'application/json') return c.body(null, 204)
  const referer = c.req.header('referer')
  const from = referer && URL.canParse(referer) ? new URL(referer) : null
  const here = from?.host === c.req.header('host') ? localPath(`${from?.pathname}${from?.search}`) : null
  return c.redirect(here ?? urls.home, 303)
}

export const siteRoutes = new Hono<Env>().get(urls.home, visitor(showHome)).post(urls.theme, anyone(chooseTheme))
