import { and, asc, count, desc, eq, getTableColumns, inArray, lt, ne, type SQL, sql } from 'drizzle-orm'
import { AppError, conflict, notFound } from '#base/errors.ts'
import { newId } from '#base/ids.ts'
import { type Page, type PageRequest, pageOf } from '#base/paging.ts'
import { MINUTE, SECOND } from '#base/time.ts'
import { inTransaction } from '#db/connect.ts'
import type { ConnectionRow } from '#db/schema/connections.ts'
import { catalogTables, connections } from '#db/schema/index.ts'
import * as audit from '#records/audit.ts'
import { take } from '#web/rate-limit.ts'
import type { WorkspaceCtx } from '../ctx.ts'
import * as snapshots from './external/snapshots.ts'
import { claim, refreshConnection } from './refresh.ts'
import type { Tested } from './rules/answers.ts'
import type { ConnectionEngine } from './rules/connection.ts'
import { type ConnectionInput, secretsOf } from './rules/input.ts'
import { shownSettings } from './rules/view.ts'
import { sealed } from './secrets.ts'
import { checked, kindOf, probe } from './test-connection.ts'

export type Kind = ConnectionRow['kind']
export type Connection = Omit<ConnectionRow, 'secrets'> & { tables: number }

/** How long whoever creates or changes a connection waits for its tables. After that the refresh continues in the background. */
const REFRESH_WAIT = 10 * SECOND
const MOST_CONNECTIONS = 100

/**
 * Tests whether a source can be reached and read with what was typed; stores nothing.
 * @param id of a connection whose kept secrets stand in for those that were not typed; whole: the input is all there is besides
 * @throws AppError invalid, unprocessable `connection_failed` (details: step, hint)
 */
export async function test(
  ctx: WorkspaceCtx,
  engine: ConnectionEngine,
  input: ConnectionInput,
  id?: string,
  whole = false,
): Promise<Tested> {
  const existing = id ? await load(ctx, id) : null
  const kind = existing?.engine ?? engine
  const { settings, secrets } = checked(ctx, kind, { ...input, name: input.name ?? 'test' }, existing, whole)
  return (await probe(ctx, kind, settings, secrets)).tested
}

/**
 * Connects a source: tests it, stores it, refreshes its tables. A refresh that takes long continues in the background, with the status syncing.
 * @throws AppError as `test`; conflict `name_taken`, `too_many_connections`
 */
export async function create(
  ctx: WorkspaceCtx,
  engine: ConnectionEngine,
  input: ConnectionInput,
  wait = REFRESH_WAIT,
): Promise<Connection> {
  const { settings, secrets } = checked(ctx, engine, input, null)
  await demandRoom(ctx)
  await demandName(ctx, input.name!, null)
  const { tested, settings: learned } = await probe(ctx, engine, settings, secrets)
  const id = newId()
  const minutes = input.refresh_every_minutes ?? 0
  const row = await inTransaction(ctx, async (tx) => {
    const [row] = await tx.db
      .insert(connections)
      .values({
        id,
        workspaceId: ctx.workspace.id,
        kind: kindOf(engine),
        engine,
        name: input.name!,
        settings: learned,
        secrets: sealed(ctx, id, secrets),
        status: 'syncing',
        warnings: tested.warnings,
        serverVersion: tested.server_version,
        refreshEveryMinutes: minutes || null,
        heartbeatAt: ctx.now(),
        createdBy: ctx.user.id,
        createdAt: ctx.now(),
        updatedAt: ctx.now(),
      })
      .returning()
      .catch(nameTaken)
    await audit.record(tx, 'connection.create', id, { name: input.name, engine, settings: shownSettings(learned) })
    return row!
  })
  await Promise.race([refreshConnection(ctx, row), Bun.sleep(wait)])
  return get(ctx, id)
}

/**
 * Changes a connection. What is typed is tested first, stored secrets stand in for those that were left out, unless the change leads
 * elsewhere: then they must be typed again.
 * @param whole the input is all there is (a form); otherwise what it leaves out stays as it is
 * @throws AppError as `create`; conflict `connection_busy`
 */
export async function update(
  ctx: WorkspaceCtx,
  id: string,
  input: ConnectionInput,
  whole = false,
  wait = REFRESH_WAIT,
): Promise<Connection> {
  const before = await load(ctx, id)
  const name = input.name ?? before.name
  const { settings, secrets } = checked(ctx, before.engine, { ...input, name }, before, whole)
  if (name.toLowerCase() !== before.name.toLowerCase()) await demandName(ctx, name, id)
  const newSecrets = Object.keys(secretsOf(before.engine, input)).length > 0
  const moved = newSecrets || JSON.stringify(settings) !== JSON.stringify(before.settings)
  const { settings: learned } = moved ? await probe(ctx, before.engine, settings, secrets) : { settings }
  const minutes =
    input.refresh_every_minutes === undefined ? before.refreshEveryMinutes : input.refresh_every_minutes || null
  await inTransaction(ctx, async (tx) => {
    const changed = await tx.db
      .update(connections)
      .set({
        name,
        settings: learned,
        ...(moved ? { secrets: sealed(ctx, id, secrets), etag: null, lastModified: null } : {}),
        refreshEveryMinutes: minutes,
        nextRefreshAt: minutes ? new Date(Number(ctx.now()) + minutes * MINUTE) : null,
        updatedAt: ctx.now(),
      })
      .where(and(eq(connections.id, id), inArray(connections.status, ['ready', 'failed'])))
      .returning({ id: connections.id })
      .catch(nameTaken)
    if (changed.length === 0) throw busy()
    await audit.record(tx, 'connection.update', id, {
      before: { name: before.name, settings: shownSettings(before.settings), every: before.refreshEveryMinutes },
      after: { name, settings: shownSettings(learned), every: minutes },
      ...(newSecrets ? { secrets: 'changed' } : {}),
    })
  })
  if (moved) await refreshNow(ctx, id, wait)
  return get(ctx, id)
}

/** Refreshes the tables of a source, in the background. @throws AppError conflict `connection_busy` */
export async function refresh(ctx: WorkspaceCtx, id: string, wait = 0): Promise<Connection> {
  const { name } = await load(ctx, id)
  await take(ctx, `refresh:${id}`, { most: 20, window: 10 * MINUTE })
  await audit.record(ctx, 'connection.refresh', id, { name })
  await refreshNow(ctx, id, wait)
  return get(ctx, id)
}

async function refreshNow(ctx: WorkspaceCtx, id: string, wait: number): Promise<void> {
  const row = await claim(ctx, id)
  if (!row) throw busy()
  await Promise.race([refreshConnection(ctx, row), Bun.sleep(wait)])
}

/** Takes a connection with its tables out of the workspace and forgets its secrets, at once. */
export const remove = (ctx: WorkspaceCtx, id: string): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const row = await load(tx, id)
    await tx.db
      .update(connections)
      .set({ status: 'deleted', secrets: null, nextRefreshAt: null, heartbeatAt: null, deletedAt: ctx.now() })
      .where(eq(connections.id, id))
    // Rows of a database are not ours; files of snapshots go with the sweep, once no query has them open.
    if (row.kind === 'database') await tx.db.delete(catalogTables).where(eq(catalogTables.sourceId, id))
    else await snapshots.retireSnapshot(tx, id)
    await audit.record(tx, 'connection.remove', id, { name: row.name, engine: row.engine })
  })

export async function list(ctx: WorkspaceCtx, kind: Kind, { limit, cursor }: PageRequest): Promise<Page<Connection>> {
  const after = cursor ? lt(connections.id, cursor) : undefined
  const rows = await withTables(ctx, and(eq(connections.kind, kind), after))
    .orderBy(desc(connections.id))
    .limit(limit + 1)
  return pageOf(rows, limit, ({ id }) => id)
}

/** All of them by name; there are at most `MOST_CONNECTIONS`. */
export const all = (ctx: WorkspaceCtx): Promise<Connection[]> =>
  withTables(ctx).orderBy(asc(sql`lower(${connections.name})`))

/** @param kind only one of this kind @throws AppError not_found */
export async function get(ctx: WorkspaceCtx, id: string, kind?: Kind): Promise<Connection> {
  const [found] = await withTables(ctx, and(eq(connections.id, id), kind && eq(connections.kind, kind)))
  if (!found) throw notFound('Connection')
  return found
}

const notDeleted = (ctx: WorkspaceCtx) =>
  and(eq(connections.workspaceId, ctx.workspace.id), ne(connections.status, 'deleted'))

async function load(ctx: WorkspaceCtx, id: string): Promise<ConnectionRow> {
  const [row] = await ctx.db
    .select()
    .from(connections)
    .where(and(notDeleted(ctx), eq(connections.id, id)))
  if (!row) throw notFound('Connection')
  return row
}

const { secrets: _, ...SHOWN } = getTableColumns(connections)

/** Connections without their secrets, with the number of their current tables. */
const withTables = (ctx: WorkspaceCtx, which?: SQL) =>
  ctx.db
    .select({ ...SHOWN, tables: count(catalogTables.id) })
    .from(connections)
    .leftJoin(catalogTables, and(eq(catalogTables.sourceId, connections.id), eq(catalogTables.current, true)))
    .where(and(notDeleted(ctx), which))
    .groupBy(connections.id)

async function demandRoom(ctx: WorkspaceCtx): Promise<void> {
  const [row] = await ctx.db.select({ n: count() }).from(connections).where(notDeleted(ctx))
  if (row!.n >= MOST_CONNECTIONS)
    throw conflict(`A workspace has ${MOST_CONNECTIONS} connections at most. Delete one first.`, 'too_many_connections')
}

async function demandName(ctx: WorkspaceCtx, name: string, id: string | null): Promise<void> {
  const same = and(notDeleted(ctx), eq(sql`lower(${connections.name})`, name.toLowerCase()))
  const [there] = await ctx.db.select({ id: connections.id }).from(connections).where(same)
  if (there && there.id !== id) nameTaken({ code: '23505' })
}

function nameTaken(error: unknown): never {
  const { code, cause } = error as { code?: string; cause?: { code?: string } }
  if (code !== '23505' && cause?.code !== '23505') throw error
  const message = 'Another connection of this workspace has this name. Choose another.'
  throw new AppError('conflict', message, { code: 'name_taken', details: { fields: { name: message } } })
}

const busy = () =>
  conflict('This connection is being looked at just now. Try again when that is done.', 'connection_busy')
