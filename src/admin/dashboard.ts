import { and, sql } from 'drizzle-orm'
import { creditLots, files, messages, organizations, users, workspaces } from '#db/schema/index.ts'
import type { AdminCtx } from '../ctx.ts'
import { excludeDemo } from './exclude-demo.ts'
import { barOf, byBar, count, errorsOf, figure, latencyOf, revenueOf, soldOf, storedBefore, within } from './figures.ts'
import { gauges } from './gauges.ts'
import { type Dashboard, OUTCOMES, type Outcome, outcomeOf, successRate } from './rules/dashboard.ts'
import { type PeriodName, type Span, spanOf, together } from './rules/period.ts'
import { waiting } from './waiting.ts'

/** The figures of the platform over a period that ends now, compared with the one before. */
export async function read(ctx: AdminCtx, period: PeriodName): Promise<Dashboard> {
  const span = spanOf(period, ctx.now())
  const now = await gauges(ctx)
  const [people, places, rooms, questions, money, storage, revenue, latency, errors, waits] = await Promise.all([
    addedTo(ctx, 'people', span),
    addedTo(ctx, 'organizations', span),
    addedTo(ctx, 'workspaces', span),
    questionsOf(ctx, span),
    creditsOf(ctx, span),
    storageOf(ctx, span),
    revenueOf(ctx, span),
    latencyOf(ctx, span),
    errorsOf(ctx, span),
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
    credits: { open: now.credits_open, ...money },
    revenue,
    waiting: waits,
    latency,
    errors,
    storage: { bytes: now.storage_bytes, files: now.storage_files, ...storage },
  }
}

const ADDED = { people: users, organizations, workspaces }

async function addedTo({ db }: AdminCtx, what: keyof typeof ADDED, span: Span) {
  const table = ADDED[what]
  const at = table.createdAt
  const rows = await db
    .select({ bar: barOf(at, span), amount: count })
    .from(table as typeof users)
    .where(and(excludeDemo[what], within(at, span)))
    .groupBy(byBar)
  return figure(span, rows)
}

/** Every question has one answer, whose status tells how it ended. */
async function questionsOf({ db }: AdminCtx, span: Span): Promise<Dashboard['questions']> {
  const at = messages.createdAt
  const rows = await db
    .select({ bar: barOf(at, span), status: messages.status, amount: count })
    .from(messages)
    .where(and(sql`${messages.role} = 'assistant'`, within(at, span)))
    .groupBy(byBar, messages.status)
  const of = (outcome: Outcome) =>
    figure(
      span,
      rows.filter((row) => outcomeOf(row.status) === outcome),
    )
  const outcomes = Object.fromEntries(OUTCOMES.map((outcome) => [outcome, of(outcome)])) as Record<
    Outcome,
    ReturnType<typeof of>
  >
  return { asked: together(Object.values(outcomes)), ...outcomes, success_rate: successRate(outcomes) }
}

async function creditsOf(ctx: AdminCtx, span: Span): Promise<Omit<Dashboard['credits'], 'open'>> {
  const given = creditLots.createdAt
  const [grants, sold] = await Promise.all([
    ctx.db
      .select({ bar: barOf(given, span), amount: sql<string>`sum(${creditLots.granted})` })
      .from(creditLots)
      .where(within(given, span))
      .groupBy(byBar),
    soldOf(ctx, span),
  ])
  return { granted: figure(span, grants), ...sold }
}

async function storageOf(ctx: AdminCtx, span: Span): Promise<Pick<Dashboard['storage'], 'before' | 'added_bytes'>> {
  const at = files.createdAt
  const [before, rows] = await Promise.all([
    storedBefore(ctx, span),
    ctx.db
      .select({ bar: barOf(at, span), amount: sql<string | null>`sum(${files.sizeBytes})` })
      .from(files)
      .where(and(excludeDemo.files, within(at, span)))
      .groupBy(byBar),
  ])
  return { before, added_bytes: figure(span, rows) }
}
