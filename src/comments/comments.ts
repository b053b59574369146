import { and, asc, count, eq, gt, inArray, notInArray, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { conflict, forbidden, invalidFields, notFound } from '#base/errors.ts'
import { newId } from '#base/ids.ts'
import { type Page, type PageRequest, pageOf } from '#base/paging.ts'
import { HOUR } from '#base/time.ts'
import { comments, users } from '#db/schema/index.ts'
import * as notifications from '#notifications/notifications.ts'
import * as audit from '#records/audit.ts'
import { idOf, isOf, type Thing } from '#sharing/shares.ts'
import { mailOf } from '#ui/mail.tsx'
import * as rateLimit from '#web/rate-limit.ts'
import type { WorkspaceMember } from '#workspaces/rules/member.ts'
import type { WorkspaceCtx } from '../ctx.ts'
import { absolute } from '../urls.ts'
import { type CommentChange, type CommentedCell, MOST_COMMENTS, type NewComment } from './rules/comment.ts'

type Row = typeof comments.$inferSelect
type Person = { id: string; name: string }
export type Comment = Omit<Row, 'mentions' | 'resolvedBy'> & {
  mentions: Person[]
  by: Person
  resolvedBy: Person | null
  may: { edit: boolean; end: boolean }
}
/** A block of a canvas or an answer; `people` made or changed it, and are told what is said of it. */
type Part = { name: string; path: string; people: string[]; hasCell: (cell: CommentedCell) => boolean }

/** What is commented on, by whom: how a canvas or a conversation does what comments need of it. */
export type Commented = {
  ctx: WorkspaceCtx
  thing: Thing & { name: string }
  /** What its parts are called. */
  part: 'Block' | 'Answer'
  /** Null where it is not there. */
  find: (partId: string) => Promise<Part | null>
  /** Parts that are shown to others only: what was said of them is left out. */
  withheld: () => Promise<string[]>
  /** Somebody who may read a part. */
  reader: (userId: string, partId: string) => Promise<WorkspaceMember | null>
  /** Resolves and deletes comments of others. */
  mayEnd: boolean
  /** Changes comments in a transaction, and lets whoever looks at them know. */
  change: <T>(work: (of: Commented) => Promise<T>) => Promise<T>
}

/** Mentions of others by one person. */
const MENTIONS = { most: 60, window: HOUR }
/** People who commented on a part before and are told of another comment. */
const MOST_INVOLVED = 20
/** Letters of a comment in a mail. */
const QUOTED = 1_000

const resolvers = alias(users, 'resolvers')
const rowsOf = (ctx: WorkspaceCtx, where: SQL | undefined) =>
  ctx.db
    .select({
      comment: comments,
      by: { id: users.id, name: users.name },
      resolvedBy: { id: resolvers.id, name: resolvers.name },
    })
    .from(comments)
    .innerJoin(users, eq(users.id, comments.createdBy))
    .leftJoin(resolvers, eq(resolvers.id, comments.resolvedBy))
    .where(where)

const ofThing = ({ thing }: Commented) => isOf(comments, thing)
const one = (of: Commented, id: string) => and(ofThing(of), eq(comments.id, id))

/** The comments of a canvas or a conversation, the oldest first. */
export async function list(of: Commented, { limit, cursor }: PageRequest): Promise<Page<Comment>> {
  const shows = notInArray(comments.partId, await of.withheld())
  const rows = await rowsOf(of.ctx, and(ofThing(of), shows, cursor ? gt(comments.id, cursor) : undefined))
    .orderBy(asc(comments.id))
    .limit(limit + 1)
  const { items, next } = pageOf(rows, limit, ({ comment }) => comment.id)
  return { items: await shown(of, items), next }
}

/** @throws AppError not_found */
async function find(of: Commented, id: string): Promise<Comment> {
  const [comment] = await shown(of, await rowsOf(of.ctx, one(of, id)))
  if (!comment || (await of.withheld()).includes(comment.partId)) throw notFound('Comment')
  return comment
}

type Found = { comment: Row; by: Person; resolvedBy: Person | null }

async function shown({ ctx, mayEnd }: Commented, rows: Found[]): Promise<Comment[]> {
  const ids = [...new Set(rows.flatMap(({ comment }) => comment.mentions))]
  const people = ids.length
    ? await ctx.db.select({ id: users.id, name: users.name }).from(users).where(inArray(users.id, ids))
    : []
  return rows.map(({ comment, by, resolvedBy }) => {
    const edit = by.id === ctx.user.id
    const mentions = people.filter(({ id }) => comment.mentions.includes(id))
    return { ...comment, by, resolvedBy, mentions, may: { edit, end: edit || mayEnd } }
  })
}

/**
 * Says something of a block or an answer. Who is mentioned is told.
 * @throws AppError not_found for the part; invalid for a cell that it has not, and for mentions of people who may not read it; conflict `too_many_comments`; rate_limited
 */
export async function create(of: Commented, { part: partId, cell, text, mentions }: NewComment): Promise<Comment> {
  const told = await mentioned(of, partId, mentions)
  return of.change(async (of) => {
    const { ctx, thing } = of
    const { kind } = thing
    const part = await of.find(partId)
    if (!part) throw notFound(of.part)
    if (cell && !part.hasCell(cell)) throw invalidFields({ cell: 'Only tables have cells that are commented on.' })
    const [row] = await ctx.db.select({ all: count() }).from(comments).where(ofThing(of))
    if (row!.all >= MOST_COMMENTS)
      throw conflict(`A ${kind} has at most ${MOST_COMMENTS} comments. Delete some first.`, 'too_many_comments')
    const id = newId()
    await ctx.db.insert(comments).values({
      ...{ id, ...idOf(thing), partId, cell, text, mentions: told.map(({ user }) => user.id) },
      ...{ createdBy: ctx.user.id, createdAt: ctx.now() },
    })
    await audit.record(ctx, `${kind}.comment`, thing.id, { comment: id, [of.part.toLowerCase()]: partId })
    const said = { id, text, part }
    await tellMentioned(of, told, said)
    await tellInvolved(of, partId, told, said)
    return find(of, id)
  })
}

/**
 * Changes the words of a comment, which only its author may, or resolves it or opens it again, which its author may and who looks after the place.
 * @throws AppError not_found; forbidden; invalid as `create`
 */
export async function update(of: Commented, id: string, { text, mentions, resolved }: CommentChange): Promise<Comment> {
  const before = await find(of, id)
  const edits = text !== undefined || mentions !== undefined
  if (edits && !before.may.edit) throw forbidden('Only whoever wrote a comment can change its words.')
  if (resolved !== undefined && !before.may.end) throw notYours(of)
  const told = mentions ? await mentioned(of, before.partId, mentions) : null
  return of.change(async (of) => {
    const { ctx, thing } = of
    const said = text ?? before.text
    await ctx.db
      .update(comments)
      .set({
        ...(edits && { text: said, editedAt: ctx.now() }),
        ...(told && { mentions: told.map(({ user }) => user.id) }),
        ...(resolved === true && { resolvedAt: ctx.now(), resolvedBy: ctx.user.id }),
        ...(resolved === false && { resolvedAt: null, resolvedBy: null }),
        createdBy: before.by.id,
      })
      .where(one(of, id))
    const what = resolved === undefined ? {} : { resolved }
    await audit.record(ctx, `${thing.kind}.change_comment`, thing.id, { comment: id, ...what })
    const isNew = ({ user }: Told) => !before.mentions.some((one) => one.id === user.id)
    const part = await of.find(before.partId)
    if (part) await tellMentioned(of, (told ?? []).filter(isNew), { id, text: said, part })
    return find(of, id)
  })
}

const notYours = ({ thing }: Commented) =>
  forbidden(
    `Only whoever wrote a comment and ${thing.kind === 'canvas' ? 'owners of the workspace' : 'whose conversation it is'} can resolve or delete it.`,
  )

/** Deletes a comment. @throws AppError not_found; forbidden for all but its author and who looks after the place */
export async function remove(of: Commented, id: string): Promise<void> {
  const { may, by } = await find(of, id)
  if (!may.end) throw notYours(of)
  await of.change(async (of) => {
    const { ctx, thing } = of
    await ctx.db.delete(comments).where(one(of, id))
    await notifications.withdraw(ctx, subjectOf(id))
    await audit.record(ctx, `${thing.kind}.delete_comment`, thing.id, { comment: id, by: by.id })
  })
}

type Told = Pick<WorkspaceMember, 'user'>

async function readers({ reader }: Commented, partId: string, ids: Iterable<string>): Promise<Told[]> {
  const found = await Promise.all([...new Set(ids)].map((id) => reader(id, partId)))
  return found.filter((one) => one !== null)
}

/** @throws AppError invalid where one of them may not read it */
async function mentioned(of: Commented, partId: string, ids: string[]): Promise<Told[]> {
  const people = await readers(of, partId, ids)
  if (people.length < new Set(ids).size)
    throw invalidFields({ mentions: `Mention people who may see this ${of.thing.kind}.` })
  return people
}

type Said = { id: string; text: string; part: Part }

/** Tells those who are mentioned, but not whoever wrote it. Joins the transaction of the ctx. */
async function tellMentioned(of: Commented, people: Told[], said: Said): Promise<void> {
  const { ctx } = of
  const others = people.filter(({ user }) => user.id !== ctx.user.id)
  for (const _ of others) await rateLimit.take(ctx, `mention:${ctx.user.id}`, MENTIONS)
  await tell(of, others, said, {
    ...{ kind: 'mention', did: 'mentioned you' },
    why: `You get this mail because you may see the workspace ${ctx.workspace.name} and were named in a comment.`,
  })
}

/** Tells whom the part concerns and who commented on it before, but not who is told already. Joins the transaction of the ctx. */
async function tellInvolved(of: Commented, partId: string, told: Told[], said: Said): Promise<void> {
  const { db, user } = of.ctx
  const before = await db
    .selectDistinct({ id: comments.createdBy })
    .from(comments)
    .where(and(ofThing(of), eq(comments.partId, partId)))
    .limit(MOST_INVOLVED)
  const ids = new Set([...said.part.people, ...before.map(({ id }) => id)])
  for (const id of [user.id, ...told.map(({ user }) => user.id)]) ids.delete(id)
  await tell(of, await readers(of, partId, ids), said, {
    ...{ kind: 'comment', did: 'commented' },
    why: `You get this mail because the ${of.thing.kind} is yours, or you commented there, and you chose mails of comments.`,
  })
}

type How = { kind: 'mention' | 'comment'; did: string; why: string }

async function tell(of: Commented, people: Told[], { id, text, part }: Said, how: How): Promise<void> {
  const { ctx, thing } = of
  const { kind, name } = thing
  const did = `${ctx.user.name || ctx.user.email} ${how.did}`
  const title = `${did} on ${name}`
  const mail = mailOf({
    subject: title,
    title: did,
    paragraphs: [text.length > QUOTED ? `${text.slice(0, QUOTED)}…` : text],
    facts: {
      [kind === 'canvas' ? 'Canvas' : 'Conversation']: name,
      [of.part]: part.name,
      Workspace: ctx.workspace.name,
    },
    action: { label: `Open the ${kind}`, address: absolute(ctx.config, part.path) },
    footnote: how.why,
  })
  await notifications.tell(
    ctx,
    people.map(({ user }) => user),
    { kind: how.kind, workspaceId: ctx.workspace.id, title, text, path: part.path, subject: subjectOf(id) },
    { kind: `${kind}_${how.kind}`, text: mail },
  )
}

const subjectOf = (commentId: string) => `comment:${commentId}`
