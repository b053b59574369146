import { and, eq, isNull, lte, or } from 'drizzle-orm'
import { MINUTE } from '#base/time.ts'
import { canvases, shareLinks } from '#db/schema/index.ts'
import { asPersonIn } from '#workspaces/as-person.ts'
import { type CanvasCtx, snapshotOf, workspaceOf } from './canvases.ts'
import { demandFiltering, filteredBlocks, filtering } from './filters.ts'
import * as links from './links.ts'
import type { Snapshot } from './rules/block.ts'
import type { Board } from './rules/shown-board.ts'
import { boardOf } from './shared-board.ts'
import { levelOf } from './sharing.ts'

/** People with a link bring its results up to date at most so often. */
const REFRESH_EACH = 15 * MINUTE

/** Links of boards: what is frozen are statements, texts and places, so figures move with the data. */
export const ofCanvases: links.LinkKind<CanvasCtx> = {
  kind: 'canvas',
  of: shareLinks.canvasId,
  idOf: ({ canvas }) => canvas.id,
  lock: ({ db, canvas }) =>
    db.select({ id: canvases.id }).from(canvases).where(eq(canvases.id, canvas.id)).for('update'),
  async freeze(ctx, filters) {
    await demandFiltering(ctx, filters)
    const snapshot = await snapshotOf(ctx, ctx.canvas)
    return { snapshot, reached: (await filtered(ctx, snapshot, filters)).reached }
  },
  async current(ctx) {
    const now = await snapshotOf(ctx, ctx.canvas)
    return ({ snapshot }) => Bun.deepEquals(snapshot, now)
  },
  async asMaker(ctx, id, userId) {
    const canvas = await workspaceOf(ctx, id)
    const inside = canvas && (await asPersonIn(ctx, canvas.workspaceId, userId))
    if (!inside) return null
    const made = { ...inside, canvas }
    return (await levelOf(made)) === 'edit' ? made : null
  },
}
export type CanvasLinkCtx = links.Opened<CanvasCtx>

/** A board over the rows that filters leave, and which of them reach which of its blocks, and of these which tables. */
async function filtered(ctx: CanvasCtx, snapshot: Snapshot, filters: string) {
  const set = await filtering(
    { ...ctx, canvas: { ...ctx.canvas, filters: snapshot.filters ?? [], parameters: snapshot.parameters ?? [] } },
    filters,
  )
  const found = await filteredBlocks(ctx, snapshot.blocks, set)
  const reached: Record<string, string[]> = {}
  for (const [id, { effects }] of found)
    if (effects.length > 0)
      reached[id] = effects.flatMap(({ filter, why, tables }) =>
        why === null ? [filter, ...tables.map((table) => `${filter} of ${table}`)] : [],
      )
  const blocks = snapshot.blocks.map(({ id }) => found.get(id)!.shown)
  return { snapshot: { ...snapshot, blocks }, reached, set: set.set, wrong: [...set.wrong, ...set.problems] }
}

/**
 * What a link shows: the board that was published, over the rows that its filters leave.
 * @throws AppError not_found where one of them filters a block no more that it did: nobody is shown more than was meant for them
 */
export async function published(ctx: CanvasLinkCtx): Promise<Snapshot & Pick<Board, 'set'>> {
  const { filters, reached: before } = ctx.link
  const snapshot = ctx.link.snapshot as Snapshot
  const { snapshot: shown, reached, set, wrong } = await filtered(ctx, snapshot, filters)
  if (wrong.length > 0 || links.losesOne(before, reached)) throw links.dead()
  return { ...shown, set }
}

/** The board of a link as it is shown. What is stale is brought up to date, at most once in so long and link. */
export async function view(ctx: CanvasLinkCtx): Promise<Board> {
  const isThis = eq(shareLinks.id, ctx.link.id)
  const before = new Date(ctx.now().getTime() - REFRESH_EACH)
  const claimed = await ctx.db
    .update(shareLinks)
    .set({ refreshedAt: ctx.now() })
    .where(and(isThis, or(isNull(shareLinks.refreshedAt), lte(shareLinks.refreshedAt, before))))
    .returning({ id: shareLinks.id })
  return boardOf(ctx, await published(ctx), { reader: 'anybody', refreshes: claimed.length > 0 })
}
