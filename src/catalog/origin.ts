import { and, desc, eq } from 'drizzle-orm'
import { catalogTables, connections, files } from '#db/schema/index.ts'
import type { WorkspaceCtx } from '../ctx.ts'
import type { CatalogTable } from './rules/answers.ts'
import type { Origin } from './rules/origin.ts'

/** Earlier versions of a file that are told. */
const MOST_VERSIONS = 10

/** Where a table comes from: its file with the versions of it, or its connection with what its last look changed. */
export async function originOf(ctx: WorkspaceCtx, table: CatalogTable): Promise<Origin | null> {
  if (table.source.kind === 'file') {
    const rows = await ctx.db
      .select({
        id: files.id,
        version: files.version,
        current: files.current,
        changes: files.schemaChanges,
        createdAt: files.createdAt,
        rows: catalogTables.rows,
      })
      .from(files)
      .innerJoin(catalogTables, and(eq(catalogTables.sourceId, files.id), eq(catalogTables.name, table.name)))
      .where(and(eq(files.workspaceId, ctx.workspace.id), eq(files.name, table.source.name), eq(files.status, 'ready')))
      .orderBy(desc(files.version))
      .limit(MOST_VERSIONS)
    return {
      kind: 'file',
      versions: rows.map(({ createdAt, ...row }) => ({ ...row, created_at: createdAt.toISOString() })),
    }
  }
  const [row] = await ctx.db
    .select()
    .from(connections)
    .where(and(eq(connections.id, table.source.id), eq(connections.workspaceId, ctx.workspace.id)))
  if (!row) return null
  const { id, engine, changes, lastSyncedAt, refreshEveryMinutes } = row
  return {
    kind: 'connection',
    id,
    engine,
    changes,
    synced_at: lastSyncedAt?.toISOString() ?? null,
    every_minutes: refreshEveryMinutes,
  }
}
