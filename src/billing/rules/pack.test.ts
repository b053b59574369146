import { expect, test } from 'bun:test'
import { packFor, topUp } from './pack.ts'

test.each([
  [0, 100],
  [100, 100],
  [101, 200],
  [700, 1000],
  [5000, 5000],
  [9000, 5000],
])('the smallest pack with %i credits has %i', (credits, pack) => {
  expect(packFor(credits)).toBe(pack)
})

test('who runs low is offered 500 credits, or as many as they lack', () => {
  expect([topUp(), topUp(3), topUp(1200)]).toEqual([{ buy: '500' }, { buy: '500' }, { buy: '2000' }])
})
