import { expect, test } from 'bun:test'
import type { RemoteTable } from '#outside/remote.ts'
import { byRelevance, leftOut, MOST_TABLE_COLUMNS, MOST_TABLES } from './relevance.ts'

const table = (name: string, about: Partial<RemoteTable> = {}): RemoteTable => ({
  ...{ schema: 'shop', name, kind: 'table', rows: 100, comment: '', columns: [], primaryKey: [], foreignKeys: [] },
  ...about,
})
const refersTo = (toTable: string) => ({ columns: ['id'], toSchema: 'shop', toTable, toColumns: ['id'] })

test('tables that others refer to come first, then those with many rows, views after tables, and empty ones last', () => {
  const tables = [
    table('empty', { rows: 0 }),
    table('view', { kind: 'view', rows: 1_000_000 }),
    table('small'),
    table('large', { rows: 1_000_000 }),
    table('orders', { foreignKeys: [refersTo('customers'), refersTo('products')] }),
    table('returns', { foreignKeys: [refersTo('customers'), refersTo('orders')] }),
    table('customers'),
    table('products'),
  ]
  expect(byRelevance(tables).map(({ name }) => name)).toEqual([
    'orders',
    'returns',
    'customers',
    'large',
    'products',
    'small',
    'view',
    'empty',
  ])
})

test('tables that are worth the same stay in their order, and one whose rows nobody counted is no empty one', () => {
  const tables = [table('b'), table('a'), table('unknown', { rows: null }), table('none', { rows: 0 })]
  expect(byRelevance(tables).map(({ name }) => name)).toEqual(['b', 'a', 'unknown', 'none'])
})

test('many keys of one table do not push all others away', () => {
  const keys = (count: number) => Array.from({ length: count }, () => refersTo('elsewhere'))
  const tables = [table('ten', { rows: 1000, foreignKeys: keys(10) }), table('forty', { foreignKeys: keys(40) })]
  expect(byRelevance(tables).map(({ name }) => name)).toEqual(['ten', 'forty'])
})

test('what is left out is said: tables beyond the most, columns beyond the most, three names at most', () => {
  const columns = Array.from({ length: MOST_TABLE_COLUMNS + 1 }, (_, n) => {
    return { name: `c${n}`, type: 'BIGINT', native: 'int', nullable: true, comment: '' }
  })
  const fine = Array.from({ length: MOST_TABLES }, (_, n) => table(`t${n}`, { columns: columns.slice(1) }))
  expect(leftOut(fine)).toEqual([])
  const wide = ['a', 'b', 'c', 'd', 'e'].map((name) => table(name, { columns }))
  expect(leftOut(wide)).toEqual(['Only the first 500 columns are here of a, b, c and 2 more.'])
  expect(leftOut([...fine, ...wide])[0]).toStartWith(
    'There are 1,005 tables; the 1,000 that look most relevant are here.',
  )
})
