import { expect, test } from 'bun:test'
import { standingOf } from './standing.ts'

test('ratings speak for a table the more of them agree, those down half as much, and never without bound', () => {
  expect([standingOf(0, 0), standingOf(1, 0), standingOf(2, 2), standingOf(0, 1)]).toEqual([0, 1 / 3, 0, -1 / 6])
  expect(standingOf(8, 0)).toBeGreaterThan(standingOf(8, 1))
  expect([standingOf(1_000_000, 0) <= 1, standingOf(0, 1_000_000) >= -0.5]).toEqual([true, true])
})
