import { sql } from 'drizzle-orm'
import { SECOND } from '#base/time.ts'
import type { Db } from './connect.ts'

/** How long one upkeep may go on before it takes its next table. */
const LONGEST = 5 * SECOND

/**
 * Gives the room of deleted rows back to their tables and counts anew what the planner estimates by: an embedded database has no
 * process that does so by itself. Table by table, so that others wait for one of them at most; what is left comes first next time.
 * @returns how many tables
 */
export async function tidyTables(db: Db, longest = LONGEST): Promise<number> {
  const tables = await db
    .select({ name: sql<string>`relname` })
    .from(sql`pg_stat_user_tables`)
    .where(sql`schemaname = current_schema()`)
    .orderBy(sql`last_vacuum nulls first, relname`)
  const started = performance.now()
  let tidied = 0
  for (const { name } of tables) {
    if (tidied > 0 && performance.now() - started > longest) break
    await db.execute(sql`vacuum (analyze) ${sql.identifier(name)}`)
    tidied++
  }
  return tidied
}
