import { expect, test } from 'bun:test'
import { counted, dayText, exactText, minuteText, numberText, percent, regionOf, secondText } from './format.ts'

test('numbers and days are written as in a region, plainly where none is known', () => {
  expect([numberText(143_134), numberText(143_134, 'en-IN'), numberText(143_134, 'de-DE')]).toEqual([
    '143,134',
    '1,43,134',
    '143.134',
  ])
  expect([counted(1, 'row'), counted(143_134, 'row', 'rows', 'en-IN')]).toEqual(['1 row', '1,43,134 rows'])
  expect([dayText('2026-11-22T23:59:00Z'), dayText(new Date(0), 'en-US')]).toEqual(['22 Nov 2026', 'Jan 1, 1970'])
  for (const moment of [
    '2026-11-22T14:05:59Z',
    '2026-11-22 14:05:59',
    '2026-11-22 16:05:59.5+02',
    new Date('2026-11-22T14:05:59Z'),
  ])
    expect(minuteText(moment)).toBe('22 Nov 2026, 14:05')
})

test.each(['04:59:43', 'infinity', '0044-03-15 (BC)', ''])('what is no day stays as it is written: %p', (text) => {
  expect([dayText(text), minuteText(text, 'de-DE'), secondText(text)]).toEqual([text, text, text])
})

test('a share is never rounded to nothing or to all', () => {
  expect([0, 0.0004, 0.123, 0.9999, 1].map((share) => percent(share))).toEqual([
    '0 %',
    '<0.1 %',
    '12.3 %',
    '>99.9 %',
    '100 %',
  ])
  expect(percent(0.123, 'de-DE')).toBe('12,3 %')
})

test('exact numbers keep every digit', () => {
  expect(exactText('12345678901234567890.10', 'en-IN')).toBe('1,23,45,67,89,01,23,45,67,890.10')
  expect(exactText('-7')).toBe('-7')
})

test.each([
  [undefined, 'en-001'],
  ['', 'en-001'],
  ['*', 'en-001'],
  ['en', 'en-001'],
  ['en-IN,en;q=0.9', 'en-IN'],
  ['xx-nonsense-everywhere-1;q=1, de-DE;q=0.8', 'de-DE'],
  ['-;"><script>, fr', 'fr'],
  ['en-US@posix, sv-SE', 'sv-SE'],
])('a browser that asks for %p reads %s', (accept, region) => {
  expect(regionOf(accept)).toBe(region)
})
