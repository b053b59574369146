import { and, eq, isNull } from 'drizzle-orm'
import { forbidden } from '#base/errors.ts'
import { inTransaction } from '#db/connect.ts'
import { messages } from '#db/schema/index.ts'
import type { ReadableCtx } from './conversations.ts'
import { abort } from './running.ts'

/**
 * Ends the running answer of a conversation, wherever it runs: for who asked, and for whose conversation it is.
 * @returns false when nothing runs @throws AppError forbidden
 */
export async function stop(ctx: ReadableCtx): Promise<boolean> {
  const messageId = ctx.conversation.runningMessageId
  if (!messageId) return false
  if (ctx.by !== null) {
    const [running] = await ctx.db.select({ by: messages.askedBy }).from(messages).where(eq(messages.id, messageId))
    if (running?.by !== ctx.user.id)
      throw forbidden('Only whoever asked and whose conversation it is can stop this answer.')
  }
  await inTransaction(ctx, async (ctx) => {
    await ctx.db
      .update(messages)
      .set({ stopRequestedAt: ctx.now() })
      .where(and(eq(messages.id, messageId), eq(messages.status, 'running'), isNull(messages.stopRequestedAt)))
    await ctx.bus.tell(ctx.db, 'stops', [messageId])
  })
  abort(messageId, 'stopped')
  return true
}
