import { answerOf } from '#base/answer.ts'
import { hiddenNames, seesHidden } from '#catalog/hidden.ts'
import { namesOne } from '#definitions/rules/definition.ts'
import { can } from '#organizations/rules/permission.ts'
import { blockIds, blocks, type CanvasCtx, type StoredBlock } from './canvases.ts'
import { type BlockData, dataOf } from './refresh.ts'
import { type BlockJson, block, type CanvasJson, canvas } from './rules/answers.ts'

/** A board as this person may see it, with what its blocks show. @param since only blocks that changed after this version */
export async function read(ctx: CanvasCtx, since = 0): Promise<CanvasJson> {
  const [ids, changed] = await Promise.all([blockIds(ctx), blocks(ctx, since)])
  return answerOf(canvas, { ...ctx.canvas, blockIds: ids, blocks: await blocksJson(ctx, changed) })
}

/** Blocks with what they show. Statements are left out for those who may not read them: they would name what is hidden. */
export async function blocksJson(ctx: CanvasCtx, stored: StoredBlock[]): Promise<BlockJson[]> {
  const data = await dataOf(ctx, stored)
  const shows = can(ctx.workspace.role, 'UPDATE_CANVASES') || ctx.models.explain?.show_sql !== false
  const hidden = seesHidden(ctx) ? new Set<string>() : await hiddenNames(ctx)
  const sqlOf = (sql: string) => (shows && !namesOne(sql, hidden) ? sql : '')
  return stored.map((one) =>
    answerOf(block, {
      ...one,
      content: withSql(one.content, sqlOf),
      updatedBy: one.by,
      data: dataWithSql(data.get(one.id) ?? null, sqlOf),
    }),
  )
}

type WithSql = (sql: string) => string

function withSql(content: object, sqlOf: WithSql): Record<string, unknown> {
  if ('sql' in content) return { ...content, sql: sqlOf(String(content.sql)) }
  if (!('queries' in content)) return { ...content }
  return { ...content, queries: (content.queries as { sql: string }[]).map((one) => ({ ...one, sql: sqlOf(one.sql) })) }
}

const dataWithSql = (data: BlockData | null, sqlOf: WithSql) =>
  data && { ...data, results: data.results.map((result) => ({ ...result, sql: sqlOf(result.sql) })) }
