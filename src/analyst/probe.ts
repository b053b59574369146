import { rm } from 'node:fs/promises'
import type { Cell } from '#query/rules/result.ts'
import * as catalog from '#sources/catalog.ts'
import type { WorkspaceCtx } from '../ctx.ts'

/** Rows that a probe may give. */
const MOST_ROWS = 100

/**
 * Runs a small statement of ours beside an answer: statistics, look-ups, checks. Nothing is stored.
 * @throws AppError as the engine does
 */
export async function probe(ctx: WorkspaceCtx, sql: string, signal?: AbortSignal): Promise<Cell[][]> {
  const output = await ctx.files.scratch('probe')
  try {
    const { rows } = await ctx.engine.run({
      workspaceId: ctx.workspace.id,
      tables: await catalog.engineTables(ctx),
      sql,
      maxRows: MOST_ROWS,
      output,
      ...(signal ? { signal } : {}),
    })
    return rows
  } finally {
    await rm(output, { force: true })
  }
}
