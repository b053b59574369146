import { and, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { AppError } from '#base/errors.ts'
import { identifier } from '#base/sql.ts'
import { catalogTables, connections, files, tableProfiles } from '#db/schema/index.ts'
import { asSystemIn } from '#workspaces/as-system.ts'
import type { WorkspaceCtx, World } from '../ctx.ts'
import * as catalog from './catalog.ts'
import type { Looking } from './query.ts'
import type { CatalogTable } from './rules/answers.ts'
import { courseSql, factsOf, pairsSql, pairsToCount, spreadSql, type TableProfile } from './rules/facts.ts'
import { countable, histogramSql, readHistograms } from './rules/profile.ts'

/** Rows up to which all are read; of more as many are drawn. */
const MOST_ROWS = 3_000_000
/** How long one statement may take, in milliseconds. */
const DEADLINE = 4_000
/** Tables that the job measures in a run. */
const MOST_AT_ONCE = 5

/** What a profile depends on: another text when it has to be measured anew. Facts speak of what may be seen, as people call it. */
function stateOf({ name, rows, columns }: CatalogTable): string {
  const parts = columns.map(({ name, type, role, aggregation, unit, label, nulls, distinct, min, max }) => [
    ...[name, type, role, aggregation, unit, label, nulls, distinct, min, max],
  ])
  return Bun.hash(JSON.stringify([name, rows, parts])).toString(36)
}
const visible = (table: CatalogTable): CatalogTable => ({
  ...table,
  columns: table.columns.filter(({ hidden }) => !hidden),
})

/** Profiles that were measured of tables as they are now, by their ids. */
export async function measured(ctx: WorkspaceCtx, tables: CatalogTable[]): Promise<Map<string, TableProfile>> {
  if (tables.length === 0) return new Map()
  const rows = await ctx.db
    .select()
    .from(tableProfiles)
    .where(
      inArray(
        tableProfiles.tableId,
        tables.map(({ id }) => id),
      ),
    )
  const states = new Map(tables.map((table) => [table.id, stateOf(visible(table))]))
  return new Map(
    rows.filter(({ tableId, state }) => states.get(tableId) === state).map((row) => [row.tableId, row.profile]),
  )
}

/** The profile of a table: as it was measured, or measured now and kept. */
export async function profileOf(ctx: WorkspaceCtx, query: Looking, whole: CatalogTable): Promise<TableProfile> {
  const table = visible(whole)
  if (whole.hidden) return { histograms: [], facts: [], together: null, isSample: false }
  const before = (await measured(ctx, [table])).get(table.id)
  if (before) return before
  const profile = await measure(ctx, query, table)
  const values = { state: stateOf(table), profile, measuredAt: ctx.now() }
  await ctx.db
    .insert(tableProfiles)
    .values({ tableId: table.id, ...values })
    .onConflictDoUpdate({ target: tableProfiles.tableId, set: values })
  return profile
}

async function measure(ctx: WorkspaceCtx, query: Looking, table: CatalogTable): Promise<TableProfile> {
  // Rows of a database are not fetched for this: what its sample told has to do.
  if (table.source.kind === 'database')
    return { histograms: [], facts: factsOf(table, null, []), together: null, isSample: true }
  const isSample = table.rows > MOST_ROWS
  const name = identifier(table.name)
  const from = isSample ? `(SELECT * FROM ${name} USING SAMPLE ${MOST_ROWS / 10} ROWS) AS ${name}` : name
  const rows = async (statement: string | null) => {
    if (statement === null) return []
    const found = await inTime(query.probe(ctx, { sql: statement, signal: AbortSignal.timeout(DEADLINE) }))
    return found?.rows ?? []
  }
  const columns = countable(table)
  const hasKey = isSample || table.grain?.reason !== undefined
  const pairs = hasKey ? [] : pairsToCount(table)
  const [bars, [spread = null], course, [counts = []]] = [
    await rows(columns.length > 0 ? histogramSql(from, columns) : null),
    await rows(isSample ? null : spreadSql(table, from)),
    await rows(isSample ? null : courseSql(table, from)),
    await rows(pairs.length > 0 ? pairsSql(pairs, from) : null),
  ]
  const odd = (await inTime(query.toldOddities(ctx, table.id))) ?? []
  const pair = pairs[counts.findIndex((count) => Number(count) === table.rows)]
  return {
    histograms: readHistograms(columns, bars),
    facts: factsOf(table, spread, course),
    together: pair ? [pair[0].name, pair[1].name] : null,
    isSample,
    oddities: odd.filter((one) => one.column === null || table.columns.some(({ name }) => name === one.column)),
  }
}

/** What could not be measured in time is not told. */
const inTime = <T>(measured: Promise<T>): Promise<T | null> =>
  measured.catch((error) => {
    if (!(error instanceof AppError)) throw error
    return null
  })

/** Measures tables of files and addresses that were just read. @returns how many */
export async function measureNew(world: World, query: Looking): Promise<number> {
  const { id, workspaceId, sourceId, current, hidden, createdAt } = catalogTables
  const waiting = await world.db
    .select({ id, workspaceId, uploadedBy: files.uploadedBy, createdBy: connections.createdBy })
    .from(catalogTables)
    .leftJoin(files, eq(files.id, sourceId))
    .leftJoin(connections, and(eq(connections.id, sourceId), eq(connections.kind, 'external')))
    .leftJoin(tableProfiles, eq(tableProfiles.tableId, id))
    .where(
      and(
        eq(current, true),
        eq(hidden, false),
        isNull(tableProfiles.tableId),
        or(isNotNull(files.id), isNotNull(connections.id)),
      ),
    )
    .orderBy(sql`${createdAt} desc`)
    .limit(MOST_AT_ONCE)
  for (const table of waiting) {
    const ctx = await asSystemIn(world, table.workspaceId, (table.uploadedBy ?? table.createdBy)!)
    const [found] = await catalog.tables(ctx, { ids: [table.id] })
    if (found) await profileOf(ctx, query, found)
  }
  return waiting.length
}
