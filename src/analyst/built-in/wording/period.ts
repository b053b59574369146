import { MONTH_NAMES } from '#base/format.ts'
import { daysFrom } from '#base/time.ts'

const read = (iso: string) => iso.slice(0, 10).split('-').map(Number) as [number, number, number]

/** "5 May 2025" for 2025-05-05. */
export function sayDay(iso: string): string {
  const [year, month, day] = read(iso)
  return `${day} ${MONTH_NAMES[month - 1]} ${year}`
}

export const sayMonth = (iso: string) => `${MONTH_NAMES[read(iso)[1] - 1]} ${read(iso)[0]}`
export const sayQuarter = (iso: string) => `Q${Math.ceil(read(iso)[1] / 3)} ${read(iso)[0]}`

/**
 * A period as people say it: "in 2025", "in Q1 2025", "from January to March 2025", "on 5 May 2025", "since June 2023", "before 2022".
 * @param to the day after its last, or null for an open end
 * @param asked as the question calls it: a quarter of a fiscal year has another number than that of the calendar
 */
export function sayPeriod(from: string | null, to: string | null, asked = ''): string {
  if (from && to) return closed(from, to, /fiscal|financial|\bfy/i.test(asked))
  if (from) return `since ${point(from)}`
  return to ? `before ${point(to)}` : 'at any time'
}

/** The shortest name of a moment that begins a year, a month or a day. */
function point(iso: string): string {
  const [year, month, day] = read(iso)
  return day > 1 ? sayDay(iso) : month > 1 ? sayMonth(iso) : String(year)
}

function closed(from: string, to: string, isFiscal: boolean): string {
  const [year, month, day] = read(from)
  const [toYear, toMonth, toDay] = read(to)
  const last = daysFrom(to, -1)
  if (from.slice(0, 10) === last) return `on ${sayDay(from)}`
  if (day !== 1 || toDay !== 1) return `from ${sayDay(from)} to ${sayDay(last)}`
  const months = (toYear - year) * 12 + toMonth - month
  if (months === 1) return `in ${sayMonth(from)}`
  if (months === 3 && month % 3 === 1 && !isFiscal) return `in ${sayQuarter(from)}`
  if (month === 1 && toMonth === 1) return months === 12 ? `in ${year}` : `from ${year} to ${toYear - 1}`
  const [lastYear] = read(last)
  return year === lastYear
    ? `from ${MONTH_NAMES[month - 1]} to ${sayMonth(last)}`
    : `from ${sayMonth(from)} to ${sayMonth(last)}`
}
