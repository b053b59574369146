import { expect, test } from 'bun:test'
import type { CatalogColumn, CatalogTable } from '#catalog/rules/answers.ts'
import { alternatives, suggestions } from './suggestion.ts'
import { titleOf } from './title.ts'

const column = (name: string, role: CatalogColumn['role'], distinct: number): CatalogColumn => ({
  name,
  type: role === 'measure' ? 'DOUBLE' : role === 'time' ? 'DATE' : 'VARCHAR',
  role,
  nulls: 0,
  distinct,
  min: null,
  max: null,
  top: [],
  sample: [],
  description: '',
  hidden: false,
})
const table = (name: string, columns: CatalogColumn[], rows = 100): CatalogTable => ({
  id: name,
  name,
  source: { kind: 'file', id: 'f', name: `${name}.csv` },
  rows,
  description: '',
  hidden: false,
  refreshed_at: '2026-01-01T00:00:00.000Z',
  columns,
  relations: [],
})
const orders = table('orders', [
  column('ordered_on', 'time', 90),
  column('order_total', 'measure', 80),
  column('status', 'dimension', 4),
  column('country', 'dimension', 12),
])

test('suggestions follow the last result and do not repeat the question', () => {
  const result = {
    id: 'x',
    name: 'r1',
    title: '',
    source: 'workspace',
    sql: 'select status, count(*) as n from orders group by 1',
    columns: [
      { name: 'status', type: 'VARCHAR' },
      { name: 'n', type: 'BIGINT' },
    ],
    rows: [['shipped', 9]],
    total_rows: 4,
    truncated: false,
    elapsed_ms: 1,
    rows_read: 1,
    fresh_at: '',
  }
  expect(suggestions('orders by status', result, [orders])).toEqual(['By month', 'By country', 'Only for shipped'])
  // A year whose neighbour the data hold is compared with it; a course of time has no top five.
  const dated = { ...orders, columns: [{ ...orders.columns[0]!, min: '2024-02-01' }, ...orders.columns.slice(1)] }
  const months = { ...result, columns: [{ name: 'month', type: 'DATE' }, result.columns[1]!], total_rows: 12 }
  expect(suggestions('orders by month in 2025', months, [dated])).toEqual(['Compare with 2024', 'By year', 'By status'])
  expect(suggestions('orders by month in 2024', months, [dated])).toEqual(['By year', 'By status'])
})

test('a refusal offers the questions that it lists, else those to start with', () => {
  expect(alternatives('I cannot.\n- Revenue by city\n- How many orders?', ['x'])).toEqual([
    'Revenue by city',
    'How many orders?',
  ])
  expect(alternatives('I cannot.', ['How many orders are there?'])).toEqual(['How many orders are there?'])
})

test('a title is the question in one short line', () => {
  expect(titleOf('  how many\n orders?? ')).toBe('How many orders')
  expect(titleOf(`which ${'very '.repeat(30)}long`)).toMatch(/^Which( very)+…$/)
  expect(titleOf('?')).toBe('New conversation')
})
