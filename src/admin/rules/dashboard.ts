import { CURRENCIES } from '#billing/rules/price.ts'
import { barAt, type Figure, type PeriodName, percent } from './period.ts'
import type { Waiting } from './waiting.ts'

/** How questions end, as the dashboard counts them. */
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

/** What stands now, and what was added in the period. */
type Stock = { total: number; added: Figure }

/** The figures of the dashboard as the API answers them. */
export type Dashboard = {
  period: PeriodName
  from: string
  to: string
  /** Length of a bar of each series. */
  step_seconds: number
  people: Stock
  /** Active ones; `added` counts those made, whatever became of them. */
  organizations: Stock
  workspaces: Stock
  questions: Record<'asked' | Outcome, Figure> & { success_rate: { value: number | null; before: number | null } }
  /**
   * `open`: what people hold now, running questions included. `sold`: bought, without their bonus. `used`: what answers cost.
   * `expiring`: free ones that expire as long from now as the period is long.
   */
  credits: { open: number; granted: Figure; sold: Figure; used: Figure; expired: Figure; expiring: number }
  /** By currency, in minor units: what was paid, and what of it went back. */
  revenue: { currency: string; taken: Figure; refunded: Figure }[]
  /** At this moment, each counted up to a hundred. */
  waiting: Waiting
  latency: Latency
  /** What the servers logged as errors. */
  errors: Figure
  /** Uploaded files; `before` are the bytes when the period began, null where that was not kept. */
  storage: { bytes: number; files: number; before: number | null; added_bytes: Figure }
}

type Quantile = { value: number | null; before: number | null; series: (number | null)[] }
/** How long answers took, in milliseconds; null where there were none. */
export type Latency = { p50: Quantile; p95: Quantile }

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
