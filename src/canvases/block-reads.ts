import { and, eq } from 'drizzle-orm'
import { sourcesNow } from '#catalog/outline.ts'
import { conversations, messages } from '#db/schema/index.ts'
import { readBy } from '#query/results.ts'
import { type Reads, together } from '#query/rules/reads.ts'
import type { WorkspaceCtx } from '../ctx.ts'
import type { Block } from './rules/block.ts'
import { holdsValues, statementsOf } from './rules/statements.ts'

/** What the values that a block holds may be of: what can be seen of its tables now, and what the answer read that it was pinned from. */
export async function readsNow(ctx: WorkspaceCtx, block: Pick<Block, 'kind' | 'content'>): Promise<Reads> {
  if (!holdsValues(block)) return {}
  const { visible } = await sourcesNow(ctx)
  const read = await Promise.all(statementsOf(block).map((one) => readBy(ctx, one, visible)))
  const origin = 'origin' in block.content ? block.content.origin : undefined
  const answers = origin
    ? await ctx.db
        .select({ reads: messages.reads })
        .from(messages)
        .innerJoin(conversations, eq(conversations.id, messages.conversationId))
        .where(and(eq(messages.id, origin.message_id), eq(conversations.workspaceId, ctx.workspace.id)))
    : []
  return together([...read, ...answers.flatMap(({ reads }) => (reads ? [reads] : []))])
}
