import { asc, desc, gt, lt, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { momentCursor } from '#base/paging.ts'

/**
 * A list in the order of time, the latest first unless `sort` is `created_asc`: by id, or by a moment and then by id.
 * @param cursor the id of the last row seen, with the milliseconds of its moment in front (`1795000000000_0198…`) where there is one
 */
export function byTime(sort: string | undefined, cursor: string | null, id: PgColumn, moment?: PgColumn) {
  const up = sort === 'created_asc'
  const order = (moment ? [moment, id] : [id]).map((column) => (up ? asc(column) : desc(column)))
  return { order, after: cursor ? beyond(up, cursor, id, moment) : undefined }
}

function beyond(up: boolean, cursor: string, id: PgColumn, moment: PgColumn | undefined): SQL {
  if (!moment) return up ? gt(id, cursor) : lt(id, cursor)
  const last = momentCursor(cursor)
  const seen = sql`(${last.at.toISOString()}::timestamptz, ${last.id})`
  return up ? sql`(${moment}, ${id}) > ${seen}` : sql`(${moment}, ${id}) < ${seen}`
}
