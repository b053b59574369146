import { and, eq } from 'drizzle-orm'
import { notFound } from '#base/errors.ts'
import type { Page, PageRequest } from '#base/paging.ts'
import { mails } from '#db/schema/index.ts'
import { pageById } from '#db/sorted.ts'
import type { Ctx, World } from '../ctx.ts'
import type { AttachmentRef } from './mails.ts'

export type KeptMail = {
  id: string
  to: string
  subject: string
  text: string
  html: string
  attachments: AttachmentRef[]
  sentAt: Date
}

/** Whether mails are shown to everybody who reaches this server: never beside an SMTP server, in production only when it is asked for. */
export const isOpen = ({ config, mailer }: Pick<World, 'config' | 'mailer'>): boolean =>
  mailer === null && (!config.production || config.ALLOW_OUTBOX === 'yes')

/** @throws AppError not_found where the outbox is closed: nobody learns that there could be one */
function demandOpen(ctx: Ctx): void {
  if (!isOpen(ctx)) throw notFound('Page')
}

const { id, to, subject, text, html, attachments, createdAt: sentAt } = mails
const columns = { id, to, subject, text, html, attachments, sentAt }

/** Newest first. @param to only mails to this address; empty for all */
export async function list(ctx: Ctx, page: PageRequest, to = ''): Promise<Page<KeptMail>> {
  demandOpen(ctx)
  const wanted = and(eq(mails.state, 'kept'), to ? eq(mails.to, to.trim().toLowerCase()) : undefined)
  const { items, next } = await pageById(ctx.db.select(columns).from(mails), mails.id, wanted, page, ({ id }) => id)
  return { items: items.map(withAttachments), next }
}

const withAttachments = <T extends { attachments: AttachmentRef[] | null }>(row: T) => ({
  ...row,
  attachments: row.attachments ?? [],
})

/** One mail. @throws AppError not_found */
export async function load(ctx: Ctx, id: string): Promise<KeptMail> {
  demandOpen(ctx)
  const [mail] = await ctx.db
    .select(columns)
    .from(mails)
    .where(and(eq(mails.id, id), eq(mails.state, 'kept')))
  if (!mail) throw notFound('Mail')
  return withAttachments(mail)
}
