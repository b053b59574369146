import { describe, expect, test } from 'bun:test'
import type { CatalogColumn, CatalogTable } from '#catalog/rules/answers.ts'
import type { AnswerResult } from './answer.ts'
import * as check from './check.ts'
import { scopesOf, windowOf } from './statement.ts'

const column = (name: string, more: Partial<CatalogColumn> = {}): CatalogColumn => ({
  name,
  type: 'BIGINT',
  role: 'measure',
  nulls: 0,
  distinct: 10,
  min: null,
  max: null,
  top: [],
  sample: [],
  description: '',
  hidden: false,
  ...more,
})
const table = (name: string, columns: CatalogColumn[]): CatalogTable => ({
  id: name,
  name,
  source: { kind: 'file', id: 'f', name },
  rows: 100,
  description: '',
  hidden: false,
  refreshed_at: '2026-01-01T00:00:00.000Z',
  columns,
  relations: [],
})
const tables = [
  table('orders', [
    column('id'),
    column('customer_id'),
    column('total'),
    column('coupon', { nulls: 60 }),
    column('ordered_on', { type: 'DATE', min: '2023-01-01', max: '2024-12-31' }),
  ]),
  table('order_items', [column('order_id'), column('price')]),
]
const result = (more: Partial<AnswerResult>): AnswerResult => ({
  id: 'x',
  name: 'r1',
  title: '',
  source: 'workspace',
  sql: 'select 1',
  columns: [{ name: 'n', type: 'BIGINT' }],
  rows: [[1]],
  total_rows: 1,
  truncated: false,
  elapsed_ms: 1,
  rows_read: 1,
  fresh_at: '2026-01-02T03:04:05.000Z',
  ...more,
})

describe('a statement is read for its tables, joins and aggregates', () => {
  test('with aliases, in brackets and in common tables', () => {
    const scopes =
      scopesOf(`with paid as (select o.id, sum(i.price) as p from orders as o left join order_items i on o.id = i.order_id group by 1)
      select avg(p) from paid where note <> 'from nowhere join x on a.b = c.d'`)
    expect(scopes.map((scope) => [...scope.tables.values()])).toEqual([['orders', 'order_items'], ['paid']])
    expect(scopes[0]!.joins).toEqual([
      { left: { table: 'orders', column: 'id' }, right: { table: 'order_items', column: 'order_id' }, outer: true },
    ])
    expect(scopes.flatMap((scope) => scope.aggregates).map(({ name, alias, column }) => [name, alias, column])).toEqual(
      [
        ['sum', 'i', 'price'],
        ['avg', null, 'p'],
      ],
    )
  })

  test('also where a table stands without an alias', () => {
    const [scope] = scopesOf(
      'select sum(price) from order_items join orders on order_items.order_id = orders.id where 1 = 1',
    )
    expect([...scope!.tables]).toEqual([
      ['order_items', 'order_items'],
      ['orders', 'orders'],
    ])
    expect(scope!.joins).toHaveLength(1)
  })

  test('and for the period it is limited to', () => {
    expect(windowOf("select 1 where d >= '2024-01-01' and d < '2024-04-01 00:00'")).toEqual({
      from: '2024-01-01',
      to: '2024-03-31',
    })
    expect(windowOf('select 1')).toBeNull()
  })
})

test('an average of averages and a sum of levels are warned of', () => {
  const twice = 'select avg(a) from (select shop, avg(total) as a from orders group by shop) t'
  expect(check.additivityCheck(twice)).toMatchObject({
    state: 'warn',
    note: expect.stringContaining('average of averages'),
  })
  expect(check.additivityCheck('select sum(stock_balance) from t')).toMatchObject({ state: 'warn' })
  expect(check.additivityCheck('select sum(total) from orders')).toMatchObject({ state: 'pass' })
  expect(check.additivityCheck('select total from orders')).toBeNull()
})

test('missing values in the columns used are told with their share', () => {
  expect(check.nullCheck('select coupon, total from orders', tables)).toMatchObject({
    state: 'warn',
    note: 'Empty in: orders.coupon 60 %.',
  })
  expect(check.nullCheck('select total from orders', tables)).toMatchObject({ state: 'pass' })
  const sampled = tables.map((table) => ({ ...table, rows_estimated: true as const }))
  expect(check.nullCheck('select total from orders', sampled)).toMatchObject({ state: 'unchecked' })
})

test('a truncated and an empty result are warned of', () => {
  expect(check.sizeChecks(result({ truncated: true }))[0]).toMatchObject({ state: 'warn' })
  expect(check.sizeChecks(result({ rows: [], total_rows: 0 }))[1]).toMatchObject({ name: 'Not empty', state: 'warn' })
  expect(check.sizeChecks(result({ rows: [[null]] }))[1]).toMatchObject({ state: 'warn' })
  expect(check.sizeChecks(result({}))).toEqual([
    { name: 'Complete', state: 'pass', note: 'All rows of r1 are kept.', probe: 'select 1' },
  ])
})

test('the period and the freshness are told', () => {
  const now = new Date('2026-05-05T00:00:00Z')
  expect(check.windowCheck("select total from orders where ordered_on >= '2024-01-01'", tables, now)?.note).toBe(
    'Limited by 2024-01-01 (UTC).',
  )
  expect(check.windowCheck('select total from orders where ordered_on > current_date - 30', tables, now)?.note).toBe(
    'Counted back from 2026-05-05 (UTC).',
  )
  expect(check.windowCheck('select count(*), max(ordered_on) from orders', tables, now)?.note).toBe(
    'All data: orders.ordered_on from 2023-01-01 to 2024-12-31 (UTC).',
  )
  expect(check.freshnessCheck([result({})])?.note).toBe('Data as of 2026-01-02 03:04 UTC.')
})

test('shares of a whole must add up', () => {
  const shares = (last: number) =>
    result({
      sql: 'select region, sum(n) / sum(sum(n)) over () as share from t group by 1',
      columns: [
        { name: 'region', type: 'VARCHAR' },
        { name: 'share', type: 'DOUBLE' },
      ],
      rows: [
        ['a', 0.4],
        ['b', last],
      ],
      total_rows: 2,
    })
  expect(check.wholeCheck(shares(0.6))).toMatchObject({ state: 'pass' })
  expect(check.wholeCheck(shares(0.3))).toMatchObject({ state: 'warn' })
  expect(check.wholeCheck(result({}))).toBeNull()
})
