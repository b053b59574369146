import { numberText } from '#base/format.ts'
import { DAY, HOUR } from '#base/time.ts'

/** What the dashboard looks back on. `span` and `step` in milliseconds: a chart has a bar for each step. */
export const PERIODS = {
  '24h': { label: '24 hours', span: DAY, step: HOUR },
  '7d': { label: '7 days', span: 7 * DAY, step: DAY },
  '30d': { label: '30 days', span: 30 * DAY, step: DAY },
  '90d': { label: '90 days', span: 90 * DAY, step: 3 * DAY },
} as const
export type PeriodName = keyof typeof PERIODS
export const PERIOD_NAMES = Object.keys(PERIODS) as [PeriodName, ...PeriodName[]]

/** The period that ends now, in bars, and as many bars before it to compare with. */
export type Span = { before: Date; from: Date; to: Date; step: number; bars: number }

export function spanOf(period: PeriodName, now: Date): Span {
  const { span, step } = PERIODS[period]
  const to = Number(now)
  return { before: new Date(to - 2 * span), from: new Date(to - span), to: now, step, bars: span / step }
}

/** How much there was in a period, in the one before it, and in each bar of the period. */
export type Figure = { value: number; before: number; series: number[] }

/** @param rows amounts by bar, counted from the beginning of the period before; bars without any may be missing */
export function figureOf({ bars }: Pick<Span, 'bars'>, rows: { bar: number; amount: number }[]): Figure {
  const all = Array.from({ length: 2 * bars }, () => 0)
  for (const { bar, amount } of rows) if (bar >= 0 && bar < all.length) all[bar]! += amount
  const sum = (part: number[]) => part.reduce((total, amount) => total + amount, 0)
  return { value: sum(all.slice(bars)), before: sum(all.slice(0, bars)), series: all.slice(bars) }
}

export const together = (figures: Figure[]): Figure => ({
  value: figures.reduce((sum, one) => sum + one.value, 0),
  before: figures.reduce((sum, one) => sum + one.before, 0),
  series: (figures[0]?.series ?? []).map((_, bar) => figures.reduce((sum, one) => sum + (one.series[bar] ?? 0), 0)),
})

/** `part` of `all` in percent with one digit, null of nothing. */
export const percent = (part: number, all: number): number | null =>
  all === 0 ? null : Math.round((1000 * part) / all) / 10

/** A period against the one before in words: "+12 %", "the same as before", "none before". */
export function changeText({ value, before }: Pick<Figure, 'value' | 'before'>): string {
  if (value === before) return value === 0 ? 'none before either' : 'the same as before'
  if (before === 0) return 'none before'
  const change = percent(value - before, before)!
  const rounded = Math.abs(change) >= 10 ? Math.round(change) : change
  return `${rounded > 0 ? '+' : '−'}${numberText(Math.abs(rounded))} %`
}

export const barAt = ({ from, step }: Pick<Span, 'from' | 'step'>, bar: number): [from: Date, to: Date] => [
  new Date(Number(from) + bar * step),
  new Date(Number(from) + (bar + 1) * step),
]
