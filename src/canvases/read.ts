import { answerOf } from '#base/answer.ts'
import { hiddenNames, seesHidden } from '#catalog/hidden.ts'
import { namesOne } from '#definitions/rules/definition.ts'
import { can } from '#organizations/rules/permission.ts'
import { blockIds, blocks, type CanvasCtx, type StoredBlock } from './canvases.ts'
import { type Filtering, filteredBlocks, filtering } from './filters.ts'
import { type BlockData, dataOf } from './refresh.ts'
import { type BlockJson, block, type CanvasJson, canvas } from './rules/answers.ts'

/**
 * A board as this person may see it, with what its blocks show.
 * @param options since: only blocks that changed after this version; set: the filters that are set
 */
export async function read(
  ctx: CanvasCtx,
  { since = 0, set }: { since?: number; set?: Filtering } = {},
): Promise<CanvasJson> {
  const [ids, changed] = await Promise.all([blockIds(ctx), blocks(ctx, since)])
  const hidden = await hiddenFrom(ctx)
  const filters = ctx.canvas.filters.map((one) => ({
    ...one,
    places: one.places.filter((place) => !namesOne(JSON.stringify(place), hidden)),
  }))
  const parameters = ctx.canvas.parameters.map((one) =>
    namesOne(JSON.stringify(one.column), hidden) ? { ...one, column: null } : one,
  )
  return answerOf(canvas, {
    ...ctx.canvas,
    filters,
    parameters,
    blockIds: ids,
    blocks: await blocksJson(ctx, changed, set, hidden),
  })
}

/** Names that this person may not see. */
const hiddenFrom = async (ctx: CanvasCtx): Promise<Set<string>> =>
  seesHidden(ctx) ? new Set() : await hiddenNames(ctx)

/**
 * Blocks with what they show. Statements are left out for those who may not read them: they would name what is hidden.
 * @param known the names that this person may not see, where they were looked up before
 */
export async function blocksJson(
  ctx: CanvasCtx,
  stored: StoredBlock[],
  set?: Filtering,
  known?: Set<string>,
): Promise<BlockJson[]> {
  const filtered = await filteredBlocks(ctx, stored, set ?? (await filtering(ctx, '')))
  const data = await dataOf(
    ctx,
    [...filtered.values()].map(({ shown }) => shown),
  )
  const shows = can(ctx.workspace.role, 'UPDATE_CANVASES') || ctx.models.explain?.show_sql !== false
  const hidden = known ?? (await hiddenFrom(ctx))
  const sqlOf = (sql: string) => (shows && !namesOne(sql, hidden) ? sql : '')
  return stored.map((one) =>
    answerOf(block, {
      ...one,
      content: withSql(one.content, sqlOf),
      updatedBy: one.by,
      filters: filtered.get(one.id)!.effects,
      data: dataWithSql(data.get(one.id) ?? null, sqlOf, hidden),
    }),
  )
}

type WithSql = (sql: string) => string

function withSql(content: object, sqlOf: WithSql): Record<string, unknown> {
  if ('sql' in content) return { ...content, sql: sqlOf(String(content.sql)) }
  if (!('queries' in content)) return { ...content }
  return { ...content, queries: (content.queries as { sql: string }[]).map((one) => ({ ...one, sql: sqlOf(one.sql) })) }
}

/** What the engine says of a column that is gone names it, and others like it. */
const dataWithSql = (data: BlockData | null, sqlOf: WithSql, hidden: Set<string>) =>
  data && {
    ...data,
    error:
      data.error && namesOne(data.error, hidden) ? 'This block reads something that was hidden since.' : data.error,
    results: data.results.map((result) => ({ ...result, sql: sqlOf(result.sql) })),
  }
