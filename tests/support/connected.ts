import { newId } from '#base/ids.ts'
import type { DatabaseEngine, DatabaseSettings } from '#connections/rules/connection.ts'
import { catalogColumns, catalogTables, connections } from '#db/schema/index.ts'
import type { RemoteSource } from '#outside/remote.ts'
import type { WorkspaceCtx } from '../../src/ctx.ts'

/** Puts a database without a password into a workspace with the tables that its driver finds, as connecting does, without measuring them. */
export async function connectDatabase(
  ctx: WorkspaceCtx,
  name: string,
  engine: DatabaseEngine,
  settings: DatabaseSettings,
): Promise<string> {
  const source: RemoteSource = { engine, settings, secrets: {} }
  const found = await ctx.remotes.introspect(ctx.workspace.id, source)
  const id = newId()
  await ctx.db.insert(connections).values({
    ...{ id, workspaceId: ctx.workspace.id, kind: 'database', engine, name, settings, status: 'ready' },
    createdBy: ctx.user.id,
  })
  for (const table of found) {
    const tableId = newId()
    await ctx.db.insert(catalogTables).values({
      ...{ id: tableId, workspaceId: ctx.workspace.id, sourceKind: 'database', sourceId: id, name: table.name },
      ...{ rows: table.rows ?? 0, rowsEstimated: true, remoteSchema: table.schema, remoteName: table.name },
    })
    await ctx.db.insert(catalogColumns).values(
      table.columns.map(({ name, type, native }, position) => ({
        ...{ tableId, position, name, type, nativeType: native, role: 'text' as const, nulls: 0, distinct: 0 },
      })),
    )
  }
  return id
}

/** The settings of a server by its address. */
export function settingsOf(url: string, database = 'postgres'): DatabaseSettings {
  const { hostname, port, username } = new URL(url)
  return { host: hostname, port: Number(port), database, username, ssl: { mode: 'disable' } }
}
