import { and, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { AppError } from '#base/errors.ts'
import { numberText } from '#base/format.ts'
import { identifier } from '#base/sql.ts'
import { catalogTables, connections, files, tableProfiles } from '#db/schema/index.ts'
import { asSystemIn } from '#workspaces/as-system.ts'
import type { WorkspaceCtx, World } from '../ctx.ts'
import * as catalog from './catalog.ts'
import type { Looking } from './query.ts'
import type { CatalogTable } from './rules/answers.ts'
import {
  asRead,
  combinationsOf,
  combinationsSql,
  courseSql,
  factsOf,
  figuresSql,
  readFigures,
  spreadSql,
  type TableProfile,
  topSql,
} from './rules/facts.ts'
import { grainOf } from './rules/meaning.ts'
import { countable, histogramSql, readHistograms } from './rules/profile.ts'

/** Rows up to which all are read; of more as many are drawn. */
const MOST_ROWS = 3_000_000
/** First rows of a table in a database that are read, and how they are called. */
const FIRST_ROWS = 10_000
const READ = 'first_rows_of_a_connected_database'
/** How long one statement may take, in milliseconds. */
const DEADLINE = 4_000
const MOST_AT_ONCE = 5

/** How profiles are measured: those of another way are measured anew. */
const MEASURED = 3

/** What a profile depends on: another text when it has to be measured anew. Facts speak of what may be seen, as people call it. */
function stateOf({ name, rows, columns }: CatalogTable): string {
  const parts = columns.map(({ name, type, role, aggregation, unit, label, nulls, distinct, min, max }) => [
    ...[name, type, role, aggregation, unit, label, nulls, distinct, min, max],
  ])
  return Bun.hash(JSON.stringify([MEASURED, name, rows, parts])).toString(36)
}
const visible = (table: CatalogTable): CatalogTable => ({
  ...table,
  columns: table.columns.filter(({ hidden }) => !hidden),
})

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

export async function profileOf(ctx: WorkspaceCtx, query: Looking, whole: CatalogTable): Promise<TableProfile> {
  const table = visible(whole)
  if (whole.hidden) return { histograms: [], facts: [], together: null, isSample: false }
  const before = (await measured(ctx, [table])).get(table.id)
  // A database that could not be asked then may answer now.
  if (before && (before.read || table.source.kind !== 'database')) return before
  const profile = await measure(ctx, query, table)
  const values = { state: stateOf(table), profile, measuredAt: ctx.now() }
  await ctx.db
    .insert(tableProfiles)
    .values({ tableId: table.id, ...values })
    .onConflictDoUpdate({ target: tableProfiles.tableId, set: values })
  return profile
}

/** The rows of a statement; none where it could not be run in time: what was not measured is not told. */
const rowsBy = (probe: (request: { sql: string; signal: AbortSignal }) => ReturnType<Looking['probe']>) => {
  return async (sql: string | null) => {
    if (sql === null) return []
    const found = await inTime(probe({ sql, signal: AbortSignal.timeout(DEADLINE) }))
    return found?.rows ?? []
  }
}
type Ask = ReturnType<typeof rowsBy>

async function measure(ctx: WorkspaceCtx, query: Looking, table: CatalogTable): Promise<TableProfile> {
  const name = identifier(table.name)
  if (table.source.kind !== 'database') {
    const isSample = table.rows > MOST_ROWS
    const from = isSample ? `(SELECT * FROM ${name} USING SAMPLE ${MOST_ROWS / 10} ROWS) AS ${name}` : name
    const ask = rowsBy((request) => query.probe(ctx, request))
    const profile = await measureRows(ask, table, from, isSample)
    const odd = (await inTime(query.toldOddities(ctx, table.id))) ?? []
    const isVisible = (name: string) => table.columns.some((column) => column.name === name)
    return { ...profile, oddities: odd.filter(({ column }) => column === null || isVisible(column)) }
  }
  const columns = table.columns.map((column) => identifier(column.name)).join(', ')
  const first = { sql: `SELECT ${columns} FROM ${name} LIMIT ${FIRST_ROWS}`, name: READ, limit: FIRST_ROWS }
  try {
    return await query.probeRows(ctx, { ...first, signal: AbortSignal.timeout(DEADLINE) }, (probe, rows) =>
      measureFirst(rowsBy(probe), table, rows),
    )
  } catch (error) {
    // A database may be unreachable for a while: what is known of it has to do.
    if (!(error instanceof AppError)) throw error
    return { histograms: [], facts: [], together: null, isSample: true }
  }
}

/** Of a table in a database: by the rows of it that were read, which are all of them or the first. */
async function measureFirst(ask: Ask, table: CatalogTable, rows: number): Promise<TableProfile> {
  const [figures] = rows > 0 ? await ask(figuresSql(table, READ)) : []
  if (!figures) return { histograms: [], facts: [], together: null, isSample: true }
  const read = readFigures(table, rows, figures, await ask(topSql(table, READ)))
  const isSample = rows >= FIRST_ROWS
  const profile = await measureRows(ask, asRead(table, read), READ, false)
  const facts = profile.facts.map((fact) => ({ ...fact, text: `In the first ${numberText(rows)} rows: ${fact.text}` }))
  return { ...profile, ...(isSample ? { facts, together: null } : {}), isSample, read }
}

async function measureRows(ask: Ask, table: CatalogTable, from: string, isSample: boolean): Promise<TableProfile> {
  const columns = countable(table)
  const bars = await ask(columns.length > 0 ? histogramSql(from, columns) : null)
  const [spread = null] = await ask(isSample ? null : spreadSql(table, from))
  const course = await ask(isSample ? null : courseSql(table, from))
  const facts = factsOf(table, spread, course)
  const together = isSample || grainOf(table, null) ? null : await togetherOf(ask, table, from)
  return { histograms: readHistograms(columns, bars), facts, together, isSample }
}

/** Two columns that no two rows share, or else three. */
async function togetherOf(ask: Ask, table: CatalogTable, from: string): Promise<string[] | null> {
  for (const size of [2, 3] as const) {
    const all = combinationsOf(table, size)
    const [counts = []] = await ask(all.length > 0 ? combinationsSql(all, from) : null)
    const found = all[counts.findIndex((count) => Number(count) === table.rows)]
    if (found) return found.map(({ name }) => name)
  }
  return null
}

/** What could not be measured in time is not told. */
const inTime = <T>(measured: Promise<T>): Promise<T | null> =>
  measured.catch((error) => {
    if (!(error instanceof AppError)) throw error
    return null
  })

/** Measures tables that are new. @returns how many */
export async function measureNew(world: World, query: Looking): Promise<number> {
  const { id, workspaceId, sourceId, current, hidden, createdAt } = catalogTables
  const waiting = await world.db
    .select({ id, workspaceId, uploadedBy: files.uploadedBy, createdBy: connections.createdBy })
    .from(catalogTables)
    .leftJoin(files, eq(files.id, sourceId))
    .leftJoin(connections, and(eq(connections.id, sourceId), eq(connections.status, 'ready')))
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
