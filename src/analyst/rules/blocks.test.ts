import { expect, test } from 'bun:test'
import type { AnswerResult, Placed } from './answer.ts'
import { blocksOf, chartsLeft, figuresOf, inWords, moved } from './blocks.ts'
import type { Table } from './evaluate.ts'
import { GRID_LIMITS, place, resultsOfPlacement } from './place.ts'
import { isPlacement } from './placement.ts'
import { Unresolved } from './reference.ts'

const result = (
  name: string,
  rows: AnswerResult['rows'],
  columns = 'region VARCHAR, revenue BIGINT',
): AnswerResult => ({
  id: `id-${name}`,
  name,
  title: `Revenue ${name}`,
  columns: columns.split(', ').map((column) => {
    const [name = '', type = ''] = column.split(' ')
    return { name, type }
  }),
  rows,
  total_rows: rows.length,
  truncated: false,
  elapsed_ms: 1,
  source: 'workspace',
  sql: '',
  rows_read: 1,
  fresh_at: '2026-01-01T00:00:00Z',
})
const r1 = result('r1', [
  ['North', 1200],
  ['South', 1000],
  ['_West_', 0],
])
const r2 = result(
  'r2',
  [
    ['2025-01', 0.31],
    ['2025-02', 0.36],
  ],
  'month VARCHAR, share_rate DOUBLE',
)
const r3 = result('r3', [], 'region VARCHAR')
const results = [r1, r2, r3]
const tables = new Map(
  results.map((one): [string, Table] => [one.name, { ...one, statistics: [], partial: false, past: false }]),
)
const given = { tables, locale: 'en-US', currency: '', tells: true }
const chart = {
  result: 'id-r1',
  kind: 'bar' as const,
  x: 'region',
  y: ['revenue'],
  series: null,
  title: 'Revenue by region',
}

const placing = (source: string, charts = [chart]) => {
  try {
    return place(source, { results, charts }, given)
  } catch (error) {
    if (!(error instanceof Unresolved)) throw error
    return error.message
  }
}

test('what begins like a placement is one, and nothing else', () => {
  for (const source of ['chart c1', ' grid r1', 'KPI r1.x', 'kpi "odd"']) expect(isPlacement(source)).toBe(true)
  for (const source of ['charts', 'r1.x', 'kpi', 'sum(r1.x)', 'grid!']) expect(isPlacement(source)).toBe(false)
})

test.each<[string, object]>([
  ['chart c1', { kind: 'chart', chart: 0 }],
  ['chart r1', { kind: 'chart', chart: 0 }],
  ['grid r1', { kind: 'grid', result: 'id-r1', columns: ['region', 'revenue'], rows: 3 }],
  ['grid R1, rows=2, columns=Revenue', { kind: 'grid', columns: ['revenue'], rows: 2 }],
  ['grid r1, columns="revenue"|region', { kind: 'grid', columns: ['revenue', 'region'] }],
  ['kpi r1.revenue[North]', { tile: { label: 'Revenue', value: { text: '1,200', state: 'bound' } } }],
  ['kpi r1.revenue[North]|usd, label="Best, by far"', { tile: { label: 'Best, by far', value: { text: '$1,200' } } }],
  ['kpi r1.region[#3]', { tile: { value: { text: '_West_' } } }],
])('%s', (source, placed) => {
  expect(placing(source)).toMatchObject({ placed: { source, ...placed } })
})

test('a figure is compared by the server: in percent, in points where it is a share, and not at all with zero', () => {
  expect(placing('kpi r1.revenue[North]|usd, before=r1.revenue[South], label=North')).toMatchObject({
    placed: {
      tile: { value: { text: '$1,200' }, before: { text: '$1,000' }, change: { text: '+20 %', state: 'derived' } },
    },
  })
  expect(placing('kpi r2.share_rate[#2]|percent, before=r2.share_rate[#1]')).toMatchObject({
    placed: { tile: { value: { text: '36 %' }, before: { text: '31 %' }, change: { text: '5 pp' } } },
  })
  const { placed } = placing('kpi r1.revenue[North], before=r1.revenue[#3]') as { placed: { tile: object } }
  expect(Object.keys(placed.tile)).toEqual(['label', 'value', 'before'])
})

test.each<[string, string]>([
  ['chart c2', 'There is no chart c2: call show_chart first.'],
  ['chart r9', 'This answer has no result r9.'],
  ['chart x', 'A chart is called c1, or by its result, r1.'],
  ['chart r3', 'r3 has no shape that a chart would make clearer: show_chart draws one.'],
  ['chart c1, width=3', 'A chart has no option "width".'],
  ['grid r3', 'r3 has no rows to show.'],
  ['grid r1, rows=many', 'rows is a number.'],
  ['grid r1, columns=revenu', 'There is no column "revenu"; there is revenue.'],
  [
    'kpi r1.revenue[North], label="Up 45 %"',
    'The label says 45 %: it names the figure, and holds no number of its own.',
  ],
  ['kpi r1.revenue', 'r1 has 3 rows: name one, as r1.revenue[region=…].'],
  [
    'kpi 1200',
    'It begins neither with a result (r1) nor with one of diff, change, share, ratio, sum, mean, min, max, count.',
  ],
  ['kpi r1.revenue[North], before=r1.region[#1]', 'region of row 1 is no number.'],
])('%s: %s', (source, reason) => {
  expect(placing(source)).toBe(reason)
})

test('a grid has a bound, and a result that nobody drew is drawn as its shape asks', () => {
  const many = result(
    'r1',
    Array.from({ length: 200 }, (_, at) => [`Region ${at}`, at]),
  )
  const { placed } = place('grid r1, rows=200', { results: [many], charts: [] }, given)
  expect(placed).toMatchObject({ rows: GRID_LIMITS.rows })
  expect(placing('chart r2')).toMatchObject({ placed: { chart: 1 }, drawn: { result: 'id-r2', kind: 'bar' } })
})

test('a figure names the results that it needs', () => {
  expect(resultsOfPlacement('kpi share(r1.x[a], r4.y), before=r2.x')).toEqual(['r1', 'r4', 'r2'])
  expect(resultsOfPlacement('chart r1')).toEqual([])
})

const figure = (text: string) => ({ text, state: 'bound' as const, cells: [] })
const kpi = (at: number, label: string): Placed => ({
  at,
  source: '',
  kind: 'kpi',
  tile: { label, value: figure('1') },
})
const text = 'First.\n\nThen more.\n\nLast.'

test('blocks stand in the order of the text, figures beside each other are one row', () => {
  const placed: Placed[] = [
    { at: 20, source: '', kind: 'chart', chart: 1 },
    kpi(0, 'A'),
    kpi(0, 'B'),
    { at: text.length, source: '', kind: 'grid', result: 'id-r1', columns: ['region'], rows: 2 },
    kpi(text.length, 'C'),
    { at: 20, source: '', kind: 'chart', chart: 7 },
  ]
  const charts = [chart, { ...chart, title: 'Second' }]
  const blocks = blocksOf({ text, charts, placed })
  expect(
    blocks.map((block) => (block.kind === 'text' ? text.slice(block.start, block.end).trim() : block.kind)),
  ).toEqual(['tiles', 'First.\n\nThen more.', 'chart', 'Last.', 'grid', 'tiles'])
  expect(blocks[0]).toMatchObject({ tiles: [{ label: 'A' }, { label: 'B' }] })
  expect(chartsLeft({ charts, placed })).toEqual([0])
  expect(figuresOf({ placed })).toHaveLength(3)
})

test('an answer without placements is one text, and its charts stand after it', () => {
  expect(blocksOf({ text, charts: [chart] })).toEqual([{ kind: 'text', start: 0, end: text.length }])
  expect(blocksOf({ text: '', charts: [] })).toEqual([])
  expect(chartsLeft({ charts: [chart] })).toEqual([0])
})

test('what stands past the end of a shortened text stands at its end', () => {
  expect(
    blocksOf({ text: 'First.', charts: [chart], placed: [{ at: 99, source: '', kind: 'chart', chart: 0 }] }).map(
      ({ kind }) => kind,
    ),
  ).toEqual(['text', 'chart'])
})

test('in words, figures are lines and pictures are named', () => {
  const tile = { label: 'Revenue', value: figure('$12'), before: figure('$10'), change: figure('+20 %') }
  const placed: Placed[] = [
    { at: 0, source: '', kind: 'kpi', tile },
    { at: 8, source: '', kind: 'chart', chart: 0 },
    { at: 20, source: '', kind: 'grid', result: 'id-r1', columns: [], rows: 1 },
  ]
  expect(inWords({ text, charts: [chart], placed, results })).toBe(
    'Revenue: $12 (+20 % from $10)\n\nFirst.\n\n[Chart: Revenue by region]\n\nThen more.\n\n[Table: Revenue r1]\n\nLast.',
  )
  expect(inWords({ text, charts: [], results })).toBe(text)
})

test('places move with their text, and go with it', () => {
  expect(moved([kpi(3, 'A'), kpi(9, 'B')], (at) => (at > 5 ? null : at + 1))).toMatchObject([{ at: 4 }])
})
