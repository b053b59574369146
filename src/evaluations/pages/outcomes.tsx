import { number } from '#ui/format.tsx'
import type { Outcome } from '../rules/outcome.ts'

const OUTCOME_TEXTS: Record<Outcome, [text: string, badge: string]> = {
  same: ['Same', 'badge-green'],
  differs: ['Differs', 'badge-red'],
  refused: ['Refused', 'badge-amber'],
  asked: ['Asked back', 'badge-amber'],
  failed: ['Failed', 'badge-red'],
  gone: ['Query broken', 'badge-amber'],
}

export const OutcomeBadge = ({ outcome }: { outcome: Outcome | null }) =>
  outcome === null ? (
    <span class="muted">Not asked</span>
  ) : (
    <span class={`badge ${OUTCOME_TEXTS[outcome][1]}`}>{OUTCOME_TEXTS[outcome][0]}</span>
  )

/** "12 same, 1 differs": what there is of each. */
export const outcomesText = (outcomes: Record<Outcome, number>): string =>
  (Object.keys(OUTCOME_TEXTS) as Outcome[])
    .filter((name) => outcomes[name] > 0)
    .map((name) => `${number(outcomes[name])} ${OUTCOME_TEXTS[name][0].toLowerCase()}`)
    .join(', ') || 'Nothing yet'

export const STATUS_TEXTS = {
  running: 'Running',
  done: 'Done',
  stopped: 'Stopped',
  failed: 'Failed',
  interrupted: 'Interrupted',
} as const
