import { and, eq } from 'drizzle-orm'
import { sourcesNow } from '#catalog/outline.ts'
import { conversations, messages } from '#db/schema/index.ts'
import { readBy } from '#query/results.ts'
import { type Reads, together } from '#query/rules/reads.ts'
import type { WorkspaceCtx } from '../ctx.ts'
import type { Block } from './rules/block.ts'
import { holdsValues, originOf, statementsOf } from './rules/statements.ts'

/**
 * What may stand in a block itself: in its values what can be seen of its tables now, and in these and the title of what was pinned all that
 * the answer read that it was pinned from.
 */
export async function readsNow(ctx: WorkspaceCtx, block: Pick<Block, 'kind' | 'content'>): Promise<Reads> {
  const statements = holdsValues(block) ? statementsOf(block) : []
  const { visible } = await sourcesNow(ctx)
  const read = await Promise.all(statements.map((one) => readBy(ctx, one, visible)))
  const origin = originOf(block)
  const answers = origin
    ? await ctx.db
        .select({ reads: messages.reads })
        .from(messages)
        .innerJoin(conversations, eq(conversations.id, messages.conversationId))
        .where(and(eq(messages.id, origin.message_id), eq(conversations.workspaceId, ctx.workspace.id)))
    : []
  return together([...read, ...answers.flatMap(({ reads }) => (reads ? [reads] : []))])
}
