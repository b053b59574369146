import { expect, test } from 'bun:test'
import { HOUR, MINUTE } from '#base/time.ts'
import { LOCKOUT, waitAfter } from './lockout.ts'

test.each([
  [0, 0],
  [4, 0],
  [5, MINUTE],
  [6, 2 * MINUTE],
  [7, 4 * MINUTE],
  [10, 32 * MINUTE],
  [11, HOUR],
  [5000, HOUR],
])('after %d failures an account waits %d ms', (failures, wait) => {
  expect(waitAfter(failures, LOCKOUT.free.account)).toBe(wait)
})
