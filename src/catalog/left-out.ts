import { and, eq, inArray, isNotNull, or, sql } from 'drizzle-orm'
import { catalogColumns, catalogTables } from '#db/schema/index.ts'
import type { WorkspaceCtx } from '../ctx.ts'
import { inCatalog, tables } from './catalog.ts'
import { type LeftOut, leftOutOf } from './rules/left-out.ts'

/**
 * What of the files of tables does not count in a statement that reads these.
 * @param columnsOf names of the columns that it looks at; asked for only where some table has something left out
 */
export async function ofTables(
  ctx: WorkspaceCtx,
  names: string[],
  columnsOf: () => Promise<ReadonlySet<string>>,
): Promise<LeftOut[]> {
  if (names.length === 0) return []
  const { id, name, rowsRejected, rowsApart, rowsDropped } = catalogTables
  const hasLess = or(sql`${rowsRejected} + ${rowsApart} + ${rowsDropped} > 0`, isNotNull(catalogColumns.textOf))
  const found = await ctx.db
    .selectDistinct({ id })
    .from(catalogTables)
    .innerJoin(catalogColumns, eq(catalogColumns.tableId, id))
    .where(and(inCatalog(ctx), inArray(name, names), hasLess))
  if (found.length === 0) return []
  return leftOutOf(await tables(ctx, { ids: found.map((table) => table.id) }), await columnsOf())
}
