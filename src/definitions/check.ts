import { AppError, invalidFields } from '#base/errors.ts'
import { identifier } from '#base/sql.ts'
import { SECOND } from '#base/time.ts'
import { outline } from '#catalog/outline.ts'
import type { Cell } from '#query/rules/answers.ts'
import type { WorkspaceCtx } from '../ctx.ts'
import { type Checked, type Known, type Metric, metricSql } from './rules/definition.ts'
import { readMetric } from './rules/read-metric.ts'

/** How statements are run: `query/run.ts`, which stands to the right, so that `app.ts` hands it in. */
export type Runner = {
  /** Keeps nothing. `reads`: names of the tables that were read. @throws AppError when the statement cannot be run */
  probe(
    ctx: WorkspaceCtx,
    request: { sql: string; source?: string; limit?: number; signal?: AbortSignal },
  ): Promise<{ rows: Cell[][]; reads: string[] }>
}

const LONGEST = 20 * SECOND

/**
 * Runs a metric or a query over what everybody may see, and says what came out; null for what is not run.
 * @throws AppError unprocessable for what cannot be read or run, with the reason; invalid for a table that is not there; timeout `query_timeout`
 */
export async function check(ctx: WorkspaceCtx, runner: Runner, definition: Known): Promise<Checked | null> {
  if (definition.kind === 'metric') {
    const { table, columns } = await read(ctx, definition.content)
    const sql = metricSql({ ...definition.content, table }, identifier)
    const { rows, elapsed } = await timed(ctx, runner, { sql })
    return { ...elapsed, value: rows[0]?.[0] ?? null, tables: [table], columns }
  }
  if (definition.kind !== 'query') return null
  const { sql, source } = definition.content
  const { reads, elapsed } = await timed(ctx, runner, { sql, source })
  return { ...elapsed, tables: reads, columns: [] }
}

async function read(ctx: WorkspaceCtx, metric: Metric): Promise<{ table: string; columns: string[] }> {
  const wanted = metric.table.toLowerCase()
  const table = (await outline(ctx)).find(({ name }) => name.toLowerCase() === wanted)
  if (!table) throw invalidFields({ table: `There is no table "${metric.table}".` })
  const sql = metricSql({ ...metric, table: table.name }, identifier)
  return { table: table.name, columns: readMetric(await ctx.engine.parse(sql), table) }
}

async function timed(ctx: WorkspaceCtx, runner: Runner, request: { sql: string; source?: string }) {
  const signal = AbortSignal.timeout(LONGEST)
  const started = performance.now()
  const { rows, reads } = await runner.probe(ctx, { ...request, limit: 1, signal }).catch((error) => {
    if (!signal.aborted) throw error
    throw new AppError('timeout', `It took longer than ${LONGEST / SECOND} s. Filter or aggregate more.`, {
      code: 'query_timeout',
      cause: error,
    })
  })
  const elapsed = { at: ctx.now().toISOString(), elapsed_ms: Math.round(performance.now() - started) }
  return { rows, reads, elapsed }
}
