import { expect, test } from 'bun:test'
import { printCell, printNumber } from './print.ts'

test.each([
  ['1234567', '1,234,567'],
  ['1234.5', '1,234.5'],
  ['1234.567', '1,234.57'],
  ['99.00', '99'],
  ['12345678901234567890.10', '12,345,678,901,234,567,890.10'],
  ['-1200', '-1,200'],
  ['0.1', '0.1'],
])('%s is printed %s', (text, printed) => expect(printNumber(text)).toBe(printed))

test.each([
  ['2024-03-01', { name: 'month', type: 'DATE' }, 'March 2024'],
  ['2024-07-01', { name: 'quarter', type: 'DATE' }, 'Q3 2024'],
  [2024, { name: 'year', type: 'BIGINT' }, '2024'],
  [20241, { name: 'order_id', type: 'BIGINT' }, '20241'],
  [null, { name: 'city', type: 'VARCHAR' }, 'unknown'],
] as const)('%p in %p is %s', (cell, column, printed) => expect(printCell(cell, column)).toBe(printed))

test.each([
  [95, '95 seconds'],
  [1, '1 second'],
])('%p of how long something took is printed %s', (cell, printed) =>
  expect(printCell(cell, { name: 'elapsed', type: 'BIGINT' }, { currency: null, percent: false, seconds: true })).toBe(
    printed,
  ),
)
