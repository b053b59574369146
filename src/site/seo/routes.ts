import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Hono } from 'hono'
import { SITE } from '#base/site.ts'
import { asset } from '#ui/assets.ts'
import { PUBLIC_PAGES } from '#ui/rules/public-page.ts'
import { anyone, type Handler } from '#web/handler.ts'
import type { Env } from '#web/http-context.ts'
import { originOf } from '#web/page.tsx'
import type { Ctx } from '../../ctx.ts'
import { href, urls } from '../../urls.ts'
import { GUIDES } from '../documents.ts'

const DAY = 'public, max-age=86400'
const HOUR = 'public, max-age=3600'

/** Where only people with an account, an invitation or a job have something to do. */
const PRIVATE =
  '/api/ /admin/ /auth/ /billing /chat /invitations /shared /embed /organizations /outbox /profile /sandbox-gateway/ /uploads/ /verify-email/ /workspaces'.split(
    ' ',
  )

/** Every public page once; the marks of XML stand in none of these addresses. */
const sendSitemap: Handler<Ctx> = (_ctx, c) => {
  const paths = [...PUBLIC_PAGES, ...GUIDES.map((guide) => href(urls.guide, { guide }))]
  const lines = paths.map((path) => `  <url><loc>${xml(`${originOf(c)}${path}`)}</loc></url>`)
  const text = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${lines.join('\n')}\n</urlset>\n`
  return c.body(text, 200, { 'Content-Type': 'application/xml; charset=utf-8', 'Cache-Control': HOUR })
}

const xml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

const sendRobots: Handler<Ctx> = (_ctx, c) => {
  const lines = ['User-agent: *', `Allow: ${urls.openapi}`, ...PRIVATE.map((path) => `Disallow: ${path}`)]
  const text = `${lines.join('\n')}\n\nSitemap: ${originOf(c)}${urls.sitemap}\n`
  return c.body(text, 200, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': HOUR })
}

/** What a phone shows when the site is put on its start screen. */
const sendManifest: Handler<Ctx> = (_ctx, c) => {
  const manifest = {
    name: SITE.name,
    short_name: SITE.name,
    description: SITE.description,
    start_url: urls.chat,
    scope: '/',
    display: 'standalone',
    background_color: '#ffffff',
    theme_color: '#5b52ec',
    icons: [
      { src: asset('logo.svg'), sizes: 'any', type: 'image/svg+xml' },
      { src: asset('icon-180.png'), sizes: '180x180', type: 'image/png' },
      { src: asset('icon-512.png'), sizes: '512x512', type: 'image/png', purpose: 'any' },
    ],
  }
  return c.body(JSON.stringify(manifest), 200, {
    'Content-Type': 'application/manifest+json',
    'Cache-Control': HOUR,
  })
}

let icon: Uint8Array<ArrayBuffer> | undefined

/** Browsers ask for it at this very address; what they read is the picture, whatever it is called. */
const sendFavicon: Handler<Ctx> = (_ctx, c) => {
  icon ??= new Uint8Array(readFileSync(join(import.meta.dir, '../../../public/images/icon-32.png')))
  return c.body(icon, 200, { 'Content-Type': 'image/png', 'Cache-Control': DAY })
}

export const seoRoutes = new Hono<Env>()
  .get(urls.sitemap, anyone(sendSitemap))
  .get(urls.robots, anyone(sendRobots))
  .get(urls.manifest, anyone(sendManifest))
  .get(urls.favicon, anyone(sendFavicon))
