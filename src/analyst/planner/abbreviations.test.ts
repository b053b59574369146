import { expect, test } from 'bun:test'
import { isShortFor, isWrittenAs } from './abbreviations.ts'

test.each([
  ['pop', 'population', true],
  ['amnt', 'amount', true],
  ['qty', 'quantity', true],
  ['spd', 'speed', true],
  ['cat', 'cabinet', false],
  ['po', 'population', false],
  ['rate', 'rates', false],
])('%s is short for %s: %p', (short, word, is) => expect(isShortFor(short, word)).toBe(is))

test.each([
  [['domestic', 'gross'], 'domgross', true],
  [['body', 'mass', 'index'], 'BMI', true],
  [['homicide', 'rate'], 'HR8893', true],
  [['population', 'density'], 'pop_dens', true],
  [['home', 'run'], 'hr', false],
  [['domestic', 'gross'], 'intgross', false],
  [['domestic', 'gross', 'income'], 'domgross', false],
] as [string[], string, boolean][])('%p is written as %s: %p', (words, name, is) =>
  expect(isWrittenAs(words, name)).toBe(is),
)
