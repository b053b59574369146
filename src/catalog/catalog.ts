import { and, asc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { type Page, type PageRequest, pageOf } from '#base/paging.ts'
import { catalogColumns, catalogRelations, catalogTables, connections, files } from '#db/schema/index.ts'
import type { EngineTable } from '#outside/engine.ts'
import type { WorkspaceCtx } from '../ctx.ts'
import type { CatalogRelation, CatalogTable } from './rules/catalog.ts'

/** `hidden`: what owners hid as well, for the page where they show it again. `ids`: only these tables; without them all. */
type Wanted = { hidden?: boolean; ids?: string[] }

/** The current tables of the workspace by name, with their columns in order and the relations that start in them. */
export async function tables(ctx: WorkspaceCtx, options: Wanted = {}): Promise<CatalogTable[]> {
  if (options.ids?.length === 0) return []
  const [columns, relations] = await Promise.all([columnRows(ctx, options), relationRows(ctx, options)])
  const found = new Map<string, CatalogTable>()
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
        description: table.description,
        hidden: table.hidden,
        refreshed_at: table.refreshedAt.toISOString(),
        columns: [],
        relations: [],
      }
      found.set(table.id, entry)
    }
    if (!options.hidden && column.hidden) continue
    const { name, type, role, nulls, distinct, min, max, top, sample, description, hidden } = column
    entry.columns.push({ name, type, role, nulls, distinct, min, max, top, sample, description, hidden })
  }
  for (const { relation, toTable } of relations) {
    const from = found.get(relation.fromTableId)
    // A relation through something hidden would name it.
    if (from?.columns.some(({ name }) => name === relation.fromColumn))
      from.relations.push(relationOf(relation, toTable))
  }
  return [...found.values()].filter((table) => table.columns.length > 0)
}

/** Ids of the current tables by name, a page of them. */
export async function page(
  ctx: WorkspaceCtx,
  { limit, cursor }: PageRequest,
  options: { hidden?: boolean } = {},
): Promise<Page<string>> {
  const { id, name, hidden } = catalogTables
  const after = sql`(${name}, ${id}) > (select t.name, t.id from ${catalogTables} t where t.id = ${cursor})`
  const rows = await ctx.db
    .select({ id })
    .from(catalogTables)
    .where(
      and(
        eq(catalogTables.workspaceId, ctx.workspace.id),
        eq(catalogTables.current, true),
        options.hidden ? undefined : eq(hidden, false),
        cursor ? after : undefined,
      ),
    )
    .orderBy(asc(name), asc(id))
    .limit(limit + 1)
  return pageOf(
    rows.map((row) => row.id),
    limit,
    (last) => last,
  )
}

/** A visible table as the engine opens it, the types of its columns, and when its rows were brought in. */
export type SourceTable = EngineTable & { refreshedAt: Date; types: string[] }

/**
 * The same visible tables as the engine opens them: local paths with the columns that may be read.
 * @param named only tables of these names, without regard to capitals; null for all
 */
export async function engineTables(ctx: WorkspaceCtx, named: string[] | null = null): Promise<SourceTable[]> {
  if (named?.length === 0) return []
  const { id, name, storeKey, rows, refreshedAt } = catalogTables
  const found = await ctx.db
    .select({
      ...{ id, name, storeKey, rows, refreshedAt },
      ...{ column: catalogColumns.name, type: catalogColumns.type, hidden: catalogColumns.hidden },
    })
    .from(catalogTables)
    .innerJoin(catalogColumns, eq(catalogColumns.tableId, id))
    .where(
      and(
        eq(catalogTables.workspaceId, ctx.workspace.id),
        eq(catalogTables.current, true),
        eq(catalogTables.hidden, false),
        isNotNull(storeKey),
        calledSo(named),
      ),
    )
    .orderBy(asc(name), asc(id), asc(catalogColumns.position))
  const tables = [...Map.groupBy(found, (row) => row.id).values()]
  return Promise.all(
    tables
      .filter((of) => of.some(({ hidden }) => !hidden))
      .map(async (of) => {
        const { name, rows, refreshedAt, storeKey } = of[0]!
        const shown = of.filter(({ hidden }) => !hidden)
        const columns = shown.map(({ column }) => column)
        const types = shown.map(({ type }) => type)
        const partial = columns.length < of.length
        return { name, columns, types, rows, refreshedAt, partial, path: await ctx.files.localPath(storeKey!) }
      }),
  )
}

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

/** The visible tables of connected databases. @param named as `engineTables` takes it */
export async function databaseTables(ctx: WorkspaceCtx, named: string[] | null = null): Promise<DatabaseTable[]> {
  if (named?.length === 0) return []
  const found = await ctx.db
    .select({ table: catalogTables, column: catalogColumns })
    .from(catalogTables)
    .innerJoin(catalogColumns, eq(catalogColumns.tableId, catalogTables.id))
    .where(
      and(
        eq(catalogTables.workspaceId, ctx.workspace.id),
        eq(catalogTables.current, true),
        eq(catalogTables.hidden, false),
        isNull(catalogTables.storeKey),
        calledSo(named),
      ),
    )
    .orderBy(asc(catalogTables.name), asc(catalogTables.id), asc(catalogColumns.position))
  return [...Map.groupBy(found, ({ table }) => table.id).values()]
    .map((of) => {
      const { id, name, sourceId, remoteSchema, remoteName, rows } = of[0]!.table
      const columns = of.flatMap(({ column: { name, type, nativeType, hidden } }) =>
        hidden ? [] : [{ name, type, native: nativeType ?? '' }],
      )
      const hidden = of.flatMap(({ column }) => (column.hidden ? [column.name] : []))
      return { id, name, connectionId: sourceId, schema: remoteSchema ?? '', table: remoteName!, rows, columns, hidden }
    })
    .filter(({ columns }) => columns.length > 0)
}

const calledSo = (named: string[] | null) =>
  named
    ? inArray(
        sql`lower(${catalogTables.name})`,
        named.map((name) => name.toLowerCase()),
      )
    : undefined

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

const sourceName = sql<string | null>`coalesce(${files.name}, ${connections.name})`

/** One row a column: a table is never without columns, so this one query is the whole catalog but its relations. */
const columnRows = (ctx: WorkspaceCtx, { ids }: Wanted) =>
  ctx.db
    .select({
      table: catalogTables,
      source: sourceName,
      engine: connections.engine,
      column: catalogColumns,
    })
    .from(catalogTables)
    .innerJoin(catalogColumns, eq(catalogColumns.tableId, catalogTables.id))
    .leftJoin(files, eq(files.id, catalogTables.sourceId))
    .leftJoin(connections, eq(connections.id, catalogTables.sourceId))
    .where(
      and(
        eq(catalogTables.workspaceId, ctx.workspace.id),
        eq(catalogTables.current, true),
        ids ? inArray(catalogTables.id, ids) : undefined,
      ),
    )
    .orderBy(asc(catalogTables.name), asc(catalogTables.id), asc(catalogColumns.position))

/** Relations that begin in these tables and lead to something that may be seen. */
const relationRows = (ctx: WorkspaceCtx, { ids, hidden }: Wanted) =>
  ctx.db
    .select({ relation: catalogRelations, toTable: catalogTables.name })
    .from(catalogRelations)
    .innerJoin(
      catalogTables,
      and(
        eq(catalogTables.id, catalogRelations.toTableId),
        eq(catalogTables.current, true),
        hidden ? undefined : eq(catalogTables.hidden, false),
      ),
    )
    .innerJoin(
      catalogColumns,
      and(
        eq(catalogColumns.tableId, catalogTables.id),
        eq(catalogColumns.name, catalogRelations.toColumn),
        hidden ? undefined : eq(catalogColumns.hidden, false),
      ),
    )
    .where(
      and(
        eq(catalogRelations.workspaceId, ctx.workspace.id),
        ids ? inArray(catalogRelations.fromTableId, ids) : undefined,
      ),
    )
    .orderBy(asc(catalogRelations.fromColumn), asc(catalogRelations.id))

const relationOf = (row: typeof catalogRelations.$inferSelect, toTable: string): CatalogRelation => ({
  column: row.fromColumn,
  to_table: toTable,
  to_column: row.toColumn,
  match_rate: row.matchRate,
  ...(row.cleaned ? { cleaned: row.cleaned } : {}),
  kind: row.kind,
})
