import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { DAY } from '#base/time.ts'
import type { Period, Plan } from './plan.ts'
import { refundable } from './refund.ts'
import { creditLine, creditsBack, isPayable, isUpgrade, unusedPart } from './upgrade.ts'

test.each([
  ['flexible', 'monthly', 'premium', 'monthly', true],
  ['flexible', 'monthly', 'premium', 'annual', true],
  ['flexible', 'monthly', 'flexible', 'annual', true],
  ['flexible', 'annual', 'premium', 'annual', true],
  ['premium', 'monthly', 'premium', 'annual', true],
  // Something would be less: it begins when the time paid for ends.
  ['flexible', 'annual', 'premium', 'monthly', false],
  ['premium', 'monthly', 'flexible', 'annual', false],
  ['premium', 'monthly', 'flexible', 'monthly', false],
  ['premium', 'annual', 'premium', 'monthly', false],
  ['premium', 'annual', 'premium', 'annual', false],
] as [Plan, Period, Plan, Period, boolean][])('%s %s to %s %s at once: %p', (plan, period, toPlan, toPeriod, at) => {
  expect(isUpgrade({ plan, period }, { plan: toPlan, period: toPeriod })).toBe(at)
})

const month = (endsAt: string) => ({ isAnnual: false, granted: 1, endsAt: new Date(endsAt), monthlyCredits: 2000 })

describe('the unused part', () => {
  test.each([
    // 30 days of November, all of them left; then half of them; then less than one.
    ['2026-11-01T00:00:00Z', 2000, 159_900, 30, 2000],
    ['2026-11-16T00:00:00Z', 2000, 79_950, 15, 1000],
    ['2026-11-16T00:00:01Z', 2000, 74_620, 14, 934],
    ['2026-11-30T12:00:00Z', 2000, 0, 0, 0],
    // Half of the days, but only a quarter of the credits is left: they count.
    ['2026-11-16T00:00:00Z', 500, 39_975, 15, 500],
    ['2026-11-01T00:00:00Z', 0, 0, 30, 0],
  ])('of a month of 1,599 rupees at %s with %i credits left', (now, remaining, credit, days, credits) => {
    const part = unusedPart(month('2026-12-01T00:00:00Z'), 159_900, remaining, new Date(now))
    expect(part).toMatchObject({ credit, unused_days: days, days: 30, unused_credits: credits })
  })

  test('of a year counts the months that have not begun, and takes the rest back from the one that has', () => {
    const year = { isAnnual: true, granted: 3, endsAt: new Date('2027-11-01T00:00:00Z'), monthlyCredits: 2000 }
    const part = unusedPart(year, 1_535_040, 2000, new Date('2027-01-11T00:00:00Z'))
    expect(part).toEqual({
      credit: Math.floor((1_535_040 * 294) / 365),
      worth: 1_535_040,
      unused_days: 294,
      days: 365,
      unused_credits: 19_332,
    })
    expect(creditsBack(part.unused_credits, year)).toBe(1332)
  })

  test('is never below zero, never more than what a refund would bring, and what goes back is there', () => {
    const period = fc.record({
      isAnnual: fc.boolean(),
      granted: fc.integer({ min: 1, max: 12 }),
      monthlyCredits: fc.integer({ min: 1, max: 5000 }),
      left: fc.integer({ min: -40 * DAY, max: 366 * DAY }),
      worth: fc.integer({ min: 0, max: 100_000_000 }),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
    })
    fc.assert(
      fc.property(period, ({ left, worth, share, ...about }) => {
        const now = new Date('2026-02-28T11:00:00Z')
        const months = about.isAnnual ? 12 : 1
        const running = { ...about, granted: Math.min(about.granted, months), endsAt: new Date(Number(now) + left) }
        const remaining = Math.floor(share * running.monthlyCredits)
        const part = unusedPart(running, worth, remaining, now)
        const bought = months * running.monthlyCredits
        const unspent = remaining + (months - running.granted) * running.monthlyCredits
        expect(part.credit).toBeGreaterThanOrEqual(0)
        expect(part.credit).toBeLessThanOrEqual(refundable(worth, bought, bought - unspent))
        expect(part.credit * part.days).toBeLessThanOrEqual(worth * part.unused_days)
        expect(creditsBack(part.unused_credits, running)).toBeLessThanOrEqual(remaining)
        expect(Number.isSafeInteger(part.credit)).toBe(true)
      }),
    )
  })
})

test('is said in one line, and leaves something that can be paid', () => {
  const of = {
    period_id: 'x',
    plan_type: 'flexible',
    period: 'monthly',
    price: 1,
    worth: 1,
    unused_credits: 1,
  } as const
  expect(creditLine({ ...of, credit: 1, unused_days: 20, days: 31 })).toBe(
    'Credit for 20 of 31 days of Flexible, monthly',
  )
  expect([isPayable(1000, 900), isPayable(1000, 901), isPayable(1000, 5000)]).toEqual([true, false, false])
})
