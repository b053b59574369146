import { and, eq, isNull } from 'drizzle-orm'
import { inTransaction } from '#db/connect.ts'
import { messages } from '#db/schema/index.ts'
import type { ConversationCtx } from './conversations.ts'
import { abort } from './running.ts'

/** Ends the running answer of a conversation, wherever it runs. @returns false when nothing runs */
export async function stop(ctx: ConversationCtx): Promise<boolean> {
  const messageId = ctx.conversation.runningMessageId
  if (!messageId) return false
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
