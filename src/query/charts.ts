import { rm } from 'node:fs/promises'
import { isInteger, isTemporal } from '#base/engine-type.ts'
import { unprocessable } from '#base/errors.ts'
import { counted, numberText } from '#base/format.ts'
import type { EngineTable } from '#outside/engine.ts'
import type { WorkspaceCtx } from '../ctx.ts'
import * as results from './results.ts'
import type { Cell, ChartTable, ResultColumn } from './rules/answers.ts'
import { binEdges } from './rules/bins.ts'
import { chartError, isAdditive } from './rules/chart.ts'
import { CHART_LIMITS, KINDS } from './rules/chart-kinds.ts'
import type { ChartSpec } from './rules/chart-spec.ts'
import * as sql from './rules/chart-sql.ts'
import { placesOf } from './rules/places.ts'

/** A stored result that statements of a chart are run over, and how. */
type Source = {
  columns: ResultColumn[]
  totalRows: number
  additive: boolean
  ask(statement: string): Promise<Cell[][]>
}
type Drawn = Partial<ChartTable> & Pick<ChartTable, 'columns' | 'rows'>

/** @throws AppError as `table` does, for what can be told without looking at the rows */
export async function check(ctx: WorkspaceCtx, spec: ChartSpec): Promise<results.StoredResult> {
  const stored = await results.get(ctx, spec.result)
  const problem = chartError(spec, stored)
  if (problem) throw refused(problem)
  return stored
}

/**
 * What a chart draws, computed by the engine from all rows of the stored result.
 * @throws AppError `unprocessable` code `chart_refused` with a sentence for whoever wrote the spec; `not_found` for a result that is not kept
 */
export async function table(ctx: WorkspaceCtx, spec: ChartSpec, signal?: AbortSignal): Promise<ChartTable> {
  const stored = await check(ctx, spec)
  const path = await ctx.files.localPath(stored.storeKey)
  const { columns, totalRows } = stored
  const opened = { name: 'result', path, rows: totalRows, columns: columns.map(({ name }) => name) }
  const source: Source = {
    ...{ columns, totalRows },
    additive: spec.y.every((name) => isAdditive(name, stored.sql)),
    ask: (statement) => rowsOf(ctx, opened, statement, signal),
  }
  const drawn = await (COMPUTED[spec.kind] ?? asStored)(spec, source)
  const { marks, trend, notes } = await marksOf(spec, source)
  const cut = stored.truncated ? [`Of a result that was cut at ${counted(totalRows, 'row', 'rows')}.`] : []
  return {
    ...{ total_rows: totalRows, folded: { x: 0, series: 0 }, placed: null },
    ...drawn,
    ...{ marks, trend },
    notes: [...(drawn.notes ?? []), ...notes, ...cut],
    ...(stored.leftOut.length > 0 && { left_out: stored.leftOut }),
  }
}

/** Most rows of a statement: a row each for the series of the last place on the axis come on top of the limit. */
const MOST_ROWS = CHART_LIMITS.rows * 2

/** All rows of a statement over a stored result. A run itself brings only the first ones along. */
async function rowsOf(
  ctx: WorkspaceCtx,
  opened: EngineTable,
  statement: string,
  signal?: AbortSignal,
): Promise<Cell[][]> {
  const output = await ctx.files.scratch('chart.parquet')
  const cancel = signal ? { signal } : {}
  try {
    const found = await ctx.engine.run({
      ...{
        workspaceId: ctx.workspace.id,
        tables: [],
        results: [opened],
        overResults: true,
        sql: statement,
        maxRows: MOST_ROWS,
        output,
      },
      ...cancel,
    })
    if (found.rows.length === found.totalRows) return found.rows
    return (await ctx.engine.read({ path: output, offset: 0, limit: MOST_ROWS, cut: true, ...cancel })).rows
  } finally {
    await rm(output, { force: true })
  }
}

const refused = (reason: string) => unprocessable(reason, 'chart_refused')

const COMPUTED: Partial<Record<ChartSpec['kind'], (spec: ChartSpec, source: Source) => Promise<Drawn>>> = {
  histogram,
  box,
  pivot,
  map,
  number: newest,
}

/** The columns of a spec, in the order of the statements of ours: x, series, measures. */
const columnsOf = ({ x, series, y }: ChartSpec, columns: ResultColumn[]): ResultColumn[] =>
  [x, series, ...y].flatMap((name) => columns.find((column) => column.name === name) ?? [])

/** Cells as the statements give them, without those of the x and series that a spec has not. */
const only = ({ x, series }: ChartSpec, rows: Cell[][]): Cell[][] =>
  rows.map(([first = null, second = null, ...rest]) => [
    ...(x === null ? [] : [first]),
    ...(series === null ? [] : [second]),
    ...rest,
  ])

async function asStored(spec: ChartSpec, source: Source): Promise<Drawn> {
  const columns = columnsOf(spec, source.columns)
  const [[, xs = 0, series = 0, pairs = 0] = []] = numbers(await source.ask(sql.countsSql(spec)))
  const x = columns.find(({ name }) => name === spec.x)
  const need = KINDS[spec.kind]
  const hasOrder = x !== undefined && isTemporal(x.type)
  const most = spec.kind === 'treemap' ? CHART_LIMITS.leaves : CHART_LIMITS.bars
  const keep = spec.top ?? most
  const fold: sql.Fold = {
    // With "other" there are as many as without it would be allowed.
    x: need.sorts && !hasOrder && xs > keep ? keep - (spec.top ? 0 : 1) : null,
    series: series > CHART_LIMITS.series && spec.kind !== 'heatmap' ? CHART_LIMITS.series - 1 : null,
    // A second row of the same point is no part of a sum: see chartData.
    sum: source.additive && pairs === source.totalRows && need.sorts === true,
  }
  if (fold.x !== null || fold.series !== null) {
    const rows = only(spec, await source.ask(sql.foldedSql(spec, fold)))
    const left = { x: fold.x === null ? 0 : xs - fold.x, series: fold.series === null ? 0 : series - fold.series }
    if (fold.sum) return { columns, rows, folded: left }
    const notes = [
      left.x > 0 && `The ${fold.x} largest of ${numberText(xs)} places are shown.`,
      left.series > 0 && `The ${fold.series} largest of ${numberText(series)} series are shown.`,
    ]
    return { columns, rows, notes: notes.filter((note) => note !== false) }
  }
  const every = Math.ceil(source.totalRows / CHART_LIMITS.rows)
  const rows = only(spec, await source.ask(sql.rowsSql(spec, every)))
  const notes =
    every > 1 ? [`Of ${numberText(xs)} points one in ${every} is drawn; lines across the chart are of all.`] : []
  return { columns, rows, notes }
}

async function newest(spec: ChartSpec, source: Source): Promise<Drawn> {
  const statement = spec.x === null ? sql.rowsSql(spec, 1) : sql.newestSql(spec, CHART_LIMITS.rows)
  return { columns: columnsOf(spec, source.columns), rows: only(spec, await source.ask(statement)) }
}

async function histogram(spec: ChartSpec, source: Source): Promise<Drawn> {
  const [measure] = columnsOf(spec, source.columns)
  const whole = isInteger(measure!.type)
  const [[all = 0, count = 0, min = 0, max = 0, q1 = 0, q3 = 0, distinct = 0] = []] = numbers(
    await source.ask(sql.spreadSql(spec)),
  )
  if (count === 0) throw refused(`"${spec.y[0]}" has no values to count.`)
  const edges = binEdges({ count, min, max, q1, q3, distinct, whole })
  const [counts = []] = await source.ask(sql.binsSql(spec, edges))
  const type = measure!.type
  return {
    columns: [
      { name: 'from', type },
      { name: 'to', type },
      { name: 'rows', type: 'BIGINT' },
    ],
    rows: counts.map((count, i) => [edges[i]!, edges[i + 1]!, count]),
    notes: all > count ? [`${counted(all - count, 'row has', 'rows have')} no value.`] : [],
  }
}

async function box(spec: ChartSpec, source: Source): Promise<Drawn> {
  const [x] = columnsOf(spec, source.columns)
  const [[, xs = 0] = []] = numbers(await source.ask(sql.countsSql(spec)))
  const rows = await source.ask(sql.boxesSql(spec, CHART_LIMITS.boxes))
  if (rows.length === 0) throw refused(`"${spec.y[0]}" has no values to compare.`)
  const outside = rows.reduce((sum, row) => sum + Number(row[7]), 0)
  return {
    columns: [
      x!,
      { name: 'values', type: 'BIGINT' },
      ...['low', 'lower quartile', 'median', 'upper quartile', 'high'].map((name) => ({ name, type: 'DOUBLE' })),
      { name: 'outside', type: 'BIGINT' },
      { name: 'outliers', type: 'VARCHAR' },
    ],
    rows,
    notes: [
      'Boxes hold the middle half, whiskers reach one and a half boxes further.',
      ...(outside > 0 ? [`${counted(outside, 'value lies', 'values lie')} outside.`] : []),
      ...(xs > rows.length ? [`The ${rows.length} of ${numberText(xs)} with most values are shown.`] : []),
    ],
  }
}

async function pivot(spec: ChartSpec, source: Source): Promise<Drawn> {
  const columns = columnsOf(spec, source.columns)
  const [[, xs = 0, series = 0, pairs = 0] = []] = numbers(await source.ask(sql.countsSql(spec)))
  if (!source.additive && pairs < source.totalRows)
    throw refused(
      `Several rows have the same ${[spec.x, spec.series].filter(Boolean).join(' and ')}, and averages or rates do not add up.`,
    )
  const most = { x: CHART_LIMITS.pivotRows, series: CHART_LIMITS.pivotColumns }
  const fold: sql.Fold = {
    x: xs > most.x ? most.x : null,
    series: series > most.series ? most.series : null,
    sum: source.additive,
  }
  const left = { x: fold.x === null ? 0 : xs - fold.x, series: fold.series === null ? 0 : series - fold.series }
  const notes = [
    pairs < source.totalRows && `Sums of ${counted(source.totalRows, 'row', 'rows')}.`,
    !fold.sum && left.x > 0 && `The ${fold.x} largest of ${numberText(xs)} rows are shown.`,
    !fold.sum && left.series > 0 && `The ${fold.series} largest of ${numberText(series)} columns are shown.`,
  ]
  return {
    columns,
    rows: only(spec, await source.ask(sql.pivotSql(spec, fold))),
    folded: fold.sum ? left : { x: 0, series: 0 },
    notes: notes.filter((note) => note !== false),
  }
}

async function map(spec: ChartSpec, source: Source): Promise<Drawn> {
  const rows = only(spec, await source.ask(sql.rowsSql(spec, 1)))
  const placed = await placesOf(rows.map(([name]) => (name === null || name === undefined ? null : String(name))))
  if (!placed) throw refused(`No place in "${spec.x}" is a country, or a state of India or of the United States.`)
  return { columns: columnsOf(spec, source.columns), rows, placed }
}

async function marksOf(spec: ChartSpec, source: Source): Promise<Pick<ChartTable, 'marks' | 'trend' | 'notes'>> {
  const wanted = spec.lines ?? []
  const marks: ChartTable['marks'] = []
  const notes: string[] = []
  let trend: ChartTable['trend'] = null
  if (wanted.some(({ at }) => at === 'mean' || at === 'median')) {
    const [[mean = 0, median = 0] = []] = numbers(await source.ask(sql.averagesSql(spec)))
    for (const { at, label } of wanted)
      if (at === 'mean' || at === 'median') marks.push({ label: label || at, value: at === 'mean' ? mean : median })
  }
  if (wanted.some(({ at }) => at === 'trend')) {
    const [[slope, intercept, r2, points = 0] = []] = await source.ask(sql.trendSql(spec, source.columns))
    if (Number(points) < 3 || slope === null) notes.push('There are too few points for a trend.')
    else trend = { slope: Number(slope), intercept: Number(intercept), r2: Number(r2 ?? 1), points: Number(points) }
  }
  return { marks, trend, notes }
}

const numbers = (rows: Cell[][]): number[][] => rows.map((row) => row.map((cell) => Number(cell ?? 0)))
