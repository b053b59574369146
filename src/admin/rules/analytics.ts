import { z } from 'zod'
import { count, moment } from '#base/answer.ts'
import { DAY } from '#base/time.ts'
import { PERIOD_NAMES } from './period.ts'

const PARTS = ['funnel', 'retention', 'models', 'workspaces', 'answers', 'feedback', 'events'] as const
export type Part = (typeof PARTS)[number]

export const analyticsQuery = z.object({
  period: z.enum(PERIOD_NAMES).default('30d'),
  part: z.enum(PARTS).optional().describe('Which part a CSV file has. Without it: events.'),
})

/**
 * The way of a newcomer. A visit is known of browsers only that agreed to be counted; everything after it is read from what really
 * happened, of everybody.
 */
export const STEPS = ['visit', 'sign_up', 'connect', 'first_answer', 'purchase'] as const
export type StepName = (typeof STEPS)[number]
export const STEP_LABELS: Record<StepName, string> = {
  visit: 'Visited',
  sign_up: 'Signed up',
  connect: 'Brought data',
  first_answer: 'Got an answer',
  purchase: 'Paid',
}
export const STEP_SOURCES: Record<StepName, 'tracking' | 'product'> = {
  visit: 'tracking',
  sign_up: 'product',
  connect: 'product',
  first_answer: 'product',
  purchase: 'product',
}

/** Weeks of sign-up that retention looks back on, and weeks after it. */
export const COHORTS = 8

/** Monday of the week of a moment (UTC). */
export function weekOf(at: Date): Date {
  const day = Math.floor(Number(at) / DAY)
  // 1 January 1970 was a Thursday.
  return new Date((day - ((day + 3) % 7)) * DAY)
}

const cohort = z.object({ week: z.iso.date(), people: count, active: z.array(count.nullable()) })
/** `active[n]`: how many of those who signed up in that week got an answer in the n-th week after; null for weeks that are not begun. */
export type Cohort = z.infer<typeof cohort>

/** @param rows people of a cohort who were active in a week, both counted from the first cohort */
export function cohortsOf(
  first: Date,
  now: Date,
  people: Map<number, number>,
  rows: { cohort: number; week: number; active: number }[],
): Cohort[] {
  const weekOfCohort = (cohort: number) => new Date(Number(first) + cohort * 7 * DAY)
  return Array.from({ length: COHORTS }, (_, cohort) => ({
    week: weekOfCohort(cohort).toISOString().slice(0, 10),
    people: people.get(cohort) ?? 0,
    active: Array.from({ length: COHORTS }, (_, after) =>
      weekOfCohort(cohort + after) > now
        ? null
        : (rows.find((row) => row.cohort === cohort && row.week === cohort + after)?.active ?? 0),
    ),
  }))
}

const used = { answers: count, people: count, credits: count, input_tokens: count, output_tokens: count }
const rated = { up: count, down: count }
export const analyticsAnswer = z.object({
  period: z.enum(PERIOD_NAMES),
  from: moment,
  to: moment,
  step_seconds: count.describe('Length of a bar of each series.'),
  funnel: z
    .array(z.object({ step: z.enum(STEPS), people: count, source: z.enum(['tracking', 'product']) }))
    .describe('Those who signed up in the period, and what they have done since, in any order.'),
  retention: z
    .array(cohort)
    .describe('By week of sign-up: who got an answer in each week since. Null for weeks to come.'),
  models: z.array(z.object({ model: z.string(), ...used, ...rated })),
  workspaces: z
    .array(
      z.object({
        workspace_id: z.string(),
        workspace: z.string().nullable(),
        organization_id: z.string(),
        organization: z.string().nullable(),
        ...used,
      }),
    )
    .describe('Those with the most answers; names are null for places that are gone.'),
  answers: z.array(z.object({ status: z.string(), count, ...rated })),
  feedback: z.object({
    ...rated,
    reasons: z.array(
      z.object({ id: z.string(), rating: z.enum(['up', 'down']), reason: z.string(), status: z.string(), at: moment }),
    ),
  }),
  events: z.array(z.object({ name: z.string(), count, visitors: count, series: z.array(count) })),
})
export type Analytics = z.infer<typeof analyticsAnswer>

/** `part` of `all` in percent without digits: figures of a few people are no finer. */
export const share = (part: number, all: number): string => (all === 0 ? '–' : `${Math.round((100 * part) / all)} %`)

type Line = Record<string, string | number | null>

type Lines = { columns: readonly string[]; lines: (of: Analytics) => Line[] }

/** A part that stands in the file as it is answered. */
const asAnswered = (part: 'funnel' | 'models' | 'workspaces' | 'answers'): Lines => ({
  columns: Object.keys(analyticsAnswer.shape[part].unwrap().shape),
  lines: (of) => of[part],
})

export const LINES: Record<Part, Lines> = {
  funnel: asAnswered('funnel'),
  retention: {
    columns: ['week', 'people', ...Array.from({ length: COHORTS }, (_, n) => `week_${n}`)],
    lines: ({ retention }) =>
      retention.map(({ week, people, active }) => ({
        week,
        people,
        ...Object.fromEntries(active.map((count, n) => [`week_${n}`, count])),
      })),
  },
  models: asAnswered('models'),
  workspaces: asAnswered('workspaces'),
  answers: asAnswered('answers'),
  feedback: {
    columns: ['at', 'rating', 'status', 'reason'],
    lines: ({ feedback }) => feedback.reasons.map(({ at, rating, status, reason }) => ({ at, rating, status, reason })),
  },
  events: {
    columns: ['from', 'event', 'count'],
    lines: ({ events, from, step_seconds }) =>
      events.flatMap(({ name, series }) =>
        series.map((count, bar) => ({
          from: new Date(Date.parse(from) + bar * step_seconds * 1000).toISOString(),
          event: name,
          count,
        })),
      ),
  },
}
