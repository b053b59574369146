import { newId } from '#base/ids.ts'
import { MINUTE, SECOND } from '#base/time.ts'
import type { MeasuredRelation } from '#catalog/publish.ts'
import type { ConnectionRow } from '#db/schema/connections.ts'
import type { RemoteSource, RemoteTable, Sampled } from '#outside/remote.ts'
import type { WorkspaceCtx } from '../ctx.ts'
import { type Found, type FreshRemoteTable, publishRemote } from './publish-remote.ts'
import { remoteSource } from './remote.ts'
import { byRelevance, leftOut, MOST_SAMPLED, MOST_TABLE_COLUMNS, MOST_TABLES, remoteKey } from './rules/relevance.ts'
import { estimateTable } from './rules/remote-column.ts'
import { withoutSecrets } from './secrets.ts'

/** Rows of a table that are sampled. */
const SAMPLE_ROWS = 1000
/** Tables that are sampled in one call, and the time for all of them together. */
const BATCH = 10
const SAMPLING = 3 * MINUTE
/** For one that is sampled alone, since something was wrong with its batch. */
const ALONE = 10 * SECOND
const INTROSPECTION = 2 * MINUTE

/**
 * Looks at a database: its tables with keys and comments, the first rows of the most relevant ones, joins by declared keys.
 * @throws AppError connection_failed, source_failed, query_timeout
 */
export async function introspectDatabase(ctx: WorkspaceCtx, row: ConnectionRow, signal: AbortSignal): Promise<Found> {
  const source = remoteSource(ctx, row)
  const limits = { signal, timeoutMs: INTROSPECTION }
  const { server_version, warnings } = await ctx.remotes.test(ctx.workspace.id, source, limits)
  const found = await ctx.remotes.introspect(ctx.workspace.id, source, limits)
  const all = found.filter(({ columns }) => columns.length > 0)
  const tables = byRelevance(all)
    .slice(0, MOST_TABLES)
    .map((table) => ({ ...table, columns: table.columns.slice(0, MOST_TABLE_COLUMNS) }))
  const sampled = await samplesOf(ctx, source, tables.slice(0, MOST_SAMPLED), signal)
  const fresh = tables.map((table): FreshRemoteTable => {
    const estimated = estimateTable(table, sampled.get(remoteKey(table)) ?? null, SAMPLE_ROWS)
    return { ...estimated, id: newId(), remote: table }
  })
  return {
    publish: (tx) => publishRemote(tx, row, fresh, declared(fresh)),
    set: { serverVersion: server_version, warnings: [...warnings, ...leftOut(all)] },
  }
}

async function samplesOf(
  ctx: WorkspaceCtx,
  source: RemoteSource,
  tables: RemoteTable[],
  signal: AbortSignal,
): Promise<Map<string, Sampled>> {
  const found = new Map<string, Sampled>()
  const end = performance.now() + SAMPLING
  /** False when they could not be read together. */
  const sample = async (batch: RemoteTable[], timeoutMs: number): Promise<boolean> => {
    try {
      const call = { signal, timeoutMs: Math.min(timeoutMs, end - performance.now()) }
      const samples = await ctx.remotes.sample(ctx.workspace.id, source, batch.map(wholeOf), SAMPLE_ROWS, call)
      for (const [index, one] of samples.entries()) if (one) found.set(remoteKey(batch[index]!), one)
      return true
    } catch (error) {
      if (signal.aborted) throw error
      const names = batch.map(({ name }) => name)
      ctx.log.warn('tables were not sampled', { names, error: withoutSecrets(String(error), source.secrets) })
      return false
    }
  }
  for (let at = 0; at < tables.length; at += BATCH) {
    const batch = tables.slice(at, at + BATCH)
    // Tables that there was no time to measure keep the figures of the refresh before, or have none.
    const late = () => end - performance.now() < SECOND
    if (late()) break
    if (await sample(batch, SAMPLING)) continue
    // One slow view must not take the figures of the others along.
    for (const one of batch) if (!late()) await sample([one], ALONE)
  }
  return found
}

const wholeOf = ({ schema, name, columns }: RemoteTable) => ({
  schema,
  table: name,
  columns: columns.map(({ name, type, native }) => ({ name, type, native })),
  anyOf: [],
})

/** Joins by keys that the source itself enforces. Keys of several columns have no place in the catalog. */
function declared(fresh: FreshRemoteTable[]): MeasuredRelation[] {
  const byKey = new Map(fresh.map((table) => [remoteKey(table.remote), table]))
  return fresh.flatMap(({ id, remote }) =>
    remote.foreignKeys.flatMap(({ columns, toSchema, toTable, toColumns }) => {
      const to = byKey.get(remoteKey({ schema: toSchema, name: toTable }))
      if (!to || columns.length !== 1 || toColumns.length !== 1) return []
      const [fromColumn, toColumn] = [columns[0]!, toColumns[0]!]
      return { fromTableId: id, fromColumn, toTableId: to.id, toColumn, matchRate: 1, kind: 'declared' as const }
    }),
  )
}
