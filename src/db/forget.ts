import { type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { World } from '../ctx.ts'

/** Deletes rows of a table, as jobs forget what is old. @returns how many */
export const forget = async ({ db }: Pick<World, 'db'>, table: PgTable, where: SQL | undefined): Promise<number> =>
  (await db.delete(table).where(where).returning({ one: sql`1` })).length
