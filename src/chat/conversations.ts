import { and, desc, eq, inArray, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import { tablesRead } from '#analyst/tables-read.ts'
import { AppError, conflict, forbidden, notFound } from '#base/errors.ts'
import type { Page, PageRequest } from '#base/paging.ts'
import * as ratings from '#catalog/ratings.ts'
import { inTransaction } from '#db/connect.ts'
import { conversations, messages, shares as shareRows, users } from '#db/schema/index.ts'
import { byMoment, sortedPage } from '#db/sorted.ts'
import { changingAccess } from '#organizations/access.ts'
import * as audit from '#records/audit.ts'
import { type Level, strongest } from '#sharing/rules/level.ts'
import * as shares from '#sharing/shares.ts'
import * as workspaces from '#workspaces/workspaces.ts'
import type { UserCtx, WorkspaceCtx } from '../ctx.ts'
import * as sent from './sent.ts'
import { withheld } from './withheld.ts'

export type Conversation = typeof conversations.$inferSelect
/** A conversation of the person, in a workspace that they may still see. */
export type ConversationCtx = WorkspaceCtx & { conversation: Conversation }

export type ListedConversation = Conversation & { by: { id: string; name: string } }

/** Conversations of others that the person may read: shared with the workspace, or with them by name. */
function sharedWith({ db, workspace, user }: WorkspaceCtx) {
  const { id, userId, workspaceId, sharedAt } = conversations
  const withAll = and(eq(workspaceId, workspace.id), isNotNull(sharedAt))
  const byName = db
    .select({ id: sql<string>`${shareRows.conversationId}` })
    .from(shareRows)
    .where(eq(shareRows.userId, user.id))
  return and(ne(userId, user.id), inArray(id, db.select({ id }).from(conversations).where(withAll).unionAll(byName)))
}

/** The conversations of the person in a workspace, or with `shared` those of others that they may read; the last changed first. */
export async function list(
  ctx: WorkspaceCtx,
  page: PageRequest,
  { shared = false } = {},
): Promise<Page<ListedConversation>> {
  const sorts = { changed: byMoment(conversations.updatedAt) }
  const wanted = and(
    eq(conversations.workspaceId, ctx.workspace.id),
    shared ? sharedWith(ctx) : eq(conversations.userId, ctx.user.id),
    isNull(conversations.deletedAt),
  )
  const { items, next } = await sortedPage(sorts, conversations.id, { ...page, sort: 'changed' }, wanted, (at) =>
    ctx.db
      .select({ at, conversation: conversations, by: { id: users.id, name: users.name } })
      .from(conversations)
      .innerJoin(users, eq(users.id, conversations.userId)),
  )
  return { items: items.map(({ conversation, by }) => ({ ...conversation, by })), next }
}

/**
 * Widens a person's ctx to one of their conversations.
 * @throws AppError not_found when it is not theirs, is deleted, or its workspace may no longer be seen
 */
export async function enter<C extends UserCtx>(ctx: C, id: string): Promise<C & ConversationCtx> {
  const [conversation] = await ctx.db
    .select()
    .from(conversations)
    .where(and(eq(conversations.id, id), eq(conversations.userId, ctx.user.id), isNull(conversations.deletedAt)))
  if (!conversation) throw notFound('Conversation')
  return { ...(await around(ctx, conversation)), conversation }
}

/** The workspace of a conversation. @throws AppError not_found for the conversation where it may no longer be seen */
const around = <C extends UserCtx>(ctx: C, { workspaceId }: Conversation) =>
  workspaces.enter(ctx, workspaceId).catch(() => {
    throw notFound('Conversation')
  })

/** A conversation that the person may read; `by` is whose it is, null when it is their own, `level` what they may do with it. */
export type ReadableCtx = ConversationCtx & { by: string | null; level: Level }

/**
 * Widens a person's ctx to a conversation that they may read: their own, or one that is shared with a workspace that they may see, or in it with them.
 * @throws AppError not_found as `enter` does; forbidden `not_shared` for another's that is not shared, to whoever may see its workspace
 */
export async function read<C extends UserCtx>(ctx: C, id: string): Promise<C & ReadableCtx> {
  const [found] = await ctx.db
    .select({ conversation: conversations, name: users.name })
    .from(conversations)
    .innerJoin(users, eq(users.id, conversations.userId))
    .where(and(eq(conversations.id, id), isNull(conversations.deletedAt)))
  if (!found || found.conversation.userId === ctx.user.id) return { ...(await enter(ctx, id)), by: null, level: 'edit' }
  const { conversation, name } = found
  const inside = await around(ctx, conversation)
  const level = await levelOf(ctx, conversation, ctx.user.id)
  if (!level)
    throw forbidden(
      `This conversation of ${name} is not shared. Ask ${name} to open it and choose Share below an answer, then open this address again.`,
      'not_shared',
    )
  return { ...inside, conversation, by: name, level }
}

/** The same for a call of the API: what is not shared does not exist there. */
export const readable = <C extends UserCtx>(ctx: C, id: string): Promise<C & ReadableCtx> =>
  read(ctx, id).catch((error) => {
    throw error instanceof AppError && error.code === 'not_shared' ? notFound('Conversation') : error
  })

/** What a conversation was shared with somebody for, by their workspace or their name; null: not at all. */
export const levelOf = async (ctx: Pick<UserCtx, 'db'>, { id, sharedAt, level }: Conversation, userId: string) =>
  strongest(sharedAt && level, await shares.levelOf(ctx, { kind: 'conversation', id }, userId))

/** Where the person asked last: their newest conversation in a workspace; null for somebody who never asked. */
export async function lastWorkspace(ctx: UserCtx): Promise<string | null> {
  const [row] = await ctx.db
    .select({ workspaceId: conversations.workspaceId })
    .from(conversations)
    .where(and(eq(conversations.userId, ctx.user.id), isNull(conversations.deletedAt)))
    .orderBy(desc(conversations.updatedAt))
    .limit(1)
  return row?.workspaceId ?? null
}

/** Lets whoever may see the workspace do so much with the conversation, or nothing. */
export const share = (ctx: ConversationCtx, level: Level | null): Promise<Conversation> =>
  changingAccess(ctx, async (ctx) => {
    const { sharedAt: before, level: had } = ctx.conversation
    const sharedAt = level && (before ?? ctx.now())
    const details = { level: { before: before && had, after: level } }
    const change = { sharedAt, ...(level && { level }) }
    return changed(ctx, change, level ? 'conversation.share' : 'conversation.unshare', details)
  })

export const rename = (ctx: ConversationCtx, title: string): Promise<Conversation> =>
  inTransaction(ctx, (ctx) => changed(ctx, { title }, 'conversation.rename'))

async function changed(
  ctx: ConversationCtx,
  change: Partial<Conversation>,
  action: audit.Action,
  details?: Record<string, unknown>,
): Promise<Conversation> {
  const { id, updatedAt } = ctx.conversation
  const [row] = await ctx.db
    .update(conversations)
    // The place in the list stays: neither is a new message.
    .set({ ...change, updatedAt })
    .where(eq(conversations.id, id))
    .returning()
  await audit.record(ctx, action, id, details)
  return row!
}

/** Deletes a conversation that is idle. @throws AppError conflict `busy` while it is being answered */
export const remove = (ctx: ConversationCtx): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    const gone = await ctx.db
      .update(conversations)
      .set({ deletedAt: ctx.now() })
      .where(and(eq(conversations.id, ctx.conversation.id), isNull(conversations.runningMessageId)))
      .returning({ id: conversations.id })
    if (gone.length === 0) throw busy()
    await sent.forgetConversation(ctx, ctx.conversation.id)
    await ratings.withdrawConversation(ctx, ctx.conversation.id)
    await audit.record(ctx, 'conversation.delete', ctx.conversation.id)
  })

export const busy = () =>
  conflict('This conversation is still being answered. Wait for the answer or stop it first.', 'busy')

/**
 * Widens a person's ctx to the conversation of one of its messages.
 * @param role when it must be a question, or an answer
 * @param how `read` where the message is only read; it is changed by whose conversation it is, and by who asked as long as they may
 * @throws AppError not_found as `read` does, and for an answer that is withheld from them
 */
export async function ofMessage(
  ctx: UserCtx,
  messageId: string,
  role?: 'user' | 'assistant',
  how: 'read' | 'change' = 'change',
): Promise<UserCtx & ReadableCtx> {
  const [message] = await ctx.db
    .select({ conversationId: messages.conversationId, scope: messages.scope, askedBy: messages.askedBy })
    .from(messages)
    .where(and(eq(messages.id, messageId), role && eq(messages.role, role)))
  if (!message) throw notFound('Message')
  const inside = await read(ctx, message.conversationId).catch(() => {
    throw notFound('Message')
  })
  const mayChange = inside.by === null || (inside.level === 'edit' && message.askedBy === ctx.user.id)
  if ((how === 'change' && !mayChange) || (await withheld(inside, [messageId])).has(messageId))
    throw notFound('Message')
  // What is done with an answer of an agent stays within what that may use.
  return message.scope ? { ...inside, scope: message.scope } : inside
}

/** Rates an answer of the conversation, by which the search of the catalog ranks the tables that it was read from; null takes that back. */
export async function rate(
  ctx: ConversationCtx,
  messageId: string,
  rating: 'up' | 'down' | null,
  reason: string | null,
): Promise<void> {
  const [row] = await ctx.db.select({ answer: messages.answer }).from(messages).where(eq(messages.id, messageId))
  const tables = rating && row?.answer?.status === 'answered' ? await tablesRead(ctx, row.answer) : []
  await inTransaction(ctx, async (ctx) => {
    await ctx.db.update(messages).set({ rating, ratingReason: reason }).where(eq(messages.id, messageId))
    await ratings.count(ctx, messageId, rating, tables)
    await audit.record(ctx, 'message.rate', messageId, { rating })
  })
}
