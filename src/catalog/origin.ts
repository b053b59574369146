import { and, desc, eq } from 'drizzle-orm'
import { catalogTables, connections, files } from '#db/schema/index.ts'
import type { WorkspaceCtx } from '../ctx.ts'
import type { CatalogTable } from './rules/answers.ts'

const MOST_VERSIONS = 10

export type Origin = Awaited<ReturnType<typeof originOf>>

/** Where a table comes from: its file with the versions of it, newest first, or its connection with what its last refresh changed. */
export async function originOf(ctx: WorkspaceCtx, { name, source }: CatalogTable) {
  if (source.kind === 'file') {
    const versions = await ctx.db
      .select({
        version: files.version,
        current: files.current,
        changes: files.schemaChanges,
        createdAt: files.createdAt,
        rows: catalogTables.rows,
      })
      .from(files)
      .innerJoin(catalogTables, and(eq(catalogTables.sourceId, files.id), eq(catalogTables.name, name)))
      .where(and(eq(files.workspaceId, ctx.workspace.id), eq(files.name, source.name), eq(files.status, 'ready')))
      .orderBy(desc(files.version))
      .limit(MOST_VERSIONS)
    return { kind: 'file' as const, versions }
  }
  const [connection] = await ctx.db
    .select({ changes: connections.changes, everyMinutes: connections.refreshEveryMinutes })
    .from(connections)
    .where(and(eq(connections.id, source.id), eq(connections.workspaceId, ctx.workspace.id)))
  return connection ? { kind: 'connection' as const, ...connection } : null
}
