import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Cell } from './answers.ts'
import { binEdges } from './bins.ts'
import type { ChartKind, ChartSpec } from './chart.ts'
import { CHART_LIMITS } from './chart.ts'
import { chartData } from './chart-data.ts'
import { type ChartPalette, chartOption } from './chart-option.ts'
import { PALETTES } from './chart-svg.ts'
import { runningTotals } from './draw/bars.ts'
import { isFormat, valueWriter } from './number-format.ts'

const columns = [
  { name: 'city', type: 'VARCHAR' },
  { name: 'month', type: 'DATE' },
  { name: 'orders', type: 'BIGINT' },
  { name: 'share', type: 'DOUBLE' },
]
const spec = (change: Partial<ChartSpec>): ChartSpec => ({
  result: 'r',
  kind: 'bar',
  x: 'city',
  y: ['orders'],
  series: null,
  title: '',
  ...change,
})
const palette: ChartPalette = {
  text: '#111',
  muted: '#555',
  line: '#ddd',
  surface: '#fff',
  font: 'Inter',
  series: ['#1', '#2', '#3', '#4', '#5', '#6'],
}
const rows: Cell[][] = [
  ['Pune', '2026-02-01', 4, 12.5],
  ['Surat', '2026-01-01', 9, 40],
  ['Pune', '2026-01-01', 2, null],
]
/** What these tests look at of the options. */
type Axis = { type: string; scale?: boolean; min?: number }
type Drawn = {
  xAxis: Axis
  yAxis: Axis
  legend?: object
  series: {
    type: string
    data: number[]
    endLabel: { formatter(): string }
    label: { formatter(hit: { value: number; dataIndex: number }): string }
  }[]
  tooltip: { renderMode: string; formatter(hit: object[]): string }
}
const option = (change: Partial<ChartSpec>, table = rows) => {
  const one = spec(change)
  return chartOption(one, chartData(one, { columns, rows: table }, 'en'), palette, 600, 'en') as unknown as Drawn
}

test('a value is written alike wherever on the axis it stands, and an axis of one value begins at zero', () => {
  const price = { columns: [columns[0]!, { name: 'price_eur', type: 'DOUBLE' }], rows: [['Pune', 5]] as Cell[][] }
  const euro = spec({ y: ['price_eur'] })
  const drawn = chartOption(euro, chartData(euro, price, 'en'), palette, 600, 'en') as never as {
    yAxis: { axisLabel: { formatter(value: number, at: number): string } }
  }
  expect(drawn.yAxis.axisLabel.formatter(5, 3)).toBe('€5')
  expect(option({ kind: 'line', x: 'month' }, [['Pune', '2026-01-01', 800, 1]]).yAxis.scale).toBe(false)
})

test('a bar below zero ends, and is labelled, below it', () => {
  const drawn = option({}, [
    ['Pune', null, 4, null],
    ['Surat', null, -3, null],
  ])
  expect(drawn.series[0]!.data).toEqual([4, expect.objectContaining({ value: -3, label: { position: 'bottom' } })])
})

test('rows are put in order of time and aligned over series', () => {
  const data = chartData(spec({ kind: 'line', x: 'month', series: 'city' }), { columns, rows }, 'en')
  expect(data.axis.map(({ label }) => label)).toEqual(['Jan 2026', 'Feb 2026'])
  expect(data.series).toEqual([
    { name: 'Pune', values: [2, 4] },
    { name: 'Surat', values: [9, null] },
  ])
})

test('rows that share a point never hide each other in silence', () => {
  const data = chartData(spec({ kind: 'line', x: 'month' }), { columns, rows }, 'en')
  expect(data.series).toEqual([{ name: 'orders', values: [9, 4] }])
  expect(data.cut).toBe('Shows one row a point: 1 more share a point with another.')
})

test('bars are sorted by size, but weekdays and ranges keep their order', () => {
  const labels = (names: string[]) =>
    chartData(spec({}), { columns, rows: names.map((name, at): Cell[] => [name, null, at, null]) }, 'en').axis.map(
      ({ label }) => label,
    )
  expect(labels(['a', 'b', 'c'])).toEqual(['c', 'b', 'a'])
  expect(labels(['Mon', 'Tue', 'Wed'])).toEqual(['Mon', 'Tue', 'Wed'])
  expect(labels(['0 - 10', '10 - 20'])).toEqual(['0 - 10', '10 - 20'])
})

test('more bars than can be read are cut, and the chart says so', () => {
  const many = Array.from({ length: 50 }, (_, i): Cell[] => [`city ${i}`, null, i, null])
  const data = chartData(spec({}), { columns, rows: many }, 'en')
  expect(data.axis).toHaveLength(CHART_LIMITS.bars)
  expect(data.cut).toBe('Shows the first 30 of 50 bars.')
})

test('exact decimals given as text are plotted, nulls leave a gap', () => {
  const text = [
    { name: 'day', type: 'DATE' },
    { name: 'total', type: 'DECIMAL(18,2)' },
  ]
  const data = chartData(
    spec({ kind: 'line', x: 'day', y: ['total'] }),
    {
      columns: text,
      rows: [
        ['2026-01-01', '12.50'],
        ['2026-01-02', null],
      ],
    },
    'en',
  )
  expect(data.series[0]?.values).toEqual([12.5, null])
})

test.each<ChartKind>(['bar', 'stacked', 'share'])('%s charts start at zero', (kind) => {
  const { xAxis, yAxis } = option({ kind, series: kind === 'stacked' ? 'month' : null })
  const value = [xAxis, yAxis].find((axis) => axis.type === 'value')
  expect(value?.scale).toBeUndefined()
  expect(value?.min).toBeUndefined()
})

test('shares are percentages of the whole', () => {
  const { series } = option({ kind: 'share' }, [
    ['a', null, 1, null],
    ['b', null, 3, null],
  ])
  expect(series[0]?.data).toEqual([0.75, 0.25])
  const [bars] = series
  const labels = bars!.data.map((value, dataIndex) => bars!.label.formatter({ value, dataIndex }))
  expect(labels).toEqual(['75 %', '25 %'])
})

test('lines are labelled at their ends instead of in a legend', () => {
  const { series, legend } = option({ kind: 'line', x: 'month', y: ['share'], series: 'city' })
  expect(legend).toBeUndefined()
  expect(series[0]?.endLabel.formatter()).toBe('Pune 12.5 %')
})

test('names in data stay text: no HTML tooltips, no rich text marks', () => {
  const { tooltip, series } = option({}, [['<img onerror=alert(1)> {a|b}', null, 3, null]])
  expect(tooltip.renderMode).toBe('richText')
  const told = tooltip.formatter([{ dataIndex: 0, seriesName: 'orders', value: 3 }])
  expect(told).toContain('(a|b)')
  expect(told).not.toContain('{')
  expect(series[0]?.type).toBe('bar')
})

test('the steps of a waterfall begin where the one before ended, and the total at zero', () => {
  expect(runningTotals([4, null, -6, 1])).toEqual([
    { from: 0, to: 4 },
    { from: 4, to: 4 },
    { from: 4, to: -2 },
    { from: -2, to: -1 },
    { from: 0, to: -1 },
  ])
})

test('pictures without a page have the colours of the pages', () => {
  const tokens = readFileSync(join(import.meta.dir, '../../../public/css/tokens.css'), 'utf8')
  const token = (name: string, theme: 'light' | 'dark') =>
    new RegExp(`--${name}: light-dark\\((#\\w+), (#\\w+)\\)`).exec(tokens)?.[theme === 'light' ? 1 : 2]
  for (const theme of ['light', 'dark'] as const) {
    const { text, muted, line, surface, series } = PALETTES[theme]
    expect({ text, muted, line, surface }).toEqual({
      text: token('ink', theme)!,
      muted: token('muted', theme)!,
      line: token('line', theme)!,
      surface: token('raised', theme)!,
    })
    expect(series).toEqual([1, 2, 3, 4, 5, 6, 7].map((at) => token(`chart-${at}`, theme)!))
  }
})

test.each([
  [null, 1234.5, '1,235'],
  [null, -56_000, '-56K'],
  ['eur', 1234, '€1,234'],
  ['eur|2', -1234, '-€1,234.00'],
  ['percent', 0.1234, '12.3 %'],
  ['2', 12345.678, '12,345.68'],
  ['compact', 1234, '1.2K'],
  ['compact|2', 1234, '1.23K'],
])('the format %s writes %d as %s', (format, value, text) => {
  expect(valueWriter(format, '', 'en')(value)).toBe(text)
})

test('what is no format is refused', () => {
  expect(['eur', 'percent|1', '%', 'inr|0'].map(isFormat)).toEqual([true, true, true, true])
  expect(['', 'xyz', '7', 'percent|eur', 'function(){}'].map(isFormat)).toEqual([false, false, false, false, false])
})

test('edges of bins are round and hold all values', () => {
  const edges = (min: number, max: number, whole = false) =>
    binEdges({ count: 500, min, max, q1: min + (max - min) / 4, q3: max - (max - min) / 4, distinct: 400, whole })
  expect(edges(3, 3)).toEqual(['3', '3.03'])
  expect(edges(3, 3, true)).toEqual(['3', '4'])
  for (const [min, max] of [
    [0.1, 0.9],
    [-1e9, 1e12],
    [1e-7, 3e-7],
    [17, 18.2],
  ] as const) {
    const found = edges(min, max).map(Number)
    expect(found[0]).toBeLessThanOrEqual(min)
    expect(found.at(-1)).toBeGreaterThanOrEqual(max)
    expect(found.length).toBeWithin(5, 45)
    expect(new Set(found).size).toBe(found.length)
  }
})
