import { wordsOf } from '#catalog/rules/relation.ts'
import { fits } from './fits.ts'

const TIME =
  /^(([01]?\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d+)?)?|(0?[1-9]|1[0-2])([:.][0-5]\d)?(:[0-5]\d)? ?[ap]m|([01]?\d|2[0-3])h[0-5]\d)$/i
/** Hours, minutes and seconds: a time of day looks the same. */
export const CLOCK = '(\\d+):([0-5]\\d):([0-5]\\d)'
/** `1h 30m`, `2 hours 5 min`, `PT1H30M`: days, hours, minutes and seconds are its groups. */
export const SPELT =
  'P?(?:(\\d+)\\s*d(?:ays?)?)?[T, ]*(?:(\\d+)\\s*h(?:(?:ou)?rs?)?)?[, ]*(?:(\\d+)\\s*m(?:in(?:ute)?s?)?)?[, ]*(?:(\\d+)\\s*s(?:ec(?:ond)?s?)?)?'
/** Hours and minutes, or minutes and seconds. */
export const HOURS_MINUTES = '(\\d{1,4}):([0-5]\\d)'
const HOURS = new RegExp(`^${HOURS_MINUTES}$`)
const CLOCKED = new RegExp(`^${CLOCK}$`)
const SPELT_OUT = new RegExp(`^(?=.*\\d)${SPELT}$`, 'i')
const DURATION_NAME =
  /(^| )(duration|elapsed|runtime|uptime|lap|split|length|taken|spent|dauer|durée|duración|durata)( |$)/
/** What takes hours where its length is written in two parts. */
const HOURS_NAME = /(^| )(hours?|hrs|flight|shift|work|worked|working|trip|travel|journey|sleep|uptime|movie|film)( |$)/

/** `parts`: what two parts of a duration are, as in 3:45; left out where none has two. */
export type ClockPlan = { kind: 'time' } | { kind: 'duration'; parts?: 'hours' | 'minutes' }

/** Times of day, or how long something took, which is kept in seconds. @param name of the column, which tells `01:30:00` apart */
export function planClock(values: string[], name: string): ClockPlan | null {
  const words = wordsOf(name).join(' ')
  const isNamed = DURATION_NAME.test(words)
  const twos = values.filter((value) => HOURS.test(value))
  const isLong = values.some((value) => Number((CLOCKED.exec(value) ?? HOURS.exec(value))?.[1]) > 23)
  // Hours beyond a day are no time of day, with or without seconds.
  if ((isLong || isNamed) && fits(values, (value) => CLOCKED.test(value) || HOURS.test(value))) {
    if (twos.length === 0) return { kind: 'duration' }
    // Nobody plans to the second: 1:30, 0:45.
    const areRound = twos.every((value) => Number(HOURS.exec(value)![2]) % 5 === 0)
    const isShort = isNamed && !areRound && !HOURS_NAME.test(words)
    return { kind: 'duration', parts: isShort || values.some((value) => CLOCKED.test(value)) ? 'minutes' : 'hours' }
  }
  if (fits(values, (value) => TIME.test(value))) return { kind: 'time' }
  // "1990s" and "5m" by themselves may be something else.
  const hasParts = values.some((value) => (value.match(/[a-z]+/gi) ?? []).length > 1)
  return hasParts && fits(values, (value) => SPELT_OUT.test(value)) ? { kind: 'duration' } : null
}
