import { createHash } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { invalid } from '#base/errors.ts'
import { type Page, type PageRequest, pageOf } from '#base/paging.ts'
import { Recent } from '#base/recent.ts'
import { catalogColumns, catalogHidden, catalogTables, catalogVersions, connections, files } from '#db/schema/index.ts'
import type { WorkspaceCtx } from '../ctx.ts'
import { inCatalog, sourceName } from './catalog.ts'
import type { TableName } from './rules/answers.ts'
import type { StoredTable } from './rules/catalog.ts'
import { namesFitting } from './rules/names.ts'

/** Outlines that are kept, and columns that they may have in all: about 100 bytes each. */
const MOST_KEPT = 50
const MOST_COLUMNS = 1_000_000

/** Tables that the engine opens at once; of more, only those that a statement names. */
export const MOST_OPEN = 200

/** The workspace and the scope in it: under which what is known of its tables is kept. */
export const scopeKey = ({ workspace, scope }: Pick<WorkspaceCtx, 'workspace' | 'scope'>): string =>
  scope ? JSON.stringify([workspace.id, scope]) : workspace.id

/** `left`: what was hidden when it left the catalog and is not there again; empty without what is hidden. */
type Outline = { version: string; tables: StoredTable[]; columns: number; left: Left[] }
type Left = { name: string; columns: string[] }
const outlines = new Recent<Outline>({ count: MOST_KEPT, size: MOST_COLUMNS })

/**
 * The visible tables of the workspace with the names of their columns and nothing more, by name: what lists, searches and links need of
 * a workspace of any size. Kept as long as the catalog does not change; not for use within a transaction that changes it.
 * @param options hidden: with what owners hid
 */
export const outline = async (ctx: WorkspaceCtx, { hidden = false } = {}): Promise<StoredTable[]> =>
  (await outlined(ctx, hidden)).tables

async function outlined(ctx: WorkspaceCtx, hidden: boolean): Promise<Outline> {
  const [row] = await ctx.db.select().from(catalogVersions).where(eq(catalogVersions.workspaceId, ctx.workspace.id))
  const version = row?.version ?? ''
  const id = hidden ? `${scopeKey(ctx)} with hidden` : scopeKey(ctx)
  const before = outlines.get(id)
  if (before?.version === version) return before
  const now = await read(ctx, version, hidden)
  outlines.set(id, now, now.columns)
  return now
}

/** What tells one state of tables from another: where their rows are stored, and the columns that can be seen. */
export const stateOf = (tables: StoredTable[]): string =>
  createHash('sha256')
    .update(JSON.stringify(tables.map(({ name, id, storeKey, columns }) => [name, storeKey ?? id, columns])))
    .digest('hex')

const states = new WeakMap<StoredTable[], string>()
/** The same of all tables of a workspace, as far as the person may see them. */
export const tablesVersion = async (ctx: WorkspaceCtx): Promise<string> =>
  states.getOrInsertComputed(await outline(ctx), stateOf)

/** Tables and columns that were hidden when they left the catalog, and are not there again. */
export const hiddenLeft = async (ctx: WorkspaceCtx): Promise<Left[]> => (await outlined(ctx, true)).left

/** The tables of the workspace as they are now, without and with what is hidden, or was when it left. */
export async function sourcesNow(ctx: WorkspaceCtx): Promise<{ visible: StoredTable[]; all: StoredTable[] }> {
  const [visible, { tables, left }] = await Promise.all([outline(ctx), outlined(ctx, true)])
  if (left.length === 0) return { visible, all: tables }
  const leftOf = ({ name }: StoredTable) => left.find((one) => one.name === name)?.columns ?? []
  const stay = tables.map((table) => ({ ...table, columns: [...table.columns, ...leftOf(table)] }))
  const gone = left.filter(({ name }) => !tables.some((table) => table.name === name))
  return { visible, all: [...stay, ...gone.map((one) => ({ ...NO_TABLE, ...one }))] }
}
const NO_TABLE = {
  id: '',
  rows: 0,
  description: '',
  texts: [],
  storeKey: null,
  source: { kind: 'file' as const, id: '', name: '' },
}

async function read(ctx: WorkspaceCtx, version: string, hidden: boolean): Promise<Outline> {
  const names = sql<string[]>`array_agg(${catalogColumns.name} order by ${catalogColumns.position})`
  const isText = sql`${catalogColumns.type} = 'VARCHAR' or ${catalogColumns.type} like 'ENUM(%)'`
  const texts = sql<string[]>`coalesce(${names} filter (where ${isText}), '{}')`
  const rows = await ctx.db
    .select({
      ...{ id: catalogTables.id, name: catalogTables.name, rows: catalogTables.rows },
      ...{ description: catalogTables.description, kind: catalogTables.sourceKind, sourceId: catalogTables.sourceId },
      ...{ schema: catalogTables.remoteSchema, remote: catalogTables.remoteName },
      source: sourceName,
      ...{ columns: names, texts, storeKey: catalogTables.storeKey },
    })
    .from(catalogTables)
    .innerJoin(
      catalogColumns,
      and(eq(catalogColumns.tableId, catalogTables.id), hidden ? undefined : eq(catalogColumns.hidden, false)),
    )
    .leftJoin(files, eq(files.id, catalogTables.sourceId))
    .leftJoin(connections, eq(connections.id, catalogTables.sourceId))
    .where(inCatalog(ctx, hidden))
    .groupBy(catalogTables.id, files.name, connections.name)
    .orderBy(catalogTables.name, catalogTables.id)
  const tables = rows.map(({ kind, sourceId, source, schema, remote, ...table }): StoredTable => {
    const database = remote === null ? {} : { database: { schema: schema ?? '', table: remote } }
    return { ...table, ...database, source: { kind, id: sourceId, name: source ?? '' } }
  })
  const left = hidden ? await leftOf(ctx, tables) : []
  return { version, tables, left, columns: tables.reduce((sum, table) => sum + table.columns.length, 0) }
}

async function leftOf(ctx: WorkspaceCtx, tables: StoredTable[]): Promise<Left[]> {
  const rows = await ctx.db.select().from(catalogHidden).where(eq(catalogHidden.workspaceId, ctx.workspace.id))
  const there = new Map(tables.map(({ name, columns }) => [name, new Set(columns)]))
  const left = rows.filter(({ table, column }) => !there.get(table)?.has(column))
  return [...Map.groupBy(left, ({ table }) => table)].map(([name, rows]) => ({
    name,
    columns: rows.map(({ column }) => column),
  }))
}

/**
 * Names and counts of visible tables, a page of them: those that are called so letter for letter, then those whose name begins so, has
 * it, or has a column that does.
 * @throws AppError invalid for a cursor whose table is gone
 */
export async function names(
  ctx: WorkspaceCtx,
  { q, source, limit, cursor }: PageRequest & { q?: string | undefined; source?: string | undefined },
): Promise<Page<TableName>> {
  const all = await outline(ctx)
  const found = namesFitting(source ? all.filter((table) => table.source.id === source) : all, q ?? '')
  return pageFrom(found, { limit, cursor })
}

/** The page of tables that follows the one that `cursor` names. @throws AppError invalid for a cursor whose table is gone */
export function pageFrom<T extends { id: string }>(found: T[], { limit, cursor }: PageRequest): Page<T> {
  const at = cursor ? found.findIndex(({ id }) => id === cursor) + 1 : 0
  if (cursor && at === 0) throw invalid('The tables changed meanwhile: begin with the first page again.')
  return pageOf(found.slice(at, at + limit + 1), limit, ({ id }) => id)
}
