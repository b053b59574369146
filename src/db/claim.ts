import { and, asc, eq, lte, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable, PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { Clock } from '#base/time.ts'
import type { Db } from './connect.ts'

/**
 * Rows that are due, each claimed just before it is worked on, so that among many processes one does. `claim` moves a row out of `isDue`
 * for as long as the work may take: a process that died gives it back by time.
 */
export async function* claimDue<T extends PgTable & { id: PgColumn }>(
  { db }: { db: Db },
  table: T,
  { isDue, claim, by, limit }: { isDue?: SQL; claim: () => PgUpdateSetSource<T>; by: PgColumn; limit: number },
): AsyncGenerator<T['$inferSelect']> {
  const ids = db.select({ id: table.id }).from<PgTable>(table)
  const due = await ids.where(isDue).orderBy(asc(by)).limit(limit)
  for (const { id } of due) {
    const update = db.update(table).set(claim())
    const [claimed] = (await update.where(and(eq(table.id, id), isDue)).returning()) as T['$inferSelect'][]
    if (claimed) yield claimed
  }
}

type Waiting = PgTable & { id: PgColumn; state: PgColumn; nextAt: PgColumn; attempts: PgColumn }

/** The same of work that waits for its next attempt, which this counts. @param most milliseconds until another process may take it */
export const claimWaiting = <T extends Waiting>(ctx: { db: Db; now: Clock }, table: T, most: number, limit: number) =>
  claimDue(ctx, table, {
    isDue: and(eq(table.state, 'waiting'), lte(table.nextAt, ctx.now())),
    claim: () => ({ nextAt: new Date(Number(ctx.now()) + most), attempts: sql`${table.attempts} + 1` }),
    by: table.nextAt,
    limit,
  })
