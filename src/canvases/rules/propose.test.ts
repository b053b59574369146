import { expect, test } from 'bun:test'
import type { CatalogTable } from '#catalog/rules/answers.ts'
import { proposedPlaces } from './propose.ts'

type Column = [name: string, type: string, top?: string[], role?: string]
const table = (name: string, columns: Column[], relations: object[] = []) =>
  ({
    name,
    columns: columns.map(([name, type, top = [], role = 'dimension']) => ({
      ...{ name, type, role, hidden: false, top: top.map((value) => ({ value, count: 1 })) },
    })),
    relations: relations.map((one) => ({ match_rate: 1, kind: 'inferred', ...one })),
  }) as unknown as CatalogTable

const TABLES = [
  table(
    'orders',
    [
      ...([
        ['region', 'VARCHAR', ['North', 'South']],
        ['status', 'VARCHAR', ['open', 'paid']],
      ] as Column[]),
      ...([
        ['ordered_on', 'DATE', [], 'time'],
        ['customer_id', 'BIGINT'],
        ['state', 'VARCHAR', ['Bihar']],
      ] as Column[]),
    ],
    [{ column: 'customer_id', to_table: 'customers', to_column: 'id' }],
  ),
  table('customers', [
    ...([
      ['id', 'BIGINT'],
      ['name', 'VARCHAR', ['Ada']],
      ['segment', 'VARCHAR', ['small']],
    ] as Column[]),
    ...([
      ['joined', 'TIMESTAMP', [], 'time'],
      ['status', 'VARCHAR', ['asleep']],
    ] as Column[]),
  ]),
  table('targets', [
    ['Region', 'VARCHAR', ['north']],
    ['month', 'DATE', [], 'time'],
    ['State', 'VARCHAR', ['bihar']],
  ]),
  table(
    'notes',
    [['text', 'VARCHAR']],
    [{ column: 'text', to_table: 'customers', to_column: 'segment', match_rate: 0.2 }],
  ),
]

test.each([
  ['orders.region', 'values', ['orders.region', 'targets.Region']],
  ['orders.state', 'values', ['orders.state', 'targets.State']],
  // Called alike, but of other values; and through the key of the table.
  ['orders.status', 'values', ['orders.status']],
  ['customers.segment', 'values', ['customers.segment', 'orders.customer_id through customers.id']],
  ['customers.id', 'values', ['customers.id', 'orders.customer_id']],
  ['orders.customer_id', 'values', ['orders.customer_id', 'customers.id']],
  ['orders.ordered_on', 'date_range', ['orders.ordered_on', 'customers.joined', 'targets.month']],
  ['customers.name', 'text', ['customers.name']],
  ['customers.gone', 'values', []],
] as const)('a filter on %s by %s is on %j', (seed, kind, wanted) => {
  const [table = '', column = ''] = seed.split('.')
  const places = proposedPlaces({ table, column }, kind, TABLES)
  expect(
    places.map(
      ({ table, column, through }) => `${table}.${column}${through ? ` through ${through.table}.${through.key}` : ''}`,
    ),
  ).toEqual([...wanted])
})
