const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Pixels of a character of a label, and between two labels. */
const CHARACTER = 6.4
const GAP = 10

/** Counts spans of `length` milliseconds. */
const spans = (length: number) => (time: number) => Math.floor(time / length)
/** Counts spans of so many calendar months, in UTC. */
const months = (count: number) => (time: number) => {
  const date = new Date(time)
  return Math.floor((date.getUTCFullYear() * 12 + date.getUTCMonth()) / count)
}
const HOURS = [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR].map(spans)
const DAYS = [DAY, 2 * DAY, 7 * DAY, 14 * DAY].map(spans)
const MONTHS = [1, 2, 3, 6].map(months)
const YEARS = [12, 24, 60, 120, 240, 600, 1200].map(months)

type Form = Intl.DateTimeFormatOptions
/** How a label is written: in short, and what stands below it where that changes. */
const FORMS: [units: ((time: number) => number)[], short: Form, below: Form | null][] = [
  [HOURS, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }, { day: 'numeric', month: 'short' }],
  [DAYS, { day: 'numeric', month: 'short' }, { year: 'numeric' }],
  [MONTHS, { month: 'short' }, { year: 'numeric' }],
  [YEARS, { year: 'numeric' }, null],
]

/**
 * Which times of an axis are labelled, and how: the shortest round spans (hours, days, months, years) whose labels have room. The first
 * label and each where the year changes (the day, for hours) names it below.
 * @param times UTC milliseconds in order
 * @param place where a time of the axis stands, in pixels
 */
export function timeLabels(times: number[], place: (index: number) => number, locale: string): Map<number, string> {
  const step = times.length > 1 ? Math.min(...times.slice(1).map((time, i) => time - times[i]!)) : DAY
  const begins = (unit: (time: number) => number, time: number, i: number) =>
    unit(time) !== unit(times[i - 1] ?? time - step)
  // Nothing shorter than the times are apart is written: no hours of days, no months of years.
  const coarse = [360 * DAY, 27 * DAY, DAY].findIndex((length) => step >= length)
  for (const [units, short, below] of FORMS.slice(coarse < 0 ? 0 : 3 - coarse)) {
    const write = (form: Form) => {
      const format = new Intl.DateTimeFormat(locale, { ...form, timeZone: 'UTC' })
      return (time: number) => format.format(time)
    }
    const [text, context] = [write(short), below && write(below)]
    for (const unit of units) {
      const at = times.flatMap((time, i) => (begins(unit, time, i) ? [i] : []))
      const room = GAP + CHARACTER * Math.max(0, ...at.map((i) => text(times[i]!).length))
      if (at.length === 0 || at.slice(1).some((i, n) => place(i) - place(at[n]!) < room)) continue
      const named = (n: number) => (n < 0 ? null : context?.(times[at[n]!]!))
      return new Map(
        at.map((i, n) => {
          const name = named(n)
          return [times[i]!, name && name !== named(n - 1) ? `${text(times[i]!)}\n${name}` : text(times[i]!)]
        }),
      )
    }
  }
  return new Map()
}
