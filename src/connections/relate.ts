import { rm } from 'node:fs/promises'
import { and, eq, inArray, isNull, ne, or } from 'drizzle-orm'
import { MINUTE, SECOND } from '#base/time.ts'
import * as catalog from '#catalog/catalog.ts'
import { comparableColumns } from '#catalog/comparable.ts'
import { outline } from '#catalog/outline.ts'
import type { MeasuredRelation } from '#catalog/publish.ts'
import type { CatalogColumn } from '#catalog/rules/answers.ts'
import { calendarPairs, isComparable, type KeyTable, plausibleTexts, textKeys } from '#catalog/rules/comparable.ts'
import { LEAST_MATCH, relatable, relationCandidates, subjectAlike } from '#catalog/rules/relation.ts'
import { inTransaction } from '#db/connect.ts'
import { catalogRelations, catalogTables, connections } from '#db/schema/index.ts'
import { readerEngine } from '#files/reader.ts'
import { withOwnReader } from '#files/reading.ts'
import { privateDir } from '#files/receive.ts'
import { type Candidate, measureRelations } from '#files/relations.ts'
import type { RemoteNeed, RemoteSource } from '#outside/remote.ts'
import { asSystemIn } from '#workspaces/as-system.ts'
import type { WorkspaceCtx, World } from '../ctx.ts'
import { MOST_READ, replaceGuesses, UNFINISHED } from './publish-remote.ts'
import { type OpenSource, sourceOf } from './remote.ts'
import { withoutSecrets } from './secrets.ts'

/** Statements of one search: tables that are read, each once, and keys that are looked up in tables too large for it; one after the other. */
const MOST_TABLES = 40
const MOST_LOOK_UPS = 20
/** Columns of a table that are read, and values that are looked up. */
const MOST_COLUMNS = 30
const LOOKED_UP = 200
/** Longest wait for a statement, and for all of them. */
const TRYING = 20 * SECOND
const ALTOGETHER = 2 * MINUTE
const MOST_SUGGESTED = 200

/** A table that may be related to others: in a file at `path`, or where `remote` says. */
type RelatableTable = Omit<KeyTable, 'columns'> & {
  columns: (KeyTable['columns'][number] & Pick<CatalogColumn, 'top' | 'sample'>)[]
  path?: string
  remote?: Pick<RemoteNeed, 'schema' | 'table' | 'columns'> & { source: RemoteSource }
}

async function openedTables(ctx: WorkspaceCtx, ids: string[]): Promise<RelatableTable[]> {
  const tables = await catalog.tables(ctx, { hidden: true, ids })
  const paths = await catalog.paths(ctx, ids)
  const names = tables.filter(({ source }) => source.kind === 'database').map(({ name }) => name)
  const places = new Map((await catalog.databaseTables(ctx, names)).map((one) => [one.id, one]))
  const sources = new Map<string, Promise<OpenSource | null>>()
  const found: RelatableTable[] = []
  for (const { id, name, rows, columns } of tables) {
    const [path, place] = [paths.get(id), places.get(id)]
    if (path) found.push({ id, name, rows, columns, path })
    if (!place) continue
    const { connectionId, schema, table } = place
    // One that cannot be opened now is related when it is refreshed itself.
    if (!sources.has(connectionId))
      sources.set(
        connectionId,
        sourceOf(ctx, connectionId).catch(() => null),
      )
    const opened = await sources.get(connectionId)
    if (!opened) continue
    const readable = new Set(place.columns.map((column) => column.name))
    found.push({
      ...{ id, name: table, rows, columns: columns.filter((column) => readable.has(column.name)) },
      remote: { source: opened.source, schema, table, columns: place.columns },
    })
  }
  return found
}

/**
 * For the jobs: relates tables of databases with each other and with files. A table waits when it is new, when it has changed, and when
 * something of it was hidden or shown; it is compared with those that wait with it, so that each is read once, and with those that do not.
 * @returns how many
 */
export async function relateNew(world: World): Promise<number> {
  const { id, workspaceId, sourceKind, sourceId, current, relatedAt } = catalogTables
  const { workspaceId: place, kind, status, createdBy } = connections
  const isWaiting = and(eq(current, true), isNull(relatedAt))
  const due = await world.db
    .select({ id, workspaceId, createdBy })
    .from(catalogTables)
    .innerJoin(connections, and(eq(place, workspaceId), eq(kind, 'database'), eq(status, 'ready')))
    .where(and(isWaiting, or(ne(sourceKind, 'database'), eq(sourceId, connections.id))))
    .orderBy(workspaceId, id)
    .limit(MOST_TABLES)
  const [first] = due
  if (!first) return 0
  const ids = due.filter((one) => one.workspaceId === first.workspaceId).map((one) => one.id)
  const claim = world.db.update(catalogTables).set({ relatedAt: UNFINISHED })
  const claimed = await claim.where(and(inArray(id, ids), isWaiting)).returning({ id })
  const ctx = await asSystemIn(world, first.workspaceId, first.createdBy)
  try {
    const ofPlace = and(eq(workspaceId, first.workspaceId), isWaiting)
    const waiting = await world.db.select({ id }).from(catalogTables).where(ofPlace)
    const done = await relate(ctx, claimed.map(idOf), new Set(waiting.map(idOf)))
    // One that has changed meanwhile waits again.
    const isUnchanged = and(inArray(id, done), eq(relatedAt, UNFINISHED))
    if (done.length > 0) await world.db.update(catalogTables).set({ relatedAt: world.now() }).where(isUnchanged)
  } catch (error) {
    ctx.log.warn('tables were not related with databases', { tables: claimed, error })
  }
  return claimed.length
}

const idOf = ({ id }: { id: string }) => id

/** @returns those of `ids` that could be read as far as they had to be */
async function relate(ctx: WorkspaceCtx, ids: string[], waiting: ReadonlySet<string>): Promise<string[]> {
  const fresh = await openedTables(ctx, ids)
  if (fresh.length === 0) return []
  const tables = await outline(ctx, { hidden: true })
  const inDatabase = new Set(tables.filter(({ source }) => source.kind === 'database').map(idOf))
  const isRemote = fresh.some(({ remote }) => remote)
  const wanted = tables.filter(({ id }) => !waiting.has(id) && !ids.includes(id) && (isRemote || inDatabase.has(id)))
  const beside = await comparableColumns(ctx, fresh, { databases: true })
  const isNear = new Set([...relatable(fresh, wanted), ...beside].map(idOf))
  const near = wanted.map(idOf).filter((id) => isNear.has(id))
  const others = await openedTables(ctx, near)
  const declared = and(eq(catalogRelations.workspaceId, ctx.workspace.id), eq(catalogRelations.kind, 'declared'))
  const joined = await ctx.db.select().from(catalogRelations).where(declared)
  const { found, unread } = await relationsOf(ctx, fresh, others, joined, AbortSignal.timeout(ALTOGETHER))
  const opened = new Set([...fresh, ...others].map(idOf))
  const isUnread = new Set([...waiting, ...unread, ...[...ids, ...near].filter((id) => !opened.has(id))])
  await inTransaction(ctx, (tx) =>
    replaceGuesses(tx, found, ({ fromTableId, toTableId }) => {
      const ends = [fromTableId, toTableId]
      const isOurs = ends.some((id) => ids.includes(id)) && ends.some((id) => inDatabase.has(id))
      return isOurs && !ends.some((id) => isUnread.has(id))
    }),
  )
  return ids.filter((id) => !isUnread.has(id))
}

/**
 * How tables of databases are related with each other and with files, by the first rows of the columns that may meet: keys by
 * their names, days of calendars, and texts that hold the same. Whatever cannot be read in time is not found.
 * @param fresh one side of each relation; at least one of both sides is in a database
 * @param joined tables that are joined by declared keys
 * @returns unread: tables of which too little could be read
 */
async function relationsOf(
  ctx: WorkspaceCtx,
  fresh: RelatableTable[],
  others: RelatableTable[],
  joined: Pick<MeasuredRelation, 'fromTableId' | 'fromColumn' | 'toTableId'>[],
  signal: AbortSignal,
): Promise<{ found: MeasuredRelation[]; unread: ReadonlySet<string> }> {
  const found: MeasuredRelation[] = []
  const unread = new Set<string>()
  const all = [...fresh, ...others]
  const tables = new Map(all.map((table) => [table.id, table]))
  const freshIds = new Set(fresh.map(({ id }) => id))
  const isSmall = (id: string) => !tables.get(id)!.remote || tables.get(id)!.rows <= MOST_READ
  const isRemote = (...ids: string[]) => ids.some((id) => tables.get(id)!.remote)
  const isDeclared = new Set(joined.map(({ fromTableId, fromColumn }) => `${fromTableId} ${fromColumn}`))
  const suggested = [
    ...relationCandidates(all, freshIds).map((one) => ({ ...one, foundBy: 'key' as const })),
    ...calendarPairs(all, freshIds).map((one) => ({ ...one, foundBy: 'days' as const })),
    ...largeTexts(all, freshIds, isSmall).map((one) => ({ ...one, foundBy: 'name' as const })),
  ]
    .filter(({ from, fromColumn, to }) => isRemote(from.id, to.id) && !isDeclared.has(`${from.id} ${fromColumn}`))
    .slice(0, MOST_SUGGESTED)
  const texts = plausibleTexts(all, freshIds, isSmall)
  const needed = Map.groupBy(
    [
      ...suggested.flatMap(({ from, fromColumn, to, toColumn }) => [
        { id: from.id, name: fromColumn },
        ...(isSmall(to.id) ? [{ id: to.id, name: toColumn }] : []),
      ]),
      ...texts.flatMap(({ id, columns }) => columns.map(({ name }) => ({ id, name }))),
    ],
    ({ id }) => id,
  )
  if (needed.size === 0) return { found, unread }
  const dir = await privateDir(ctx)
  const read = reading(ctx, dir, signal)
  try {
    const opened = new Map<string, { path: string; columns: string[]; isWhole: boolean }>()
    let left = MOST_TABLES
    const freshFirst = [...needed].toSorted(([a], [b]) => Number(freshIds.has(b)) - Number(freshIds.has(a)))
    for (const [id, of] of freshFirst) {
      const { path, remote, columns } = tables.get(id)!
      const names = path ? namesOf(columns) : namesOf(of).slice(0, MOST_COLUMNS)
      const rows = path ? { path, truncated: false } : left-- > 0 ? await read(remote!, names) : null
      if (rows) opened.set(id, { path: rows.path, columns: names, isWhole: !rows.truncated })
      else unread.add(id)
    }
    const has = (id: string, column: string) => opened.get(id)?.columns.includes(column) === true
    const pairs: Candidate[] = []
    const candidates: (Candidate & { seen: string[]; wanted: ReadonlySet<string> })[] = []
    for (const one of suggested) {
      const [from, to] = [tables.get(one.from.id)!, tables.get(one.to.id)!]
      if (!has(from.id, one.fromColumn)) continue
      if (opened.get(to.id)?.isWhole && has(to.id, one.toColumn)) pairs.push(one)
      else if (to.remote) {
        const seen = from.path
          ? seenValues(from, one.fromColumn)
          : await firstValues(ctx, opened.get(from.id)!.path, one.fromColumn)
        const wanted = new Set([...new Set(seen)].slice(0, LOOKED_UP))
        if (wanted.size > 0) candidates.push({ ...one, seen, wanted })
      }
    }
    let lookUps = MOST_LOOK_UPS
    for (const same of Map.groupBy(candidates, ({ to, toColumn }) => `${to.id} ${toColumn}`).values()) {
      const { to, toColumn } = same[0]!
      const values = [...new Set(same.flatMap(({ wanted }) => [...wanted]))]
      const there = lookUps-- > 0 ? await read(tables.get(to.id)!.remote!, [toColumn], values) : null
      if (!there) {
        unread.add(to.id)
        continue
      }
      const held = await firstValues(ctx, there.path, toColumn, MOST_READ)
      for (const { seen, wanted, ...one } of same) {
        const measured = shareOf(
          seen.filter((value) => wanted.has(value)),
          held,
        )
        if (measured.matchRate >= (one.least ?? LEAST_MATCH)) found.push({ ...endsOf(one), ...measured })
      }
    }
    const readable = texts.map((table) => ({
      ...table,
      columns: table.columns.filter(({ name }) => has(table.id, name)),
    }))
    // A column of which a part was read leads to others, but none to it.
    const compared = textKeys(readable, freshIds).map((one) => ({
      ...one,
      isKey: one.isKey && opened.get(one.id)!.isWhole,
    }))
    if (pairs.length === 0 && compared.length === 0) return { found, unread }
    const paths = new Map([...opened].map(([id, { path }]) => [id, path]))
    const about = {
      ...{ pairs, compared, paths, freshIds },
      joined: [...joined, ...found].map(({ fromTableId, toTableId }): [string, string] => [fromTableId, toTableId]),
    }
    const measured = await withOwnReader(ctx, (reader, own) =>
      measureRelations(reader, readerEngine(ctx, own, [...paths.values()]), about),
    )
    for (const one of measured)
      if (isRemote(one.fromTableId, one.toTableId))
        found.push(opened.get(one.fromTableId)!.isWhole ? one : byFirstRows(one))
    return { found, unread }
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}

const namesOf = (columns: { name: string }[]) => [...new Set(columns.map(({ name }) => name))]
const endsOf = ({ from, fromColumn, to, toColumn, foundBy }: Candidate) => ({
  ...{ fromTableId: from.id, fromColumn, toTableId: to.id, toColumn, foundBy },
})

/** Texts that are called as a key of a table too large to be read: `orders.email` and `customers.email`. */
function largeTexts(tables: RelatableTable[], fresh: ReadonlySet<string>, isSmall: (id: string) => boolean) {
  const keys = tables
    .filter(({ id }) => !isSmall(id))
    .flatMap((to) =>
      to.columns
        .filter((column) => isComparable(column) && column.nulls === 0 && column.distinct === to.rows)
        .map((column) => ({ to, toColumn: column.name })),
    )
  return keys.flatMap(({ to, toColumn }) =>
    tables
      .filter((from) => from !== to && (fresh.has(from.id) || fresh.has(to.id)))
      .flatMap((from) =>
        from.columns
          .filter((column) => isComparable(column) && column.name.toLowerCase() === toColumn.toLowerCase())
          .filter(({ name }) => subjectAlike({ table: from.name, column: name }, { table: to.name, column: toColumn }))
          .map(({ name }) => ({ from, fromColumn: name, to, toColumn })),
      ),
  )
}

/** Reads the first rows of columns of a database into a file, or those with one of `values`; null when that fails or all took too long. */
function reading(ctx: WorkspaceCtx, dir: string, signal: AbortSignal) {
  const end = performance.now() + ALTOGETHER
  let count = 0
  return async (
    { source, schema, table, columns }: Required<RelatableTable>['remote'],
    names: string[],
    values?: string[],
  ) => {
    const timeoutMs = Math.min(TRYING, end - performance.now())
    if (timeoutMs < SECOND) return null
    const need: RemoteNeed = {
      ...{ schema, table, columns: columns.filter(({ name }) => names.includes(name)) },
      anyOf: values ? [[{ column: names[0]!, op: 'in', values }]] : [],
    }
    const limits = { rows: MOST_READ, bytes: 64 << 20 }
    try {
      return await ctx.remotes.fetch(ctx.workspace.id, source, need, `${dir}/${count++}`, limits, { signal, timeoutMs })
    } catch (error) {
      if (signal.aborted) throw error
      // A guess that cannot be tested is dropped.
      ctx.log.warn('a table was not read for its relations', {
        table,
        error: withoutSecrets(String(error), source.secrets),
      })
      return null
    }
  }
}

const seenValues = ({ columns }: RelatableTable, name: string) =>
  columns
    .filter((one) => one.name === name)
    .flatMap(({ top, sample }) => [...new Set([...top.map(({ value }) => value), ...sample])])

async function firstValues(ctx: WorkspaceCtx, path: string, column: string, limit = LOOKED_UP * 5): Promise<string[]> {
  const { columns, rows } = await ctx.engine.read({ path, offset: 0, limit })
  const at = columns.findIndex(({ name }) => name === column)
  return rows.flatMap((row) => (row[at] === null ? [] : [String(row[at])]))
}

/** The first rows of a table do not tell how much of another it meets. */
const byFirstRows = ({ backRate: _, cleaned, ...relation }: MeasuredRelation): MeasuredRelation => ({
  ...relation,
  cleaned: cleaned && withoutBack(cleaned),
})
const withoutBack = ({ match_back: _, ...cleaned }: NonNullable<MeasuredRelation['cleaned']>) => cleaned

/** How values meet those that were looked up; nothing is known of the way back. */
function shareOf(values: string[], there: string[]): { matchRate: number; multiplies: number } {
  const counts = Map.groupBy(there, (value) => value)
  const met = values.flatMap((value) => counts.get(value)?.length ?? [])
  const rows = met.reduce((sum, count) => sum + count, 0)
  return { matchRate: met.length / values.length, multiplies: met.length === 0 ? 1 : rows / met.length }
}
