import { Hono } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { z } from 'zod'
import { isSecure } from '#auth/cookies.ts'
import { notFound } from '#base/errors.ts'
import { regionOf } from '#base/format.ts'
import { emptyForm, type FormState, submitted } from '#web/form.ts'
import type { Handler } from '#web/handler.ts'
import type { Env, HttpContext } from '#web/http-context.ts'
import { readBody, readQuery } from '#web/input.ts'
import { withoutScripts } from '#web/middleware.ts'
import { href, urls } from '../../urls.ts'
import { holdsLink } from '../guard.ts'
import * as links from '../links.ts'
import { BoardView } from '../pages/board.tsx'
import { ChartImage } from '../pages/chart-image.tsx'
import { BareDocument, MadeWith, PasswordPage, Styles } from '../pages/shared.tsx'
import { linkVisit } from '../rules/link.ts'
import { PICTURE_WIDTHS } from '../rules/picture-width.ts'
import * as boards from '../shared-board.ts'

const VISIT_COOKIE = 'tabletalk.link'
const localeOf = (c: HttpContext) => regionOf(c.req.header('accept-language'))
const isOpen = (ctx: links.LinkCtx, c: HttpContext) => links.isOpen(ctx, getCookie(c, VISIT_COOKIE))

function document(c: HttpContext, page: { title: string; status?: number; body: unknown }): Response {
  withoutScripts(c)
  const whole = (
    <BareDocument title={page.title} locale={localeOf(c)} styles={<Styles />}>
      {page.body as never}
    </BareDocument>
  )
  return c.html(`<!doctype html>${whole}`, (page.status ?? 200) as 200)
}

const askPassword = (_ctx: links.LinkCtx, c: HttpContext, form: FormState, status = 200) =>
  document(c, { title: 'A shared board', status, body: <PasswordPage form={form} /> })

const showBoard: Handler<links.LinkCtx> = async (ctx, c) => {
  if (!isOpen(ctx, c)) return askPassword(ctx, c, emptyForm())
  const board = await links.view(ctx)
  const token = c.req.param('token') ?? ''
  const manner = {
    locale: localeOf(c),
    linkHosts: ctx.settings().answers.link_hosts,
    picture: (block: { id: string; w: number }) => (
      <ChartImage block={block} address={(how) => href(urls.sharedCanvasChart, { token, blockId: block.id }, how)} />
    ),
  }
  const body = (
    <>
      <BoardView board={board} manner={manner} />
      <MadeWith />
    </>
  )
  return document(c, { title: board.name, body })
}

const submitPassword: Handler<links.LinkCtx> = (ctx, c) =>
  submitted(ctx, c, askPassword, async () => {
    const { password } = await readBody(c, linkVisit)
    const { visit, until } = await links.unlock(ctx, password)
    const path = href(urls.sharedCanvas, { token: c.req.param('token') ?? '' })
    const secure = isSecure(ctx.config)
    setCookie(c, VISIT_COOKIE, visit, { path, httpOnly: true, sameSite: 'Lax', secure, expires: until })
    return c.redirect(path, 303)
  })

const pictureQuery = z.object({
  width: z.enum(PICTURE_WIDTHS).transform(Number),
  theme: z.enum(['light', 'dark']).default('light'),
})

const showChart: Handler<links.LinkCtx> = async (ctx, c) => {
  const { width, theme } = readQuery(c, pictureQuery)
  const block = isOpen(ctx, c) && (await boards.blockOf(ctx, await links.published(ctx), c.req.param('blockId') ?? ''))
  const svg = block && (await boards.chartPicture(ctx, block, { width, theme, locale: localeOf(c) }))
  if (!svg) throw notFound('Chart')
  // Opened by itself it is a document: nothing in it may run or be fetched.
  c.header('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
  return c.body(svg, 200, { 'Content-Type': 'image/svg+xml; charset=utf-8' })
}

export const sharedRoutes = new Hono<Env>()
  .get(urls.sharedCanvas, holdsLink(showBoard))
  .post(urls.sharedCanvas, holdsLink(submitPassword))
  .get(urls.sharedCanvasChart, holdsLink(showChart))
