import { expect, test } from 'bun:test'
import { clawedBackFor, refundable } from './refund.ts'

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
