import { and, desc, eq, gt, gte, inArray, isNotNull, lt, lte, ne, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { DAY } from '#base/time.ts'
import {
  creditEntries,
  creditLots,
  creditTransactions,
  creditUsage,
  dailyFigures,
  logLines,
  messages,
  orders,
  refunds,
} from '#db/schema/index.ts'
import type { AdminCtx } from '../ctx.ts'
import { dayOf } from './gauges.ts'
import type { Dashboard, Latency } from './rules/dashboard.ts'
import { figureOf, type Span } from './rules/period.ts'

/** Sums and counts of PostgreSQL come as text: they may be larger than a JavaScript number, ours are not. */
export type Row = { bar: number; amount: string | null }
export const figure = (span: Span, rows: Row[]) =>
  figureOf(
    span,
    rows.map(({ bar, amount }) => ({ bar, amount: Number(amount) })),
  )
export const count = sql<string>`count(*)`
/** The bar that a moment falls into, counted from the beginning of the period before. */
export const barOf = (at: PgColumn, { before, step }: Span): SQL<number> =>
  sql<number>`floor(extract(epoch from ${at} - ${before.toISOString()}::timestamptz) * 1000 / ${step}::bigint)::int`
export const within = (at: PgColumn, { before, to }: Span) => and(gte(at, before), lt(at, to))
/** Rows are grouped by the first column that is asked for. */
export const byBar = sql`1`

/** Money that was taken and that went back, by currency, in minor units. */
export async function revenueOf({ db }: AdminCtx, span: Span): Promise<Dashboard['revenue']> {
  const [taken, back] = await Promise.all([
    db
      .select({
        bar: barOf(orders.paidAt, span),
        currency: orders.currency,
        amount: sql<string>`sum(${orders.amount})`,
      })
      .from(orders)
      .where(and(isNotNull(orders.paidAt), within(orders.paidAt, span)))
      .groupBy(byBar, orders.currency),
    db
      .select({
        bar: barOf(refunds.createdAt, span),
        currency: refunds.currency,
        amount: sql<string>`sum(${refunds.amount})`,
      })
      .from(refunds)
      // What was paid twice or wrongly was never ours.
      .where(
        and(
          ne(refunds.state, 'failed'),
          inArray(refunds.cause, ['request', 'gateway']),
          within(refunds.createdAt, span),
        ),
      )
      .groupBy(byBar, refunds.currency),
  ])
  const currencies = [...new Set([...taken, ...back].map(({ currency }) => currency))].sort()
  const of = (rows: (Row & { currency: string })[], currency: string) =>
    figure(
      span,
      rows.filter((row) => row.currency === currency),
    )
  return currencies.map((currency) => ({ currency, taken: of(taken, currency), refunded: of(back, currency) }))
}

/** Credits that were bought, that answers cost, and that expire as long from now as the period is long. */
export async function soldOf({ db }: AdminCtx, span: Span) {
  const length = Number(span.to) - Number(span.from)
  const [bought, used, [ahead], expired] = await Promise.all([
    db
      .select({ bar: barOf(creditLots.createdAt, span), amount: sql<string>`sum(${creditLots.granted})` })
      .from(creditLots)
      .where(and(eq(creditLots.kind, 'purchased'), within(creditLots.createdAt, span)))
      .groupBy(byBar),
    db
      .select({ bar: barOf(creditUsage.createdAt, span), amount: sql<string>`sum(${creditUsage.credits})` })
      .from(creditUsage)
      .where(within(creditUsage.createdAt, span))
      .groupBy(byBar),
    db
      .select({ amount: sql<string | null>`sum(${creditLots.remaining})` })
      .from(creditLots)
      .where(
        and(
          sql`${creditLots.remaining} > 0`,
          gt(creditLots.expiresAt, span.to),
          lte(creditLots.expiresAt, new Date(Number(span.to) + length)),
        ),
      ),
    db
      .select({ bar: barOf(creditTransactions.createdAt, span), amount: sql<string>`sum(${creditEntries.amount})` })
      .from(creditTransactions)
      .innerJoin(creditEntries, eq(creditEntries.transactionId, creditTransactions.id))
      .where(
        and(
          sql`${creditTransactions.kind} = 'expire'`,
          eq(creditEntries.side, 'expired'),
          within(creditTransactions.createdAt, span),
        ),
      )
      .groupBy(byBar),
  ])
  return {
    sold: figure(span, bought),
    used: figure(span, used),
    expired: figure(span, expired),
    expiring: Number(ahead!.amount ?? 0),
  }
}

/** How long answers took, in milliseconds: half of them at most p50, 19 of 20 at most p95. */
export async function latencyOf({ db }: AdminCtx, span: Span): Promise<Latency> {
  const at = messages.createdAt
  const answers = and(sql`${messages.role} = 'assistant'`, isNotNull(messages.elapsedMs), within(at, span))
  const quantile = (share: number) =>
    sql<
      number | null
    >`percentile_disc(${sql.raw(String(share))}) within group (order by ${messages.elapsedMs})`.mapWith(Number)
  const now = sql<boolean>`${at} >= ${span.from.toISOString()}::timestamptz`
  const [halves, bars] = await Promise.all([
    db
      .select({ now, p50: quantile(0.5), p95: quantile(0.95) })
      .from(messages)
      .where(answers)
      .groupBy(byBar),
    db
      .select({ bar: barOf(at, span), p50: quantile(0.5), p95: quantile(0.95) })
      .from(messages)
      .where(and(answers, gte(at, span.from)))
      .groupBy(byBar),
  ])
  const series = (of: 'p50' | 'p95') =>
    Array.from({ length: span.bars }, (_, bar) => bars.find((row) => row.bar === bar + span.bars)?.[of] ?? null)
  const half = (now: boolean, of: 'p50' | 'p95') => halves.find((row) => row.now === now)?.[of] ?? null
  return {
    p50: { value: half(true, 'p50'), before: half(false, 'p50'), series: series('p50') },
    p95: { value: half(true, 'p95'), before: half(false, 'p95'), series: series('p95') },
  }
}

/** What the servers logged as errors. */
export async function errorsOf({ db }: AdminCtx, span: Span) {
  const rows = await db
    .select({ bar: barOf(logLines.createdAt, span), amount: count })
    .from(logLines)
    .where(and(sql`${logLines.level} = 'error'`, within(logLines.createdAt, span)))
    .groupBy(byBar)
  return figure(span, rows)
}

/** Bytes stored when the period began, as far as that was kept: files that are gone since cannot be counted afterwards. */
export async function storedBefore({ db }: AdminCtx, span: Span): Promise<number | null> {
  const [row] = await db
    .select({ value: dailyFigures.value })
    .from(dailyFigures)
    .where(
      and(
        eq(dailyFigures.name, 'storage_bytes'),
        lte(dailyFigures.day, dayOf(span.from)),
        gte(dailyFigures.day, dayOf(new Date(Number(span.from) - 2 * DAY))),
      ),
    )
    .orderBy(desc(dailyFigures.day))
    .limit(1)
  return row?.value ?? null
}
