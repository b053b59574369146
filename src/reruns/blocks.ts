import { unprocessable } from '#base/errors.ts'
import { type CanvasCtx, touch } from '#canvases/canvases.ts'
import { demandFiltering, filteredBlocks, textOfSet } from '#canvases/filters.ts'
import { memoryOf, remember } from '#canvases/memory.ts'
import { refresh, rememberable } from '#canvases/refresh.ts'
import { blockName } from '#canvases/rules/block-name.ts'
import { seenBlock } from '#canvases/withheld.ts'
import { sinceShown } from './compared.ts'
import type { RerunJson } from './rules/answers.ts'

/**
 * Refreshes a block, and says what changed since it showed something else under the same filters. It needs no model and no credits.
 * @param filters as addresses have them
 * @throws AppError not_found; unprocessable where it cannot be run, shows no data, or nothing is known of it yet
 */
export async function rerunBlock(ctx: CanvasCtx, blockId: string, filters: string): Promise<RerunJson> {
  const set = await demandFiltering(ctx, filters)
  const block = await seenBlock(ctx, blockId)
  const { shown } = (await filteredBlocks(ctx, [block], set)).get(blockId)!
  if (shown.problem) throw unprocessable(shown.problem)
  const key = textOfSet(set)
  const [memory, drawn] = await Promise.all([memoryOf(ctx, block, key), rememberable(ctx, [shown])])
  const ran = await refresh(ctx, [shown], { force: true })
  if (ran.length > 0 && set.set.length === 0) await touch(ctx, ran)
  const fresh = (await rememberable(ctx, [shown], { demands: true })).get(blockId)
  if (!fresh) throw unprocessable('This block shows no result that can be compared.')
  await remember(ctx, [block], [shown], key)
  const last = memory.shown ?? drawn.get(blockId)
  const changes = last && (await sinceShown(ctx, last, fresh))
  const before = changes?.same && memory.before ? await sinceShown(ctx, memory.before, fresh) : changes
  if (!before) throw unprocessable('Nothing is known of what this block showed before. From now on it is remembered.')
  return { ...before, title: blockName(block) }
}
