import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { and, asc, eq, gt, inArray, lte } from 'drizzle-orm'
import { AppError } from '#base/errors.ts'
import { fileStem } from '#base/text.ts'
import { DAY } from '#base/time.ts'
import { seesHidden } from '#catalog/hidden.ts'
import { sourcesNow } from '#catalog/outline.ts'
import * as schema from '#db/schema/index.ts'
import type { ExportFormat } from '#outside/engine.ts'
import type { WorkspaceCtx, World } from '../ctx.ts'
import type { QueryResult } from './rules/answers.ts'
import { isHiddenSince, mayRead, type Reads, readsOf, type Sources, together } from './rules/reads.ts'
import { MOST_PAGE_ROWS, PAGE_ROWS, WORKSPACE_SOURCE } from './rules/request.ts'

/** How long a result is kept. */
export const KEPT = 30 * DAY
/** What is read of a file at once while it is sent. */
const PIECE_BYTES = 512 << 10

export type StoredResult = typeof schema.results.$inferSelect
export type PageRequest = {
  offset?: number
  limit?: number
  /** Fewer rows come when so many would be too large for one page, instead of an error. */
  cut?: boolean
  sort?: { column: string; descending: boolean }
  /** Case-insensitive text that some column must contain. */
  filter?: string
  signal?: AbortSignal
}

/** A kept result of this workspace. @throws AppError not_found, also for one that has expired, or holds what was hidden from the person since */
export async function get(ctx: WorkspaceCtx, id: string): Promise<StoredResult> {
  const [found] = await ctx.db
    .select()
    .from(schema.results)
    .where(
      and(
        eq(schema.results.id, id),
        eq(schema.results.workspaceId, ctx.workspace.id),
        gt(schema.results.expiresAt, ctx.now()),
      ),
    )
  if (!found || (await isWithheld(ctx, found)))
    throw new AppError('not_found', 'There is no such result, or it is no longer kept. Run the query again.')
  return found
}

/** Whether it holds what was hidden since, for somebody who may not see that. */
async function isWithheld(ctx: WorkspaceCtx, { sql, source, origin }: StoredResult): Promise<boolean> {
  if (seesHidden(ctx)) return false
  const sources = await sourcesNow(ctx)
  const { own, earlier } = origin ?? { own: await readBy(ctx, { sql, source }, sources.all), earlier: {} }
  return [own, earlier].some((reads) => isHiddenSince(reads, sources))
}

/** What a statement may give of these tables: all of a table where that cannot be told. */
export async function readBy(
  ctx: WorkspaceCtx,
  { sql, source }: Pick<QueryResult, 'sql' | 'source'>,
  tables: Sources['all'],
): Promise<Reads> {
  const reads = readsOf({ sql, source }, tables)
  if (source !== WORKSPACE_SOURCE) return reads
  const tree = JSON.parse(await ctx.engine.parse(sql))
  return tree.error === true ? reads : mayRead(tree, reads)
}

/** All that these results were computed from. */
export async function readOf({ db }: Pick<World, 'db'>, ids: string[]): Promise<Reads> {
  const rows = await db
    .select({ origin: schema.results.origin })
    .from(schema.results)
    .where(inArray(schema.results.id, ids))
  return together(rows.flatMap(({ origin }) => (origin ? [origin.own, origin.earlier] : [])))
}

/** Rows of a kept result in stored order unless sorted; `total_rows` counts those that pass the filter. */
export async function page(
  ctx: WorkspaceCtx,
  id: string,
  { offset = 0, limit = PAGE_ROWS, ...how }: PageRequest = {},
): Promise<QueryResult> {
  const stored = await get(ctx, id)
  const path = await ctx.files.localPath(stored.storeKey)
  const { rows, totalRows } = await ctx.engine.read({ path, offset, limit: Math.min(limit, MOST_PAGE_ROWS), ...how })
  return { ...described(stored), rows, total_rows: totalRows }
}

/** A result with as many rows from one on as are read at once; with those that came with it where its file is gone. */
export async function withRows(ctx: WorkspaceCtx, result: QueryResult, offset = 0): Promise<QueryResult> {
  if (result.rows.length >= result.total_rows) return result
  const { rows } = await page(ctx, result.id, { offset, limit: MOST_PAGE_ROWS, cut: true }).catch((error) => {
    if (error instanceof AppError) return result
    throw error
  })
  return { ...result, rows }
}

export const described = (stored: StoredResult): Omit<QueryResult, 'rows'> => ({
  id: stored.id,
  columns: stored.columns,
  total_rows: stored.totalRows,
  truncated: stored.truncated,
  elapsed_ms: stored.elapsedMs,
  ...(stored.leftOut.length > 0 ? { left_out: stored.leftOut } : {}),
  title: stored.title,
  source: stored.source,
  sql: stored.sql,
  rows_read: stored.rowsRead,
  fresh_at: stored.freshAt.toISOString(),
})

/** All rows of a kept result as the bytes of a file; the file itself is gone once they are read. `name` is fit for a download. */
export async function exported(
  ctx: WorkspaceCtx,
  id: string,
  format: ExportFormat,
  signal?: AbortSignal,
): Promise<{ body: ReadableStream<Uint8Array>; name: string }> {
  const stored = await get(ctx, id)
  const path = await ctx.files.localPath(stored.storeKey)
  const output = await ctx.files.scratch(`export.${format}`)
  try {
    const notes = stored.leftOut.map(({ note }) => note)
    await ctx.engine.export({ path, format, output, notes, ...(signal ? { signal } : {}) })
    const stream = createReadStream(output, { highWaterMark: PIECE_BYTES })
    stream.on('close', () => void rm(output, { force: true }))
    return {
      body: Readable.toWeb(stream) as unknown as ReadableStream<Uint8Array>,
      name: `${fileName(stored)}.${format}`,
    }
  } catch (error) {
    await rm(output, { force: true })
    throw error
  }
}

/** Whoever gets the file reads in its name that not all lines are in it. */
function fileName({ title, createdAt, leftOut }: StoredResult): string {
  const stem = fileStem(title) || `result-${createdAt.toISOString().slice(0, 10)}`
  const [least] = leftOut.toSorted((a, b) => a.counted / a.of - b.counted / b.of)
  return least ? `${stem}-${least.counted}-of-${least.of}-lines-counted` : stem
}

/** Keeps results for another month that would be gone within `nearly` milliseconds. */
export async function keepLonger(ctx: WorkspaceCtx, ids: string[], nearly: number): Promise<void> {
  const now = ctx.now().getTime()
  const { id, workspaceId, expiresAt } = schema.results
  await ctx.db
    .update(schema.results)
    .set({ expiresAt: new Date(now + KEPT) })
    .where(
      and(
        inArray(id, ids),
        eq(workspaceId, ctx.workspace.id),
        gt(expiresAt, new Date(now)),
        lte(expiresAt, new Date(now + nearly)),
      ),
    )
}

/** Removes results that are kept no longer, with their files; at most `most` of them. Returns how many. */
export async function sweep(world: Pick<World, 'db' | 'files' | 'now'>, most = 500): Promise<number> {
  const expired = await world.db
    .select({ id: schema.results.id, storeKey: schema.results.storeKey })
    .from(schema.results)
    .where(lte(schema.results.expiresAt, world.now()))
    .orderBy(asc(schema.results.expiresAt))
    .limit(most)
  for (const { id, storeKey } of expired) {
    await world.files.remove(storeKey)
    await world.db.delete(schema.results).where(eq(schema.results.id, id))
  }
  return expired.length
}
