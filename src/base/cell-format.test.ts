import { expect, test } from 'bun:test'
import type { Cell } from '#query/rules/answers.ts'
import { columnFormat, dayGrain, formatNumber, shortNumber, toTsv, unitOf, withUnit } from './cell-format.ts'

const written = (name: string, type: string, values: Exclude<Cell, null>[], locale = 'en-IN') => {
  const format = columnFormat({ name, type }, values, locale)
  return values.map(format.text)
}

test('digits are grouped as the locale groups them', () => {
  expect(written('orders', 'BIGINT', [123456], 'en-IN')).toEqual(['1,23,456'])
  expect(written('orders', 'BIGINT', [123456], 'en-US')).toEqual(['123,456'])
  expect(written('orders', 'BIGINT', [123456], 'de-DE')).toEqual(['123.456'])
})

test('integers and decimals beyond floats keep every digit', () => {
  expect(written('views', 'HUGEINT', ['9007199254740993'], 'en-US')).toEqual(['9,007,199,254,740,993'])
  expect(written('total', 'DECIMAL(38,2)', ['-12345678901234567890.10'], 'en-US')).toEqual([
    '-12,345,678,901,234,567,890.10',
  ])
  expect(formatNumber('0.10', 'de-DE')).toBe('0,10')
})

test('text that is no number is left as it is', () => {
  expect(formatNumber('inf', 'en')).toBe('inf')
  expect(written('total', 'DOUBLE', ['nan'], 'en')).toEqual(['nan'])
})

test('ids, codes and years are not grouped', () => {
  expect(written('customer_id', 'BIGINT', [1234567])).toEqual(['1234567'])
  expect(written('year', 'INTEGER', [2026])).toEqual(['2026'])
  for (const name of ['Member No', 'CustomerID', 'invoice-number', 'ZIP Code'])
    expect(written(name, 'BIGINT', [1014])).toEqual(['1014'])
  expect(written('casino', 'BIGINT', [1014])).toEqual(['1,014'])
})

test('a column of doubles shows the same number of decimals in all its cells', () => {
  expect(written('share', 'DOUBLE', [17.2, 5, 6.45], 'en')).toEqual(['17.20', '5.00', '6.45'])
})

test('dates are written at the grain of their column', () => {
  expect(written('month', 'DATE', ['2026-01-01', '2026-02-01'], 'en-US')).toEqual(['Jan 2026', 'Feb 2026'])
  expect(written('day', 'DATE', ['2026-01-01', '2026-02-02'], 'en-US')).toEqual(['Jan 1, 2026', 'Feb 2, 2026'])
  expect(written('Quarter', 'DATE', ['2026-01-01', '2026-10-01'], 'en-US')).toEqual(['Q1 2026', 'Q4 2026'])
  expect(written('month', 'DATE', ['2026-01-01', '2026-10-01'], 'en-US')).toEqual(['Jan 2026', 'Oct 2026'])
  expect(written('at', 'TIMESTAMP', ['2026-01-01 00:00:00', '2026-01-02 00:00:00'], 'en-US')).toEqual([
    'Jan 1, 2026',
    'Jan 2, 2026',
  ])
  expect(written('at', 'TIMESTAMP', ['2026-01-01 14:05:09.123'], 'en-US')).toEqual(['Jan 1, 2026, 14:05'])
})

test('one first of January is a year only when the column says so', () => {
  expect(dayGrain(new Set(['2026-01-01']), 'year')).toBe('year')
  expect(dayGrain(new Set(['2026-01-01']), 'month')).toBe('month')
  expect(dayGrain(new Set(['2026-01-01']), 'signed_at')).toBe('day')
})

test('what is no date is shown as it came', () => {
  expect(written('at', 'DATE', ['infinity'], 'en')).toEqual(['infinity'])
  expect(written('t', 'TIME', ['10:00:00'], 'en')).toEqual(['10:00:00'])
})

test('units come from names, and a share between 0 and 1 is no percentage', () => {
  expect(unitOf({ name: 'total_inr', type: 'BIGINT' }, [])).toBe('₹')
  expect(unitOf({ name: 'Total (EUR)', type: 'DOUBLE' }, [])).toBe('€')
  expect(unitOf({ name: 'share', type: 'DOUBLE' }, [17.2])).toBe('%')
  expect(unitOf({ name: 'share', type: 'DOUBLE' }, [0.17])).toBe('')
  expect(unitOf({ name: 'city', type: 'VARCHAR' }, [])).toBe('')
  expect([withUnit('17.2', '%'), withUnit('5', '₹'), withUnit('5', '')]).toEqual(['17.2 %', '₹5', '5'])
})

test('large numbers are short on axes', () => {
  expect(shortNumber(1_234_567, 'en-US')).toBe('1.2M')
  expect(shortNumber(1284, 'en-US')).toBe('1,284')
  expect(shortNumber(0.1234, 'en-US')).toBe('0.1234')
})

test('copied rows are exact and cannot break the table they are pasted into', () => {
  expect(
    toTsv(
      ['a', 'b'],
      [
        ['1200.50', null],
        ['x\ty\nz', true],
      ],
    ),
  ).toBe('a\tb\n1200.50\t\nx y z\ttrue')
  expect(toTsv(null, [[1]])).toBe('1')
})
