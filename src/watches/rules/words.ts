import { numberText } from '#base/format.ts'
import type { Condition } from './condition.ts'
import type { Schedule } from './schedule.ts'

const DAY_NAMES = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const inWords = (all: string[]): string =>
  all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`

/** "every Monday at 08:00 (Europe/Berlin)" */
export function scheduleText({ every, at, days, day, time_zone, holidays }: Schedule): string {
  const when = {
    hour: `every hour at minute ${Number(at.slice(3))}`,
    day: `every day at ${at}`,
    week: `every ${days.join() === '1,2,3,4,5' ? 'weekday' : inWords(days.map((one) => DAY_NAMES[one - 1]!))} at ${at}`,
    month: day === 31 ? `on the last day of every month at ${at}` : `on day ${day} of every month at ${at}`,
  }[every]
  return `${when} (${time_zone})${holidays ? `, ${holidaysText(holidays)}` : ''}`
}

/** "Germany", or the code where it has no name. */
export const countryName = (code: string): string => new Intl.DisplayNames('en', { type: 'region' }).of(code) ?? code

/** "not on public holidays of Germany (BY)" */
function holidaysText({ country, region, moves }: NonNullable<Schedule['holidays']>): string {
  const place = `public holidays of ${countryName(country)}${region ? ` (${region})` : ''}`
  return moves ? `after ${place} on the next working day` : `not on ${place}`
}

/** "is above 5", for a sentence that begins with what is watched. */
export function conditionText({ is, than }: Pick<Condition, 'is' | 'than'>): string {
  const limit = numberText(than)
  switch (is) {
    case 'above':
      return `is above ${limit}`
    case 'below':
      return `is below ${limit}`
    case 'changed':
      return `changes by more than ${limit}`
    case 'changed_percent':
      return `changes by more than ${limit} %`
    case 'unusual':
      return `leaves its usual range (${limit} times its usual spread)`
    case 'not_refreshed':
      return `is not refreshed for more than ${limit} ${than === 1 ? 'hour' : 'hours'}`
  }
}
