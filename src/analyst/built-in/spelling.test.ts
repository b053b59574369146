import { expect, test } from 'bun:test'
import { distance } from './spelling.ts'

test.each([
  ['avrage', 'average', 1],
  ['citty', 'city', 1],
  ['prodcuts', 'products', 1],
  ['revnue', 'revenue', 1],
  ['sales', 'sales', 0],
  ['averageness', 'city', 3],
])('%s is so far from %s: %d', (word, other, steps) => {
  expect(distance(word, other, 2)).toBe(steps)
})
