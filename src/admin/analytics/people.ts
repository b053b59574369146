import { and, countDistinct, eq, gte, lt, sql } from 'drizzle-orm'
import { connections, creditUsage, files, payments, trackingEvents, users } from '#db/schema/index.ts'
import { VISIT } from '#records/rules/tracking.ts'
import type { AdminCtx } from '../../ctx.ts'
import { excludeDemo } from '../exclude-demo.ts'
import { type Analytics, COHORTS, type Cohort, cohortsOf, STEP_SOURCES, STEPS, weekOf } from '../rules/analytics.ts'
import type { Span } from '../rules/period.ts'
import { activity, WEEK, weekFrom } from './activity.ts'

/** Those who signed up in the period, and what they have done since, in any order. */
export async function funnelIn({ db }: AdminCtx, { from, to }: Span): Promise<Analytics['funnel']> {
  const brought = sql`exists (select 1 from ${files} where ${files.uploadedBy} = ${users.id})
    or exists (select 1 from ${connections} where ${connections.createdBy} = ${users.id})`
  const answered = sql`exists (select 1 from ${creditUsage} where ${creditUsage.userId} = ${users.id})`
  const paid = sql`exists (select 1 from ${payments} where ${payments.userId} = ${users.id} and ${payments.state} = 'credited')`
  const when = (condition: ReturnType<typeof sql>) => sql`count(*) filter (where ${condition})`.mapWith(Number)
  const [[seen], [people]] = await Promise.all([
    db
      .select({ visit: countDistinct(trackingEvents.visitorId) })
      .from(trackingEvents)
      .where(
        and(eq(trackingEvents.name, VISIT), gte(trackingEvents.createdAt, from), lt(trackingEvents.createdAt, to)),
      ),
    db
      .select({
        sign_up: when(sql`true`),
        connect: when(brought),
        first_answer: when(answered),
        purchase: when(paid),
      })
      .from(users)
      .where(and(excludeDemo.people, gte(users.createdAt, from), lt(users.createdAt, to))),
  ])
  const counts = { ...seen!, ...people! }
  return STEPS.map((step) => ({ step, people: counts[step], source: STEP_SOURCES[step] }))
}

/** People by the week of their sign-up, and how many of them got an answer in each week since. */
export async function retention(ctx: AdminCtx): Promise<Cohort[]> {
  const now = ctx.now()
  const first = new Date(Number(weekOf(now)) - (COHORTS - 1) * WEEK)
  const [people, rows] = await Promise.all([
    ctx.db
      .select({ cohort: weekFrom(first, users.createdAt), people: sql`count(*)`.mapWith(Number) })
      .from(users)
      .where(and(excludeDemo.people, gte(users.createdAt, first), lt(users.createdAt, now)))
      .groupBy(sql`1`),
    activity(ctx, first),
  ])
  return cohortsOf(first, now, new Map(people.map((row) => [row.cohort, row.people])), rows)
}
