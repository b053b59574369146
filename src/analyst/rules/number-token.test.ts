import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { numberTokens, shifted } from './number-token.ts'

const seen = (text: string) =>
  numberTokens(text).map((token) => [token.text, token.kind, token.date ?? token.exact].join('|'))

test.each([
  ['There are 1,234 orders.', ['1,234|number|1234']],
  ['It is ₹12,34,567.50 now', ['₹12,34,567.50|number|1234567.5']],
  ['about $1.2M and 3k', ['$1.2M|number|1200000', '3k|number|3000']],
  ['₹4.5 lakh or 1.2 crore', ['₹4.5 lakh|number|450000', '1.2 crore|number|12000000']],
  ['2.5 million people', ['2.5 million|number|2500000']],
  ['up 12.5% (3.2x)', ['12.5%|percent|12.5', '3.2x|factor|3.2']],
  ['down by −5 percent', ['−5 percent|percent|-5']],
  ['North ($1,200)', ['$1,200|number|1200']],
  ['the rest (12) stayed', ['12|number|12']],
  ['In March 2024 and on 5 March 2024', ['March 2024|date|2024-03', '5 March 2024|date|2024-03-05']],
  ['on March 5, 2024 and 2024-03-06', ['March 5, 2024|date|2024-03-05', '2024-03-06|date|2024-03-06']],
  ['Q3 2024 beat 2023', ['Q3 2024|date|2024-Q3', '2023|number|2023']],
  ['1. North: 10\n2. South: 7', ['1|position|1', '10|number|10', '2|position|2', '7|number|7']],
  ['ranked 3rd', ['3rd|position|3']],
  ['5 m of cable', ['5|number|5']],
  ['**1,000** sold, 2\u202f000 left', ['1,000|number|1000', '2\u202f000|number|2000']],
  ['1.5e3 units', ['1.5e3|number|1500']],
  ['Umsatz 3.794.947,23 € und 12,5 %', ['3.794.947,23|number|3794947.23', '12,5 %|percent|12.5']],
  ['Im März 2024 1.234 Bestellungen zu 2,50 €', ['März 2024|date|2024-03', '1.234|number|1234', '2,50|number|2.5']],
  ['le 5 mars 2024: 1\u202f234,56 €', ['5 mars 2024|date|2024-03-05', '1\u202f234,56|number|1234.56']],
  [
    'am 05.03.2024 3,4 Mio. oder 2 Mrd. Euro',
    ['05.03.2024|date|2024-03-05', '3,4 Mio.|number|3400000', '2 Mrd.|number|2000000000'],
  ],
  ["CHF 1'234.50", ["1'234.50|number|1234.5"]],
  [
    '10–20 or 10-20, ± 3, 5–7%',
    ['10|number|10', '20|number|20', '10|number|10', '20|number|20', '3|number|3', '5|number|5', '7%|percent|7'],
  ],
  ['ordered 2025 times, 3 times as many', ['2025|number|2025', '3 times|factor|3']],
  ['in 2024-25', ['2024-25|date|2024']],
  [
    '12 Prozent, 3 por ciento, 4 pour cent',
    ['12 Prozent|percent|12', '3 por ciento|percent|3', '4 pour cent|percent|4'],
  ],
  [
    '12 Millionen, 2 millones, 3 milliards',
    ['12 Millionen|number|12000000', '2 millones|number|2000000', '3 milliards|number|3000000000'],
  ],
  ['between 10 and 20, 30.', ['10|number|10', '20|number|20', '30|number|30']],
] as [string, string[]][])('%j is read as its numbers', (text, expected) => {
  expect(seen(text)).toEqual(expected)
})

test.each(['r1 and SKU-7', 'see `limit 10`', '```\nselect 5\n```', 'user42', 'https://x.example/1/2', 'no numbers'])(
  'names, code and links claim nothing: %j',
  (text) => expect(seen(text)).toEqual([]),
)

test('what can be read in two ways is read in both, unless another number tells which', () => {
  const readings = (text: string) => numberTokens(text).map(({ exact, other }) => [exact, other?.exact])
  expect(readings('1.234 orders')).toEqual([['1.234', '1234']])
  expect(readings('1,234 orders')).toEqual([['1234', '1.234']])
  expect(readings('1,234 orders at 2.5')).toEqual([
    ['1234', undefined],
    ['2.5', undefined],
  ])
  expect(readings('1,234 at 2,5')).toEqual([
    ['1.234', undefined],
    ['2.5', undefined],
  ])
  expect(readings('1.2.3')).toEqual([])
})

test('a token stands where it says it stands, whatever the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), (text) => {
      let last = 0
      for (const token of numberTokens(text)) {
        expect(text.slice(token.start, token.end)).toBe(token.text)
        expect(token.start).toBeGreaterThanOrEqual(last)
        last = token.end
      }
    }),
  )
})

test('a whole number is read back from every grouping', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 1000n, max: 10n ** 24n }),
      fc.constantFrom('en-US', 'en-IN', 'de-DE', 'fr-FR', 'de-CH', 'es-ES'),
      (value, locale) => {
        const text = `total ${value.toLocaleString(locale)} items`
        const [token, ...more] = numberTokens(text)
        expect(more).toEqual([])
        expect([token!.exact, token!.other?.exact]).toContain(String(value))
      },
    ),
  )
})

test('moving the decimal point loses no digit', () => {
  expect([shifted('1.25', 6), shifted('-0.50', 0), shifted('12', -3), shifted('0', 5), shifted('-0', 0)]).toEqual([
    '1250000',
    '-0.5',
    '0.012',
    '0',
    '0',
  ])
})

test.each<[string, string[]]>([
  ['at 14:05 and 2:30 pm, 2 pm, 14h30, 14.05 Uhr', ['14:05', '14:30', '14:00', '14:30', '14:05']],
  ['from 09:00 to 17:30:15', ['09:00', '17:30:15']],
  ['12 a.m. to 12 p.m.', ['00:00', '12:00']],
  ['a ratio of 3:2, 25:00 and 3 am Markt', []],
])('times of day are read: %s', (text, times) => {
  expect(numberTokens(text).flatMap(({ time }) => time ?? [])).toEqual(times)
})

test.each<[string, string[][]]>([
  ['2024/03/05 and 13/03/2024 and 03/25/2024', [['2024-03-05'], ['2024-03-13'], ['2024-03-25']]],
  ['05/03/2024 or 05/05/2024', [['2024-03-05', '2024-05-03'], ['2024-05-05']]],
  [
    '5 March, March 5th, 5. März, 12 de marzo, on March 5.',
    [['--03-05'], ['--03-05'], ['--03-05'], ['--03-12'], ['--03-05']],
  ],
  ['In March 12 shops opened; 30 Feb; 1/2 of 3/4', []],
  ['5 May 2024', [['2024-05-05']]],
])('dates with strokes and of no year are read: %s', (text, dates) => {
  const found = numberTokens(text).filter(({ kind }) => kind === 'date')
  expect(found.map(({ date, other }) => [date!, ...(other?.date ? [other.date] : [])])).toEqual(dates)
})

test('digits as wide as Chinese characters are digits, and stand where they stand', () => {
  const text = '２０２４年 had １，２３４ and １２．５％，３'
  const found = numberTokens(text)
  expect(found.map(({ text, exact }) => [text, exact])).toEqual([
    ['２０２４', '2024'],
    ['１，２３４', '1234'],
    ['１２．５％', '12.5'],
    ['３', '3'],
  ])
  for (const { text: own, start, end } of found) expect(text.slice(start, end)).toBe(own)
})
