import { DAY } from '#base/time.ts'

const GRAINS = ['week', 'month', 'quarter', 'year'] as const
export type PeriodGrain = (typeof GRAINS)[number]
export const isPeriodGrain = (grain: string): grain is PeriodGrain => GRAINS.some((one) => one === grain)

/** Days that may be missing from a period that still counts as whole: shops are closed on the last of a month. */
const SPARE = 0.05

const iso = (time: number) => new Date(time).toISOString().slice(0, 10)

/**
 * The first day of the period that `day` is in, and the first day after it.
 * @param shift months by which days are moved before their period is taken: -3 for years that begin in April. Weeks have none
 */
export function periodAround(grain: PeriodGrain, day: string, shift = 0): { from: string; to: string } {
  const date = new Date(day.slice(0, 10))
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
  if (grain === 'week') {
    const monday = Number(date) - ((date.getUTCDay() + 6) % 7) * DAY
    return { from: iso(monday), to: iso(monday + 7 * DAY) }
  }
  const months = { month: 1, quarter: 3, year: 12 }[grain]
  const start = Math.floor((month + shift) / months) * months - shift
  return { from: iso(Date.UTC(year, start)), to: iso(Date.UTC(year, start + months)) }
}

/** Whether the first and the last period between two days (both included) are covered only in part. @param shift as of `periodAround` */
export function partialPeriods(
  grain: PeriodGrain,
  first: string,
  last: string,
  shift = 0,
): { first: boolean; last: boolean } {
  const lacks = (missing: number, { from, to }: { from: string; to: string }) =>
    missing > SPARE * (Date.parse(to) - Date.parse(from))
  const [begin, end] = [periodAround(grain, first, shift), periodAround(grain, last, shift)]
  return {
    first: lacks(Date.parse(first.slice(0, 10)) - Date.parse(begin.from), begin),
    last: lacks(Date.parse(end.to) - DAY - Date.parse(last.slice(0, 10)), end),
  }
}

/** The days that are there within a window: the data's own first and last, unless the window is narrower. Null when they never meet. */
export function covered(
  data: { min: string | null; max: string | null },
  window: { from: string | null; to: string | null } | null,
): { first: string; last: string } | null {
  if (!data.min || !data.max) return null
  const first = [data.min.slice(0, 10), window?.from ?? ''].toSorted().at(-1)!
  const last = [data.max.slice(0, 10), window?.to ?? '9999'].toSorted()[0]!
  return first <= last ? { first, last } : null
}
