import { and, count, countDistinct, desc, eq, isNotNull, ne, sql } from 'drizzle-orm'
import {
  connections,
  creditUsage,
  files,
  messages,
  organizations,
  payments,
  trackingEvents,
  users,
  workspaces,
} from '#db/schema/index.ts'
import { EVENT_NAMES, VISIT } from '#records/rules/tracking.ts'
import type { AdminCtx } from '../../ctx.ts'
import { excludeDemo } from '../exclude-demo.ts'
import { type Analytics, COHORTS, type Cohort, cohortsOf, STEP_SOURCES, STEPS, weekOf } from '../rules/analytics.ts'
import { type PeriodName, type Span, spanOf } from '../rules/period.ts'
import { during } from '../sql.ts'
import { activity, WEEK, weekFrom } from './activity.ts'

/**
 * The figures of Analytics & Reports over a period that ends now. Only visits and event counts come from tracking, which knows of
 * visitors who agreed; everything else is read from the product's own tables, which know of everybody.
 * @param reasons how many reasons of feedback, the latest first
 */
export async function read(ctx: AdminCtx, period: PeriodName, reasons = 20): Promise<Analytics> {
  const span = spanOf(period, ctx.now())
  const [funnel, cohorts, models, workspaces, answers, feedback, events] = await Promise.all([
    funnelIn(ctx, span),
    retention(ctx),
    modelsIn(ctx, span),
    workspacesIn(ctx, span),
    answersIn(ctx, span),
    feedbackIn(ctx, span, reasons),
    eventsIn(ctx, span),
  ])
  return {
    period,
    from: span.from.toISOString(),
    to: span.to.toISOString(),
    step_seconds: span.step / 1000,
    funnel,
    retention: cohorts,
    models,
    workspaces,
    answers,
    feedback,
    events,
  }
}

/** Those who signed up in the period, and what they have done since, in any order. */
async function funnelIn({ db }: AdminCtx, span: Span): Promise<Analytics['funnel']> {
  const hasData = sql`exists (select 1 from ${files} where ${files.uploadedBy} = ${users.id})
    or exists (select 1 from ${connections} where ${connections.createdBy} = ${users.id})`
  const answered = sql`exists (select 1 from ${creditUsage} where ${creditUsage.userId} = ${users.id})`
  const paid = sql`exists (select 1 from ${payments} where ${payments.userId} = ${users.id} and ${payments.state} = 'credited')`
  const when = (condition: ReturnType<typeof sql>) => sql`count(*) filter (where ${condition})`.mapWith(Number)
  const [[seen], [people]] = await Promise.all([
    db
      .select({ visit: countDistinct(trackingEvents.visitorId) })
      .from(trackingEvents)
      .where(and(eq(trackingEvents.name, VISIT), during(trackingEvents.createdAt, span))),
    db
      .select({ sign_up: count(), connect: when(hasData), first_answer: when(answered), purchase: when(paid) })
      .from(users)
      .where(and(excludeDemo.people, during(users.createdAt, span))),
  ])
  const counts = { ...seen!, ...people! }
  return STEPS.map((step) => ({ step, people: counts[step], source: STEP_SOURCES[step] }))
}

/** People by the week of their sign-up, and how many of them got an answer in each week since. */
async function retention(ctx: AdminCtx): Promise<Cohort[]> {
  const now = ctx.now()
  const first = new Date(Number(weekOf(now)) - (COHORTS - 1) * WEEK)
  const [people, rows] = await Promise.all([
    ctx.db
      .select({ cohort: weekFrom(first, users.createdAt), people: count() })
      .from(users)
      .where(and(excludeDemo.people, during(users.createdAt, { from: first, to: now })))
      .groupBy(sql`1`),
    activity(ctx, first),
  ])
  return cohortsOf(first, now, new Map(people.map((row) => [row.cohort, row.people])), rows)
}

const answersOf = (span: Span) => and(eq(messages.role, 'assistant'), during(messages.createdAt, span))
const thumbs = (rating: 'up' | 'down') => sql`count(*) filter (where ${messages.rating} = ${rating})`.mapWith(Number)
const rated = { up: thumbs('up'), down: thumbs('down') }

const answersIn = ({ db }: AdminCtx, span: Span): Promise<Analytics['answers']> =>
  db
    .select({ status: sql<string>`${messages.status}`, count: count(), ...rated })
    .from(messages)
    .where(answersOf(span))
    .groupBy(messages.status)
    .orderBy(desc(sql`count(*)`), messages.status)

/** Thumbs, and the reasons that people wrote with them: neither the question nor the answer, which belong to their workspace. */
async function feedbackIn({ db }: AdminCtx, span: Span, most: number): Promise<Analytics['feedback']> {
  const [[all], reasons] = await Promise.all([
    db.select(rated).from(messages).where(answersOf(span)),
    db
      .select({
        id: messages.id,
        rating: messages.rating,
        reason: messages.ratingReason,
        status: messages.status,
        at: messages.createdAt,
      })
      .from(messages)
      .where(
        and(
          answersOf(span),
          isNotNull(messages.rating),
          isNotNull(messages.ratingReason),
          ne(messages.ratingReason, ''),
        ),
      )
      .orderBy(desc(messages.createdAt), desc(messages.id))
      .limit(most),
  ])
  return {
    ...all!,
    reasons: reasons.map(({ at, rating, reason, ...one }) => ({
      ...one,
      rating: rating!,
      reason: reason!,
      at: at.toISOString(),
    })),
  }
}

/** Lines of a list of places: those that matter. */
const MOST = 50

const used = {
  answers: count(),
  people: countDistinct(creditUsage.userId),
  credits: sql`sum(${creditUsage.credits})`.mapWith(Number),
  input_tokens: sql`sum(${creditUsage.inputTokens})`.mapWith(Number),
  output_tokens: sql`sum(${creditUsage.outputTokens})`.mapWith(Number),
}

/** Paid answers by the model that gave them. Thumbs are those of answers that still exist. */
const modelsIn = ({ db }: AdminCtx, span: Span): Promise<Analytics['models']> =>
  db
    .select({
      model: creditUsage.model,
      ...used,
      ...rated,
    })
    .from(creditUsage)
    .leftJoin(messages, eq(messages.id, creditUsage.messageId))
    .where(during(creditUsage.createdAt, span))
    .groupBy(creditUsage.model)
    .orderBy(desc(sql`count(*)`), creditUsage.model)

const workspacesIn = ({ db }: AdminCtx, span: Span): Promise<Analytics['workspaces']> =>
  db
    .select({
      workspace_id: creditUsage.workspaceId,
      workspace: sql<string | null>`max(${workspaces.name})`,
      organization_id: sql<string>`max(${creditUsage.organizationId})`,
      organization: sql<string | null>`max(${organizations.name})`,
      ...used,
    })
    .from(creditUsage)
    .leftJoin(workspaces, eq(workspaces.id, creditUsage.workspaceId))
    .leftJoin(organizations, eq(organizations.id, creditUsage.organizationId))
    .where(during(creditUsage.createdAt, span))
    .groupBy(creditUsage.workspaceId)
    .orderBy(desc(sql`count(*)`), creditUsage.workspaceId)
    .limit(MOST)

/** The fifteen events over time, of visitors who agreed, in the order of the specification; those that did not happen too. */
async function eventsIn({ db }: AdminCtx, span: Span): Promise<Analytics['events']> {
  const { from, step, bars } = span
  const { name, createdAt, visitorId } = trackingEvents
  const inPeriod = and(ne(name, VISIT), during(createdAt, span))
  const bar =
    sql`floor(extract(epoch from ${createdAt} - ${from.toISOString()}::timestamptz) * 1000 / ${step}::bigint)`.mapWith(
      Number,
    )
  const [rows, visitors] = await Promise.all([
    db.select({ name, bar, count: count() }).from(trackingEvents).where(inPeriod).groupBy(name, sql`2`),
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
