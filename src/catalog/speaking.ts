import { and, asc, eq, inArray, ne, or, sql } from 'drizzle-orm'
import { catalogColumns, catalogRelations } from '#db/schema/index.ts'
import type { WorkspaceCtx } from '../ctx.ts'
import type { OutlineTable } from './rules/catalog.ts'

/** What speaks for a column beside its name; `values` are frequent ones. */
export type ColumnTexts = { tableId: string; name: string; description: string; values: string[] }

/** Descriptions and frequent values of the visible columns of these tables, of columns that have some. @param most values of one column */
export async function columnTexts(ctx: WorkspaceCtx, tableIds: string[], most: number): Promise<ColumnTexts[]> {
  const { tableId, name, description, type, role, hidden, position } = catalogColumns
  const isText = and(sql`(${type} = 'VARCHAR' or ${type} like 'ENUM(%)')`, ne(role, 'id'))
  const values = sql<string[]>`case when ${isText} then
    jsonb_path_query_array(${catalogColumns.top}, ${`$[0 to ${most - 1}].value`}::jsonpath) else '[]'::jsonb end`
  return ctx.db
    .select({ tableId, name, description, values })
    .from(catalogColumns)
    .where(and(inArray(tableId, tableIds), eq(hidden, false), or(ne(description, ''), isText)))
    .orderBy(asc(tableId), asc(position))
}

/** Pairs of tables, by their place in the outline, that a relation between visible columns joins. */
export async function joinedTables(ctx: WorkspaceCtx, tables: OutlineTable[]): Promise<[number, number][]> {
  const places = new Map(tables.map(({ id }, at) => [id, at]))
  const { fromTableId, fromColumn, toTableId, toColumn, workspaceId, id } = catalogRelations
  const rows = await ctx.db
    .select({ fromTableId, fromColumn, toTableId, toColumn })
    .from(catalogRelations)
    .where(and(eq(workspaceId, ctx.workspace.id), ne(catalogRelations.kind, 'rejected')))
    .orderBy(asc(id))
  return rows.flatMap((row): [number, number][] => {
    const [from, to] = [places.get(row.fromTableId), places.get(row.toTableId)]
    if (from === undefined || to === undefined) return []
    const isVisible = tables[from]!.columns.includes(row.fromColumn) && tables[to]!.columns.includes(row.toColumn)
    return isVisible ? [[from, to]] : []
  })
}
