import { expect, test } from 'bun:test'
import { timeLabels } from './time-labels.ts'

const monthsFrom = (year: number, month: number, count: number, by = 1) =>
  Array.from({ length: count }, (_, i) => Date.UTC(year, month - 1 + i * by))
const labels = (times: number[], width: number) => [
  ...timeLabels(times, (i) => (width * (times[i]! - times[0]!)) / (times.at(-1)! - times[0]!), 'en').values(),
]
/** As they are read, from left to right. */
const read = (times: number[], width: number) => labels(times, width).join(' | ').replaceAll('\n', ' ')

test('months over several years name the year where it changes, on a phone too', () => {
  expect(read(monthsFrom(2022, 10, 30), 240)).toBe('Jan 2023 | Jul | Jan 2024 | Jul | Jan 2025')
  expect(read(monthsFrom(2024, 10, 6), 600)).toBe('Oct 2024 | Nov | Dec | Jan 2025 | Feb | Mar')
})

test('many years are labelled by years alone', () => {
  expect(read(monthsFrom(2015, 10, 100), 240)).toBe('2016 | 2018 | 2020 | 2022 | 2024')
  expect(read(monthsFrom(2020, 4, 5, 12), 600)).toBe('2020 | 2021 | 2022 | 2023 | 2024')
})

test('days name the year and hours the day where they change', () => {
  const weeks = Array.from({ length: 8 }, (_, i) => Date.UTC(2025, 10, 17 + 7 * i))
  expect(read(weeks, 600)).toBe('Nov 17 2025 | Nov 24 | Dec 1 | Dec 8 | Dec 15 | Dec 22 | Dec 29 | Jan 5 2026')
  const hours = Array.from({ length: 9 }, (_, i) => Date.UTC(2026, 0, 1, 6 * i))
  expect(read(hours, 240)).toBe('00:00 Jan 1 | 12:00 | 00:00 Jan 2 | 12:00 | 00:00 Jan 3')
})

test('a single time is written with its year', () => {
  expect(labels([Date.UTC(2026, 2, 1)], 240)).toEqual(['Mar 1\n2026'])
})
