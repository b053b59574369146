import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm'
import { ago, DAY } from '#base/time.ts'
import { forget } from '#db/forget.ts'
import { canvasMemories } from '#db/schema/index.ts'
import type { World } from '../ctx.ts'
import type { CanvasCtx } from './canvases.ts'
import { digest, isHiddenSince, rememberable, type ToShow } from './refresh.ts'
import type { Block } from './rules/block.ts'
import type { Remembered } from './rules/memory.ts'
import { statementsOf } from './rules/statements.ts'

type Memory = typeof canvasMemories.$inferSelect

/** Settings of filters under which one block is remembered; those that were set last. */
const MOST_SETTINGS = 20
const KEPT = 30 * DAY

const digestOf = ({ page }: Remembered) => digest([page.columns, page.rows, page.total_rows])
/** Other words about the same begin anew as well. */
const asked = (block: Block) => digest('queries' in block.content ? block.content : statementsOf(block))
const isOf = (ctx: CanvasCtx, filters: string) =>
  and(eq(canvasMemories.canvasId, ctx.canvas.id), eq(canvasMemories.filters, filters))

/**
 * Remembers what blocks show now, and what they did before it was another thing.
 * @param stored as they stand on the board @param shown as they are run under these filters @param filters as addresses have them
 */
export async function remember(ctx: CanvasCtx, stored: Block[], shown: ToShow[], filters: string): Promise<void> {
  const now = await rememberable(ctx, shown)
  const ids = [...now.keys()]
  if (ids.length === 0) return
  const rows = await ctx.db
    .select()
    .from(canvasMemories)
    .where(and(isOf(ctx, filters), inArray(canvasMemories.blockId, ids)))
  // In one order always: of two looks at a board neither waits for a block that the other holds.
  const ordered = [...now].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const values = ordered.map(([blockId, fresh]) => {
    const statement = asked(stored.find(({ id }) => id === blockId)!)
    const last = rows.find((row) => row.blockId === blockId && row.statement === statement)
    const isSame = last && digestOf(last.shown) === digestOf(fresh)
    const is = { shown: isSame ? last.shown : fresh, before: isSame ? last.before : (last?.shown ?? null) }
    return { canvasId: ctx.canvas.id, blockId, filters, statement, ...is, usedAt: ctx.now() }
  })
  await ctx.db
    .insert(canvasMemories)
    .values(values)
    .onConflictDoUpdate({
      target: [canvasMemories.canvasId, canvasMemories.blockId, canvasMemories.filters],
      set: {
        statement: sql`excluded.statement`,
        shown: sql`excluded.shown`,
        before: sql`excluded.before`,
        usedAt: sql`excluded.used_at`,
      },
    })
  if (filters === '') return
  const isKnown = ({ blockId, statement }: (typeof values)[number]) =>
    rows.some((row) => row.blockId === blockId && row.statement === statement)
  for (const one of values) if (!isKnown(one)) await forgetOld(ctx, one.blockId)
}

async function forgetOld(ctx: CanvasCtx, blockId: string): Promise<void> {
  const ofBlock = and(eq(canvasMemories.canvasId, ctx.canvas.id), eq(canvasMemories.blockId, blockId))
  const old = ctx.db
    .select({ filters: canvasMemories.filters })
    .from(canvasMemories)
    .where(ofBlock)
    .orderBy(desc(canvasMemories.usedAt))
    .offset(MOST_SETTINGS)
  await ctx.db.delete(canvasMemories).where(and(ofBlock, inArray(canvasMemories.filters, old)))
}

/** What a block showed last and before that; null for what read something that was hidden since, and of another statement. */
export async function memoryOf(
  ctx: CanvasCtx,
  block: Block,
  filters: string,
): Promise<Pick<Memory, 'before'> & { shown: Remembered | null }> {
  const [row] = await ctx.db
    .select()
    .from(canvasMemories)
    .where(and(isOf(ctx, filters), eq(canvasMemories.blockId, block.id)))
  if (!row || row.statement !== asked(block)) return { shown: null, before: null }
  const seen = async (one: Remembered | null) => (one && !(await isHiddenSince(ctx, one.tables)) ? one : null)
  return { shown: await seen(row.shown), before: await seen(row.before) }
}

/** For the jobs: forgets what nobody has looked at for long. @returns how many */
export const sweep = (world: Pick<World, 'db' | 'now'>): Promise<number> =>
  forget(world, canvasMemories, lt(canvasMemories.usedAt, ago(world, KEPT)))
