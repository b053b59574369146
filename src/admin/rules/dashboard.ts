import { z } from 'zod'
import { count, moment } from '#base/answer.ts'
import { CURRENCIES } from '#billing/rules/price.ts'
import { barAt, type Figure, PERIOD_NAMES, percent } from './period.ts'

export const dashboardQuery = z.object({ period: z.enum(PERIOD_NAMES).default('7d') })

export const OUTCOMES = ['answered', 'refused', 'failed', 'other'] as const
export type Outcome = (typeof OUTCOMES)[number]

export const OUTCOME_LABELS: Record<Outcome, string> = {
  answered: 'Answered',
  refused: 'Refused',
  failed: 'Failed',
  other: 'Other',
}

/** An answer that a restart of the server ended has failed; one that was stopped, asks back or still runs has not. */
export function outcomeOf(status: string): Outcome {
  if (status === 'answered' || status === 'refused') return status
  return status === 'failed' || status === 'interrupted' ? 'failed' : 'other'
}

/** Answered questions of those that were answered, refused or failed, in percent; null where there were none. */
export function successRate(outcomes: Record<Outcome, Figure>): { value: number | null; before: number | null } {
  const { answered, refused, failed } = outcomes
  const rate = (of: 'value' | 'before') => percent(answered[of], answered[of] + refused[of] + failed[of])
  return { value: rate('value'), before: rate('before') }
}

const figure = z.object({
  value: count.describe('In the period.'),
  before: count.describe('In the period before it.'),
  series: z.array(count).describe('By steps of the period, oldest first.'),
})
const quantile = z.object({ value: count.nullable(), before: count.nullable(), series: z.array(count.nullable()) })
const latency = z.object({ p50: quantile, p95: quantile }).describe('How long answers took, in milliseconds.')
/** How long answers took, in milliseconds; null where there were none. */
export type Latency = z.infer<typeof latency>
const stock = z.object({ total: count.describe('Now; from 100,000 on at most an hour ago.'), added: figure })
const rate = z.number().nullable().describe('Percent; null where there was nothing to count.')

export const dashboardAnswer = z.object({
  period: z.enum(PERIOD_NAMES),
  from: moment,
  to: moment,
  step_seconds: count,
  people: stock,
  organizations: stock,
  workspaces: stock,
  questions: z.object({
    asked: figure,
    answered: figure,
    refused: figure,
    failed: figure,
    other: figure.describe('Stopped, asked back, or still running.'),
    success_rate: z.object({ value: rate, before: rate }),
  }),
  credits: z.object({
    open: count.describe('What people hold now.'),
    granted: figure,
    sold: figure.describe('Bought, without their bonus.'),
    used: figure,
    expired: figure,
    expiring: count.describe('Free ones that expire as long from now as the period is long.'),
  }),
  revenue: z
    .array(z.object({ currency: z.string(), taken: figure, refunded: figure }))
    .describe('By currency, in minor units.'),
  waiting: z
    .object({
      requested: count.describe('Refund requests without a decision.'),
      approved: count.describe('Approved ones that are not paid back.'),
      approvals: count.describe('Actions that wait for a second admin.'),
    })
    .describe('Now, each counted up to 100.'),
  latency,
  errors: figure.describe('What the servers logged as errors.'),
  storage: z.object({
    bytes: count,
    files: count,
    before: count.nullable().describe('Bytes when the period began; null where that was not kept.'),
    added_bytes: figure,
  }),
})
export type Dashboard = z.infer<typeof dashboardAnswer>

/** A bar of the charts as a line of CSV: the moment it begins, and what there was in it. Amounts are in minor units. */
export function dashboardLines(figures: Dashboard): Record<string, string | number | null>[] {
  const { people, organizations, workspaces, questions, credits, revenue, latency, errors, storage } = figures
  const span = { from: new Date(figures.from), step: 1000 * figures.step_seconds }
  return questions.asked.series.map((asked, bar) => {
    const at = ({ series }: Figure) => series[bar] ?? 0
    const money = CURRENCIES.map((currency) => {
      const paid = revenue.find((it) => it.currency === currency)
      const name = currency.toLowerCase()
      return { [`taken_${name}`]: paid ? at(paid.taken) : 0, [`refunded_${name}`]: paid ? at(paid.refunded) : 0 }
    })
    return {
      from: barAt(span, bar)[0].toISOString(),
      people: at(people.added),
      organizations: at(organizations.added),
      workspaces: at(workspaces.added),
      asked,
      ...Object.fromEntries(OUTCOMES.map((outcome) => [outcome, at(questions[outcome])])),
      ...Object.assign({}, ...money),
      credits_granted: at(credits.granted),
      credits_sold: at(credits.sold),
      credits_used: at(credits.used),
      credits_expired: at(credits.expired),
      latency_p50_ms: latency.p50.series[bar] ?? null,
      latency_p95_ms: latency.p95.series[bar] ?? null,
      errors: at(errors),
      stored_bytes: at(storage.added_bytes),
    }
  })
}

/** "840 ms", "1.4 s", "32 s" */
export const durationText = (ms: number | null): string =>
  ms === null ? '–' : ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(ms < 10_000 ? 1 : 0)} s`
