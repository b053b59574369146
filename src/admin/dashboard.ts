import { and, eq, sql } from 'drizzle-orm'
import { creditAccounts, creditLots, files, messages, organizations, users, workspaces } from '#db/schema/index.ts'
import type { AdminCtx } from '../ctx.ts'
import {
  barOf,
  byBar,
  count,
  errorsOf,
  figure,
  latencyOf,
  revenueOf,
  soldOf,
  storedBefore,
  storedNow,
  within,
} from './figures.ts'
import { real } from './real.ts'
import { type Dashboard, OUTCOMES, type Outcome, outcomeOf, successRate } from './rules/dashboard.ts'
import { type PeriodName, type Span, spanOf, together } from './rules/period.ts'

/** The figures of the platform over a period that ends now, compared with the one before. */
export async function read(ctx: AdminCtx, period: PeriodName): Promise<Dashboard> {
  const span = spanOf(period, ctx.now())
  const [people, places, rooms, questions, money, storage, revenue, latency, errors] = await Promise.all([
    peopleOf(ctx, span),
    organizationsOf(ctx, span),
    workspacesOf(ctx, span),
    questionsOf(ctx, span),
    creditsOf(ctx, span),
    storageOf(ctx, span),
    revenueOf(ctx, span),
    latencyOf(ctx, span),
    errorsOf(ctx, span),
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
    revenue,
    latency,
    errors,
    storage,
  }
}

async function peopleOf({ db }: AdminCtx, span: Span) {
  const at = users.createdAt
  const [[all], rows] = await Promise.all([
    db.select({ total: count }).from(users).where(real.people),
    db
      .select({ bar: barOf(at, span), amount: count })
      .from(users)
      .where(and(real.people, within(at, span)))
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
      .where(and(real.organizations, within(at, span)))
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
      .where(and(real.workspaces, within(at, span)))
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

async function creditsOf(ctx: AdminCtx, span: Span): Promise<Dashboard['credits']> {
  const { db } = ctx
  const given = creditLots.createdAt
  const [[all], grants, sold] = await Promise.all([
    db
      .select({ open: sql<string | null>`sum(${creditAccounts.balance} + ${creditAccounts.held})` })
      .from(creditAccounts),
    db
      .select({ bar: barOf(given, span), amount: sql<string>`sum(${creditLots.granted})` })
      .from(creditLots)
      .where(within(given, span))
      .groupBy(byBar),
    soldOf(ctx, span),
  ])
  return { open: Number(all!.open ?? 0), granted: figure(span, grants), ...sold }
}

async function storageOf(ctx: AdminCtx, span: Span): Promise<Dashboard['storage']> {
  const at = files.createdAt
  const [now, before, rows] = await Promise.all([
    storedNow(ctx),
    storedBefore(ctx, span),
    ctx.db
      .select({ bar: barOf(at, span), amount: sql<string | null>`sum(${files.sizeBytes})` })
      .from(files)
      .where(and(real.files, within(at, span)))
      .groupBy(byBar),
  ])
  return { ...now, before, added_bytes: figure(span, rows) }
}
