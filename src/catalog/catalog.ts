import { and, asc, eq, inArray, isNotNull, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import { type Page, type PageRequest, pageOf } from '#base/paging.ts'
import { catalogColumns, catalogRelations, catalogTables, connections, files } from '#db/schema/index.ts'
import type { EngineTable } from '#outside/engine.ts'
import type { WorkspaceCtx } from '../ctx.ts'
import type { CatalogColumn, CatalogRelation, CatalogTable } from './rules/answers.ts'
import { spelledOut } from './rules/cleaning.ts'
import { grainOf, meaningOf, namesRows } from './rules/meaning.ts'

/** `hidden`: what owners hid as well, for the page where they show it again. `ids`, `source`: only these tables, those of a file or connection. */
type Wanted = { hidden?: boolean; ids?: string[]; source?: string }

/** The current tables of the workspace within the scope of the ctx, without those that are hidden unless they are wanted too. */
export const inCatalog = (ctx: WorkspaceCtx, withHidden = false): SQL | undefined =>
  and(
    eq(catalogTables.workspaceId, ctx.workspace.id),
    eq(catalogTables.current, true),
    withHidden ? undefined : eq(catalogTables.hidden, false),
    inScope(ctx),
  )

/** Tables that the scope of the ctx has; undefined where it has all. */
export function inScope({ db, workspace, scope }: WorkspaceCtx): SQL | undefined {
  if (!scope) return undefined
  const { name, sourceId } = catalogTables
  const called = (table: typeof files | typeof connections) =>
    db
      .select({ id: table.id })
      .from(table)
      .where(and(eq(table.workspaceId, workspace.id), inArray(table.name, scope.sources)))
  return or(
    inArray(name, scope.tables),
    ...(scope.sources.length > 0 ? [inArray(sourceId, called(files)), inArray(sourceId, called(connections))] : []),
  )
}

/** The current tables of the workspace by name, with their columns in order and the relations that start in them. */
export async function tables(ctx: WorkspaceCtx, options: Wanted = {}): Promise<CatalogTable[]> {
  if (options.ids?.length === 0) return []
  const [columns, relations] = await Promise.all([columnRows(ctx, options), relationRows(ctx, options)])
  const found = new Map<string, CatalogTable>()
  const said = new Map<string, string | null>()
  for (const { table, source, engine, column } of columns) {
    if (!options.hidden && table.hidden) continue
    let entry = found.get(table.id)
    if (!entry) {
      entry = {
        id: table.id,
        name: table.name,
        source: { kind: table.sourceKind, id: table.sourceId, name: source ?? '' },
        rows: table.rows,
        ...(table.rowsEstimated ? { rows_estimated: true as const } : {}),
        ...(table.remoteName !== null
          ? { database: { engine: engine ?? '', schema: table.remoteSchema ?? '', table: table.remoteName } }
          : {}),
        ...(table.rowsRejected > 0 ? { rows_rejected: table.rowsRejected } : {}),
        ...(table.rowsApart > 0 ? { rows_apart: table.rowsApart } : {}),
        ...(table.rowsApart > 0 && table.rowsTotals !== null ? { rows_totals: table.rowsTotals } : {}),
        ...(table.rowsDropped > 0 ? { rows_dropped: table.rowsDropped } : {}),
        ...(table.recipe ? { mended: table.recipe.steps.length } : {}),
        ...(table.recipe?.lines === undefined ? {} : { lines: table.recipe.lines }),
        description: table.description,
        hidden: table.hidden,
        refreshed_at: table.refreshedAt.toISOString(),
        columns: [],
        relations: [],
      }
      found.set(table.id, entry)
      said.set(table.id, table.grain)
    }
    if (!options.hidden && column.hidden) continue
    const { name, type, nulls, distinct, min, max, top, sample, description, hidden, textOf, unread } = column
    const meaning = meaningOf(column, column.edits)
    const figures = { name, type, ...meaning, nulls, distinct, min, max, top, sample, description, hidden }
    const kept = unread === null ? {} : { unread }
    entry.columns.push(textOf === null ? figures : { ...figures, text_of: textOf, ...kept })
  }
  for (const { relation, toTable } of relations) {
    const from = found.get(relation.fromTableId)
    // A relation through something hidden would name it.
    const column = from?.columns.find(({ name }) => name === relation.fromColumn)
    if (!from || !column) continue
    from.relations.push(relationOf(relation, from.name, toTable))
    const target = found.get(relation.toTableId)?.columns.find(({ name }) => name === relation.toColumn)
    // What rows are joined by is no figure, whatever it is called.
    for (const key of [column, target]) if (key) becomeId(key, 'A relation joins by it.')
  }
  for (const [id, table] of found) {
    for (const column of table.columns)
      if (namesRows(table, column)) becomeId(column, 'It is called as one row is, and no value comes twice.')
    const grain = grainOf(table, said.get(id) ?? null)
    if (grain) table.grain = grain
  }
  return [...found.values()].filter((table) => table.columns.length > 0)
}

/** A measure that names things is none, unless a person says so. */
function becomeId(column: CatalogColumn, reason: string): void {
  if (column.role !== 'measure' || column.edited?.includes('role')) return
  column.role = 'id'
  delete column.aggregation
  column.reason = reason
}

export async function page(
  ctx: WorkspaceCtx,
  { limit, cursor }: PageRequest,
  options: { hidden?: boolean } = {},
): Promise<Page<string>> {
  const { id, name } = catalogTables
  const after = sql`(${name}, ${id}) > (select t.name, t.id from ${catalogTables} t where t.id = ${cursor})`
  const rows = await ctx.db
    .select({ id })
    .from(catalogTables)
    .where(and(inCatalog(ctx, options.hidden), cursor ? after : undefined))
    .orderBy(asc(name), asc(id))
    .limit(limit + 1)
  return pageOf(
    rows.map((row) => row.id),
    limit,
    (last) => last,
  )
}

/** Visible tables with their visible columns and the names of hidden ones. @param named only tables of these names, without regard to capitals; null for all */
async function visibleTables(ctx: WorkspaceCtx, which: SQL | undefined, named: string[] | null) {
  if (named?.length === 0) return []
  const { id, name, storeKey, rows, refreshedAt, sourceId, remoteSchema, remoteName } = catalogTables
  const { type, nativeType, hidden } = catalogColumns
  const names = named?.map((one) => one.toLowerCase())
  const found = await ctx.db
    .select({
      table: { id, name, storeKey, rows, refreshedAt, sourceId, remoteSchema, remoteName },
      column: { name: catalogColumns.name, type, nativeType, hidden },
    })
    .from(catalogTables)
    .innerJoin(catalogColumns, eq(catalogColumns.tableId, id))
    .where(and(inCatalog(ctx), which, names ? inArray(sql`lower(${name})`, names) : undefined))
    .orderBy(asc(name), asc(id), asc(catalogColumns.position))
  return [...Map.groupBy(found, ({ table }) => table.id).values()]
    .map((rows) => ({
      ...rows[0]!.table,
      columns: rows.flatMap(({ column }) => (column.hidden ? [] : [column])),
      hidden: rows.flatMap(({ column }) => (column.hidden ? [column.name] : [])),
    }))
    .filter(({ columns }) => columns.length > 0)
}

type VisibleTable = Awaited<ReturnType<typeof visibleTables>>[number]

/** A visible table as the engine opens it, the types of its columns, and when its rows were brought in. */
export type SourceTable = EngineTable & { refreshedAt: Date; types: string[]; storeKey: string }

/** The visible tables as the engine opens them: local paths with the columns that may be read. @param named as `visibleTables` takes it */
export const engineTables = async (ctx: WorkspaceCtx, named: string[] | null = null): Promise<SourceTable[]> =>
  forEngine(ctx, await visibleTables(ctx, isNotNull(catalogTables.storeKey), named))

const forEngine = (ctx: WorkspaceCtx, tables: VisibleTable[]): Promise<SourceTable[]> =>
  Promise.all(
    tables.map(async ({ name, rows, refreshedAt, storeKey, columns, hidden }) => ({
      ...{ name, rows, refreshedAt, storeKey: storeKey!, partial: hidden.length > 0 },
      path: await ctx.files.localPath(storeKey!),
      columns: columns.map((column) => column.name),
      types: columns.map((column) => column.type),
    })),
  )

/** A visible table whose rows stay in a database; `rows` is the source's estimate, `hidden` are columns that nobody may read. */
export type DatabaseTable = {
  id: string
  name: string
  connectionId: string
  schema: string
  table: string
  rows: number
  columns: { name: string; type: string; native: string }[]
  hidden: string[]
}

/** The visible tables of connected databases. @param named as `visibleTables` takes it */
export const databaseTables = async (ctx: WorkspaceCtx, named: string[] | null = null): Promise<DatabaseTable[]> =>
  (await visibleTables(ctx, isNull(catalogTables.storeKey), named)).map(ofDatabase)

const ofDatabase = (table: VisibleTable): DatabaseTable => {
  const { id, name, rows, hidden, columns, sourceId, remoteSchema, remoteName } = table
  return {
    ...{ id, name, rows, hidden, connectionId: sourceId, schema: remoteSchema ?? '', table: remoteName! },
    columns: columns.map(({ name, type, nativeType }) => ({ name, type, native: nativeType ?? '' })),
  }
}

/** What a statement may read, found at once: `tables` as the engine opens them, and `databases`. @param named as `visibleTables` takes it */
export async function readableTables(ctx: WorkspaceCtx, named: string[] | null) {
  const all = await visibleTables(ctx, undefined, named)
  const [stored, remote] = [all.filter(({ storeKey }) => storeKey), all.filter(({ storeKey }) => !storeKey)]
  return { tables: await forEngine(ctx, stored), databases: remote.map(ofDatabase) }
}

/**
 * A current table as its rows were stored before, with those of the columns that may be read now; null where these are kept no longer.
 * @param key where they were stored
 */
export async function storedBefore(ctx: WorkspaceCtx, table: SourceTable, key: string): Promise<SourceTable | null> {
  if (key === table.storeKey) return table
  const { id, rows, storeKey, rawKey, workspaceId } = catalogTables
  const [found] = await ctx.db
    .select({ rows, columns: sql<string[]>`array_agg(${catalogColumns.name})` })
    .from(catalogTables)
    .leftJoin(catalogColumns, eq(catalogColumns.tableId, id))
    .where(and(eq(workspaceId, ctx.workspace.id), or(eq(storeKey, key), eq(rawKey, key))))
    .groupBy(id)
  if (!found) return null
  // Of rows that were mended the columns are known of the mended ones alone.
  const known = found.columns.some(Boolean) ? found.columns : table.columns
  const kept = table.columns.flatMap((name, at) => (known.includes(name) ? [[name, table.types[at]!] as const] : []))
  return {
    ...{ ...table, rows: found.rows, storeKey: key, partial: true, path: await ctx.files.localPath(key) },
    ...{ columns: kept.map(([name]) => name), types: kept.map(([, type]) => type) },
  }
}

/** Local paths of tables by id; tables of databases have none. */
export async function paths(ctx: WorkspaceCtx, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await ctx.db
    .select({ id: catalogTables.id, key: catalogTables.storeKey })
    .from(catalogTables)
    .where(
      and(
        eq(catalogTables.workspaceId, ctx.workspace.id),
        inArray(catalogTables.id, ids),
        isNotNull(catalogTables.storeKey),
      ),
    )
  return new Map(await Promise.all(rows.map(async ({ id, key }) => [id, await ctx.files.localPath(key!)] as const)))
}

/** The name of the file or connection that a table comes from; both must be joined. */
export const sourceName = sql<string | null>`coalesce(${files.name}, ${connections.name})`

/** One row a column: a table is never without columns, so this one query is the whole catalog but its relations. */
const columnRows = (ctx: WorkspaceCtx, { ids, source }: Wanted) =>
  ctx.db
    .select({ table: catalogTables, source: sourceName, engine: connections.engine, column: catalogColumns })
    .from(catalogTables)
    .innerJoin(catalogColumns, eq(catalogColumns.tableId, catalogTables.id))
    .leftJoin(files, eq(files.id, catalogTables.sourceId))
    .leftJoin(connections, eq(connections.id, catalogTables.sourceId))
    .where(
      and(
        inCatalog(ctx, true),
        ids ? inArray(catalogTables.id, ids) : undefined,
        source ? eq(catalogTables.sourceId, source) : undefined,
      ),
    )
    .orderBy(asc(catalogTables.name), asc(catalogTables.id), asc(catalogColumns.position))

/** Relations that begin in these tables and lead to something that may be seen. */
function relationRows(ctx: WorkspaceCtx, { ids, source, hidden }: Wanted) {
  const { id, sourceId } = catalogTables
  const { fromTableId, toTableId, fromColumn, toColumn } = catalogRelations
  const visibleColumn = hidden ? undefined : eq(catalogColumns.hidden, false)
  const ofSource = ctx.db
    .select({ id })
    .from(catalogTables)
    .where(eq(sourceId, source ?? ''))
  return ctx.db
    .select({ relation: catalogRelations, toTable: catalogTables.name })
    .from(catalogRelations)
    .innerJoin(catalogTables, and(eq(id, toTableId), inCatalog(ctx, hidden)))
    .innerJoin(catalogColumns, and(eq(catalogColumns.tableId, id), eq(catalogColumns.name, toColumn), visibleColumn))
    .where(
      and(
        eq(catalogRelations.workspaceId, ctx.workspace.id),
        ne(catalogRelations.kind, 'rejected'),
        ids ? inArray(fromTableId, ids) : undefined,
        source ? inArray(fromTableId, ofSource) : undefined,
      ),
    )
    .orderBy(asc(fromColumn), asc(catalogRelations.id))
}

const relationOf = (
  { fromColumn, toColumn, matchRate, ...row }: typeof catalogRelations.$inferSelect,
  from: string,
  toTable: string,
): CatalogRelation => ({
  column: fromColumn,
  to_table: toTable,
  to_column: toColumn,
  match_rate: matchRate,
  ...(row.cleaned ? { cleaned: spelledOut(row.cleaned, from, toTable) } : {}),
  ...evidenceOf(row),
  kind: row.kind === 'inferred' ? 'inferred' : 'declared',
})

/** What was measured and noted of a relation beside its share. */
export const evidenceOf = ({
  backRate,
  multiplies,
  foundBy,
}: Pick<typeof catalogRelations.$inferSelect, 'backRate' | 'multiplies' | 'foundBy'>): Pick<
  CatalogRelation,
  'match_back' | 'multiplies' | 'found_by'
> => ({
  ...(backRate === null ? {} : { match_back: backRate }),
  ...(multiplies === null ? {} : { multiplies }),
  ...(foundBy === null ? {} : { found_by: foundBy }),
})
