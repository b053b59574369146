import { expect, test } from 'bun:test'
import { mentioned, offered, typedMention } from './mention.ts'

const sources = ['orders.csv', 'orders 2024.csv', 'store', 'Titanic train.csv', 'händler.csv', 'q3-results.csv'].map(
  (name) => ({ id: name, name }),
)

test.each<[string, string[], string]>([
  ['How many rows has @orders.csv?', ['orders.csv'], 'How many rows has orders?'],
  ['How many rows has @ORDERS?', ['orders.csv'], 'How many rows has ORDERS?'],
  ['Sum of @orders 2024.csv by month', ['orders 2024.csv'], 'Sum of orders 2024 by month'],
  ['@store and @titanic train.csv', ['store', 'Titanic train.csv'], 'store and Titanic train'],
  ['(@händler) by region', ['händler.csv'], '(händler) by region'],
  ['Totals in @q3-results.', ['q3-results.csv'], 'Totals in q3-results.'],
  ['Orders of bob@store.example', [], 'Orders of bob@store.example'],
  ['What is in @stores?', [], 'What is in @stores?'],
  ['What is in @nothing and @?', [], 'What is in @nothing and @?'],
  ['No names at all', [], 'No names at all'],
])('%s', (question, ids, plain) => {
  expect(mentioned(question, sources)).toEqual({ ids, question: plain })
})

test.each<[string, string | null]>([
  ['How many in @', ''],
  ['How many in @ord', 'ord'],
  ['How many in @orders 20', 'orders 20'],
  ['@', ''],
  ['to bob@exa', null],
  ['How many', null],
])('what is typed of a name in "%s"', (before, typed) => {
  expect(typedMention(before)).toBe(typed)
})

test('names that begin with what was typed are offered first, and none after a whole one', () => {
  expect(offered('or', sources).map(({ name }) => name)).toEqual(['orders.csv', 'orders 2024.csv', 'store'])
  expect(offered('', sources)).toHaveLength(6)
  expect(offered('store by month', sources)).toEqual([])
  expect(offered('zebra', sources)).toEqual([])
})
