import { DuckDBInstance } from '@duckdb/node-api'
import { newId } from '#base/ids.ts'
import { catalogColumns, catalogTables } from '#db/schema/index.ts'
import type { WorkspaceCtx } from '../../src/ctx.ts'

/** Puts the rows of a DuckDB query into a workspace as a table, without an upload: the catalog knows its columns, not their statistics. */
export async function putTable(ctx: WorkspaceCtx, name: string, select: string, hidden: string[] = []): Promise<void> {
  const path = await ctx.files.scratch(`${name}.parquet`)
  const instance = await DuckDBInstance.create()
  const connection = await instance.connect()
  await connection.run(`COPY (${select}) TO '${path}' (FORMAT parquet)`)
  const columns = (await connection.runAndReadAll(`DESCRIBE FROM '${path}'`)).getRowsJS()
  const counted = await connection.runAndReadAll(`SELECT count(*) FROM '${path}'`)
  connection.closeSync()
  instance.closeSync()
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
