import { Hono } from 'hono'
import { z } from 'zod'
import { visitor } from '#auth/guard.ts'
import { moment } from '#base/answer.ts'
import { notFound } from '#base/errors.ts'
import { pageRequest } from '#base/paging.ts'
import { makeAttachment } from '#billing/invoice-files.ts'
import * as outbox from '#records/outbox.ts'
import { api, get } from '#web/api.ts'
import { anyone, type Handler } from '#web/handler.ts'
import type { Env } from '#web/http-context.ts'
import { pageAnswer } from '#web/page.tsx'
import type { Ctx, User } from '../../ctx.ts'
import { href, urls } from '../../urls.ts'
import { OutboxMailPage, OutboxPage } from '../pages/outbox.tsx'

type VisitorCtx = Ctx & { user: User | null }

const showOutbox: Handler<VisitorCtx> = async (ctx, c) => {
  const { to = '', cursor } = c.req.query()
  const { items, next } = await outbox.list(ctx, pageRequest({ cursor }), to)
  const older = next && href(urls.outbox, {}, { to: to || undefined, cursor: next })
  c.header('Cache-Control', 'no-store')
  return pageAnswer(c, ctx, { layout: 'site', title: 'Outbox' }, <OutboxPage mails={items} to={to} next={older} />)
}

const showOutboxMail: Handler<VisitorCtx> = async (ctx, c) => {
  const mail = await outbox.load(ctx, c.req.param('id') ?? '')
  const as = c.req.query('as') === 'text' ? 'text' : 'html'
  c.header('Cache-Control', 'no-store')
  c.header('Content-Security-Policy', framing(c.var.nonce))
  return pageAnswer(c, ctx, { layout: 'site', title: mail.subject }, <OutboxMailPage mail={mail} as={as} />)
}

/** As for every page, and a frame of ours. */
const framing = (nonce: string) =>
  `default-src 'none'; script-src 'self' 'nonce-${nonce}'; style-src 'self'; font-src 'self'; img-src 'self' data: blob:; connect-src 'self'; frame-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'`

/** The mail itself for its frame: it may look as it likes, but runs nothing and fetches nothing; its links open in the whole window. */
const sendOutboxHtml: Handler<Ctx> = async (ctx, c) => {
  const { html } = await outbox.load(ctx, c.req.param('id') ?? '')
  c.header(
    'Content-Security-Policy',
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; sandbox allow-top-navigation-by-user-activation",
  )
  c.header('Cache-Control', 'no-store')
  return c.html(html.replace('<head>', '<head><base target="_top">'))
}

const sendAttachment: Handler<Ctx> = async (ctx, c) => {
  const { attachments } = await outbox.load(ctx, c.req.param('id') ?? '')
  const named = attachments.find((it) => it.name === c.req.param('name'))
  if (!named) throw notFound('Attachment')
  const { name, type, content } = await makeAttachment(ctx, named)
  c.header('Cache-Control', 'no-store')
  c.header('Content-Disposition', `attachment; filename="${name}"`)
  return c.body(new Uint8Array(content), 200, { 'Content-Type': type })
}

const outboxApi = api('Outbox', [
  get(urls.apiOutbox, anyone, {
    summary: 'Mails that would have been sent',
    description: 'Newest first. 404 once SMTP is configured, and in production without ALLOW_OUTBOX=yes.',
    query: z.object({ to: z.string().optional().describe('Only mails to this address.') }),
    answer: z.array(
      z.object({
        id: z.string(),
        to: z.string(),
        subject: z.string(),
        text: z.string(),
        html: z.string(),
        attachments: z.array(z.object({ name: z.string(), address: z.string() })),
        sent_at: moment,
      }),
    ),
    paged: true,
    secret: true,
    errors: ['not_found'],
    handle: async (ctx, { page, query }) => {
      const { items, next } = await outbox.list(ctx, page, query.to)
      const address = (id: string, name: string) => href(urls.outboxAttachment, { id, name })
      const withAddresses = items.map((mail) => ({
        ...mail,
        attachments: mail.attachments.map(({ name }) => ({ name, address: address(mail.id, name) })),
      }))
      return { items: withAddresses, next }
    },
  }),
])

export const outboxRoutes = new Hono<Env>()
  .route('/', outboxApi)
  .get(urls.outbox, visitor(showOutbox))
  .get(urls.outboxMail, visitor(showOutboxMail))
  .get(urls.outboxHtml, anyone(sendOutboxHtml))
  .get(urls.outboxAttachment, anyone(sendAttachment))
