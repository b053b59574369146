import { expect, test } from 'bun:test'
import type { Cell, ResultColumn } from './answers.ts'
import { type ChartKind, type ChartSpec, chartError, chartSubtitle, chooseChart, kindsFor, withKind } from './chart.ts'
import { chartData } from './chart-data.ts'

const column = (name: string, type = 'VARCHAR'): ResultColumn => ({ name, type })
const result = (columns: ResultColumn[], rows: Cell[][]) => ({ id: 'r', columns, rows, total_rows: rows.length })
const city = column('city')
const month = column('month', 'DATE')
const orders = column('orders', 'BIGINT')
const margin = column('margin', 'DOUBLE')

test.each<[string, ReturnType<typeof result>, Partial<ChartSpec> | null]>([
  ['one value becomes a number', result([orders], [[12]]), { kind: 'number', x: null, y: ['orders'] }],
  [
    'a measure over time becomes a line',
    result(
      [month, orders],
      [
        ['2026-01-01', 1],
        ['2026-02-01', 2],
        ['2026-03-01', 3],
      ],
    ),
    { kind: 'line', x: 'month', y: ['orders'], series: null },
  ],
  [
    'a measure over time for each of few names becomes several lines',
    result(
      [city, month, orders],
      [
        ['A', '2026-01-01', 1],
        ['B', '2026-01-01', 2],
        ['A', '2026-02-01', 3],
      ],
    ),
    { kind: 'line', x: 'month', series: 'city' },
  ],
  [
    'a measure by category becomes bars',
    result(
      [city, orders],
      [
        ['A', 1],
        ['B', 2],
      ],
    ),
    { kind: 'bar', x: 'city', y: ['orders'] },
  ],
  [
    'two measures alone become a scatter',
    result(
      [orders, margin],
      [
        [1, 2.5],
        [2, 3.5],
      ],
    ),
    { kind: 'scatter', x: 'orders', y: ['margin'] },
  ],
  [
    'ids are no measures',
    result(
      [column('customer_id', 'BIGINT'), city],
      [
        [1, 'A'],
        [2, 'B'],
      ],
    ),
    null,
  ],
  ['an empty result has no chart', result([city, orders], []), null],
])('%s', (_, table, expected) => {
  const chosen = chooseChart(table, 'Title')
  if (expected === null) expect(chosen).toBeNull()
  else {
    expect(chosen).toMatchObject(expected)
    expect(chartError(chosen!, table.columns)).toBeNull()
  }
})

const spec = (change: Partial<ChartSpec>): ChartSpec => ({
  result: 'r',
  kind: 'bar',
  x: 'city',
  y: ['orders'],
  series: null,
  title: '',
  ...change,
})

test.each<[Partial<ChartSpec>, RegExp]>([
  [{ y: ['ordres'] }, /no column "ordres".*city, month, orders, margin/],
  [{ y: [] }, /at least one measure/],
  [{ y: ['city'], x: 'month' }, /holds no numbers/],
  [{ x: null }, /needs a column for x/],
  [{ x: 'orders' }, /both the axis and a measure/],
  [{ kind: 'scatter' }, /needs numbers on x/],
  [{ series: 'month', y: ['orders', 'margin'] }, /splits one measure/],
  [{ series: 'city' }, /already used/],
])('a spec that cannot be drawn is refused with the reason: %j', (change, reason) => {
  expect(chartError(spec(change), [city, month, orders, margin])).toMatch(reason)
})

test('a click offers only kinds that the result can show', () => {
  expect(kindsFor(spec({}), [city, orders])).toEqual(['bar', 'share', 'number'])
  expect(kindsFor(spec({ x: 'month', series: 'city' }), [city, month, orders, margin])).toEqual([
    'line',
    'area',
    'bar',
    'stacked',
    'share',
    'scatter',
    'number',
  ] as ChartKind[])
})

test('every kind that is offered can be drawn', () => {
  const columns = [city, month, orders, margin]
  for (const kind of kindsFor(spec({ x: 'month' }), columns))
    expect(chartError(withKind(spec({ x: 'month' }), kind, columns)!, columns)).toBeNull()
})

test('a chart says what it shows in words', () => {
  expect(chartSubtitle(spec({ x: 'ordered_month', y: ['total_inr'], series: 'city' }))).toBe(
    'Total by ordered month and city',
  )
  expect(chartSubtitle(spec({ kind: 'number', x: null, y: ['orders', 'margin'] }))).toBe('Orders and margin')
})

test('a chart says columns in words, and keeps a missing value apart from the word null', () => {
  const columns = [city, { name: 'revenue_2025', type: 'BIGINT' }, { name: 'revenueLast_inr', type: 'BIGINT' }]
  const rows = [
    ['null', 1, 2],
    [null, 3, 4],
  ]
  const both = chartData(spec({ y: ['revenue_2025', 'revenueLast_inr'] }), { columns, rows }, 'en')
  expect(both.series.map(({ name }) => name)).toEqual(['revenue 2025', 'revenue last'])
  expect(both.axis.map(({ label }) => label)).toEqual(['no value', 'null'])
  const split = spec({ x: 'revenueLast_inr', y: ['revenue_2025'], series: 'city' })
  expect(chartData(split, { columns, rows }, 'en').series).toEqual([
    { name: 'null', values: [1, null] },
    { name: 'no value', values: [null, 3] },
  ])
})
