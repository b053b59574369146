import { and, desc, eq, gt, gte, inArray, isNotNull, lte, ne, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { DAY } from '#base/time.ts'
import {
  creditEntries,
  creditLots,
  creditTransactions,
  creditUsage,
  dailyFigures,
  files,
  logLines,
  messages,
  orders,
  organizations,
  refunds,
  users,
  workspaces,
} from '#db/schema/index.ts'
import type { AdminCtx } from '../ctx.ts'
import { excludeDemo } from './exclude-demo.ts'
import { dayOf, gauges } from './gauges.ts'
import { type Dashboard, type Latency, OUTCOMES, type Outcome, outcomeOf, successRate } from './rules/dashboard.ts'
import { type Figure, figureOf, type PeriodName, type Span, spanOf, together } from './rules/period.ts'
import { during } from './sql.ts'
import { waiting } from './waiting.ts'

/** The figures of the platform over a period that ends now, compared with the one before. */
export async function read(ctx: AdminCtx, period: PeriodName): Promise<Dashboard> {
  const span = spanOf(period, ctx.now())
  const now = await gauges(ctx)
  const [people, places, rooms, questions, granted, sold, uploaded, before, revenue, latency, errors, waits] =
    await Promise.all([
      figureOfRows(ctx, span, users.createdAt, { where: excludeDemo.people }),
      figureOfRows(ctx, span, organizations.createdAt, { where: excludeDemo.organizations }),
      figureOfRows(ctx, span, workspaces.createdAt, { where: excludeDemo.workspaces }),
      questionsOf(ctx, span),
      figureOfRows(ctx, span, creditLots.createdAt, { sum: creditLots.granted }),
      soldOf(ctx, span),
      figureOfRows(ctx, span, files.createdAt, { sum: files.sizeBytes, where: excludeDemo.files }),
      storedBefore(ctx, span),
      revenueOf(ctx, span),
      latencyOf(ctx, span),
      figureOfRows(ctx, span, logLines.createdAt, { where: sql`${logLines.level} = 'error'` }),
      waiting(ctx),
    ])
  return {
    period,
    from: span.from.toISOString(),
    to: span.to.toISOString(),
    step_seconds: span.step / 1000,
    people: { total: now.people, added: people },
    organizations: { total: now.organizations, added: places },
    workspaces: { total: now.workspaces, added: rooms },
    questions,
    credits: { open: now.credits_open, granted, ...sold },
    revenue,
    waiting: waits,
    latency,
    errors,
    storage: { bytes: now.storage_bytes, files: now.storage_files, before, added_bytes: uploaded },
  }
}

/** Every question has one answer, whose status tells how it ended. */
async function questionsOf(ctx: AdminCtx, span: Span): Promise<Dashboard['questions']> {
  const { of } = await figuresByKind(ctx, span, messages.createdAt, {
    where: sql`${messages.role} = 'assistant'`,
    by: messages.status,
    kindOf: outcomeOf,
  })
  const outcomes = Object.fromEntries(OUTCOMES.map((outcome) => [outcome, of(outcome)])) as Record<Outcome, Figure>
  return { asked: together(Object.values(outcomes)), ...outcomes, success_rate: successRate(outcomes) }
}

/** The bar that a moment falls into, counted from the beginning of the period before. */
const barOf = (at: PgColumn, { before, step }: Span): SQL<number> =>
  sql<number>`floor(extract(epoch from ${at} - ${before.toISOString()}::timestamptz) * 1000 / ${step}::bigint)::int`
const within = (at: PgColumn, { before, to }: Span) => during(at, { from: before, to })
/** Rows are grouped by the first column that is asked for. */
const byBar = sql`1`

type Counted = {
  /** What is summed up; left out, rows are counted. */
  sum?: PgColumn
  where?: SQL | undefined
  /** A column by which they are told apart. */
  by?: PgColumn
}

/** Rows of a table by when they came. @param at the moment of a row */
const rowsPerBar = ({ db }: AdminCtx, span: Span, at: PgColumn, { sum, where, by }: Counted) =>
  db
    .select({
      bar: barOf(at, span),
      by: sql<string>`${by ?? sql`null::text`}`,
      amount: sql`${sum ? sql`sum(${sum})` : sql`count(*)`}`.mapWith(Number),
    })
    .from(at.table as PgTable)
    .where(and(where, within(at, span)))
    .groupBy(byBar, sql`2`)

const figureOfRows = async (ctx: AdminCtx, span: Span, at: PgColumn, counted: Omit<Counted, 'by'>) =>
  figureOf(span, await rowsPerBar(ctx, span, at, counted))

/** The same for each kind of rows. @param kindOf the kind by the value of the column that tells them apart */
async function figuresByKind<Kind extends string = string>(
  ctx: AdminCtx,
  span: Span,
  at: PgColumn,
  { kindOf = (by) => by as Kind, ...counted }: Counted & { by: PgColumn; kindOf?: (by: string) => Kind },
): Promise<{ kinds: Set<Kind>; of: (kind: Kind) => Figure }> {
  const rows = Map.groupBy(await rowsPerBar(ctx, span, at, counted), ({ by }) => kindOf(by))
  return { kinds: new Set(rows.keys()), of: (kind) => figureOf(span, rows.get(kind) ?? []) }
}

/** Money that was taken and that went back, by currency, in minor units. */
async function revenueOf(ctx: AdminCtx, span: Span): Promise<Dashboard['revenue']> {
  const [taken, back] = await Promise.all([
    figuresByKind(ctx, span, orders.paidAt, { sum: orders.amount, by: orders.currency }),
    figuresByKind(ctx, span, refunds.createdAt, {
      sum: refunds.amount,
      // What was paid twice or wrongly was never ours.
      where: and(ne(refunds.state, 'failed'), inArray(refunds.cause, ['request', 'gateway'])),
      by: refunds.currency,
    }),
  ])
  const currencies = [...taken.kinds.union(back.kinds)].sort()
  return currencies.map((currency) => ({ currency, taken: taken.of(currency), refunded: back.of(currency) }))
}

/** Credits that were bought, that answers cost, and that expire as long from now as the period is long. */
async function soldOf(ctx: AdminCtx, span: Span) {
  const length = Number(span.to) - Number(span.from)
  const [sold, used, [ahead], expired] = await Promise.all([
    figureOfRows(ctx, span, creditLots.createdAt, {
      sum: creditLots.granted,
      where: eq(creditLots.kind, 'purchased'),
    }),
    figureOfRows(ctx, span, creditUsage.createdAt, { sum: creditUsage.credits }),
    ctx.db
      .select({ amount: sql`coalesce(sum(${creditLots.remaining}), 0)`.mapWith(Number) })
      .from(creditLots)
      .where(
        and(
          sql`${creditLots.remaining} > 0`,
          gt(creditLots.expiresAt, span.to),
          lte(creditLots.expiresAt, new Date(Number(span.to) + length)),
        ),
      ),
    ctx.db
      .select({
        bar: barOf(creditTransactions.createdAt, span),
        amount: sql`sum(${creditEntries.amount})`.mapWith(Number),
      })
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
  return { sold, used, expired: figureOf(span, expired), expiring: ahead!.amount }
}

/** How long answers took, in milliseconds: half of them at most p50, 19 of 20 at most p95. */
async function latencyOf({ db }: AdminCtx, span: Span): Promise<Latency> {
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

/** Bytes stored when the period began, as far as that was kept: files that are gone since cannot be counted afterwards. */
async function storedBefore({ db }: AdminCtx, span: Span): Promise<number | null> {
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
