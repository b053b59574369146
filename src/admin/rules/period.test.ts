import { expect, test } from 'bun:test'
import { DAY } from '#base/time.ts'
import { barAt, changeText, figureOf, PERIOD_NAMES, PERIODS, percent, spanOf, together } from './period.ts'

const now = new Date('2026-03-10T12:30:00Z')

test.each(PERIOD_NAMES)('the last %s end now and follow on as much before', (name) => {
  const { before, from, to, step, bars } = spanOf(name, now)
  expect(to).toEqual(now)
  expect(Number(to) - Number(from)).toBe(PERIODS[name].span)
  expect(Number(from) - Number(before)).toBe(PERIODS[name].span)
  expect(Number.isInteger(bars) && bars * step === PERIODS[name].span).toBe(true)
  expect(barAt({ from, step }, bars - 1)[1]).toEqual(now)
})

test('amounts fall into the period or the one before, by bar', () => {
  const rows = [
    { bar: 0, amount: 5 },
    { bar: 2, amount: 1 },
    { bar: 3, amount: 4 },
    { bar: 5, amount: 2 },
    { bar: 6, amount: 99 },
    { bar: -1, amount: 99 },
  ]
  const figure = figureOf({ bars: 3 }, rows)
  expect(figure).toEqual({ value: 6, before: 6, series: [4, 0, 2] })
  expect(together([figure, { value: 1, before: 0, series: [0, 1, 0] }])).toEqual({
    value: 7,
    before: 6,
    series: [4, 1, 2],
  })
})

test.each([
  [10, 10, 'the same as before'],
  [0, 0, 'none before either'],
  [3, 0, 'none before'],
  [0, 4, '−100 %'],
  [9, 8, '+13 %'],
  [102, 100, '+2 %'],
  [1009, 1000, '+0.9 %'],
  [9000, 3, '+299,900 %'],
])('%d after %d is %s', (value, before, text) => {
  expect(changeText({ value, before })).toBe(text)
})

test('a share of nothing is none', () => {
  expect([percent(1, 0), percent(0, 5), percent(2, 3)]).toEqual([null, 0, 66.7])
  expect(PERIODS['7d'].span).toBe(7 * DAY)
})
