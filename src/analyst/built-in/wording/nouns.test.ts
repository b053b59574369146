import { expect, test } from 'bun:test'
import { currencyOf, sayTable } from './nouns.ts'

test.each([
  ['total_inr', '₹'],
  ['Salary $', '$'],
  ['Betrag (€)', '€'],
  ['Price (USD)', '$'],
  ['price', null],
])('%s is in %s', (name, sign) => {
  expect(currencyOf(name)).toBe(sign)
})

test('what stands in a name beside its words is not said', () => {
  expect(sayTable('Staff list (final)')).toBe('staff list final')
})
