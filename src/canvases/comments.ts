import { and, asc, count, eq, gt, inArray } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { AppError, invalidFields, notFound } from '#base/errors.ts'
import { newId } from '#base/ids.ts'
import { type Page, type PageRequest, pageOf } from '#base/paging.ts'
import { HOUR } from '#base/time.ts'
import { canvasBlocks, canvasComments, users } from '#db/schema/index.ts'
import * as notifications from '#notifications/notifications.ts'
import { can } from '#organizations/rules/permission.ts'
import * as audit from '#records/audit.ts'
import type * as mails from '#records/mails.ts'
import { mailOf } from '#ui/mail.tsx'
import * as rateLimit from '#web/rate-limit.ts'
import * as members from '#workspaces/members.ts'
import { absolute, href, urls } from '../urls.ts'
import { type CanvasCtx, change } from './canvases.ts'
import { blockName } from './rules/block-name.ts'
import { type CommentChange, MOST_COMMENTS, type NewComment } from './rules/comment.ts'

type Row = typeof canvasComments.$inferSelect
type Person = { id: string; name: string }
export type Comment = Omit<Row, 'mentions' | 'resolvedBy'> & {
  mentions: Person[]
  by: Person
  resolvedBy: Person | null
  may: { edit: boolean; end: boolean }
}

/** Mentions of others by one person. */
const MENTIONS = { most: 60, window: HOUR }
/** People who commented on a block before and are told of another comment. */
const MOST_INVOLVED = 20
/** Letters of a comment in a mail. */
const QUOTED = 1_000

const resolvers = alias(users, 'resolvers')
const ofCanvas = (ctx: CanvasCtx) => eq(canvasComments.canvasId, ctx.canvas.id)
const rowsOf = (ctx: CanvasCtx) =>
  ctx.db
    .select({
      comment: canvasComments,
      by: { id: users.id, name: users.name },
      resolvedBy: { id: resolvers.id, name: resolvers.name },
    })
    .from(canvasComments)
    .innerJoin(users, eq(users.id, canvasComments.createdBy))
    .leftJoin(resolvers, eq(resolvers.id, canvasComments.resolvedBy))

/** The comments of a board, the oldest first. */
export async function list(ctx: CanvasCtx, { limit, cursor }: PageRequest): Promise<Page<Comment>> {
  const rows = await rowsOf(ctx)
    .where(and(ofCanvas(ctx), cursor ? gt(canvasComments.id, cursor) : undefined))
    .orderBy(asc(canvasComments.id))
    .limit(limit + 1)
  const { items, next } = pageOf(rows, limit, ({ comment }) => comment.id)
  return { items: await shown(ctx, items), next }
}

/** @throws AppError not_found */
async function find(ctx: CanvasCtx, id: string): Promise<Comment> {
  const rows = await rowsOf(ctx).where(and(ofCanvas(ctx), eq(canvasComments.id, id)))
  const [comment] = await shown(ctx, rows)
  if (!comment) throw notFound('Comment')
  return comment
}

type Found = { comment: Row; by: Person; resolvedBy: Person | null }

async function shown(ctx: CanvasCtx, rows: Found[]): Promise<Comment[]> {
  const ids = [...new Set(rows.flatMap(({ comment }) => comment.mentions))]
  const people = ids.length
    ? await ctx.db.select({ id: users.id, name: users.name }).from(users).where(inArray(users.id, ids))
    : []
  const isOwner = can(ctx.workspace.role, 'DELETE_CANVASES')
  return rows.map(({ comment, by, resolvedBy }) => {
    const edit = by.id === ctx.user.id
    const mentions = people.filter(({ id }) => comment.mentions.includes(id))
    return { ...comment, by, resolvedBy, mentions, may: { edit, end: edit || isOwner } }
  })
}

/**
 * Says something of a block. Who is mentioned gets a mail.
 * @throws AppError not_found for the block; invalid for mentions of people who may not see the workspace; conflict `too_many_comments`; rate_limited
 */
export async function create(ctx: CanvasCtx, { block_id, cell, text, mentions }: NewComment): Promise<Comment> {
  const told = await mentioned(ctx, mentions)
  return change(
    ctx,
    'canvas.comment',
    async (ctx) => {
      const [block] = await ctx.db
        .select()
        .from(canvasBlocks)
        .where(and(eq(canvasBlocks.id, block_id), eq(canvasBlocks.canvasId, ctx.canvas.id)))
      if (!block) throw notFound('Block')
      if (cell && block.kind !== 'grid') throw invalidFields({ cell: 'Only tables have cells that are commented on.' })
      const [row] = await ctx.db.select({ all: count() }).from(canvasComments).where(ofCanvas(ctx))
      if (row!.all >= MOST_COMMENTS)
        throw new AppError('conflict', `A canvas has at most ${MOST_COMMENTS} comments. Delete some first.`, {
          code: 'too_many_comments',
        })
      const id = newId()
      await ctx.db.insert(canvasComments).values({
        ...{ id, canvasId: ctx.canvas.id, blockId: block.id, cell, text, mentions: told.map(({ user }) => user.id) },
        ...{ createdBy: ctx.user.id, createdAt: ctx.now() },
      })
      await audit.record(ctx, 'canvas.comment', ctx.canvas.id, { comment: id, block: block.id })
      const said = { id, text, block: blockName(block) }
      await tellMentioned(ctx, told, said)
      await tellInvolved(ctx, block, told, said)
      return { result: await find(ctx, id) }
    },
    { quiet: true },
  )
}

/**
 * Changes the words of a comment, which only its author may, or resolves it or opens it again, which its author and owners may.
 * @throws AppError not_found; forbidden; invalid as `create`
 */
export async function update(
  ctx: CanvasCtx,
  id: string,
  { text, mentions, resolved }: CommentChange,
): Promise<Comment> {
  const before = await find(ctx, id)
  const edits = text !== undefined || mentions !== undefined
  if (edits && !before.may.edit) throw new AppError('forbidden', 'Only whoever wrote a comment can change its words.')
  if (resolved !== undefined && !before.may.end) throw notYours()
  const told = mentions ? await mentioned(ctx, mentions) : null
  return change(
    ctx,
    'canvas.change_comment',
    async (ctx) => {
      const said = text ?? before.text
      await ctx.db
        .update(canvasComments)
        .set({
          ...(edits && { text: said, editedAt: ctx.now() }),
          ...(told && { mentions: told.map(({ user }) => user.id) }),
          ...(resolved === true && { resolvedAt: ctx.now(), resolvedBy: ctx.user.id }),
          ...(resolved === false && { resolvedAt: null, resolvedBy: null }),
          createdBy: before.by.id,
        })
        .where(and(ofCanvas(ctx), eq(canvasComments.id, id)))
      const what = resolved === undefined ? {} : { resolved }
      await audit.record(ctx, 'canvas.change_comment', ctx.canvas.id, { comment: id, ...what })
      const isNew = ({ user }: Told) => !before.mentions.some((one) => one.id === user.id)
      const [block] = await ctx.db.select().from(canvasBlocks).where(eq(canvasBlocks.id, before.blockId))
      const where = block ? blockName(block) : 'A block'
      await tellMentioned(ctx, (told ?? []).filter(isNew), { id, text: said, block: where })
      return { result: await find(ctx, id) }
    },
    { quiet: true },
  )
}

const notYours = () =>
  new AppError('forbidden', 'Only whoever wrote a comment and owners of the workspace can resolve or delete it.')

/** Deletes a comment. @throws AppError not_found; forbidden for all but its author and owners */
export async function remove(ctx: CanvasCtx, id: string): Promise<void> {
  const { may, by } = await find(ctx, id)
  if (!may.end) throw notYours()
  await change(
    ctx,
    'canvas.delete_comment',
    async (ctx) => {
      await ctx.db.delete(canvasComments).where(and(ofCanvas(ctx), eq(canvasComments.id, id)))
      await notifications.withdraw(ctx, subjectOf(id))
      await audit.record(ctx, 'canvas.delete_comment', ctx.canvas.id, { comment: id, by: by.id })
      return { result: undefined }
    },
    { quiet: true },
  )
}

type Told = { user: { id: string; email: string } }

/** @throws AppError invalid where one of them may not see the workspace */
async function mentioned(ctx: CanvasCtx, ids: string[]): Promise<Told[]> {
  const found = await Promise.all([...new Set(ids)].map((id) => members.find(ctx, id)))
  const people = found.filter((one) => one !== null)
  if (people.length < found.length) throw invalidFields({ mentions: 'Mention people who may see this workspace.' })
  return people
}

type Said = { id: string; text: string; block: string }

/** Tells those who are mentioned, but not whoever wrote it. Joins the transaction of the ctx. */
async function tellMentioned(ctx: CanvasCtx, people: Told[], said: Said): Promise<void> {
  const others = people.filter(({ user }) => user.id !== ctx.user.id)
  for (const _ of others) await rateLimit.take(ctx, `canvas-mention:${ctx.user.id}`, MENTIONS)
  const by = ctx.user.name || ctx.user.email
  await tell(ctx, others, said, {
    ...{ kind: 'mention', mail: 'canvas_mention', title: `${by} mentioned you` },
    why: `You get this mail because you may see the workspace ${ctx.workspace.name} and were named in a comment.`,
  })
}

/**
 * Tells whoever made the canvas, changed the block last, or commented on it before, but not who is told already. Joins the transaction of
 * the ctx.
 */
async function tellInvolved(
  ctx: CanvasCtx,
  block: { id: string; updatedBy: string },
  told: Told[],
  said: Said,
): Promise<void> {
  const before = await ctx.db
    .selectDistinct({ id: canvasComments.createdBy })
    .from(canvasComments)
    .where(and(ofCanvas(ctx), eq(canvasComments.blockId, block.id)))
    .limit(MOST_INVOLVED)
  const ids = new Set([ctx.canvas.createdBy, block.updatedBy, ...before.map(({ id }) => id)])
  for (const id of [ctx.user.id, ...told.map(({ user }) => user.id)]) ids.delete(id)
  const found = await Promise.all([...ids].map((id) => members.find(ctx, id)))
  const by = ctx.user.name || ctx.user.email
  await tell(
    ctx,
    found.filter((one) => one !== null),
    said,
    {
      ...{ kind: 'comment', mail: 'canvas_comment', title: `${by} commented` },
      why: 'You get this mail because the canvas is yours, or you commented there, and you chose mails of comments.',
    },
  )
}

type How = { kind: 'mention' | 'comment'; mail: mails.MailKind; title: string; why: string }

async function tell(ctx: CanvasCtx, people: Told[], { id, text, block }: Said, how: How): Promise<void> {
  const path = href(urls.canvas, { id: ctx.canvas.id })
  const title = `${how.title} on ${ctx.canvas.name}`
  const mail = mailOf({
    subject: title,
    title: how.title,
    paragraphs: [text.length > QUOTED ? `${text.slice(0, QUOTED)}…` : text],
    facts: [
      ['Canvas', ctx.canvas.name],
      ['Block', block],
      ['Workspace', ctx.workspace.name],
    ],
    action: { label: 'Open the canvas', address: absolute(ctx.config, path) },
    footnote: how.why,
  })
  await notifications.tell(
    ctx,
    people.map(({ user }) => user),
    { kind: how.kind, workspaceId: ctx.workspace.id, title, text, path, subject: subjectOf(id) },
    { kind: how.mail, text: mail },
  )
}

const subjectOf = (commentId: string) => `comment:${commentId}`
