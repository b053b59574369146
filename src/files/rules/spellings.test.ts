import { expect, test } from 'bun:test'
import { clustersOf } from './spellings.ts'

/** Clusters of values, each given as often as `value*count` says. */
const found = (...values: string[]) =>
  clustersOf(
    values.map((text) => {
      const [value, count] = text.split('*')
      return { value: value!, count: Number(count ?? 1) }
    }),
  ).map((cluster) => cluster.map(({ value }) => value))

test.each<[what: string, values: string[], clusters: string[][]]>([
  [
    'case, spaces and short words',
    ['New York*9', 'New York ', 'new york', 'N. York'],
    [['New York', 'N. York', 'new york', 'New York ']],
  ],
  ['accents and signs', ['São Paulo*3', 'Sao-Paulo', 'SAO PAULO!*2'], [['São Paulo', 'SAO PAULO!', 'Sao-Paulo']]],
  ['another order of words', ['Smith, John*2', 'John Smith'], [['Smith, John', 'John Smith']]],
  ['words written as one', ['Data Base*4', 'Database'], [['Data Base', 'Database']]],
  [
    'a letter wrong, left out, added or swapped',
    ['Boston*40', 'Bostom', 'Bostn', 'Bosston', 'Botson'],
    [['Boston', 'Bosston', 'Bostn', 'Bostom', 'Botson']],
  ],
  ['letters that no keyboard has', ['Straße*3', 'Strasse'], [['Straße', 'Strasse']]],
  ['invisible characters', ['Berlin*3', 'Ber\u200blin'], [['Berlin', 'Ber\u200blin']]],
  ['full width', ['ＡＢＣ商事*2', 'ABC商事'], [['ＡＢＣ商事', 'ABC商事']]],
])('%s are one thing', (_what, values, clusters) => {
  expect(found(...values)).toEqual(clusters)
})

test.each<[what: string, values: string[]]>([
  ['figures', ['Street 11*9', 'Street 12', 'Model 3*9', 'Model 3a']],
  ['short words', ['Iran*90', 'Iraq', 'Mali*9', 'Bali']],
  ['two letters', ['Male*90', 'Female', 'Austria*9', 'Australia', 'North Dakota*50', 'South Dakota']],
  ['words that are both frequent', ['Martin*30', 'Martina*20']],
  ['short forms of two things', ['New York*5', 'North York*5', 'N. York']],
  ['other scripts', ['東京*9', '京都', 'Москва*9', 'Минск']],
  ['grades, blood and languages', ['A+*9', 'A-*8', 'A*9', 'O+', 'O-', 'C', 'C#', 'C++']],
  ['nothing but signs', ['-*9', '--', '?']],
])('%s stay what they are', (_what, values) => {
  expect(found(...values)).toEqual([])
})

test('five thousand values take little time', () => {
  const values = Array.from({ length: 5000 }, (_, n) => ({
    value: `Company ${Bun.hash(String(n))} of long names`,
    count: n % 7,
  }))
  expect(clustersOf(values)).toEqual([])
})

test('umlauts that are spelled out are the same, and what is meant is not the one in capitals', () => {
  expect(found('Müller', 'Mueller', 'Neue*9', 'Neu*9')).toEqual([['Mueller', 'Müller']])
  expect(found('ACME LTD', 'Acme Ltd')).toEqual([['Acme Ltd', 'ACME LTD']])
})
