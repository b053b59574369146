import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { HOUR } from '#base/time.ts'
import { localTime } from '#base/zone.ts'
import { type Condition, type Memory, verdict } from './condition.ts'
import { countries, holidaysOf, regionsOf } from './holidays.ts'
import { nextRun, type Schedule, schedule } from './schedule.ts'
import { type Point, usualRange } from './usual-range.ts'
import { conditionText, scheduleText } from './words.ts'

const of = (given: object): Schedule => schedule.parse({ time_zone: 'Europe/Berlin', ...given })
const freeOf = ({ holidays }: Schedule) => holidays && holidaysOf(holidays)
const next = (given: object, after: string) => nextRun(of(given), new Date(after), freeOf(of(given)))?.toISOString()
const holidaysIn = (country: string, more: object = {}) => ({ holidays: { country, ...more } })
const israel = { ...holidaysIn('IL', { moves: true }), time_zone: 'Asia/Jerusalem' }

describe('a schedule', () => {
  const monday = { every: 'week', days: [1], at: '08:00' }
  test.each([
    ['of a week', monday, '2026-11-27T12:00:00Z', '2026-11-30T07:00:00.000Z'],
    ['that is due now waits a week', monday, '2026-11-30T07:00:00Z', '2026-12-07T07:00:00.000Z'],
    ['keeps its hour in summer', monday, '2026-06-27T12:00:00Z', '2026-06-29T06:00:00.000Z'],
    ['of a day', { every: 'day', at: '08:00' }, '2026-11-30T06:59:59Z', '2026-11-30T07:00:00.000Z'],
    [
      'the day that clocks go forward',
      { every: 'day', at: '02:30' },
      '2026-03-28T12:00:00Z',
      '2026-03-29T01:30:00.000Z',
    ],
    ['the day after that', { every: 'day', at: '02:30' }, '2026-03-29T01:30:00Z', '2026-03-30T00:30:00.000Z'],
    [
      'an hour that comes twice counts once',
      { every: 'day', at: '02:30' },
      '2026-10-24T12:00:00Z',
      '2026-10-25T00:30:00.000Z',
    ],
    ['and is over then', { every: 'day', at: '02:30' }, '2026-10-25T00:30:00Z', '2026-10-26T01:30:00.000Z'],
    ['of an hour', { every: 'hour', at: '00:15' }, '2026-11-30T07:15:00Z', '2026-11-30T08:15:00.000Z'],
    [
      'half an hour beside UTC',
      { every: 'hour', at: '00:15', time_zone: 'Asia/Kolkata' },
      '2026-11-30T07:15:00Z',
      '2026-11-30T07:45:00.000Z',
    ],
    ['of an hour that comes twice', { every: 'hour', at: '00:15' }, '2026-10-25T00:15:00Z', '2026-10-25T01:15:00.000Z'],
    [
      'of an hour that clocks jump over',
      { every: 'hour', at: '00:15' },
      '2026-03-29T00:15:00Z',
      '2026-03-29T01:15:00.000Z',
    ],
    [
      'of an hour after clocks went back by half of one',
      { every: 'hour', at: '00:15', time_zone: 'Australia/Lord_Howe' },
      '2026-04-04T14:50:00Z',
      '2026-04-04T15:45:00.000Z',
    ],
    ['of the last of a month', { every: 'month', day: 31 }, '2028-02-01T00:00:00Z', '2028-02-29T07:00:00.000Z'],
    [
      'leaves holidays out',
      { every: 'day', skip: ['2026-12-25', '2026-12-26'] },
      '2026-12-24T12:00:00Z',
      '2026-12-27T07:00:00.000Z',
    ],
    [
      'leaves public holidays out',
      { ...monday, ...holidaysIn('DE') },
      '2026-04-01T12:00:00Z',
      '2026-04-13T06:00:00.000Z',
    ],
    [
      'of every hour leaves their hours out',
      { every: 'hour', at: '00:00', ...holidaysIn('DE', { moves: true }) },
      '2026-12-24T22:30:00Z',
      '2026-12-26T23:00:00.000Z',
    ],
    [
      'moves to the next working day',
      { ...monday, ...holidaysIn('DE', { moves: true }) },
      '2026-04-01T12:00:00Z',
      '2026-04-07T06:00:00.000Z',
    ],
    [
      'comes once after it moved',
      { ...monday, ...holidaysIn('DE', { moves: true }) },
      '2026-04-07T06:00:00Z',
      '2026-04-13T06:00:00.000Z',
    ],
    [
      'moves over a weekend',
      { every: 'month', day: 1, ...holidaysIn('DE', { moves: true }) },
      '2026-12-02T00:00:00Z',
      '2027-01-04T07:00:00.000Z',
    ],
    [
      'moves over a date that is left out',
      { every: 'month', day: 1, skip: ['2027-01-04'], ...holidaysIn('DE', { moves: true }) },
      '2026-12-02T00:00:00Z',
      '2027-01-05T07:00:00.000Z',
    ],
    [
      'moves by the weekend there',
      { every: 'week', days: [5], ...israel },
      '2026-05-20T00:00:00Z',
      '2026-05-24T05:00:00.000Z',
    ],
    [
      'knows the whole country',
      { every: 'day', ...holidaysIn('DE') },
      '2027-01-05T12:00:00Z',
      '2027-01-06T07:00:00.000Z',
    ],
    [
      'knows a region',
      { every: 'day', ...holidaysIn('DE', { region: 'BY' }) },
      '2027-01-05T12:00:00Z',
      '2027-01-07T07:00:00.000Z',
    ],
    [
      'knows what a region has not',
      { every: 'day', time_zone: 'Europe/London', ...holidaysIn('GB', { region: 'SCT' }) },
      '2026-04-05T12:00:00Z',
      '2026-04-06T07:00:00.000Z',
    ],
    [
      'waits for the end of quiet hours',
      { every: 'hour', at: '00:00', quiet: { from: '22:00', to: '07:00' } },
      '2026-11-30T20:30:00Z',
      '2026-12-01T06:00:00.000Z',
    ],
    [
      'tells once after them',
      { every: 'hour', at: '00:00', quiet: { from: '22:00', to: '07:00' } },
      '2026-12-01T06:00:00Z',
      '2026-12-01T07:00:00.000Z',
    ],
    [
      'of a late evening comes the next morning',
      { every: 'day', at: '23:00', quiet: { from: '22:00', to: '07:00' } },
      '2026-11-30T23:00:00Z',
      '2026-12-01T06:00:00.000Z',
    ],
    [
      'a day east of UTC',
      { every: 'day', at: '00:30', time_zone: 'Pacific/Kiritimati' },
      '2026-11-30T10:00:00Z',
      '2026-11-30T10:30:00.000Z',
    ],
  ])('%s', (_, given, after, expected) => expect(next(given, after)).toBe(expected))

  test('is always later, at the time that its clocks show unless they jump over it, and each time comes once', () => {
    const zones = ['Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe', 'UTC']
    const when = fc.date({ min: new Date('2024-01-01'), max: new Date('2028-01-01'), noInvalidDate: true })
    fc.assert(
      fc.property(fc.constantFrom(...zones), fc.nat(23), fc.nat(59), when, (time_zone, hour, minute, after) => {
        const at = `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
        const given = of({ every: 'day', at, time_zone })
        const first = nextRun(given, after)!
        const second = nextRun(given, first)!
        expect(Number(first)).toBeGreaterThan(Number(after))
        expect(Number(second) - Number(first)).toBeGreaterThanOrEqual(22 * HOUR)
        expect(Number(second) - Number(first)).toBeLessThanOrEqual(26 * HOUR)
        const shown = new Date(localTime(Number(first), time_zone)).toISOString().slice(11, 16)
        if (hour > 3) expect(shown).toBe(at)
      }),
    )
  })

  test('is on no holiday of any place, and moved ones are on the first working day after one', () => {
    const places = countries().flatMap((country) => [
      { country, region: null },
      ...regionsOf(country).map(({ code }) => ({ country, region: code })),
    ])
    expect(places.length).toBeGreaterThan(600)
    const when = fc.date({ min: new Date('2026-01-10'), max: new Date('2034-12-01'), noInvalidDate: true })
    fc.assert(
      fc.property(fc.constantFrom(...places), fc.integer({ min: 1, max: 7 }), when, (place, day, after) => {
        const given = of({ every: 'week', days: [day], time_zone: 'UTC', holidays: { ...place, moves: true } })
        const { dates, weekend } = freeOf(given)!
        const run = nextRun(given, after, freeOf(given))!
        const dayOf = (at: Date) => at.toISOString().slice(0, 10)
        expect(dates.has(dayOf(run))).toBe(false)
        const weekday = run.getUTCDay() || 7
        if (weekday === day) return
        // It moved: all days between are holidays or weekends, and the one that it was of is a holiday.
        const back = Array.from(
          { length: (weekday - day + 7) % 7 },
          (_, at) => new Date(Number(run) - (at + 1) * 24 * HOUR),
        )
        expect(back.every((at) => dates.has(dayOf(at)) || weekend.includes(at.getUTCDay() || 7))).toBe(true)
        expect(dates.has(dayOf(back.at(-1)!)) && !weekend.includes(weekday)).toBe(true)
      }),
    )
  })

  test('of a place that is not known has none', () => {
    for (const place of [
      { country: 'XX', region: null },
      { country: 'DE', region: 'XX' },
    ])
      expect(holidaysOf({ ...place, moves: false })).toBeNull()
  })

  test('of which every date is left out never comes', () => {
    const skip = Array.from({ length: 60 }, (_, at) => new Date(Date.UTC(2027, at, 1)).toISOString().slice(0, 10))
    expect(next({ every: 'month', day: 1, skip }, '2026-12-02T00:00:00Z')).toBe('2032-01-01T07:00:00.000Z')
  })

  test.each([
    [{ every: 'week', days: [1] }, 'every Monday at 08:00 (Europe/Berlin)'],
    [{ every: 'week', days: [5, 1, 3] }, 'every Monday, Wednesday and Friday at 08:00 (Europe/Berlin)'],
    [{ every: 'week', days: [1, 2, 3, 4, 5] }, 'every weekday at 08:00 (Europe/Berlin)'],
    [{ every: 'month', day: 31, at: '17:30' }, 'on the last day of every month at 17:30 (Europe/Berlin)'],
    [{ every: 'day', ...holidaysIn('DE') }, 'every day at 08:00 (Europe/Berlin), not on public holidays of Germany'],
    [
      { every: 'day', ...holidaysIn('DE', { region: 'BY', moves: true }) },
      'every day at 08:00 (Europe/Berlin), after public holidays of Germany (BY) on the next working day',
    ],
    [{ every: 'hour', at: '00:05' }, 'every hour at minute 5 (Europe/Berlin)'],
  ])('%j reads %s', (given, text) => expect(scheduleText(of(given))).toBe(text))

  test.each([
    [{ every: 'week', days: [] }],
    [{ every: 'day', at: '25:00' }],
    [{ every: 'day', time_zone: 'Mars/Olympus' }],
    [{ every: 'day', time_zone: '+02:00' }],
    [{ every: 'day', holidays: { country: 'Germany' } }],
  ])('%j is refused', (given) => expect(schedule.safeParse({ time_zone: 'UTC', ...given }).success).toBe(false))
})

describe('a condition', () => {
  const now = new Date('2026-11-30T08:00:00Z')
  const told = (is: Condition['is'], than: number, values: number[]) => {
    let memory: Memory = { holds: false, baseline: null }
    return values.map((value) => {
      const { fires, ...rest } = verdict({ block: 'b', cell: null, is, than }, { value, refreshedAt: now }, memory, now)
      memory = rest
      return fires
    })
  }
  test.each<[string, Condition['is'], number, number[], boolean[]]>([
    ['above tells once, and again after it was below', 'above', 5, [4, 6, 7, 5, 6], [false, true, false, false, true]],
    ['above is told of the first run too', 'above', 5, [9, 9], [true, false]],
    ['below', 'below', 5, [5, 4, 4, 5, 4], [false, true, false, false, true]],
    [
      'a change is measured from what was told last',
      'changed',
      10,
      [100, 106, 112, 118, 101],
      [false, false, true, false, true],
    ],
    ['a change in percent', 'changed_percent', 10, [100, 109, 111, 111], [false, false, true, false]],
    ['from zero everything is a change', 'changed_percent', 10, [0, 0, 1], [false, false, true]],
  ])('%s', (_, is, than, values, expected) => expect(told(is, than, values)).toEqual(expected))

  test('not refreshed tells once for each time that it is late', () => {
    const at = (hours: number, holds: boolean) =>
      verdict(
        { block: 'b', cell: null, is: 'not_refreshed', than: 24 },
        { value: null, refreshedAt: new Date(Number(now) - hours * HOUR) },
        { holds, baseline: null },
        now,
      )
    expect([at(23, false), at(25, false), at(26, true), at(1, true)].map(({ fires }) => fires)).toEqual([
      false,
      true,
      false,
      false,
    ])
    expect(at(1, true).holds).toBe(false)
  })

  test('reads as a sentence', () => {
    expect(conditionText({ is: 'changed_percent', than: 2.5 })).toBe('changes by more than 2.5 %')
    expect(conditionText({ is: 'not_refreshed', than: 1 })).toBe('is not refreshed for more than 1 hour')
  })
})

describe('a usual range', () => {
  const days = (values: number[]) => values.map((value, k) => ({ at: Date.UTC(2026, 0, 1 + k), value }))
  const isUnusual = (points: Point[]) => {
    const { low, high } = usualRange(points, 3)!
    const { value } = points.at(-1)!
    return value < low || value > high
  }
  /** Weekends sell a third, the rest moves a little up and down, and slowly up. */
  const shop = (k: number) => (k % 7 > 4 ? 33 : 100) + ((k * 37) % 11) - 5 + k / 10
  const weeks = Array.from({ length: 70 }, (_, k) => shop(k))

  test('knows that a weekend is low, and that the same on a working day is not usual', () => {
    expect([...weeks.keys()].slice(28).filter((k) => isUnusual(days(weeks.slice(0, k + 1))))).toEqual([])
    const working = weeks.with(66, 33)
    expect(66 % 7).toBeLessThan(5)
    expect(isUnusual(days(working.slice(0, 67)))).toBe(true)
  })

  test('is not moved by one outlier of the past, nor by the day that it would repeat on', () => {
    const odd = weeks.with(55, 900)
    expect(isUnusual(days(odd.slice(0, 63)))).toBe(false)
    expect(isUnusual(days(odd.with(62, 300).slice(0, 63)))).toBe(true)
  })

  test('follows a course without dates, and needs enough of it', () => {
    const line = Array.from({ length: 30 }, (_, k) => ({ at: null, value: 10 * k + (k % 3) }))
    expect(isUnusual(line)).toBe(false)
    expect(isUnusual([...line.slice(0, -1), { at: null, value: 500 }])).toBe(true)
    expect(usualRange(line.slice(0, 8), 3)).toBeNull()
  })
})
