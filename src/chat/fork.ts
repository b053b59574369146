import { and, asc, eq, ne, sql } from 'drizzle-orm'
import { conflict } from '#base/errors.ts'
import { newId } from '#base/ids.ts'
import { inTransaction } from '#db/connect.ts'
import { conversations, messages } from '#db/schema/index.ts'
import * as audit from '#records/audit.ts'
import type { Conversation, ReadableCtx } from './conversations.ts'
import { outlineOf } from './rules/outline.ts'
import { asker, WITHHELD, withheld } from './withheld.ts'

/** Questions and answers that are copied at most. */
const MOST = 200
/** Answers may be large: they are written a few at a time. */
const STEP = 20

/**
 * Copies a conversation that the person may read into one of their own, to go on from there. What was rated, what chips changed, what is
 * withheld from them and what the model read stay behind; so do a question that is still being answered, and that it was shared.
 * @throws AppError conflict `too_long`
 */
export const fork = (ctx: ReadableCtx): Promise<Conversation> =>
  inTransaction(ctx, async (ctx) => {
    const { id, title } = ctx.conversation
    const { id: messageId, role, text, status, answer, outline, reads } = messages
    const { agent, scope, copied: before, createdAt } = messages
    const copied = sql<boolean>`${before} or ${asker} <> ${ctx.user.id}`
    const all = await ctx.db
      .select({ id: messageId, role, text, status, answer, outline, reads, agent, scope, copied, createdAt })
      .from(messages)
      .innerJoin(conversations, eq(conversations.id, messages.conversationId))
      .where(and(eq(messages.conversationId, id), ne(messages.status, 'running')))
      .orderBy(asc(messages.id))
      .limit(MOST + 1)
    if (all.length > MOST)
      throw conflict(
        `A conversation of more than ${MOST} messages cannot be copied. Ask its last question anew.`,
        'too_long',
      )
    const gone = await withheld(
      ctx,
      all.map(({ id }) => id),
    )
    const told = (all.at(-1)?.role === 'user' ? all.slice(0, -1) : all).map((one) =>
      gone.has(one.id)
        ? { ...one, text: WITHHELD.text, answer: WITHHELD, outline: outlineOf(WITHHELD), reads: {} }
        : one,
    )
    const own = { workspaceId: ctx.workspace.id, userId: ctx.user.id, title }
    const [made] = await ctx.db
      .insert(conversations)
      .values({ ...own, id: newId(), createdAt: ctx.now(), updatedAt: ctx.now() })
      .returning()
    for (let at = 0; at < told.length; at += STEP) {
      const some = told.slice(at, at + STEP)
      await ctx.db.insert(messages).values(some.map((one) => ({ ...one, id: newId(), conversationId: made!.id })))
    }
    await audit.record(ctx, 'conversation.fork', made!.id, { from: id })
    return made!
  })
