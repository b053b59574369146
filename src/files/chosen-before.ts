import { and, eq, inArray, sum } from 'drizzle-orm'
import { catalogColumns, catalogTables, files } from '#db/schema/index.ts'
import type { WorkspaceCtx } from '../ctx.ts'
import { hasChoices } from './rules/dialect.ts'
import type { FileDialect } from './rules/ingest.ts'
import type { ReadingBefore } from './rules/reading-before.ts'

/** How somebody chose to read the current version of the file of this name; null where nobody chose. */
export async function chosenBefore(ctx: WorkspaceCtx, { name }: { name: string }): Promise<ReadingBefore | null> {
  const [file] = await ctx.db
    .select({ id: files.id, dialect: files.dialect, rejected: files.rejectedRows })
    .from(files)
    .where(
      and(
        eq(files.workspaceId, ctx.workspace.id),
        eq(files.name, name),
        eq(files.status, 'ready'),
        eq(files.current, true),
      ),
    )
  const { chosen } = (file?.dialect ?? {}) as FileDialect
  if (!file || !chosen || !hasChoices(chosen)) return null
  const itsTables = and(eq(catalogTables.sourceKind, 'file'), eq(catalogTables.sourceId, file.id))
  const ids = ctx.db.select({ id: catalogTables.id }).from(catalogTables).where(itsTables)
  const columns = await ctx.db
    .select({ name: catalogColumns.name })
    .from(catalogColumns)
    .where(inArray(catalogColumns.tableId, ids))
  const [table] = await ctx.db
    .select({ rows: sum(catalogTables.rows).mapWith(Number) })
    .from(catalogTables)
    .where(itsTables)
  const rows = table?.rows ?? 0
  return {
    choices: chosen,
    columns: columns.map((column) => column.name),
    rejected: file.rejected / Math.max(1, file.rejected + rows),
  }
}
