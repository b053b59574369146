import * as results from '#query/results.ts'
import type { Cell } from '#query/rules/result.ts'
import * as catalog from '#sources/catalog.ts'
import type { WorkspaceCtx } from '../ctx.ts'
import type { AnswerResult } from './rules/answer.ts'

/** Rows that a probe may give. */
const MOST_ROWS = 100

/**
 * Runs a small statement of ours beside an answer: statistics, look-ups, checks. Nothing is stored.
 * @param named stored results that the statement may name
 * @throws AppError as the engine does
 */
export async function probe(
  ctx: WorkspaceCtx,
  sql: string,
  { named = [], signal }: { named?: AnswerResult[]; signal?: AbortSignal | undefined } = {},
): Promise<Cell[][]> {
  const { rows } = await ctx.engine.run({
    workspaceId: ctx.workspace.id,
    tables: await catalog.engineTables(ctx),
    results: await Promise.all(named.map((result) => tableOf(ctx, result))),
    sql,
    maxRows: MOST_ROWS,
    ...(signal ? { signal } : {}),
  })
  return rows
}

const tableOf = async (ctx: WorkspaceCtx, { id, name, columns, total_rows }: AnswerResult) => ({
  name,
  path: await ctx.files.localPath((await results.get(ctx, id)).storeKey),
  columns: columns.map((column) => column.name),
  rows: total_rows,
})
