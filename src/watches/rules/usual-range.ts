import { DAY, HOUR } from '#base/time.ts'

/** A value of a series; `at` is its moment in milliseconds, or null where the series has no dates. */
export type Point = { at: number | null; value: number }
export type Range = { low: number; high: number; expected: number }

/** Points that a range needs at least, and past seasons that a forecast is made of. */
const LEAST = 8
const SEASONS = 3
/** By how many points a series repeats, by the time between two of them: hours of a day, days of a week, weeks and months of a year. */
const PERIODS = [
  { longest: 2 * HOUR, points: 24 },
  { longest: 2 * DAY, points: 7 },
  { longest: 10 * DAY, points: 52 },
  { longest: 45 * DAY, points: 12 },
  { longest: 120 * DAY, points: 4 },
]

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  return sorted.length % 2 === 1 ? sorted[Math.floor(middle)]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** After how many points a series begins anew; 1 where it has no season, or is too short to show one. */
function seasonOf(points: Point[]): number {
  const steps = points.flatMap(({ at }, k) => {
    const before = points[k - 1]?.at
    return at === null || before == null ? [] : [at - before]
  })
  if (steps.length < points.length - 1) return 1
  const step = median(steps)
  const repeats = PERIODS.find(({ longest }) => step <= longest)?.points ?? 1
  return points.length > SEASONS * repeats ? repeats : 1
}

/**
 * Between which values the last point of a series would be usual, by those before it: the median of what the last seasons say of it, give or
 * take `times` the usual error of such forecasts (1.4826 times the median of their distances, which is a standard deviation where errors are
 * normal). Medians let single outliers of the past change neither. Null where there are too few points.
 */
export function usualRange(points: Point[], times: number): Range | null {
  const values = points.map(({ value }) => value)
  const last = values.length - 1
  if (last < LEAST) return null
  const season = seasonOf(points.slice(0, -1))
  const changes = values.slice(season, last).map((value, k) => value - values[k]!)
  const change = median(changes)
  const forecast = (at: number) =>
    median(
      Array.from({ length: SEASONS }, (_, k) => k + 1)
        .filter((back) => at - back * season >= 0)
        .map((back) => values[at - back * season]! + back * change),
    )
  const errors = values.slice(0, last).flatMap((value, at) => (at >= season ? [Math.abs(value - forecast(at))] : []))
  const expected = forecast(last)
  const spread = times * 1.4826 * median(errors)
  return { low: expected - spread, high: expected + spread, expected }
}
