import { expect, test } from 'bun:test'
import { nextBackoff, nextRefresh, SESSION } from './session.ts'

const NOW = 1_700_000_000_000

test.each([
  [900_000, 'wait'],
  [120_000, 'wait'],
  [119_999, 'refresh'],
  [90_000, 'refresh'],
  [89_999, 'expired'],
  [0, 'expired'],
  [-1, 'expired'],
] as const)('with %d ms left the refresher says %s', (left, decision) => {
  expect(nextRefresh(NOW, NOW + left)).toBe(decision)
})

test('without a token requests wait for one', () => {
  expect(nextRefresh(NOW, null)).toBe('expired')
})

test('attempts of one refresh wait 200 ms, double, and end after about 30 s', () => {
  const waits: number[] = []
  for (let spent = 0; ; ) {
    const wait = nextBackoff(waits.length, spent)
    if (wait === null) break
    waits.push(wait)
    spent += wait
  }
  expect(waits).toEqual([200, 400, 800, 1600, 3200, 6400, 12_800])
})

test('the cookie is as long as the specification says', () => {
  expect(SESSION).toMatchObject({ cookieMaxAge: 34_560_000, cookieChunk: 3180 })
})
