import { DAY } from './time.ts'

/** Whether it is the name of an IANA time zone, such as Europe/Berlin. */
export const isTimeZone = (zone: string) => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return /^[A-Za-z]/.test(zone)
  } catch {
    // Intl knows no such zone.
    return false
  }
}

const formats = new Map<string, Intl.DateTimeFormat>()
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const parts = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const
  const format = new Intl.DateTimeFormat('en-GB', { ...parts, second: '2-digit', hourCycle: 'h23', timeZone })
  formats.set(timeZone, format)
  return format
}

/** What the clocks of a time zone show at a moment, written as if it were UTC, in milliseconds. */
export function localTime(moment: number, timeZone: string): number {
  const parts = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(moment)
      .map(({ type, value }) => [type, value]),
  )
  return Date.parse(`${parts.year}-${parts.month}-${parts.day}T${parts.hour}:${parts.minute}:${parts.second}Z`)
}

/**
 * The moment at which clocks of a time zone show `local`: the first one where they show it twice (the end of summer time), and as much later
 * as they are put forward where they never show it.
 */
export function momentOf(local: number, timeZone: string): number {
  const offsetAt = (moment: number) => localTime(moment, timeZone) - Math.floor(moment / 1000) * 1000
  // Clocks are put forward or back by less than a day, and never twice within two.
  const before = offsetAt(local - DAY)
  const after = offsetAt(local + DAY)
  const first = [local - before, local - after].filter((moment) => localTime(moment, timeZone) === local)
  return first.length > 0 ? Math.min(...first) : local - before
}
