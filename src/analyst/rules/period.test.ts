import { expect, test } from 'bun:test'
import { covered, type PeriodGrain, partialPeriods, periodAround } from './period.ts'

test.each<[PeriodGrain, string, string, string]>([
  ['week', '2024-03-03', '2024-02-26', '2024-03-04'],
  ['week', '2024-03-04', '2024-03-04', '2024-03-11'],
  ['month', '2024-02-29', '2024-02-01', '2024-03-01'],
  ['quarter', '2024-12-31', '2024-10-01', '2025-01-01'],
  ['year', '2024-06-05 10:00:00', '2024-01-01', '2025-01-01'],
])('the %s of %s is from %s to before %s', (grain, day, from, to) => {
  expect(periodAround(grain, day)).toEqual({ from, to })
})

test.each<[PeriodGrain, string, string, boolean, boolean]>([
  ['month', '2024-01-01', '2024-03-31', false, false],
  ['month', '2024-01-02', '2024-03-30', false, false],
  ['month', '2024-01-15', '2024-03-05', true, true],
  ['year', '2022-01-01', '2024-11-30', false, true],
  ['year', '2022-04-01', '2024-12-24', true, false],
  ['week', '2024-03-06', '2024-03-17', true, false],
])('by %s, from %s to %s: first in part %p, last in part %p', (grain, from, to, first, last) => {
  expect(partialPeriods(grain, from, to)).toEqual({ first, last })
})

test('what is covered is what the data and the window share', () => {
  const data = { min: '2023-04-01 08:00:00', max: '2024-03-20 19:00:00' }
  expect(covered(data, null)).toEqual({ first: '2023-04-01', last: '2024-03-20' })
  expect(covered(data, { from: '2024-01-01', to: '2024-12-31' })).toEqual({ first: '2024-01-01', last: '2024-03-20' })
  expect(covered(data, { from: '2025-01-01', to: null })).toBeNull()
  expect(covered({ min: null, max: null }, null)).toBeNull()
})
