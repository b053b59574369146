import { z } from 'zod'
import { DAY, MINUTE } from '#base/time.ts'
import { isTimeZone, localTime, momentOf } from '#base/zone.ts'

const clock = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'Write a time like 08:00.')
const EVERY = ['hour', 'day', 'week', 'month'] as const
const MOST_SKIPPED = 60

/** When something is run, by the clock of a time zone. */
export const schedule = z
  .object({
    every: z.enum(EVERY),
    at: clock.default('08:00').describe('In the time zone; of `hour` the minutes alone count.'),
    days: z
      .array(z.int().min(1).max(7))
      .max(7)
      .default([])
      .describe('Of `week`: 1 is Monday, 7 is Sunday.')
      .transform((days) => [...new Set(days)].sort()),
    day: z.int().min(1).max(31).default(1).describe('Of `month`; the last day where a month has fewer.'),
    time_zone: z.string().max(60).refine(isTimeZone, 'Write a time zone like Europe/Berlin.'),
    skip: z
      .array(z.iso.date())
      .max(MOST_SKIPPED)
      .default([])
      .describe('Dates on which it is not run, such as holidays.'),
    holidays: z
      .object({
        country: z.string().regex(/^[A-Z]{2}$/, 'Write a country as two letters, like DE.'),
        region: z
          .string()
          .max(20)
          .nullable()
          .default(null)
          .describe('A part of it that has holidays of its own, by its code: `BY` is Bavaria in DE.'),
        moves: z.boolean().default(false).describe('It is run on the next working day instead.'),
      })
      .nullable()
      .default(null)
      .describe('On public holidays of this place it is not run.'),
    quiet: z
      .object({ from: clock, to: clock })
      .nullable()
      .default(null)
      .describe('Hours of the day in which nobody is told: a run that is due in them waits for their end.'),
  })
  .refine(({ every, days }) => every !== 'week' || days.length > 0, {
    path: ['days'],
    error: 'Choose at least one day of the week.',
  })
export type Schedule = z.infer<typeof schedule>
/** Dates of holidays, and the days of the week on which nobody works: 1 is Monday. */
export type Holidays = { dates: ReadonlySet<string>; weekend: readonly number[] }

const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))

/** Days that are looked through for the next run: monthly runs of which all of the dates that may be left out are. */
const FARTHEST = (MOST_SKIPPED + 2) * 31

const dayOf = (date: number) => new Date(date).toISOString().slice(0, 10)
const weekdayOf = (date: number) => new Date(date).getUTCDay() || 7

/** Whether it is run on a date: one that it names and that is not left out, or the first working day after such a holiday. */
function isOn(schedule: Schedule, date: number, free: Holidays | null): boolean {
  const isSkipped = (date: number) => schedule.skip.includes(dayOf(date))
  const isHoliday = (date: number) => free?.dates.has(dayOf(date)) === true
  if (isSkipped(date) || isHoliday(date)) return false
  if (isNamed(schedule, date)) return true
  if (!free || !schedule.holidays?.moves || schedule.every === 'hour') return false
  const isWork = (date: number) => !free.weekend.includes(weekdayOf(date)) && !isHoliday(date) && !isSkipped(date)
  if (!isWork(date)) return false
  for (let before = date - DAY; !isWork(before); before -= DAY)
    if (isHoliday(before) && !isSkipped(before) && isNamed(schedule, before)) return true
  return false
}

function isNamed({ every, days, day }: Schedule, date: number): boolean {
  const on = new Date(date)
  if (every === 'week') return days.includes(weekdayOf(date))
  if (every !== 'month') return true
  const last = new Date(Date.UTC(on.getUTCFullYear(), on.getUTCMonth() + 1, 0)).getUTCDate()
  return on.getUTCDate() === Math.min(day, last)
}

/** When hours in which nobody is told are over; the moment itself where it is in none. */
function afterQuiet({ quiet, time_zone }: Schedule, moment: number): number {
  if (!quiet || quiet.from === quiet.to) return moment
  const local = localTime(moment, time_zone)
  const date = Math.floor(local / DAY) * DAY
  const [now, from, to] = [(local - date) / MINUTE, minutesOf(quiet.from), minutesOf(quiet.to)]
  const isQuiet = from < to ? now >= from && now < to : now >= from || now < to
  if (!isQuiet) return moment
  return momentOf(date + (now < to ? 0 : DAY) + to * MINUTE, time_zone)
}

/** The next moment at which clocks show this minute of an hour: real hours, however often clocks show one. */
function nextMinute(after: number, minute: number, timeZone: string): number {
  let moment = Math.floor(after / MINUTE) * MINUTE + MINUTE
  // A second look, since some clocks are put forward or back by half an hour.
  for (let look = 0; look < 2; look++)
    moment += ((minute - new Date(localTime(moment, timeZone)).getUTCMinutes() + 60) % 60) * MINUTE
  return moment
}

/** The first run after a moment; null where every date that could be is left out. @param free the holidays that it leaves out */
export function nextRun(schedule: Schedule, after: Date, free: Holidays | null = null): Date | null {
  const { every, at, time_zone } = schedule
  if (every === 'hour') {
    let moment = Number(after)
    for (let hours = 0; hours < (MOST_SKIPPED + 2) * 25; hours++) {
      moment = nextMinute(moment, minutesOf(at) % 60, time_zone)
      if (isOn(schedule, localTime(moment, time_zone), free)) return new Date(afterQuiet(schedule, moment))
    }
    return null
  }
  const today = Math.floor(localTime(Number(after), time_zone) / DAY) * DAY
  // What was due late yesterday may wait for the end of quiet hours of today.
  for (let days = -1; days < FARTHEST; days++) {
    const date = today + days * DAY
    if (!isOn(schedule, date, free)) continue
    const moment = afterQuiet(schedule, momentOf(date + minutesOf(at) * MINUTE, time_zone))
    if (moment > Number(after)) return new Date(moment)
  }
  return null
}
