import { expect, test } from 'bun:test'
import { clawedBackFor, firstWatch, nextWatch, refundable } from './refund.ts'

test.each([
  [9900, 100, 0, 9900],
  [9900, 100, 35, 6435],
  [9900, 100, 100, 0],
  // The bonus was used too: nothing is left to pay back, and nobody owes us.
  [9900, 100, 105, 0],
  [199, 100, 1, 197],
  [9999, 100, 33, 6699],
  [1_535_040, 12_000, 1500, 1_343_160],
  [3_098_00, 2000, 1, 309_645],
])('of %i for %i credits of which %i were used, %i goes back', (amount, purchased, used, back) => {
  expect(refundable(amount, purchased, used)).toBe(back)
})

test.each([
  [9900, 9900, 100, 100],
  [4950, 9900, 100, 50],
  [4951, 9900, 100, 51],
  [1, 9900, 100, 1],
  [0, 9900, 100, 0],
  [99_000, 9900, 100, 100],
])('%i paid back of %i for %i credits takes %i of them', (refunded, amount, purchased, taken) => {
  expect(clawedBackFor(refunded, amount, purchased)).toBe(taken)
})

test('a refund is asked about ever more rarely, for thirty days', () => {
  const made = new Date('2026-11-21T10:00:00Z')
  const at = [firstWatch(made)]
  for (let next: Date | null = at[0]!; next; next = nextWatch(made, next)) at.push(next)
  const hours = at.map((moment) => (Number(moment) - Number(made)) / 3_600_000)
  expect(hours.slice(1, 5).map((hour) => Math.round(hour * 60))).toEqual([10, 20, 40, 80])
  expect([at.length < 45, hours.at(-1)! > 29 * 24, nextWatch(made, new Date('2027-01-01T00:00:00Z'))]).toEqual([
    true,
    true,
    null,
  ])
})
