import { and, countDistinct, eq, gte, inArray, lt, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { DAY, HOUR } from '#base/time.ts'
import { creditUsage, dailyFigures, users } from '#db/schema/index.ts'
import type { World } from '../../ctx.ts'
import { dayOf } from '../gauges.ts'
import { COHORTS, weekOf } from '../rules/analytics.ts'

type FiguresCtx = Pick<World, 'db' | 'now'>
/** How many of those who signed up in a week got an answer in another; weeks are counted from the first one. */
type Active = { cohort: number; week: number; active: number }

export const WEEK = 7 * DAY
/** An answer is paid for when it ends: one that began in a week may be written a little later. */
const SETTLED = HOUR
/** One name for each week of sign-up; the day is the Monday of the week of the answers. */
const nameOf = (cohort: Date) => `active ${dayOf(cohort)}`

/** The week that a moment falls into, counted from the one that begins at `first`. */
export const weekFrom = (first: Date, at: PgColumn): SQL<number> =>
  sql`floor(extract(epoch from ${at} - ${first.toISOString()}::timestamptz) / ${WEEK / 1000}::bigint)`.mapWith(Number)

const weeksFrom = (first: Date) => Array.from({ length: COHORTS }, (_, week) => new Date(Number(first) + week * WEEK))

/** Who came back in the weeks from `first` on: of weeks that are over as it was kept, of others counted. */
export async function activity(ctx: FiguresCtx, first: Date): Promise<Active[]> {
  const stored = await keptFrom(ctx, first)
  const open = weeksFrom(first).findIndex((_, week) => !stored.some((row) => row.week === week))
  const begin = new Date(Number(first) + (open < 0 ? COHORTS : open) * WEEK)
  return [...stored.filter(({ week }) => open < 0 || week < open), ...(await counted(ctx, first, begin, ctx.now()))]
}

const counted = ({ db }: FiguresCtx, first: Date, from: Date, to: Date): Promise<Active[]> =>
  db
    .select({
      cohort: weekFrom(first, users.createdAt),
      week: weekFrom(first, creditUsage.createdAt),
      active: countDistinct(users.id),
    })
    .from(users)
    .innerJoin(creditUsage, eq(creditUsage.userId, users.id))
    .where(and(gte(users.createdAt, first), gte(creditUsage.createdAt, from), lt(creditUsage.createdAt, to)))
    .groupBy(sql`1`, sql`2`)

async function keptFrom({ db }: FiguresCtx, first: Date): Promise<Active[]> {
  const weeks = weeksFrom(first)
  const days = weeks.map(dayOf)
  const names = weeks.map(nameOf)
  const rows = await db
    .select({ name: dailyFigures.name, day: dailyFigures.day, active: dailyFigures.value })
    .from(dailyFigures)
    .where(and(inArray(dailyFigures.name, names), inArray(dailyFigures.day, days)))
  return rows.map(({ name, day, active }) => ({ cohort: names.indexOf(name), week: days.indexOf(day), active }))
}

/** Keeps who came back in the weeks that are over; a job calls it. @returns figures kept */
export async function keepWeeks(ctx: FiguresCtx): Promise<number> {
  const now = ctx.now()
  const first = new Date(Number(weekOf(now)) - (COHORTS - 1) * WEEK)
  const stored = await keptFrom(ctx, first)
  let figures = 0
  for (const [week, begin] of weeksFrom(first).entries()) {
    const end = new Date(Number(begin) + WEEK)
    if (Number(end) + SETTLED > Number(now) || stored.some((row) => row.week === week)) continue
    const rows = await counted(ctx, first, begin, end)
    const values = weeksFrom(first)
      .slice(0, week + 1)
      .map((cohort, at) => ({
        name: nameOf(cohort),
        day: dayOf(begin),
        value: rows.find((row) => row.cohort === at)?.active ?? 0,
        createdAt: now,
      }))
    await ctx.db.insert(dailyFigures).values(values).onConflictDoNothing()
    figures += values.length
  }
  return figures
}
