import { and, countDistinct, gte, lt, ne, sql } from 'drizzle-orm'
import { trackingEvents } from '#db/schema/index.ts'
import { EVENT_NAMES, VISIT } from '#records/rules/tracking.ts'
import type { AdminCtx } from '../../ctx.ts'
import type { Analytics } from '../rules/analytics.ts'
import type { Span } from '../rules/period.ts'

/** The fifteen events over time, of visitors who agreed, in the order of the specification; those that did not happen too. */
export async function eventsIn({ db }: AdminCtx, { from, to, step, bars }: Span): Promise<Analytics['events']> {
  const { name, createdAt, visitorId } = trackingEvents
  const inPeriod = and(ne(name, VISIT), gte(createdAt, from), lt(createdAt, to))
  const bar =
    sql`floor(extract(epoch from ${createdAt} - ${from.toISOString()}::timestamptz) * 1000 / ${step}::bigint)`.mapWith(
      Number,
    )
  const [rows, visitors] = await Promise.all([
    db
      .select({ name, bar, count: sql`count(*)`.mapWith(Number) })
      .from(trackingEvents)
      .where(inPeriod)
      .groupBy(name, sql`2`),
    db
      .select({ name, visitors: countDistinct(visitorId) })
      .from(trackingEvents)
      .where(inPeriod)
      .groupBy(name),
  ])
  return EVENT_NAMES.map((event) => {
    const series = Array.from({ length: bars }, () => 0)
    for (const row of rows) if (row.name === event && row.bar < bars) series[row.bar]! += row.count
    return {
      name: event,
      count: series.reduce((sum, count) => sum + count, 0),
      visitors: visitors.find((row) => row.name === event)?.visitors ?? 0,
      series,
    }
  })
}
