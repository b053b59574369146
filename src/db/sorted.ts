import { and, asc, Column, desc, gt, is, lt, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { cursorAt, cursorValue, type Page, type PageRequest, pageOf } from '#base/paging.ts'

/** What a list can be sorted by: values that are never null, so that each row has its place. */
export type SortColumn = { by: PgColumn | SQL; type: 'text' | 'bigint' | 'timestamptz' }

/** A column that always has a value is used as it is, since its index serves then. */
const filled = (of: PgColumn | SQL, none: SQL) => (is(of, Column) && of.notNull ? of : sql`coalesce(${of}, ${none})`)

/** The beginning of a text, whatever its case; none is empty. */
export const byText = (of: PgColumn | SQL): SortColumn => ({
  by: sql`left(lower(coalesce(${of}::text, '')), 200)`,
  type: 'text',
})
/** People as they are shown: by their name, and by their address where that is the same or none. */
export const byPerson = ({ name, email }: { name: PgColumn; email: PgColumn }): SortColumn =>
  byText(sql`${name} || ' ' || ${email}`)
/** A whole number; none is 0. */
export const byNumber = (of: PgColumn | SQL): SortColumn => ({ by: filled(of, sql`0`), type: 'bigint' })
/** A moment; none is before all others. */
export const byMoment = (of: PgColumn | SQL): SortColumn => ({
  by: filled(of, sql`'1970-01-01Z'::timestamptz`),
  type: 'timestamptz',
})

/**
 * A list in the order of one of its columns and then of its ids, page after page by the last row seen. `sort` is the name of a column,
 * its greatest value first, or the name with `_asc`, its least first; without one the newest row comes first.
 * @param columns by the names that `sort` may have; `created` is the order of the ids unless it is among them
 * @returns `key` to be selected with each row, which `cursorAt` makes the cursor of
 */
export function sorted(
  columns: Readonly<Record<string, SortColumn>>,
  id: PgColumn | SQL,
  { sort = 'created', cursor }: { sort?: string | undefined; cursor: string | null },
) {
  const up = sort.endsWith('_asc')
  const column = columns[sort.replace(/_asc$/, '')]
  const order = (column ? [column.by, id] : [id]).map((it) => (up ? asc(it) : desc(it)))
  const comparison = up ? sql`>` : sql`<`
  const key = sql<string | null>`${column ? sql`(${column.by})::text` : sql`null::text`}`.as('sort_key')
  if (!cursor) return { key, order, after: undefined }
  const last = cursorValue(cursor, column?.type ?? null)
  const after = column
    ? sql`(${column.by}, ${id}) ${comparison} (${last.value}::${sql.raw(column.type)}, ${last.id})`
    : sql`${id} ${comparison} ${last.id}`
  return { key, order, after }
}

/** A query of rows that takes conditions, an order and a limit. */
export type ListQuery<Row> = {
  where(condition: SQL | undefined): { orderBy(...order: SQL[]): { limit(most: number): PromiseLike<Row[]> } }
}

/** A page of rows in the order of their ids, the newest first or, with `up`, the oldest. @param idOf the id of a row that was read */
export async function pageById<Row>(
  query: ListQuery<Row>,
  id: PgColumn,
  wanted: SQL | undefined,
  { limit, cursor }: PageRequest,
  idOf: (row: Row) => string,
  up = false,
): Promise<Page<Row>> {
  const after = cursor ? (up ? gt(id, cursor) : lt(id, cursor)) : undefined
  const rows = await query
    .where(and(wanted, after))
    .orderBy(up ? asc(id) : desc(id))
    .limit(limit + 1)
  return pageOf(rows, limit, idOf)
}

/**
 * A page of a list in the order of one of its columns, as `sorted` has it.
 * @param wanted which rows are in the list
 * @param select the query without conditions, which selects `at` with each row
 */
export async function sortedPage<Row extends { at: { key: string | null; id: string } }>(
  columns: Readonly<Record<string, SortColumn>>,
  id: PgColumn | SQL,
  { sort, cursor, limit }: PageRequest & { sort?: string | undefined },
  wanted: SQL | undefined,
  select: (at: { key: SQL.Aliased<string | null>; id: SQL<string> }) => ListQuery<Row>,
): Promise<Page<Row>> {
  const { key, order, after } = sorted(columns, id, { sort, cursor })
  const rows = await select({ key, id: sql<string>`${id}` })
    .where(and(wanted, after))
    .orderBy(...order)
    .limit(limit + 1)
  return pageOf(rows, limit, ({ at }) => cursorAt(at.key, at.id))
}
