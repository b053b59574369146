import { createHash } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { sourcesNow } from '#catalog/outline.ts'
import { canvasBlocks, canvasRemoved, conversations, messages } from '#db/schema/index.ts'
import { readBy } from '#query/results.ts'
import { type Reads, together } from '#query/rules/reads.ts'
import type { WorkspaceCtx } from '../ctx.ts'
import type { Block } from './rules/block.ts'
import { heldValues, originOf, statementsOf } from './rules/statements.ts'

/**
 * What may stand in a block itself: in its values what can be seen of its tables now, and in these and the title of what was pinned all that
 * the answer read that it was pinned from.
 */
export async function readsNow(ctx: WorkspaceCtx, block: Pick<Block, 'kind' | 'content'>): Promise<Reads> {
  const statements = heldValues(block) ? statementsOf(block) : []
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

type OnBoard = WorkspaceCtx & { canvas: { id: string } }
type Written = Pick<Block, 'content' | 'reads'>
const keyOf = (held: string) => createHash('sha256').update(held).digest('hex')
/** What several blocks may be of; null where that is not known of one. */
const all = (blocks: Pick<Written, 'reads'>[]): Reads | null => {
  const known = blocks.flatMap(({ reads }) => (reads ? [reads] : []))
  return known.length < blocks.length ? null : together(known)
}

/**
 * What the values of a block may be of that is put on a board: what can be seen now, what they were of before it changed, and where another
 * one of the board holds the same, or did until it was removed, what that is of.
 */
export async function readsWith(
  ctx: OnBoard,
  { content }: Pick<Block, 'content'>,
  now: Reads,
  there: Pick<Written, 'reads'> | undefined,
): Promise<Reads | null> {
  const held = heldValues({ content })
  if (there || held === null) return all([{ reads: now }, ...(there ? [there] : [])])
  const [others, removed] = await Promise.all([
    ctx.db.select().from(canvasBlocks).where(eq(canvasBlocks.canvasId, ctx.canvas.id)),
    ctx.db
      .select()
      .from(canvasRemoved)
      .where(and(eq(canvasRemoved.canvasId, ctx.canvas.id), eq(canvasRemoved.held, keyOf(held)))),
  ])
  return all([{ reads: now }, ...removed, ...others.filter((one) => heldValues(one) === held)])
}

/** Keeps what values of blocks may be of that are removed. */
export async function keepReads(ctx: OnBoard, removed: Written[]): Promise<void> {
  for (const block of removed) {
    const held = heldValues(block)
    if (held === null) continue
    const { reads } = block
    const target = [canvasRemoved.canvasId, canvasRemoved.held]
    const key = and(eq(canvasRemoved.canvasId, ctx.canvas.id), eq(canvasRemoved.held, keyOf(held)))
    const before = await ctx.db.select().from(canvasRemoved).where(key)
    const set = { reads: all([{ reads }, ...before]) }
    await ctx.db
      .insert(canvasRemoved)
      .values({ canvasId: ctx.canvas.id, held: keyOf(held), ...set })
      .onConflictDoUpdate({ target, set })
  }
}
