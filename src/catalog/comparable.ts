import { and, asc, desc, eq, inArray, isNotNull, lte, or, sql } from 'drizzle-orm'
import { catalogColumns, catalogTables } from '#db/schema/index.ts'
import type { WorkspaceCtx } from '../ctx.ts'
import { inCatalog } from './catalog.ts'
import { type KeyTable, MOST_COLUMNS, MOST_ROWS } from './rules/comparable.ts'

/**
 * Columns of stored tables that those of fresh ones may meet by what they hold, texts and dates: those called alike first, then keys, so
 * many at most that a workspace of a thousand tables costs no more than one of twenty.
 * @param options databases: also of tables that stay in one, and are not hidden
 */
export async function comparableColumns(
  ctx: WorkspaceCtx,
  fresh: { columns: { name: string }[] }[],
  { databases = false } = {},
): Promise<KeyTable[]> {
  const names = [...new Set(fresh.flatMap(({ columns }) => columns.map(({ name }) => name.toLowerCase())))].slice(
    0,
    500,
  )
  const { name, type, role, nulls, distinct, min, max, hidden, tableId } = catalogColumns
  const { id, rows, storeKey } = catalogTables
  const isKey = and(eq(nulls, 0), eq(distinct, rows))
  const isDate = sql`${type} like 'DATE%' or ${type} like 'TIMESTAMP%'`
  const found = await ctx.db
    .select({
      id,
      table: catalogTables.name,
      rows,
      column: { name, type, role, nulls, distinct, min, max },
    })
    .from(catalogTables)
    .innerJoin(catalogColumns, eq(tableId, id))
    .where(
      and(
        inCatalog(ctx, true),
        databases
          ? or(isNotNull(storeKey), and(eq(hidden, false), eq(catalogTables.hidden, false)))
          : isNotNull(storeKey),
        lte(rows, MOST_ROWS),
        or(isDate, and(eq(type, 'VARCHAR'), inArray(role, ['dimension', 'id', 'text']))),
      ),
    )
    .orderBy(
      desc(names.length > 0 ? inArray(sql`lower(${name})`, names) : sql`false`),
      desc(sql`${isKey}`),
      asc(rows),
      asc(id),
      asc(catalogColumns.position),
    )
    .limit(MOST_COLUMNS)
  return [...Map.groupBy(found, (one) => one.id).values()].map((of) => ({
    ...{ id: of[0]!.id, name: of[0]!.table, rows: of[0]!.rows },
    columns: of.map(({ column }) => column),
  }))
}
