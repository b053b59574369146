import { expect, test } from 'bun:test'
import { ratingWeight } from './rating-weight.ts'

test('ratings speak for a table the more of them agree, those down half as much, and never without bound', () => {
  expect([ratingWeight(0, 0), ratingWeight(1, 0), ratingWeight(2, 2), ratingWeight(0, 1)]).toEqual([
    0,
    1 / 3,
    0,
    -1 / 6,
  ])
  expect(ratingWeight(8, 0)).toBeGreaterThan(ratingWeight(8, 1))
  expect([ratingWeight(1_000_000, 0) <= 1, ratingWeight(0, 1_000_000) >= -0.5]).toEqual([true, true])
})
