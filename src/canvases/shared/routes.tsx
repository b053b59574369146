import { Hono } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import type { Child } from 'hono/jsx'
import { z } from 'zod'
import { isSecure } from '#auth/cookies.ts'
import { notFound } from '#base/errors.ts'
import { regionOf } from '#base/format.ts'
import { emptyForm, type FormState, submitted } from '#web/form.ts'
import type { Handler } from '#web/handler.ts'
import type { Env, HttpContext } from '#web/http-context.ts'
import { readBody, readQuery } from '#web/input.ts'
import { withoutScripts } from '#web/middleware.ts'
import type { WorkspaceCtx } from '../../ctx.ts'
import { href, urls } from '../../urls.ts'
import * as embedding from '../embedding.ts'
import { holdsLink, holdsToken } from '../guard.ts'
import * as links from '../links.ts'
import { BoardView } from '../pages/board.tsx'
import { ChartImage } from '../pages/chart-image.tsx'
import { BareDocument, MadeWith, PasswordPage, Styles } from '../pages/shared.tsx'
import type { Snapshot } from '../rules/block.ts'
import { linkVisit } from '../rules/link.ts'
import { PICTURE_WIDTHS } from '../rules/picture-width.ts'
import type { Board } from '../rules/shown-board.ts'
import * as boards from '../shared-board.ts'

const VISIT_COOKIE = 'tabletalk.link'
const tokenOf = (c: HttpContext) => c.req.param('token') ?? ''
const localeOf = (c: HttpContext) => regionOf(c.req.header('accept-language'))
const isOpen = (ctx: links.LinkCtx, c: HttpContext) => links.isOpen(ctx, getCookie(c, VISIT_COOKIE))

type Bare = { title: string; status?: number; body: Child; ancestors?: string[] }

function bareAnswer(c: HttpContext, { title, status = 200, body, ancestors }: Bare): Response {
  withoutScripts(c, ancestors)
  const whole = (
    <BareDocument title={title} locale={localeOf(c)} styles={<Styles />}>
      {body}
    </BareDocument>
  )
  return c.html(`<!doctype html>${whole}`, status as 200)
}

/** @param chartUrl where the pictures of its charts are, below the secret of the page */
function boardAnswer(
  c: HttpContext,
  ctx: WorkspaceCtx,
  board: Board,
  {
    chartUrl,
    ancestors,
  }: { chartUrl: typeof urls.sharedCanvasChart | typeof urls.embeddedCanvasChart; ancestors?: string[] },
): Response {
  const manner = {
    locale: localeOf(c),
    linkHosts: ctx.settings().answers.link_hosts,
    picture: (block: { id: string; w: number }) => (
      <ChartImage block={block} address={(how) => href(chartUrl, { token: tokenOf(c), blockId: block.id }, how)} />
    ),
  }
  const body = (
    <>
      <BoardView board={board} manner={manner} />
      <MadeWith />
    </>
  )
  return bareAnswer(c, { title: board.name, body, ...(ancestors && { ancestors }) })
}

const pictureQuery = z.object({
  width: z.enum(PICTURE_WIDTHS).transform(Number),
  theme: z.enum(['light', 'dark']).default('light'),
})

/** @param snapshot what may be seen; null: nothing */
async function chartAnswer(c: HttpContext, ctx: WorkspaceCtx, snapshot: Snapshot | null): Promise<Response> {
  const { width, theme } = readQuery(c, pictureQuery)
  const block = snapshot && (await boards.blockOf(ctx, snapshot, c.req.param('blockId') ?? ''))
  const svg = block && (await boards.chartPicture(ctx, block, { width, theme, locale: localeOf(c) }))
  if (!svg) throw notFound('Chart')
  // Opened by itself it is a document: nothing in it may run or be fetched.
  c.header('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
  return c.body(svg, 200, { 'Content-Type': 'image/svg+xml; charset=utf-8' })
}

const askPassword = (_ctx: links.LinkCtx, c: HttpContext, form: FormState, status = 200) =>
  bareAnswer(c, { title: 'A shared board', status, body: <PasswordPage form={form} /> })

const showLink: Handler<links.LinkCtx> = async (ctx, c) =>
  isOpen(ctx, c)
    ? boardAnswer(c, ctx, await links.view(ctx), { chartUrl: urls.sharedCanvasChart })
    : askPassword(ctx, c, emptyForm())

const submitPassword: Handler<links.LinkCtx> = (ctx, c) =>
  submitted(ctx, c, askPassword, async () => {
    const { password } = await readBody(c, linkVisit)
    const { visit, until } = await links.unlock(ctx, password)
    const path = href(urls.sharedCanvas, { token: tokenOf(c) })
    const secure = isSecure(ctx.config)
    setCookie(c, VISIT_COOKIE, visit, { path, httpOnly: true, sameSite: 'Lax', secure, expires: until })
    return c.redirect(path, 303)
  })

const showLinkChart: Handler<links.LinkCtx> = async (ctx, c) =>
  chartAnswer(c, ctx, isOpen(ctx, c) ? await links.published(ctx) : null)

const showEmbedded: Handler<embedding.EmbedCtx> = async (ctx, c) =>
  boardAnswer(c, ctx, await embedding.view(ctx), { chartUrl: urls.embeddedCanvasChart, ancestors: ctx.hosts })

const showEmbeddedChart: Handler<embedding.EmbedCtx> = async (ctx, c) => chartAnswer(c, ctx, await embedding.seen(ctx))

export const sharedRoutes = new Hono<Env>()
  .get(urls.sharedCanvas, holdsLink(showLink))
  .post(urls.sharedCanvas, holdsLink(submitPassword))
  .get(urls.sharedCanvasChart, holdsLink(showLinkChart))
  .get(urls.embeddedCanvas, holdsToken(showEmbedded))
  .get(urls.embeddedCanvasChart, holdsToken(showEmbeddedChart))
