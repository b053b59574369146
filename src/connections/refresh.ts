import { and, asc, eq, inArray, lt, lte } from 'drizzle-orm'
import { AppError } from '#base/errors.ts'
import { numberText } from '#base/format.ts'
import { newId } from '#base/ids.ts'
import { DAY, MINUTE, SECOND } from '#base/time.ts'
import { lockNames, type MeasuredRelation } from '#catalog/publish.ts'
import { inTransaction } from '#db/connect.ts'
import type { ConnectionRow } from '#db/schema/connections.ts'
import { connections, organizations, workspaces } from '#db/schema/index.ts'
import type { RemoteSource, RemoteTable, Sampled } from '#outside/remote.ts'
import { asSystemIn } from '#workspaces/as-system.ts'
import type { WorkspaceCtx, World } from '../ctx.ts'
import * as snapshots from './external/snapshots.ts'
import { type Found, type FreshRemoteTable, publishRemote } from './publish-remote.ts'
import { remoteSource } from './remote.ts'
import { byRelevance, leftOut, MOST_SAMPLED, MOST_TABLE_COLUMNS, MOST_TABLES, remoteKey } from './rules/relevance.ts'
import { estimateTable } from './rules/remote-column.ts'
import { guarding, unsealed, withoutSecrets } from './secrets.ts'

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
async function introspectDatabase(ctx: WorkspaceCtx, row: ConnectionRow, signal: AbortSignal): Promise<Found> {
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

/** How often a process that refreshes a source writes a heartbeat, and after how long without one it counts as dead. */
const HEARTBEAT = 5 * SECOND
const SILENCE = MINUTE
/** When an interrupted refresh is tried again: not at once, since it may be what ended the process. */
const SOON = 2 * MINUTE
const SHORTEST_PAUSE = MINUTE
const LONGEST_PAUSE = DAY
/** One refresh from beginning to end. */
const LONGEST = 30 * MINUTE
const MOST_CHANGES = 40
/** Sources that one run of the job refreshes. */
const AT_ONCE = 3

/** Takes a connection for this process to refresh; null when another one refreshes it, or it is gone. */
export async function claim(world: World, id: string): Promise<ConnectionRow | null> {
  const [row] = await world.db
    .update(connections)
    .set({ status: 'syncing', heartbeatAt: world.now() })
    .where(and(eq(connections.id, id), inArray(connections.status, ['ready', 'failed'])))
    .returning()
  return row ?? null
}

/** Refreshes a source that was claimed: its tables go into the catalog. Never rejects: the connection says how it ended. */
export async function refreshConnection(ctx: WorkspaceCtx, row: ConnectionRow): Promise<void> {
  const deleted = new AbortController()
  const tooLate = AbortSignal.timeout(LONGEST)
  const isSyncing = and(eq(connections.id, row.id), eq(connections.status, 'syncing'))
  const beat = async () => {
    const update = ctx.db.update(connections).set({ heartbeatAt: ctx.now() }).where(isSyncing)
    if ((await update.returning({ id: connections.id })).length === 0) deleted.abort()
  }
  const beating = setInterval(() => {
    beat().catch((error) => ctx.log.warn('the heartbeat of a refresh was not stored', { error }))
  }, HEARTBEAT)
  let found: Found | undefined
  let published = false
  try {
    const lookAt = row.kind === 'database' ? introspectDatabase : snapshots.refreshSnapshot
    const signal = AbortSignal.any([deleted.signal, tooLate])
    const result = await guarding(secretsIn(ctx, row), () => lookAt(ctx, row, signal))
    found = result
    published = await inTransaction(ctx, async (tx) => {
      await lockNames(tx)
      const [still] = await tx.db.select({ id: connections.id }).from(connections).where(isSyncing).for('update')
      // Deleted meanwhile: nothing of it may come back.
      if (!still) return false
      const { refreshEveryMinutes: minutes } = row
      await tx.db
        .update(connections)
        .set({
          ...result.set,
          status: 'ready',
          error: null,
          changes: shortened(await result.publish(tx)),
          lastSyncedAt: ctx.now(),
          heartbeatAt: null,
          nextRefreshAt: minutes ? new Date(Number(ctx.now()) + minutes * MINUTE) : null,
        })
        .where(isSyncing)
      return true
    })
  } catch (error) {
    await fail(ctx, row, tooLate.aborted ? tookTooLong() : error).catch((error) =>
      ctx.log.error('a failed refresh was not stored', { id: row.id, error }),
    )
  } finally {
    clearInterval(beating)
    const after = published ? found?.done?.() : found?.discard?.()
    await after?.catch((error) => ctx.log.warn('a refresh was not cleaned up', { connection: row.id, error }))
  }
}

const tookTooLong = () =>
  new AppError('timeout', `Looking at this source took longer than ${LONGEST / MINUTE} minutes. Ask it for less.`)

const shortened = (changes: string[]): string[] =>
  changes.length <= MOST_CHANGES
    ? changes
    : [...changes.slice(0, MOST_CHANGES), `And ${numberText(changes.length - MOST_CHANGES)} more changes.`]

async function fail(ctx: WorkspaceCtx, row: ConnectionRow, error: unknown): Promise<void> {
  const isExpected = error instanceof AppError
  if (!isExpected) ctx.log.error('looking at a source failed', { connection: row.id, error })
  const hint = isExpected && typeof error.details?.hint === 'string' ? ` ${error.details.hint}` : ''
  const message = isExpected
    ? `${error.message}${hint}`
    : 'Something went wrong on our side while this source was looked at. Refresh it to try again.'
  const wait = isExpected && typeof error.details?.retry_after === 'number' ? error.details.retry_after * SECOND : 0
  await ctx.db
    .update(connections)
    .set({
      status: 'failed',
      error: message,
      heartbeatAt: null,
      nextRefreshAt: row.refreshEveryMinutes ? afterFailure(row, ctx.now(), wait) : null,
    })
    .where(and(eq(connections.id, row.id), eq(connections.status, 'syncing')))
}

function secretsIn(ctx: WorkspaceCtx, row: ConnectionRow) {
  try {
    return unsealed(ctx, row)
  } catch {
    // What could not be opened is in no text.
    return {}
  }
}

/** The longer a source has failed, the longer it is left alone: as long again as since it last went well. */
export function afterFailure(
  row: Pick<ConnectionRow, 'lastSyncedAt' | 'createdAt' | 'refreshEveryMinutes'>,
  now: Date,
  wait = 0,
): Date {
  const since = Number(now) - Number(row.lastSyncedAt ?? row.createdAt)
  const least = Math.max((row.refreshEveryMinutes ?? 0) * MINUTE, SHORTEST_PAUSE, wait)
  return new Date(Number(now) + Math.min(Math.max(since, least), Math.max(LONGEST_PAUSE, least)))
}

/** For the jobs: refreshes the sources that are due, the longest waiting first. @returns how many */
export async function refreshDue(world: World): Promise<number> {
  const due = await world.db
    .select({ id: connections.id })
    .from(connections)
    .innerJoin(workspaces, and(eq(workspaces.id, connections.workspaceId), eq(workspaces.status, 'active')))
    .innerJoin(organizations, and(eq(organizations.id, workspaces.organizationId), eq(organizations.status, 'active')))
    .where(and(inArray(connections.status, ['ready', 'failed']), lte(connections.nextRefreshAt, world.now())))
    .orderBy(asc(connections.nextRefreshAt))
    .limit(AT_ONCE)
  const refreshed = await Promise.all(
    due.map(async ({ id }) => {
      const row = await claim(world, id)
      if (row) await refreshConnection(await asSystemIn(world, row.workspaceId, row.createdBy), row)
      return row !== null
    }),
  )
  return refreshed.filter(Boolean).length
}

/**
 * For the jobs: a refresh whose process is gone ends as failed, and is tried again soon.
 * @param silentSince a process without a heartbeat since then is dead
 * @returns how many
 */
export async function sweepAbandoned(
  world: World,
  silentSince = new Date(Number(world.now()) - SILENCE),
): Promise<number> {
  const swept = await world.db
    .update(connections)
    .set({
      status: 'failed',
      error: 'Looking at this source was interrupted. It is tried again by itself.',
      heartbeatAt: null,
      nextRefreshAt: new Date(Number(world.now()) + SOON),
    })
    .where(and(eq(connections.status, 'syncing'), lt(connections.heartbeatAt, silentSince)))
    .returning({ id: connections.id })
  return swept.length
}

/** At the start of a server over an embedded database: no other process is at work. */
export const sweepAtStart = (world: World): Promise<number> =>
  sweepAbandoned(world, new Date(Number(world.now()) + SECOND))
