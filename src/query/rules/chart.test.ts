import { expect, test } from 'bun:test'
import type { Cell, ResultColumn } from './answers.ts'
import { type ChartKind, type ChartSpec, chartError, chartSubtitle, chooseChart, kindsFor, withKind } from './chart.ts'
import { cellsOfMark, chartData } from './chart-data.ts'

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
    expect(chartError(chosen!, table)).toBeNull()
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
  [{ y: [] }, /needs 1 measure/],
  [{ y: ['city'], x: 'month' }, /holds no numbers/],
  [{ x: null }, /needs a column for x/],
  [{ x: 'orders' }, /only once/],
  [{ kind: 'scatter' }, /needs numbers on x/],
  [{ series: 'month', y: ['orders', 'margin'] }, /splits one measure/],
  [{ series: 'city' }, /only once/],
])('a spec that cannot be drawn is refused with the reason: %j', (change, reason) => {
  expect(chartError(spec(change), { columns: [city, month, orders, margin] })).toMatch(reason)
})

const rows: Cell[][] = [
  ['Pune', '2026-01-01', 3, 0.2],
  ['Surat', '2026-02-01', 5, 0.3],
]

test('a click offers only kinds that the result can show', () => {
  const kinds = (change: Partial<ChartSpec>, columns: ResultColumn[], rows: Cell[][]) =>
    kindsFor(spec(change), { columns, rows })
  const pairs = rows.map(([city, , orders]): Cell[] => [city!, orders!])
  expect(kinds({}, [city, orders], pairs)).toEqual([
    'bar',
    'share',
    'waterfall',
    'funnel',
    'treemap',
    'pivot',
    'number',
  ])
  expect(kinds({}, [city, orders], [...pairs, ['Goa', -1]])).toEqual(['bar', 'waterfall', 'pivot', 'number'])
  expect(kinds({ x: 'month', series: 'city' }, [city, month, orders, margin], rows)).toEqual([
    ...(['line', 'area', 'bar', 'stacked', 'share', 'combo', 'scatter', 'heatmap'] as ChartKind[]),
    ...(['waterfall', 'funnel', 'treemap', 'pivot', 'number'] as ChartKind[]),
  ])
  const country = column('country')
  expect(kinds({ x: 'country' }, [country, orders], [['India', 2]])).toContain('map')
  const many = Array.from({ length: 20 }, (_, i): Cell[] => [i % 2 ? 'Pune' : 'Surat', i])
  expect(kinds({}, [city, orders], many)).toEqual(['bar', 'histogram', 'box', 'pivot', 'number'])
})

test('every kind that is offered can be drawn', () => {
  const table = { columns: [city, month, orders, margin], rows }
  for (const kind of kindsFor(spec({ x: 'month' }), table))
    expect(chartError(withKind(spec({ x: 'month' }), kind, table)!, table)).toBeNull()
})

test.each<[string, Partial<ChartSpec>, string, RegExp | null]>([
  ['averages are not stacked', { kind: 'stacked', y: ['avg_price'], series: 'month' }, '', /do not add up/],
  ['nor put into a waterfall', { kind: 'waterfall', y: ['avg_price'] }, '', /do not add up/],
  ['but stand beside each other', { y: ['avg_price'], series: 'month' }, '', null],
  [
    'the statement tells an average by another name',
    { kind: 'stacked', y: ['price'], series: 'month' },
    'SELECT city, month, sum(amount) AS amount, round(avg(price), 2) AS price FROM orders',
    /do not add up/,
  ],
  [
    'a sum beside an average is one',
    { kind: 'stacked', y: ['price'], series: 'month' },
    'SELECT city, avg(x) AS avg_price, sum(coalesce(y, 0)) AS price FROM orders',
    null,
  ],
  ['a share has no reference line', { kind: 'share', y: ['price'], lines: [{ at: 2 }] }, '', /no axis/],
  ['a trend needs a line or points', { y: ['price'], lines: [{ at: 'trend' }] }, '', /line or scatter/],
  [
    'a trend is of one measure',
    { kind: 'line', series: 'city', x: 'month', y: ['price'], lines: [{ at: 'trend' }] },
    '',
    /one measure/,
  ],
  ['a combo needs two measures', { kind: 'combo', y: ['price'] }, '', /at least 2|needs 2 measures/],
  ['a histogram has no x', { kind: 'histogram', y: ['price'] }, '', /no x/],
  ['a heat map needs a second key', { kind: 'heatmap', y: ['price'] }, '', /second column/],
])('%s', (_, change, sql, reason) => {
  const columns = [city, month, column('price', 'DOUBLE'), column('avg_price', 'DOUBLE')]
  const error = chartError(spec(change), { columns, sql })
  if (reason) expect(error).toMatch(reason)
  else expect(error).toBeNull()
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

test('a mark stands for the cells of its place and series, and for none where it was folded or computed', () => {
  const rows: Cell[][] = [
    ['A', '2026-01-01', 1],
    ['B', '2026-01-01', 2],
    [null, '2026-02-01', 3],
  ]
  const { id: _, total_rows: __, ...table } = result([city, month, orders], rows)
  const line: ChartSpec = { kind: 'line', title: '', result: 'r', x: 'month', y: ['orders'], series: 'city' }
  const marked = (spec: ChartSpec, place: number, series: string) =>
    cellsOfMark(spec, table, chartData(spec, table, 'en'), { place, series }, 'en')
  expect(marked(line, 0, 'B')).toEqual({ month: '2026-01-01', city: 'B' })
  expect(marked(line, 1, 'no value')).toEqual({ month: '2026-02-01', city: null })
  const bars: ChartSpec = { ...line, kind: 'bar', x: 'city', series: null, sort: 'given' }
  expect(marked(bars, 2, 'orders')).toEqual({ city: null })
  expect(marked(bars, 3, 'orders')).toBeNull()
  expect(marked({ ...bars, kind: 'treemap' }, 0, 'orders')).toBeNull()
})
