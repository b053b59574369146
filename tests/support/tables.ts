import { DuckDBInstance } from '@duckdb/node-api'
import { and, eq, inArray } from 'drizzle-orm'
import { newId } from '#base/ids.ts'
import { catalogColumns, catalogTables } from '#db/schema/index.ts'
import type { WorkspaceCtx } from '../../src/ctx.ts'

/** One for all tables of a process: starting it takes four times as long as writing a small table. */
let instance: Promise<DuckDBInstance> | undefined

/** Puts the rows of a DuckDB query into a workspace as a table, without an upload: the catalog knows its columns, not their statistics. */
export async function putTable(ctx: WorkspaceCtx, name: string, select: string, hidden: string[] = []): Promise<void> {
  const path = await ctx.files.scratch(`${name}.parquet`)
  instance ??= DuckDBInstance.create()
  const connection = await (await instance).connect()
  await connection.run(`COPY (${select}) TO '${path}' (FORMAT parquet)`)
  const columns = (await connection.runAndReadAll(`DESCRIBE FROM '${path}'`)).getRowsJS()
  const counted = await connection.runAndReadAll(`SELECT count(*) FROM '${path}'`)
  connection.closeSync()
  const id = newId()
  const storeKey = `workspaces/${ctx.workspace.id}/tables/${id}.parquet`
  await ctx.files.adopt(storeKey, path)
  await ctx.db.insert(catalogTables).values({
    id,
    workspaceId: ctx.workspace.id,
    sourceKind: 'file',
    sourceId: id,
    name,
    rows: Number(counted.getRowsJS()[0]![0]),
    storeKey,
  })
  await ctx.db.insert(catalogColumns).values(
    columns.map(([column, type], position) => ({
      tableId: id,
      position,
      name: String(column),
      type: String(type),
      role: 'text' as const,
      nulls: 0,
      distinct: 0,
      hidden: hidden.includes(String(column)),
    })),
  )
}

/** Puts a table whose weights are too large to be added up: of an overview of it blocks fail. */
export async function putStars(ctx: WorkspaceCtx): Promise<void> {
  const weight = `repeat('9', 38)::DECIMAL(38, 0) AS weight`
  await putTable(ctx, 'stars', `SELECT range AS id, 'AB'[1 + range % 2] AS kind, ${weight} FROM range(9)`)
  const isStars = and(eq(catalogTables.workspaceId, ctx.workspace.id), eq(catalogTables.name, 'stars'))
  const ids = ctx.db.select({ id: catalogTables.id }).from(catalogTables).where(isStars)
  const known = { weight: { role: 'measure', distinct: 9 }, kind: { role: 'dimension', distinct: 2 } } as const
  for (const [name, about] of Object.entries(known))
    await ctx.db
      .update(catalogColumns)
      .set(about)
      .where(and(inArray(catalogColumns.tableId, ids), eq(catalogColumns.name, name)))
}

/**
 * Copies a table, with what is known of its columns, under other names: what is tried is how many there are.
 * @param known of every column of the copies
 */
export async function copyTable(
  { db, workspace }: Pick<WorkspaceCtx, 'db' | 'workspace'>,
  name: string,
  names: string[],
  known: Partial<typeof catalogColumns.$inferInsert> = {},
): Promise<void> {
  const mine = and(eq(catalogTables.workspaceId, workspace.id), eq(catalogTables.name, name))
  const [table] = await db.select().from(catalogTables).where(mine)
  const columns = await db.select().from(catalogColumns).where(eq(catalogColumns.tableId, table!.id))
  for (let at = 0; at < names.length; at += 500) {
    const copies = names.slice(at, at + 500).map((copy) => ({ ...table!, id: newId(), name: copy }))
    await db.insert(catalogTables).values(copies)
    const rows = copies.flatMap(({ id }) =>
      columns.map((column) => ({ ...column, ...known, id: newId(), tableId: id })),
    )
    for (let from = 0; from < rows.length; from += 1_000)
      await db.insert(catalogColumns).values(rows.slice(from, from + 1_000))
  }
}
