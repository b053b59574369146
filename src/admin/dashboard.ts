import { and, eq, gte, lt, ne, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import {
  creditAccounts,
  creditEntries,
  creditLots,
  creditTransactions,
  files,
  messages,
  organizations,
  users,
  workspaces,
} from '#db/schema/index.ts'
import type { AdminCtx } from '../ctx.ts'
import { type Dashboard, OUTCOMES, type Outcome, outcomeOf, successRate } from './rules/dashboard.ts'
import { figureOf, type PeriodName, type Span, spanOf, together } from './rules/period.ts'

const count = sql<string>`count(*)`
/** Sums and counts of PostgreSQL come as text: they may be larger than a JavaScript number, ours are not. */
type Row = { bar: number; amount: string | null }
const figure = (span: Span, rows: Row[]) =>
  figureOf(
    span,
    rows.map(({ bar, amount }) => ({ bar, amount: Number(amount) })),
  )

/** The figures of the platform over a period that ends now, compared with the one before. */
export async function read(ctx: AdminCtx, period: PeriodName): Promise<Dashboard> {
  const span = spanOf(period, ctx.now())
  const [people, places, rooms, questions, money, storage] = await Promise.all([
    peopleOf(ctx, span),
    organizationsOf(ctx, span),
    workspacesOf(ctx, span),
    questionsOf(ctx, span),
    creditsOf(ctx, span),
    storageOf(ctx, span),
  ])
  return {
    period,
    from: span.from.toISOString(),
    to: span.to.toISOString(),
    step_seconds: span.step / 1000,
    people,
    organizations: places,
    workspaces: rooms,
    questions,
    credits: money,
    storage,
  }
}

/** The bar that a moment falls into, counted from the beginning of the period before. */
const barOf = (at: PgColumn, { before, step }: Span): SQL<number> =>
  sql<number>`floor(extract(epoch from ${at} - ${before.toISOString()}::timestamptz) * 1000 / ${step}::bigint)::int`
const within = (at: PgColumn, { before, to }: Span) => and(gte(at, before), lt(at, to))
/** Rows are grouped by the first column that is asked for. */
const byBar = sql`1`

async function peopleOf({ db }: AdminCtx, span: Span) {
  const at = users.createdAt
  const [[all], rows] = await Promise.all([
    db.select({ total: count }).from(users),
    db
      .select({ bar: barOf(at, span), amount: count })
      .from(users)
      .where(within(at, span))
      .groupBy(byBar),
  ])
  return { total: Number(all!.total), added: figure(span, rows) }
}

async function organizationsOf({ db }: AdminCtx, span: Span) {
  const at = organizations.createdAt
  const active = eq(organizations.status, 'active')
  const [[all], rows] = await Promise.all([
    db.select({ total: count }).from(organizations).where(active),
    db
      .select({ bar: barOf(at, span), amount: count })
      .from(organizations)
      .where(within(at, span))
      .groupBy(byBar),
  ])
  return { total: Number(all!.total), added: figure(span, rows) }
}

async function workspacesOf({ db }: AdminCtx, span: Span) {
  const at = workspaces.createdAt
  const active = and(eq(workspaces.status, 'active'), eq(organizations.status, 'active'))
  const [[all], rows] = await Promise.all([
    db
      .select({ total: count })
      .from(workspaces)
      .innerJoin(organizations, eq(organizations.id, workspaces.organizationId))
      .where(active),
    db
      .select({ bar: barOf(at, span), amount: count })
      .from(workspaces)
      .where(within(at, span))
      .groupBy(byBar),
  ])
  return { total: Number(all!.total), added: figure(span, rows) }
}

/** Every question has one answer, whose status tells how it ended. */
async function questionsOf({ db }: AdminCtx, span: Span): Promise<Dashboard['questions']> {
  const at = messages.createdAt
  const rows = await db
    .select({ bar: barOf(at, span), status: messages.status, amount: count })
    .from(messages)
    .where(and(eq(messages.role, 'assistant'), within(at, span)))
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

async function creditsOf({ db }: AdminCtx, span: Span) {
  const [given, used] = [creditLots.createdAt, creditTransactions.createdAt]
  const [[all], grants, uses] = await Promise.all([
    db
      .select({ open: sql<string | null>`sum(${creditAccounts.balance} + ${creditAccounts.held})` })
      .from(creditAccounts),
    db
      .select({ bar: barOf(given, span), amount: sql<string>`sum(${creditLots.granted})` })
      .from(creditLots)
      .where(within(given, span))
      .groupBy(byBar),
    db
      .select({ bar: barOf(used, span), amount: sql<string>`sum(${creditEntries.amount})` })
      .from(creditTransactions)
      .innerJoin(creditEntries, eq(creditEntries.transactionId, creditTransactions.id))
      .where(and(eq(creditTransactions.kind, 'settle'), eq(creditEntries.side, 'spent'), within(used, span)))
      .groupBy(byBar),
  ])
  return { open: Number(all!.open ?? 0), granted: figure(span, grants), used: figure(span, uses) }
}

/** Bytes of the files as people uploaded them, older versions included. */
async function storageOf({ db }: AdminCtx, span: Span) {
  const at = files.createdAt
  const kept = ne(files.status, 'deleted')
  const bytes = sql<string | null>`sum(${files.sizeBytes})`
  const [[all], rows] = await Promise.all([
    db.select({ bytes, files: count }).from(files).where(kept),
    db
      .select({ bar: barOf(at, span), amount: bytes })
      .from(files)
      .where(within(at, span))
      .groupBy(byBar),
  ])
  return { bytes: Number(all!.bytes ?? 0), files: Number(all!.files), added_bytes: figure(span, rows) }
}
