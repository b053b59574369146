import { describe, expect, test } from 'bun:test'
import { findPeriods, lastPeriod, movedTo } from './dates.ts'

const NOW = '2024-11-15'

describe('periods in a question', () => {
  const cases: [string, string | null, string | null][] = [
    ['orders in 2024', '2024-01-01', '2025-01-01'],
    ['orders in March 2025', '2025-03-01', '2025-04-01'],
    ['revenue in Q3 2024', '2024-07-01', '2024-10-01'],
    ['revenue in 2024 Q3', '2024-07-01', '2024-10-01'],
    ['the second quarter of 2023', '2023-04-01', '2023-07-01'],
    ['first half of 2024', '2024-01-01', '2024-07-01'],
    ['in the last 3 months', '2024-08-16', '2024-11-16'],
    ['last month', '2024-10-01', '2024-11-01'],
    ['this year', '2024-01-01', '2025-01-01'],
    ['YTD', '2024-01-01', '2025-01-01'],
    ['since June 2023', '2023-06-01', null],
    ['before 2022-06-01', null, '2022-06-01'],
    ['after March 2024', '2024-04-01', null],
    ['between 2023-01-01 and 2023-01-31', '2023-01-01', '2023-02-01'],
    ['from January 2023 to June 2024', '2023-01-01', '2024-07-01'],
    ['yesterday', '2024-11-14', '2024-11-15'],
    ['since yesterday', '2024-11-14', null],
    ['before today', null, '2024-11-15'],
    ['until last month', null, '2024-11-01'],
    ['after the last quarter', '2024-10-01', null],
    ['on 5 March 2024', '2024-03-05', '2024-03-06'],
    ['on March 5th, 2024', '2024-03-05', '2024-03-06'],
    ['in May', '2024-05-01', '2024-06-01'],
    ['in December', '2023-12-01', '2024-01-01'],
    ['before March', null, '2024-03-01'],
    ['revenue in Q2', '2024-04-01', '2024-07-01'],
    ['since the first quarter', '2024-01-01', null],
    ['after Q4', '2025-01-01', null],
    ['since the end of August', '2024-09-01', null],
    ['until the end of May', null, '2024-06-01'],
    ['before the start of May', null, '2024-05-01'],
    ['on May 3rd', '2024-05-03', '2024-05-04'],
    ['the 24th of December', '2023-12-24', '2023-12-25'],
    ['since 1 March', '2024-03-01', null],
    ['from June to August', '2024-06-01', '2024-09-01'],
    ['from November to January', '2023-11-01', '2024-02-01'],
  ]
  test.each(cases)('%s', (text, from, to) => {
    const found = findPeriods(text, NOW)
    expect(found).toHaveLength(1)
    expect([found[0]!.period.from, found[0]!.period.to]).toEqual([from, to])
  })

  test.each([
    ['May vs June', '2024-05', '2024-06'],
    ['December and January', '2023-12', '2024-01'],
    ['last month vs the month before', '2024-10', '2024-09'],
    ['this quarter compared to the previous quarter', '2024-10', '2024-07'],
    ['in March vs the same month last year', '2024-03', '2023-03'],
  ])('two in "%s"', (text, first, second) => {
    expect(findPeriods(text, NOW).map(({ period }) => period.from?.slice(0, 7))).toEqual([first, second])
  })

  test.each(['room 2000b', 'we may order', 'sku-2024', '12024 items'])('%s names no period', (text) => {
    expect(findPeriods(text, NOW)).toEqual([])
  })

  test('a period counted back from now moves to the end of the data', () => {
    const period = lastPeriod(new Date('2026-11-21'), 'month', 3, false)
    expect(movedTo('2024-12-31', period)).toMatchObject({ from: '2024-10-01', to: '2025-01-01' })
  })
})

describe('years that begin in another month', () => {
  const fiscal = (text: string, now: string, begins: number) =>
    findPeriods(text, now, null, begins).map(({ period }) => [period.from, period.to])
  test.each([
    ['revenue this fiscal year', '2026-11-23', 4, ['2026-04-01', '2027-04-01']],
    ['revenue this fiscal year', '2026-03-31', 4, ['2025-04-01', '2026-04-01']],
    ['last financial year', '2026-11-23', 7, ['2025-07-01', '2026-07-01']],
    ['the current FY', '2026-10-01', 10, ['2026-10-01', '2027-10-01']],
    ['last fiscal quarter', '2026-11-23', 4, ['2026-07-01', '2026-10-01']],
    ['this fiscal quarter', '2026-11-23', 2, ['2026-11-01', '2027-02-01']],
    ['this fiscal quarter', '2026-01-15', 3, ['2025-12-01', '2026-03-01']],
    ['FY25', '2026-11-23', 4, ['2024-04-01', '2025-04-01']],
    ['in FY2025', '2026-11-23', 1, ['2025-01-01', '2026-01-01']],
    ['fiscal year 2024-25', '2026-11-23', 4, ['2024-04-01', '2025-04-01']],
    ['Q1 FY 2026', '2026-11-23', 4, ['2025-04-01', '2025-07-01']],
    ['next fiscal year', '2026-11-23', 4, ['2027-04-01', '2028-04-01']],
    ['fiscal year to date', '2026-11-23', 4, ['2026-04-01', '2027-04-01']],
  ] as const)('%s on %s, from month %d', (text, now, begins, period) => {
    expect(fiscal(text, now, begins)).toEqual([[...period]])
  })

  test('are counted back to where the data end', () => {
    const [found] = findPeriods('last fiscal year', '2026-11-23', null, 4)
    expect(movedTo('2024-12-31', found!.period)).toMatchObject({ from: '2024-04-01', to: '2025-04-01' })
  })

  test('are not known where the workspace names none, nor is a year that is none', () => {
    expect(findPeriods('this fiscal year', '2026-11-23')).toEqual([])
    expect(fiscal('FY2024-29', '2026-11-23', 4)).toEqual([])
  })
})
