import { expect, test } from 'bun:test'
import { numberFormat, numberText } from './number-format.ts'

const read = (number: number, code: string, id = 164) => numberText(number, numberFormat(id, code), false)

test.each<[code: string, number: number, text: string]>([
  ['General', 1234.5, '1234.5'],
  ['Standard', 45000, '45000'],
  ['#,##0.00', 1234.567, '1234.567'],
  ['# ?/?', 0.25, '0.25'],
  ['0.00E+00', 12345, '12345'],
  ['#,##0,', 1_200_000, '1200000'],
  ['_-* #,##0_-;-* #,##0_-;_-* "-"??_-;_-@_-', 0, '0'],
  ['0%', 0.07, '7 %'],
  ['0.0%', -0.12345, '-12.345 %'],
  ['0" %"', 7, '7 %'],
  ['[$₹-4009] #,##0.00', 1234.5, '1234.5 INR'],
  ['[$€-407] #,##0.00', 12, '12 EUR'],
  ['#,##0.00\\ [$EUR]', 12, '12 EUR'],
  ['_-* #,##0.00 "€"_-;-* #,##0.00 "€"_-', -12, '-12 EUR'],
  ['"$"#,##0_);[Red]\\("$"#,##0\\)', -12, '-12 $'],
  ['"Rs."#,##0', 12, '12 INR'],
  ['0.0" kg"', 7.25, '7.25 kg'],
  ['0 "°C"', -3, '-3 °C'],
  ['[>=1000]#,##0;0', 12, '12'],
  ['00000', 42, '00042'],
  ['"E-"00000', 42, 'E-00042'],
  ['yyyy\\-mm\\-dd', 45_366, '2024-03-15'],
  ['[$-409]mmm\\-yy', 45_352, '2024-03-01'],
  ['[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy', 45_352, '2024-03-01'],
  ['yyyy"年"m"月"', 45_352, '2024-03-01'],
  ['dd.mm.yyyy hh:mm', 45_352.5, '2024-03-01 12:00:00'],
  ['h:mm AM/PM', 0.75, '18:00:00'],
  ['[h]:mm:ss', 1.5, '36h 0m 0s'],
  ['"Yes";"Yes";"No"', 0, 'No'],
  ['"✓";;"✗"', 1, '✓'],
  [';;;', 5, '5'],
])('in the format %s %s is %s', (code, number, text) => expect(read(number, code)).toBe(text))

test('a built-in format says the same', () => {
  const built = (id: number, number: number) => numberText(number, numberFormat(id, undefined), false)
  expect([built(0, 5), built(4, 1234.5), built(10, 0.125), built(12, 0.5), built(17, 45_352), built(46, 1.5)]).toEqual([
    '5',
    '1234.5',
    '12.5 %',
    '0.5',
    '2024-03-01',
    '36h 0m 0s',
  ])
})
