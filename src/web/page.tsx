import { getCookie } from 'hono/cookie'
import type { Child } from 'hono/jsx'
import { regionOf } from '#base/format.ts'
import * as outbox from '#records/outbox.ts'
import { bannerOf } from '#records/rules/setting.ts'
import { VerifyBanner } from '#ui/banners.tsx'
import { InRegion } from '#ui/format.tsx'
import type { Frame, Theme } from '#ui/frame.ts'
import { Layout, type LayoutName } from '#ui/layout.tsx'
import { isPublicPage, type StructuredData } from '#ui/rules/public-page.ts'
import type { Ctx, User } from '../ctx.ts'
import { urls } from '../urls.ts'
import { consentOf, mustAsk } from './consent.ts'
import type { HttpContext } from './http-context.ts'

/**
 * Answers a whole page. The viewer in the header is the ctx's user, so a guard that looks up the session must have run.
 * @param about layout, title; description for search engines; status when it is not 200; data for programs
 */
export function pageAnswer(
  c: HttpContext,
  ctx: Ctx & { user?: User | null },
  about: {
    layout: LayoutName
    title: string
    description?: string
    status?: number | undefined
    /** What programs read of a public page. */
    data?: StructuredData[]
  },
  body: Child,
): Response {
  const consent = consentOf(c)
  const frame: Frame = {
    title: about.title,
    description: about.description,
    viewer: ctx.user
      ? {
          id: ctx.user.id,
          name: ctx.user.name,
          email: ctx.user.email,
          image: ctx.user.image,
          admin: ctx.user.adminRoles.length > 0,
        }
      : null,
    theme: ctx.user?.theme || themeOf(c),
    locale: ctx.user?.locale || regionOf(c.req.header('accept-language')),
    path: c.req.path,
    listed:
      about.status === undefined && isPublicPage(c.req.path)
        ? { address: `${originOf(c)}${c.req.path}`, data: about.data ?? [] }
        : null,
    apiBase: ctx.config.API_BASE,
    banner: bannerOf(ctx.settings(), ctx.now()),
    // Its own page asks already.
    consent: {
      ask: mustAsk(consent) && c.req.path !== urls.cookiePreferences,
      signal: consent.off ? 'off' : consent.signal,
    },
  }
  const content =
    about.layout === 'app' && ctx.user && !ctx.user.emailVerified ? (
      <>
        <VerifyBanner email={ctx.user.email} outbox={outbox.isOpen(ctx)} />
        {body}
      </>
    ) : (
      body
    )
  const whole = (
    <InRegion region={frame.locale}>
      <Layout frame={frame} class={about.layout}>
        {content}
      </Layout>
    </InRegion>
  )
  return c.html(`<!doctype html>${whole}`, (about.status ?? 200) as 200)
}

/** Where people reach this server, without a slash at the end. */
export const originOf = (c: HttpContext): string =>
  (c.var.world.config.BASE_URL ?? new URL(c.req.url).origin).replace(/\/+$/, '')

/** The theme chosen with the switch, kept in a cookie so that the first paint is right. */
function themeOf(c: HttpContext): Theme {
  const theme = getCookie(c, 'theme')
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}
