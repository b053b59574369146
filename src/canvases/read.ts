import { answerOf } from '#base/answer.ts'
import { can } from '#organizations/rules/permission.ts'
import { blockIds, blocks, type CanvasCtx, type StoredBlock } from './canvases.ts'
import { type Filtering, filteredBlocks, filtering } from './filters.ts'
import { type BlockData, dataOf } from './refresh.ts'
import { type BlockJson, block, type CanvasJson, canvas } from './rules/answers.ts'
import type { Filter, Place } from './rules/filter.ts'
import { type Withholding, withholding } from './withheld.ts'

/**
 * A board as this person may see it, with what its blocks show.
 * @param options since: only blocks that changed after this version; set: the filters that are set
 */
export async function read(
  ctx: CanvasCtx,
  { since = 0, set }: { since?: number; set?: Filtering } = {},
): Promise<CanvasJson> {
  const [ids, changed] = await Promise.all([blockIds(ctx), blocks(ctx, since)])
  const withheld = await withholding(ctx)
  const filters = ctx.canvas.filters.map((one) => withoutHidden(one, withheld))
  const parameters = ctx.canvas.parameters.map((one) =>
    one.column && withheld.hides(one.column) ? { ...one, column: null } : one,
  )
  return answerOf(canvas, {
    ...ctx.canvas,
    filters,
    parameters,
    blockIds: ids,
    blocks: await blocksJson(ctx, changed, set, withheld),
  })
}

/** A filter without the columns that are hidden; one that is on no other is not called after them either. */
function withoutHidden(filter: Filter, { hides }: Withholding): Filter {
  const isHidden = ({ through, ...own }: Place) =>
    hides(own) || (through && [through.key, through.column].some((column) => hides({ table: through.table, column })))
  const places = filter.places.filter((place) => !isHidden(place))
  return { ...filter, places, name: filter.places.length > 0 && places.length === 0 ? 'Hidden' : filter.name }
}

/**
 * Blocks with what they show, or a notice in their place. Statements are left out where this server shows none to people who cannot change
 * them.
 * @param known what this person may not see, where it was looked up before
 */
export async function blocksJson(
  ctx: CanvasCtx,
  stored: StoredBlock[],
  set?: Filtering,
  known?: Withholding,
): Promise<BlockJson[]> {
  const withheld = known ?? (await withholding(ctx))
  const blocks = stored.map(withheld.shown)
  const filtered = await filteredBlocks(ctx, blocks, set ?? (await filtering(ctx, '')))
  const data = await dataOf(
    ctx,
    [...filtered.values()].map(({ shown }) => shown),
  )
  const shows = can(ctx.workspace.role, 'UPDATE_CANVASES') || ctx.models.explain?.show_sql !== false
  const sqlOf = (sql: string) => (shows ? sql : '')
  // What was said when more could be seen may name it.
  const told = (text: string | null, instead: string) => (text && withheld.names(text) ? instead : text)
  return blocks.map((one) =>
    answerOf(block, {
      ...one,
      content: withSql(one.content, sqlOf),
      updatedBy: one.by,
      filters: filtered
        .get(one.id)!
        .effects.map((effect) => ({ ...effect, why: told(effect.why, 'its columns cannot be seen') })),
      data: dataJson(data.get(one.id) ?? null, sqlOf, (error) => told(error, 'This block could not be refreshed.')),
    }),
  )
}

type WithSql = (sql: string) => string

function withSql(content: object, sqlOf: WithSql): Record<string, unknown> {
  if ('sql' in content) return { ...content, sql: sqlOf(String(content.sql)) }
  if (!('queries' in content)) return { ...content }
  return { ...content, queries: (content.queries as { sql: string }[]).map((one) => ({ ...one, sql: sqlOf(one.sql) })) }
}

const dataJson = (data: BlockData | null, sqlOf: WithSql, errorOf: (error: string | null) => string | null) =>
  data && {
    ...data,
    error: errorOf(data.error),
    results: data.results.map((result) => ({ ...result, sql: sqlOf(result.sql) })),
  }
