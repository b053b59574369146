import { rm } from 'node:fs/promises'
import { newId } from '#base/ids.ts'
import { DAY } from '#base/time.ts'
import * as schema from '#db/schema/index.ts'
import type { EngineTable } from '#outside/engine.ts'
import * as catalog from '#sources/catalog.ts'
import type { WorkspaceCtx } from '../ctx.ts'
import * as results from './results.ts'
import type { QueryResult } from './rules/result.ts'

/** Rows that come back with a result; the others are paged. */
const ROWS_IN_ANSWER = 50
/** Days that a result is kept. */
const KEPT_DAYS = 30
/** What a statement over the tables of a workspace is said to run on. */
const SOURCE = 'workspace'

export type RunRequest = {
  sql: string
  title?: string
  /** Rows kept at most; ENGINE_MAX_ROWS is the most and the default. */
  limit?: number
  /** Earlier results that the statement may name as tables: name in SQL (r1, r2 …) -> id. */
  results?: Record<string, string>
  signal?: AbortSignal
}

/**
 * Runs one SELECT over the visible tables of the workspace and keeps its rows.
 * @throws AppError `unprocessable` code `sql_error` or `sql_refused` (details: message, candidates), `timeout` code `query_timeout`,
 * `conflict` code `query_cancelled`, `unavailable` code `engine_failed`, `not_found` for an unknown result
 */
export async function run(ctx: WorkspaceCtx, request: RunRequest): Promise<QueryResult> {
  const [tables, named] = await Promise.all([
    catalog.engineTables(ctx),
    Promise.all(Object.entries(request.results ?? {}).map(([name, id]) => namedResult(ctx, name, id))),
  ])
  const output = await ctx.files.scratch('result.parquet')
  try {
    const { rows, ...found } = await ctx.engine.run({
      workspaceId: ctx.workspace.id,
      tables,
      results: named.map(({ table }) => table),
      sql: request.sql,
      maxRows: Math.max(1, Math.min(request.limit ?? ctx.config.ENGINE_MAX_ROWS, ctx.config.ENGINE_MAX_ROWS)),
      output,
      ...(request.signal ? { signal: request.signal } : {}),
    })
    const id = newId()
    const now = ctx.now()
    const moments = [
      ...tables.filter(({ name }) => found.reads.includes(name)).map(({ refreshedAt }) => refreshedAt),
      ...named.filter(({ table }) => found.reads.includes(table.name)).map((result) => result.freshAt),
    ]
    const freshAt = new Date(Math.min(now.getTime(), ...moments.map(Number)))
    const storeKey = `workspaces/${ctx.workspace.id}/results/${id}.parquet`
    await ctx.files.adopt(storeKey, output)
    await ctx.db.insert(schema.results).values({
      id,
      workspaceId: ctx.workspace.id,
      userId: ctx.user.id,
      title: request.title ?? '',
      source: SOURCE,
      sql: request.sql,
      columns: found.columns,
      totalRows: found.totalRows,
      truncated: found.truncated,
      rowsRead: found.rowsRead,
      elapsedMs: found.elapsedMs,
      storeKey,
      freshAt,
      createdAt: now,
      expiresAt: new Date(now.getTime() + KEPT_DAYS * DAY),
    })
    return {
      id,
      columns: found.columns,
      rows: rows.slice(0, ROWS_IN_ANSWER),
      total_rows: found.totalRows,
      truncated: found.truncated,
      elapsed_ms: found.elapsedMs,
      title: request.title ?? '',
      source: SOURCE,
      sql: request.sql,
      rows_read: found.rowsRead,
      fresh_at: freshAt.toISOString(),
    }
  } finally {
    await rm(output, { force: true })
  }
}

async function namedResult(
  ctx: WorkspaceCtx,
  name: string,
  id: string,
): Promise<{ table: EngineTable; freshAt: Date }> {
  const { columns, storeKey, freshAt, totalRows } = await results.get(ctx, id)
  return {
    table: {
      name,
      path: await ctx.files.localPath(storeKey),
      columns: columns.map((column) => column.name),
      rows: totalRows,
    },
    freshAt,
  }
}
