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
import * as canvasLinks from '../canvas-links.ts'
import * as conversationLinks from '../conversation-links.ts'
import * as embedding from '../embedding.ts'
import { holdsConversationLink, holdsLink, holdsToken } from '../guard.ts'
import * as links from '../links.ts'
import { BoardView } from '../pages/board.tsx'
import { ChartImage } from '../pages/chart-image.tsx'
import { BareDocument, MadeWith, PasswordPage, Styles } from '../pages/shared.tsx'
import { linkVisit } from '../rules/link.ts'
import { PICTURE_WIDTHS } from '../rules/picture-width.ts'
import type { Board, ShownBlock } from '../rules/shown-board.ts'
import * as boards from '../shared-board.ts'

type AnyLink = links.Opened<WorkspaceCtx>
/** What somebody reads, as pages name it. */
type Kind = 'board' | 'conversation'
type ChartUrl = typeof urls.sharedCanvasChart | typeof urls.sharedConversationChart | typeof urls.embeddedCanvasChart
const VISIT_COOKIE = 'tabletalk.link'
const tokenOf = (c: HttpContext) => c.req.param('token') ?? ''
const localeOf = (c: HttpContext) => regionOf(c.req.header('accept-language'))
const isOpen = (ctx: AnyLink, c: HttpContext) => links.isOpen(ctx, getCookie(c, VISIT_COOKIE))

/** Counts that somebody opened a link: whoever asks for its headers alone, as scanners of mails do, is shown nothing. */
async function counted<C extends AnyLink>(ctx: C, c: HttpContext): Promise<C> {
  if (c.req.method !== 'HEAD') await links.countView(ctx)
  return ctx
}

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
  { kind = 'board', chartUrl, ancestors }: { kind?: Kind; chartUrl: ChartUrl; ancestors?: string[] },
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
      <BoardView board={board} manner={manner} flows={kind === 'conversation'} />
      <MadeWith kind={kind} />
    </>
  )
  return bareAnswer(c, { title: board.name, body, ...(ancestors && { ancestors }) })
}

const pictureQuery = z.object({
  width: z.enum(PICTURE_WIDTHS).transform(Number),
  theme: z.enum(['light', 'dark']).default('light'),
})

/** @param find the block of this id, if it may be seen */
async function chartAnswer(
  c: HttpContext,
  ctx: WorkspaceCtx,
  find: (id: string) => Promise<ShownBlock | undefined>,
): Promise<Response> {
  const { width, theme } = readQuery(c, pictureQuery)
  const block = await find(c.req.param('blockId') ?? '')
  const svg = block && (await boards.chartPicture(ctx, block, { width, theme, locale: localeOf(c) }))
  if (!svg) throw notFound('Chart')
  // Opened by itself it is a document: nothing in it may run or be fetched.
  c.header('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
  return c.body(svg, 200, { 'Content-Type': 'image/svg+xml; charset=utf-8' })
}

const passwordPage =
  (kind: Kind) =>
  (_ctx: AnyLink, c: HttpContext, form: FormState, status = 200): Response =>
    bareAnswer(c, { title: `A shared ${kind}`, status, body: <PasswordPage kind={kind} form={form} /> })

const showLink: Handler<canvasLinks.CanvasLinkCtx> = async (ctx, c) =>
  isOpen(ctx, c)
    ? boardAnswer(c, ctx, await canvasLinks.view(await counted(ctx, c)), { chartUrl: urls.sharedCanvasChart })
    : passwordPage('board')(ctx, c, emptyForm())

const showConversation: Handler<conversationLinks.ConversationLinkCtx> = async (ctx, c) =>
  isOpen(ctx, c)
    ? boardAnswer(c, ctx, await conversationLinks.published(await counted(ctx, c)), {
        ...{ kind: 'conversation', chartUrl: urls.sharedConversationChart },
      })
    : passwordPage('conversation')(ctx, c, emptyForm())

function passwordForm(kind: Kind, url: typeof urls.sharedCanvas | typeof urls.sharedConversation) {
  // A declaration keeps its name in the table of routes.
  function submitPassword(ctx: AnyLink, c: HttpContext): Promise<Response> {
    return submitted(ctx, c, passwordPage(kind), async () => {
      const { password } = await readBody(c, linkVisit)
      const { visit, until } = await links.unlock(ctx, password)
      const path = href(url, { token: tokenOf(c) })
      const secure = isSecure(ctx.config)
      setCookie(c, VISIT_COOKIE, visit, { path, httpOnly: true, sameSite: 'Lax', secure, expires: until })
      return c.redirect(path, 303)
    })
  }
  return submitPassword
}

const showLinkChart: Handler<canvasLinks.CanvasLinkCtx> = (ctx, c) =>
  chartAnswer(c, ctx, async (id) =>
    isOpen(ctx, c) ? boards.blockOf(ctx, await canvasLinks.published(ctx), { id, reader: 'anybody' }) : undefined,
  )

const showConversationChart: Handler<conversationLinks.ConversationLinkCtx> = (ctx, c) =>
  chartAnswer(c, ctx, async (id) =>
    isOpen(ctx, c) ? (await conversationLinks.published(ctx)).blocks.find((block) => block.id === id) : undefined,
  )

const showEmbedded: Handler<embedding.EmbedCtx> = async (ctx, c) =>
  boardAnswer(c, ctx, await embedding.view(ctx), { chartUrl: urls.embeddedCanvasChart, ancestors: ctx.hosts })

const showEmbeddedChart: Handler<embedding.EmbedCtx> = (ctx, c) =>
  chartAnswer(c, ctx, async (id) => boards.blockOf(ctx, await embedding.seen(ctx), { id, reader: 'anybody' }))

export const sharedRoutes = new Hono<Env>()
  .get(urls.sharedCanvas, holdsLink(showLink))
  .post(urls.sharedCanvas, holdsLink(passwordForm('board', urls.sharedCanvas)))
  .get(urls.sharedCanvasChart, holdsLink(showLinkChart))
  .get(urls.sharedConversation, holdsConversationLink(showConversation))
  .post(urls.sharedConversation, holdsConversationLink(passwordForm('conversation', urls.sharedConversation)))
  .get(urls.sharedConversationChart, holdsConversationLink(showConversationChart))
  .get(urls.embeddedCanvas, holdsToken(showEmbedded))
  .get(urls.embeddedCanvasChart, holdsToken(showEmbeddedChart))
