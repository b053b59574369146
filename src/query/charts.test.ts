import { describe, expect, test } from 'bun:test'
import { CHART_EXAMPLES } from '../../tests/support/charts.ts'
import { json, newTeam, type Person, signUp } from '../../tests/support/people.ts'
import * as charts from './charts.ts'
import type { ChartSpec } from './rules/chart.ts'
import { chartData } from './rules/chart-data.ts'
import { CHART_KINDS, OTHER, TOTAL } from './rules/chart-kinds.ts'
import { chartSvg } from './rules/chart-svg.ts'
import * as query from './run.ts'

const { app, owner, ctx } = await newTeam()

/** The table of a chart over what a statement gives. */
async function tableOf(sql: string, change: Partial<ChartSpec>) {
  const { id } = await query.run(ctx, { sql })
  const spec: ChartSpec = { result: id, kind: 'bar', x: null, y: [], series: null, title: 'Chart', ...change }
  return { spec, table: await charts.table(ctx, spec) }
}

test('there is an example of each kind', () => {
  expect(new Set(CHART_EXAMPLES.map(({ spec }) => spec.kind))).toEqual(new Set(CHART_KINDS))
})

describe('what is computed of all rows', () => {
  test('sums of what is folded into "other" are exact', async () => {
    const sql = `SELECT 'c' || i AS city, CAST(CASE WHEN i < 40 THEN 1000 - i ELSE 0.1 END AS DECIMAL(20, 2)) AS sales FROM range(100000) AS t(i)`
    const { table } = await tableOf(sql, { x: 'city', y: ['sales'] })
    expect(table.folded).toEqual({ x: 99_971, series: 0 })
    // 11 of the 40 large ones (29 to 39), and 99,960 of ten cents.
    expect(table.rows.at(-1)).toEqual([OTHER, '20622.00'])
    expect(table.rows).toHaveLength(30)
    const { axis } = chartData({ ...table, ...(await tableOf(sql, { x: 'city', y: ['sales'] })).spec }, table, 'en')
    expect(axis.at(-1)?.label).toBe('other (99,971)')
  })

  test('averages are not added up: the largest are shown, and it says so', async () => {
    const sql = `SELECT 'c' || i AS city, i / 2.0 AS avg_price FROM range(50) AS t(i)`
    const { table } = await tableOf(sql, { x: 'city', y: ['avg_price'] })
    expect(table.rows).toHaveLength(29)
    expect(table.rows.map(([city]) => city)).not.toContain(OTHER)
    expect(table.notes).toEqual(['The 29 largest of 50 places are shown.'])
  })

  test('the top five and the rest, also of two keys', async () => {
    const sql = `SELECT 'c' || (i % 20) AS city, 's' || (i % 3) AS shop, i % 20 AS sales FROM range(60) AS t(i)`
    const { table } = await tableOf(sql, { kind: 'stacked', x: 'city', series: 'shop', y: ['sales'], top: 5 })
    expect(new Set(table.rows.map(([city]) => city))).toEqual(new Set(['c15', 'c16', 'c17', 'c18', 'c19', OTHER]))
    expect(table.rows.filter(([city]) => city === OTHER).map((row) => row[2])).toEqual([105, 105, 105])
  })

  test('a histogram counts every value once, and the edges are exact', async () => {
    const sql = `SELECT CASE WHEN i >= 8910 THEN NULL ELSE CAST((i % 30) / 10.0 AS DECIMAL(10, 1)) END AS price FROM range(9000) AS t(i)`
    const { table } = await tableOf(sql, { kind: 'histogram', y: ['price'] })
    expect(table.rows.reduce((sum, row) => sum + Number(row[2]), 0)).toBe(8910)
    // 0.3 belongs to the bin that begins there, whatever floats make of it.
    const width = Number(table.rows[1]?.[0]) - Number(table.rows[0]?.[0])
    for (const [from, , count] of table.rows.slice(0, -1))
      expect([from, count]).toEqual([from, Math.round(width * 10) * 297])
    expect(table.notes).toEqual(['90 rows have no value.'])
  })

  test('a histogram of few integers has a bin for each', async () => {
    const { spec, table } = await tableOf('SELECT i % 5 AS stars FROM range(100) AS t(i)', {
      kind: 'histogram',
      y: ['stars'],
    })
    expect(table.rows).toEqual([0, 1, 2, 3, 4].map((at) => [String(at), String(at + 1), 20]))
    expect(chartData(spec, table, 'en').axis.map(({ label }) => label)).toEqual(['0', '1', '2', '3', '4'])
  })

  test('boxes are quartiles, whiskers and what lies outside', async () => {
    const sql = `SELECT 'a' AS shop, unnest([1, 2, 3, 4, 5, 6, 7, 8, 9, 100]) AS days UNION ALL SELECT NULL, 5`
    const { spec, table } = await tableOf(sql, { kind: 'box', x: 'shop', y: ['days'] })
    expect(table.rows.find(([shop]) => shop === 'a')?.slice(1, 8)).toEqual([10, 1, 3.25, 5.5, 7.75, 9, 1])
    const data = chartData(spec, table, 'en')
    expect(data.outliers.flat()).toEqual([100])
    expect(data.axis.map(({ label }) => label)).toContain('no value')
  })

  test('a pivot table adds up exactly, with totals of both ways', async () => {
    const sql = `SELECT ['N', 'S', NULL][1 + i % 3] AS region, 2024 + i % 2 AS year, CAST(0.1 AS DECIMAL(12, 2)) AS sales FROM range(600) AS t(i)`
    const { table } = await tableOf(sql, { kind: 'pivot', x: 'region', series: 'year', y: ['sales'] })
    expect(table.rows.filter(([x, s]) => x === TOTAL && s === TOTAL)).toEqual([[TOTAL, TOTAL, '60.00']])
    expect(table.rows.filter(([x]) => x === null)).toEqual([
      [null, '2024', '10.00'],
      [null, '2025', '10.00'],
      [null, TOTAL, '20.00'],
    ])
    expect(table.notes).toEqual(['Sums of 600 rows.'])
    const averages = tableOf(`SELECT i % 2 AS k, i AS avg_price FROM range(9) AS t(i)`, {
      kind: 'pivot',
      x: 'k',
      y: ['avg_price'],
    })
    await expect(averages).rejects.toMatchObject({ code: 'chart_refused' })
  })

  test('trend, mean and median are of all rows, though not all points are drawn', async () => {
    const sql = `SELECT i AS visits, 3.0 * i + 10 AS orders FROM range(10000) AS t(i)`
    const { table } = await tableOf(sql, {
      ...{ kind: 'scatter', x: 'visits', y: ['orders'] },
      lines: [{ at: 'trend' }, { at: 'mean', label: 'average' }, { at: 'median' }, { at: 7 }],
    })
    expect(table.rows.length).toBeLessThan(3100)
    expect(table.notes).toEqual(['Of 10,000 points one in 4 is drawn; lines across the chart are of all.'])
    expect(table.trend).toMatchObject({ points: 10_000, r2: 1 })
    expect(table.trend!.slope).toBeCloseTo(3)
    expect(table.trend!.intercept).toBeCloseTo(10)
    expect(table.marks).toEqual([
      { label: 'average', value: 15_008.5 },
      { label: 'median', value: 15_008.5 },
    ])
  })

  test('a trend over months is fitted to their dates', async () => {
    const sql = `SELECT CAST(DATE '2025-01-01' + to_days(CAST(i * 10 AS INTEGER)) AS DATE) AS day, i * 5 AS orders FROM range(12) AS t(i)`
    const { spec, table } = await tableOf(sql, { kind: 'line', x: 'day', y: ['orders'], lines: [{ at: 'trend' }] })
    expect(table.trend!.slope).toBeCloseTo(0.5)
    const { trend } = chartData(spec, table, 'en')
    expect(trend?.from.value).toBeCloseTo(0)
    expect(trend?.to.value).toBeCloseTo(55)
  })

  test('places are found by codes and names, also of other languages; what is none is told', async () => {
    const example = CHART_EXAMPLES.find(({ name }) => name === 'Map of countries')!
    const { spec, table } = await tableOf(example.sql, example.spec)
    expect(table.placed).toEqual({ map: 'world', shapes: ['356', '840', '276', '076', '384', '392', '036', null] })
    expect(chartData(spec, table, 'en').missing).toEqual(['Atlantis'])
    const states = CHART_EXAMPLES.find(({ name }) => name === 'Map of US states')!
    // Most of them are states, so Georgia is one.
    expect((await tableOf(states.sql, states.spec)).table.placed?.map).toBe('usa')
    const nowhere = tableOf(`SELECT 'Middle-earth' AS country, 1 AS orders`, {
      kind: 'map',
      x: 'country',
      y: ['orders'],
    })
    await expect(nowhere).rejects.toMatchObject({ code: 'chart_refused' })
  })

  test('two names of one place never hide each other in silence', async () => {
    const states = `SELECT * FROM (VALUES ('Orissa', 120), ('Kerala', 80), ('Odisha', 30)) AS t(state, orders)`
    const { spec, table } = await tableOf(states, { kind: 'map', x: 'state', y: ['orders'] })
    const data = chartData(spec, table, 'en')
    expect(data.axis.map(({ shape }) => shape)).toEqual(['Odisha', 'Kerala'])
    expect(data.cut).toBe('Shows one row a point: 1 more share a point with another.')
  })
})

test.each(CHART_EXAMPLES.map((one) => [one.name, one] as const))('the server draws: %s', async (_, { sql, spec }) => {
  const drawn = await tableOf(sql, spec)
  const svg = await chartSvg(drawn.spec, drawn.table, { width: 640, theme: 'dark' })
  expect(svg).toStartWith('<svg')
  expect(svg).toContain(spec.title.slice(0, 12))
  expect(svg.match(/<(path|text|rect|circle)\b/g)!.length).toBeGreaterThan(8)
  expect(svg).not.toMatch(/NaN|undefined|Infinity/)
})

test('a chart that cannot be honest is refused in words', async () => {
  const { spec, table } = await tableOf(`SELECT unnest(['a', 'b']) AS k, unnest([3, -1]) AS n`, {
    kind: 'funnel',
    x: 'k',
    y: ['n'],
  })
  expect(chartData(spec, table, 'en').refused).toBe('A funnel cannot show values below zero. Take bars.')
  expect(await chartSvg(spec, table)).toContain('below zero')
})

test('the API gives data and pictures, to those who may see the workspace', async () => {
  const { spec } = await tableOf(`SELECT 'it''s {b}' AS k, 3 AS n`, { x: 'k', y: ['n'], title: '<b>Mine</b>' })
  const ask = (person: Person, body: object, headers: Record<string, string> = {}, search = '') =>
    app.request(
      `/api/workspaces/${ctx.workspace.id}/results/${spec.result}/chart${search}`,
      json(body, { ...person.headers, ...headers }),
    )
  expect(await (await ask(owner, spec)).json()).toMatchObject({ rows: [["it's {b}", 3]], total_rows: 1 })
  const picture = await ask(owner, spec, { Accept: 'image/svg+xml' }, '?theme=dark&width=400')
  expect(picture.headers.get('content-type')).toBe('image/svg+xml')
  const svg = await picture.text()
  expect(svg).toContain('width="400"')
  expect(svg).not.toContain('<b>')
  expect((await ask(await signUp(app), spec)).status).toBe(404)
  expect((await ask(owner, { ...spec, kind: 'sunburst' })).status).toBe(400)
  const unknown = await ask(owner, { ...spec, y: ['m'] })
  expect([unknown.status, ((await unknown.json()) as { error: string }).error]).toEqual([
    422,
    'The result has no column "m". It has: k, n.',
  ])
})
