import text from './holidays.txt' with { type: 'text' }
import type { Holidays, Schedule } from './schedule.ts'

// Loaded where holidays are chosen alone: it holds those of 250 countries.

const [years, ...lines] = text
  .trimEnd()
  .split('\n')
  .map((line) => line.split('\t'))
const [FIRST, LAST] = years!.map(Number) as [number, number]
const places = new Map(lines.map(([code, ...rest]) => [code!, rest]))

/** Days of a place as dates; make-holidays.py says how they are written. */
function datesOf(packed = ''): string[] {
  const [always = '', ...each] = packed.split(';')
  return Array.from({ length: LAST - FIRST + 1 }, (_, at) =>
    `${always} ${each[at] ?? ''}`
      .split(' ')
      .filter(Boolean)
      .map((day) => `${FIRST + at}-${day.slice(0, 2)}-${day.slice(2)}`),
  ).flat()
}

/** Countries whose public holidays are known, by their codes (ISO 3166). */
export const countries = (): string[] => [...places.keys()].filter((code) => !code.includes('-'))

/** The regions of a country that have other holidays than the whole of it. */
export const regionsOf = (country: string): { code: string; name: string }[] =>
  [...places].flatMap(([code, [name]]) =>
    code.startsWith(`${country}-`) ? [{ code: code.slice(3), name: name! }] : [],
  )

/** The public holidays of a place, and which days of the week are none of work there; null for a place that is not known. */
export function holidaysOf({ country, region }: NonNullable<Schedule['holidays']>): Holidays | null {
  const whole = places.get(country)
  const part = region === null ? ['', '', ''] : places.get(`${country}-${region}`)
  if (!whole || !part) return null
  const dates = new Set([...datesOf(whole[0]), ...datesOf(part[1])])
  for (const date of datesOf(part[2])) dates.delete(date)
  // What the types of the language do not know yet.
  const { weekend } = (new Intl.Locale(`und-${country}`) as unknown as { getWeekInfo(): Holidays }).getWeekInfo()
  return { dates, weekend }
}
