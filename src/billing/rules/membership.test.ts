import { expect, test } from 'bun:test'
import { DAY, HOUR } from '#base/time.ts'
import { daysUntilExpiry, statusColor, statusText } from './membership.ts'
import { addMonths, freeFrom, membershipOf, nextMonth, reminderDue } from './plan.ts'

const now = new Date('2026-03-10T12:00:00Z')
const inDays = (days: number) => new Date(Number(now) + days * DAY)

test.each([
  [null, 'Active', 'green'],
  [-3, 'Expired', 'red'],
  [0, 'Expired', 'red'],
  [1, 'Expires tomorrow', 'red'],
  [2, 'Expires in 2 days', 'red'],
  [7, 'Expires in 7 days', 'red'],
  [8, 'Expires in 8 days', 'yellow'],
  [30, 'Expires in 30 days', 'yellow'],
  [31, 'Active', 'green'],
] as const)('with %p days left the card says %s in %s', (days, text, color) => {
  expect([statusText(days), statusColor(days)]).toEqual([text, color])
})

test('days are rounded up to whole ones', () => {
  expect(daysUntilExpiry(new Date(Number(now) + HOUR), now)).toBe(1)
  expect(daysUntilExpiry(now, now)).toBe(0)
  expect(daysUntilExpiry(new Date(Number(now) - HOUR), now)).toBe(-0)
  expect(daysUntilExpiry(inDays(30).toISOString(), now)).toBe(30)
  expect(daysUntilExpiry(null, now)).toBeNull()
})

test('a month later is the same day, or the last of a shorter month', () => {
  const at = (text: string, months: number) => addMonths(new Date(text), months).toISOString()
  expect(at('2026-01-31T10:00:00Z', 1)).toBe('2026-02-28T10:00:00.000Z')
  expect(at('2028-01-31T10:00:00Z', 1)).toBe('2028-02-29T10:00:00.000Z')
  expect(at('2026-12-15T00:00:00Z', 12)).toBe('2027-12-15T00:00:00.000Z')
  const year = { isAnnual: true, granted: 0, endsAt: new Date('2027-01-31T00:00:00Z') }
  const ends = [0, 1, 11].map((granted) =>
    nextMonth({ ...year, granted })
      .toISOString()
      .slice(0, 10),
  )
  expect(ends).toEqual(['2026-02-28', '2026-03-31', '2027-01-31'])
})

test('renewing early begins when the time paid for ends', () => {
  const until = (days: number, endedAt: Date | null = null) => freeFrom([{ endsAt: inDays(days), endedAt }], now)
  expect([until(5), until(-5), until(5, now), freeFrom([], now)]).toEqual([inDays(5), now, now, now])
})

test('periods add up to the membership of now; another plan waits for its turn', () => {
  const period = (planType: string, from: number, to: number) => ({
    planType,
    isAnnual: false,
    monthlyCredits: 300,
    startsAt: inDays(from),
    endsAt: inDays(to),
    endedAt: null,
  })
  const periods = [period('flexible', -10, 20), period('flexible', 20, 50), period('premium', 50, 80)]
  expect(membershipOf(periods, now)).toMatchObject({ planType: 'flexible', endsAt: inDays(50) })
  expect(membershipOf(periods, inDays(55))).toMatchObject({ planType: 'premium', endsAt: inDays(80) })
  expect(membershipOf(periods, inDays(90))).toMatchObject({ planType: 'premium', endsAt: inDays(80) })
  expect(membershipOf([period('premium', 5, 5)], now)).toBeNull()
})

test('reminders of a year are due at 30 and at 7 days, once each; of a month at 7 days', () => {
  const due = (isAnnual: boolean) => [31, 30, 8, 7, 1, 0].map((days) => reminderDue(days, null, isAnnual))
  expect(due(true)).toEqual([null, 30, 30, 7, 7, null])
  expect(due(false)).toEqual([null, null, null, 7, 7, null])
  expect([reminderDue(29, 30, true), reminderDue(7, 30, true), reminderDue(6, 7, true)]).toEqual([null, 7, null])
})
