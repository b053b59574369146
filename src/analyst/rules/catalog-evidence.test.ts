import { expect, test } from 'bun:test'
import type { CatalogTable } from '#catalog/rules/answers.ts'
import { bindNumbers } from './binding.ts'
import { factsOfCatalog } from './catalog-evidence.ts'

const column = (name: string, type: string, more: object) => ({
  ...{
    name,
    type,
    role: 'dimension' as const,
    nulls: 0,
    distinct: 0,
    min: null,
    max: null,
    top: [],
    sample: [],
    description: '',
    hidden: false,
  },
  ...more,
})
const table = (name: string, rows: number, columns: CatalogTable['columns'], more: object = {}): CatalogTable => ({
  ...{ id: name, name, source: { kind: 'file', id: name, name }, rows, description: '', hidden: false },
  ...{ refreshed_at: '2026-11-20T08:00:00.000Z', columns, relations: [] },
  ...more,
})
const days = column('order_date', 'DATE', { min: '2024-01-02', max: '2025-12-31', distinct: 700 })
const catalog = factsOfCatalog([
  table('orders', 48_211, [
    days,
    column('city', 'VARCHAR', { distinct: 412 }),
    column('margin', 'VARCHAR', { distinct: 93, hidden: true }),
  ]),
  table('events', 2_000_000, [
    column('kind', 'VARCHAR', { distinct: 417 }),
    column('seen', 'TIMESTAMP', { min: '2023-05-01 10:00:00', max: '2023-06-01 00:00:00' }),
    column('ended', 'TIMESTAMP', { min: '2023-05-02 10:00:00', max: '2023-07-01 00:00:00' }),
  ]),
  table('guesses', 5_151, [column('day', 'DATE', { min: '2022-02-02', max: '2022-03-03' })], { rows_estimated: true }),
  table('secrets', 6_161, [], { hidden: true }),
])
const states = (text: string, results: Parameters<typeof bindNumbers>[1]['results'] = []) =>
  bindNumbers(text, { results, said: [], catalog }).map(({ text, state, catalog }) =>
    catalog ? [text, [catalog.table, catalog.column, catalog.fact].filter(Boolean).join(' ')] : [text, state],
  )

test.each<[string, string[][]]>([
  ['The table orders has 48,211 rows.', [['48,211', 'orders rows']]],
  ['Die Tabelle orders hat 48.211 Zeilen.', [['48.211', 'orders rows']]],
  [
    'Orders run from 2024-01-02 to 31 December 2025.',
    [
      ['2024-01-02', 'orders order_date first'],
      ['31 December 2025', 'orders order_date last'],
    ],
  ],
  [
    'The orders cover January 2024 to December 2025.',
    [
      ['January 2024', 'unbound'],
      ['December 2025', 'orders order_date last'],
    ],
  ],
  ['The first order was placed on 2024-01-02.', [['2024-01-02', 'orders order_date first']]],
  ['Orders come from 412 different cities.', [['412', 'orders city distinct']]],
  ['The events were seen from 2023-05-01.', [['2023-05-01', 'events seen first']]],
])('what was counted is evidence where the table is named: %s', (text, expected) =>
  expect(states(text)).toEqual(expected),
)

test.each<[string]>([
  // Another number, another table, no table, nothing that says what it counts.
  ['The table orders has 48,212 rows.'],
  ['The table events has 48,211 rows.'],
  ['There are 48,211 rows.'],
  ['Of the orders 48,211 were returned.'],
  ['Revenue of the orders was 48,211.'],
  ['The orders earned 412 in cities.'],
  ['The orders have 412 late cities.'],
  ['Orders have 412 clerks per city.'],
  ['Of the orders, 48,211 damaged rows were found.'],
  ['About 48.2k rows are in orders.'],
  ['Orders ended on the 2024-01-02.'],
  ['Events run from 2023-05-01.'],
  // What is estimated or hidden.
  ['The events have 417 different kinds.'],
  ['The table guesses has 5,151 rows.'],
  ['Guesses begin on 2022-02-02.'],
  ['The table secrets has 6,161 rows.'],
  ['Orders have 93 different margins.'],
])('nothing else is: %s', (text) => {
  for (const [, state] of states(text)) expect(state).toBe('unbound')
})

test('a cell goes before what the catalog counted', () => {
  const r1 = {
    id: 'r',
    name: 'r1',
    columns: [{ name: 'orders', type: 'BIGINT' }],
    rows: [[48_211]],
    total_rows: 1,
    statistics: [],
  }
  expect(states('The table orders has 48,211 rows.', [r1])).toEqual([['48,211', 'bound']])
})
