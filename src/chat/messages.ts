import { and, desc, eq, getTableColumns, gt, inArray, isNotNull, lt, lte, ne, type SQL, sql } from 'drizzle-orm'
import type { Answer } from '#analyst/rules/answer.ts'
import { resultsOf } from '#analyst/rules/presented.ts'
import { type Exchange, type PastMessage, thoughtsOf } from '#analyst/rules/transcript.ts'
import { withoutStatements } from '#analyst/rules/without-statements.ts'
import { visibility } from '#analyst/visibility.ts'
import { AppError, notFound, unavailable } from '#base/errors.ts'
import type { Page, PageRequest } from '#base/paging.ts'
import type { Scope } from '#catalog/rules/scope.ts'
import { conversations, messages, users } from '#db/schema/index.ts'
import { pageById } from '#db/sorted.ts'
import * as results from '#query/results.ts'
import type { UserCtx, WorkspaceCtx, World } from '../ctx.ts'
import type { ConversationCtx } from './conversations.ts'
import { fitting, MOST_MESSAGES, OUTLINE, outlineOf } from './rules/outline.ts'
import { chatMessageOf, type Line, spoken } from './rules/reply.ts'
import type { MessageWindow } from './rules/screen.ts'
import { asker, WITHHELD, withheld } from './withheld.ts'

/** Messages before a question that the analyst is told: so many or up to twice as many, so that they begin at the same one for a while. */
const HISTORY = 20
/** What a list of conversations tells of each: its last messages, and this much of their texts. */
const TOLD = { messages: 20, text: 1_000 }

/** Which part of a conversation: around a message, what stands before or after one, or the end of it. */
export type Wanted = { message?: string | undefined; before?: string | undefined; after?: string | undefined }

/**
 * A part of a conversation as a page shows it, oldest first. Its size has a bound whatever the length of the conversation and of its answers.
 * @throws AppError not_found for a message that is not of the conversation
 */
export async function windowOf(ctx: ConversationCtx, { message, before, after }: Wanted): Promise<MessageWindow> {
  const from = message ?? after
  const until = message ? lte(messages.id, message) : before && lt(messages.id, before)
  const older = from === after && after ? [] : await rowsOf(ctx, until)
  if (message && older[0]?.id !== message) throw notFound('Message')
  const newer = from ? await rowsOf(ctx, gt(messages.id, from), true) : []
  const shows = ctx.models.explain?.show_sql ?? true
  const rows = [...older.toReversed(), ...newer]
  const gone = await withheld(ctx, idsOf(rows))
  const candidates = rows.flatMap((row) => {
    const of = row.by.id === ctx.user.id ? null : row.by.name
    if (gone.has(row.id)) return chatMessageOf({ ...row, of }, { answer: WITHHELD, cut: false }) ?? []
    const outline = row.outline ?? (row.answer && outlineOf(row.answer))
    const seen = shows || !outline ? outline : { ...outline, answer: withoutStatements(outline.answer) }
    return chatMessageOf({ ...row, of }, seen) ?? []
  })
  const at = message ? candidates.findIndex(({ id }) => id === message) : after ? 0 : candidates.length - 1
  const window = candidates[at] ? fitting(candidates, at) : []
  return {
    messages: window,
    older: older.length === 0 ? Boolean(after) : window[0]?.id !== candidates[0]?.id,
    newer: newer.length === 0 ? Boolean(before) : window.at(-1)?.id !== candidates.at(-1)?.id,
  }
}

const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id)

/** One more message than a page shows, so that it is known whether there are more. */
const rowsOf = (ctx: ConversationCtx, where: SQL | '' | undefined, up = false) =>
  ctx.db
    .select({
      id: messages.id,
      conversationId: messages.conversationId,
      role: messages.role,
      // Of answers the outline has it.
      text: sql<string>`case when ${messages.role} = 'user' then left(${messages.text}, ${OUTLINE.question + 1}) else '' end`,
      rating: messages.rating,
      agent: messages.agent,
      createdAt: messages.createdAt,
      by: BY,
      outline: messages.outline,
      answer: sql<Answer | null>`case when ${messages.outline} is null then ${messages.answer} end`.mapWith(
        messages.answer,
      ),
    })
    .from(messages)
    .innerJoin(conversations, eq(conversations.id, messages.conversationId))
    .innerJoin(users, eq(users.id, asker))
    .where(and(eq(messages.conversationId, ctx.conversation.id), where || undefined))
    .orderBy(up ? messages.id : desc(messages.id))
    .limit(MOST_MESSAGES + 1)

/** What a model was told is told to models alone. */
const { exchange: _, original: __, askedBy: ___, copied: ____, reads: _____, ...SHOWN } = getTableColumns(messages)
const BY = { id: users.id, name: users.name }

/** One message whole. @throws AppError not_found */
export async function get(ctx: ConversationCtx, id: string) {
  const [row] = await ctx.db
    .select({ ...SHOWN, by: BY })
    .from(messages)
    .innerJoin(users, sql`${users.id} = coalesce(${messages.askedBy}, ${ctx.conversation.userId})`)
    .where(and(eq(messages.id, id), eq(messages.conversationId, ctx.conversation.id)))
  if (!row) throw notFound('Message')
  return row
}

/**
 * What the model thought before each of its steps, in order. Whoever asked may read that as long as all that the model was shown may be seen.
 * @throws AppError not_found where it was not kept, or may not be shown any more
 */
export async function thoughts(ctx: ConversationCtx, id: string): Promise<string[]> {
  const { show_steps = true, show_sql = true, verified_only = false } = ctx.models.explain ?? {}
  const [row] = await ctx.db
    .select({ exchange: messages.exchange })
    .from(messages)
    .where(and(eq(messages.id, id), eq(messages.conversationId, ctx.conversation.id)))
  const exchange =
    row?.exchange && show_steps && show_sql && !verified_only ? (JSON.parse(row.exchange) as Exchange) : null
  const thoughts = thoughtsOf(exchange, await visibility(ctx))
  if (!thoughts) throw new AppError('not_found', 'What the model thought was not kept, or is not shown any more.')
  return thoughts
}

const { id, conversationId, role, status, agent, createdAt } = messages
const LINE = { id, conversationId, role, status, agent, createdAt }

/** What was said in a conversation, newest first, without the evidence behind it. */
export async function list(ctx: ConversationCtx, request: PageRequest): Promise<Page<Line>> {
  const lines = ctx.db
    .select({ ...LINE, text: messages.text, by: BY })
    .from(messages)
    .innerJoin(conversations, eq(conversations.id, messages.conversationId))
    .innerJoin(users, eq(users.id, asker))
  const wanted = eq(messages.conversationId, ctx.conversation.id)
  const { items, next } = await pageById(lines, messages.id, wanted, request, (row) => row.id)
  return { items: await seen(ctx, items), next }
}

/** Lines without the words of answers that are withheld. */
async function seen(ctx: WorkspaceCtx, lines: Line[]): Promise<Line[]> {
  const gone = await withheld(ctx, idsOf(lines))
  return lines.map((line) => (gone.has(line.id) ? { ...line, text: WITHHELD.text } : line))
}

/** The beginnings of what was said last in each of these conversations, oldest first. */
export async function lastLines(ctx: WorkspaceCtx, ids: string[]): Promise<Line[]> {
  if (ids.length === 0) return []
  const last = ctx.db
    .select({
      ...LINE,
      text: sql<string>`left(${messages.text}, ${TOLD.text})`.as('told'),
      askerId: sql<string>`${users.id}`.as('asker_id'),
      asker: users.name,
    })
    .from(messages)
    .innerJoin(users, eq(users.id, asker))
    .where(eq(messages.conversationId, conversations.id))
    .orderBy(desc(messages.id))
    .limit(TOLD.messages)
    .as('last')
  const { id, conversationId, role, status, agent, createdAt, text } = last
  const rows = await ctx.db
    .select({ id, conversationId, role, status, agent, createdAt, text, by: { id: last.askerId, name: last.asker } })
    .from(conversations)
    .crossJoinLateral(last)
    .where(inArray(conversations.id, ids))
    .orderBy(last.id)
  return seen(ctx, rows)
}

/** The kept answer of a message that has ended. @throws AppError unavailable when it could not be kept */
export async function answerOf(ctx: UserCtx, messageId: string): Promise<Answer> {
  const [row] = await ctx.db.select({ answer: messages.answer }).from(messages).where(eq(messages.id, messageId))
  if (!row?.answer) throw unavailable('The answer could not be kept. Please ask again; it cost nothing.')
  return row.answer
}

/** What all that an answer shows was computed from: results are kept for a month, answers for longer. */
export const readOf = (ctx: Pick<World, 'db'>, answer: Answer) =>
  results.readOf(
    ctx,
    resultsOf(answer).map(({ id }) => id),
  )

/** Keeps how an answer ended; its conversation is free for the next question. @returns the conversation, unless it had been freed */
export async function ended(
  ctx: Pick<World, 'db'>,
  { id, conversationId }: { id: string; conversationId: string },
  answer: Answer,
  { exchange = null, ...change }: { updatedAt?: Date; exchange?: Exchange | null } = {},
) {
  const status = answer.status === 'running' ? 'failed' : answer.status
  await ctx.db
    .update(messages)
    .set({
      status,
      text: spoken(answer),
      answer,
      outline: outlineOf(answer),
      reads: await readOf(ctx, answer),
      heartbeatAt: null,
      exchange: exchange && JSON.stringify(exchange),
    })
    .where(eq(messages.id, id))
  const [conversation] = await ctx.db
    .update(conversations)
    .set({ runningMessageId: null, ...change })
    .where(and(eq(conversations.id, conversationId), eq(conversations.runningMessageId, id)))
    .returning({ userId: conversations.userId })
  return conversation
}

/** Whether a message is an answer to the person, of the conversation. */
export async function hasAnswer(ctx: UserCtx, conversationId: string, messageId: string): Promise<boolean> {
  const rows = await ctx.db
    .select({ id: messages.id })
    .from(messages)
    .innerJoin(conversations, eq(conversations.id, messages.conversationId))
    .where(
      and(
        ...[eq(messages.id, messageId), eq(messages.conversationId, conversationId), eq(messages.role, 'assistant')],
        eq(asker, ctx.user.id),
      ),
    )
  return rows.length > 0
}

/**
 * What the analyst is told of the conversation before the question, oldest first: the last messages, and before them the last answer with
 * results where these have none, so that names of results go on.
 */
export async function history(
  ctx: UserCtx,
  conversationId: string,
): Promise<(PastMessage & { id: string; scope: Scope | null })[]> {
  const ended = and(eq(messages.conversationId, conversationId), ne(messages.status, 'running'))
  const past = async (
    where: SQL | undefined,
    order: SQL | typeof messages.id,
    most: number,
    from: SQL | number = 0,
  ) => {
    const rows = await ctx.db
      .select({
        ...{ id: messages.id, role: messages.role, text: messages.text, answer: messages.answer },
        ...{ at: messages.createdAt, exchange: messages.exchange, scope: messages.scope },
      })
      .from(messages)
      .where(and(ended, where))
      .orderBy(order)
      .limit(most)
      .offset(from as number)
    return rows.map((row) => ({
      ...row,
      // What was said on the way to the answer is not of what chips made of it.
      exchange: row.exchange === null || row.answer?.byChips ? null : (JSON.parse(row.exchange) as Exchange),
    }))
  }
  const count = ctx.db.select({ count: sql`count(*)` }).from(messages).where(ended)
  const rows = await past(
    undefined,
    messages.id,
    2 * HISTORY,
    sql`greatest(0, (${count}) / ${HISTORY}::int * ${HISTORY}::int - ${HISTORY}::int)`,
  )
  if (rows.length < HISTORY || rows.some(({ answer }) => answer?.results.length)) return rows
  const found = await past(
    and(isNotNull(messages.answer), sql`${messages.answer} -> 'results' -> 0 is not null`),
    desc(messages.id),
    1,
  )
  return [...found, ...rows]
}
