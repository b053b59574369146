import { columnFormat, unitOf } from '#base/cell-format.ts'
import { numberText } from '#base/format.ts'
import { DAY } from '#base/time.ts'
import type { Cell, ChartTable, ResultColumn } from './answers.ts'
import { spoken } from './chart.ts'
import { CHART_LIMITS, type ChartMap, isOfData, KINDS, OTHER, TOTAL } from './chart-kinds.ts'
import type { ChartSpec } from './chart-spec.ts'
import { valueWriter } from './number-format.ts'
import { isNumeric, isTemporal } from './result.ts'

/** A value of the axis: `time` is UTC milliseconds when the axis is one of dates; `shape`: which of the map it is. */
type AxisValue = { label: string; time: number | null; number?: number | null; isOther?: true; shape?: string | null }
type ChartSeries = { name: string; values: (number | null)[] }

/** What a chart draws and what its table for screen readers reads: series aligned with one axis. */
export type ChartData = {
  axis: AxisValue[]
  series: ChartSeries[]
  /** True for an axis of dates in order of time. */
  temporal: boolean
  /** Pairs of a scatter chart, with the number of their series; empty for the other kinds. */
  points: [x: number, y: number, series: number][]
  /** How a value is written; `series` tells of which, since the line of a combo has a unit of its own. */
  label(value: number | null, series?: number): string
  place(value: number): string
  /** What was left out or told as one, and how it was computed, as sentences; null when all is shown as it is. */
  cut: string | null
  marks: { label: string; value: number }[]
  /** The fitted line at both ends of what it is drawn over; `at` is a number, a time, or a place of the axis. */
  trend: { label: string; from: { at: number; value: number }; to: { at: number; value: number } } | null
  outliers: number[][]
  map: ChartMap | null
  missing: string[]
  refused: string | null
}

/** Rows as they are stored, or what the server computed of them. */
export type Table = { columns: ResultColumn[]; rows: Cell[][] } & Partial<Omit<ChartTable, 'columns' | 'rows'>>

/** How a cell without a value is called; a text that says "null" is another. */
export const NO_VALUE = 'no value'
const keyOf = (cell: Cell | undefined): string | null => (cell === null || cell === undefined ? null : String(cell))

const plot = (cell: Cell | undefined): number | null => {
  if (cell === null || cell === undefined || cell === '') return null
  const value = Number(cell)
  return Number.isFinite(value) ? value : null
}

/** Whether a chart needs more than rows at hand: what is computed from all of them, or folded. */
export function isComputed(spec: ChartSpec, { columns, rows }: Table): boolean {
  if (KINDS[spec.kind].computed || spec.kind === 'map' || spec.top) return true
  if (spec.lines?.some(({ at }) => typeof at !== 'number')) return true
  const distinct = (name: string | null) => {
    const at = columns.findIndex((column) => column.name === name)
    return at < 0 ? 0 : new Set(rows.map((row) => row[at])).size
  }
  return (
    distinct(spec.series) > CHART_LIMITS.series || (!!KINDS[spec.kind].sorts && distinct(spec.x) > CHART_LIMITS.bars)
  )
}

/** What the columns are called in which a computed kind finds its axis and its series. */
function columnsDrawn(spec: ChartSpec, columns: ResultColumn[]): Pick<ChartSpec, 'x' | 'y' | 'series'> {
  const names = columns.map(({ name }) => name)
  if (spec.kind === 'histogram' && names.includes('rows')) return { x: 'from', y: ['rows'], series: null }
  if (spec.kind === 'box' && names.length === 9) return { x: spec.x, y: names.slice(2, 7), series: null }
  return spec
}

/** Reads the axis and the series of a chart out of rows. Exact text is made a float only here, for drawing. */
export function chartData(spec: ChartSpec, table: Table, locale: string): ChartData {
  const { columns } = table
  const drawn = columnsDrawn(spec, columns)
  const at = (name: string | null) => columns.findIndex((column) => column.name === name)
  const rows = table.rows.slice(0, CHART_LIMITS.rows * 2)
  const x = columns[at(drawn.x)]
  const temporal = x !== undefined && isTemporal(x.type)
  const keys = new Map<string | null, number>()
  const axis: AxisValue[] = []
  const cells = (name: string | null) => rows.map((row) => row[at(name)] ?? null)
  const format = x && columnFormat(x, cells(drawn.x), locale)
  const splits = drawn.series === null ? [] : [...new Set(cells(drawn.series).map(keyOf))]
  const splitFormat =
    drawn.series === null
      ? null
      : columnFormat(columns[at(drawn.series)]!, cells(drawn.series).filter(isOfData), locale)
  const folded = table.folded ?? { x: 0, series: 0 }
  const nameOf = (split: string | null) =>
    split === null
      ? NO_VALUE
      : split === OTHER
        ? other(folded.series, locale)
        : split === TOTAL
          ? 'total'
          : (splitFormat?.text(split) ?? split)
  const names = drawn.series === null ? drawn.y.map(spoken) : splits.map(nameOf)
  const series = names.map((name): ChartSeries => ({ name, values: [] }))
  const ordered = temporal ? [...rows].sort((a, b) => timeOf(a[at(drawn.x)]) - timeOf(b[at(drawn.x)])) : rows
  const taken = new Set<string>()
  let doubles = 0
  for (const row of ordered) {
    const cell = row[at(drawn.x)] ?? null
    const shape = table.placed?.shapes[rows.indexOf(row)] ?? null
    // Orissa and Odisha are one place.
    const key = shape === null ? keyOf(cell) : `shape ${shape}`
    let place = keys.get(key)
    if (place === undefined) {
      place = axis.length
      keys.set(key, place)
      axis.push({
        label:
          cell === null ? NO_VALUE : cell === OTHER ? other(folded.x, locale) : (format?.text(cell) ?? String(cell)),
        time: temporal ? timeOf(cell) : null,
        ...(x && isNumeric(x.type) ? { number: plot(cell) } : {}),
        ...(cell === OTHER ? { isOther: true as const } : {}),
        ...(table.placed ? { shape } : {}),
      })
      for (const one of series) one.values.push(null)
    }
    // A second row of the same point would hide the first: it is left out, and the chart says so.
    const split = drawn.series === null ? -1 : splits.indexOf(keyOf(row[at(drawn.series)]))
    const point = `${place} ${split}`
    if (taken.has(point)) {
      doubles++
      continue
    }
    taken.add(point)
    if (drawn.series === null) for (const [i, name] of drawn.y.entries()) series[i]!.values[place] = plot(row[at(name)])
    else series[split]!.values[place] = plot(row[at(drawn.y[0] ?? '')])
  }
  const writerOf = (name: string | undefined) => {
    const measure = columns[at(name ?? '')]
    return valueWriter(spec.format, measure ? unitOf(measure, cells(measure.name)) : '', locale)
  }
  const writers = drawn.y.map(writerOf)
  const count = (value: number) => numberText(value, locale)
  if (spec.kind === 'histogram') {
    const ends = cells('to')
    const write = writerOf('from')
    const isSingle =
      columns[at('from')]?.type.includes('INT') && ends.every((end, i) => Number(end) - Number(rows[i]?.[0]) === 1)
    for (const [i, value] of axis.entries())
      value.label = isSingle
        ? write(Number(rows[i]?.[0]))
        : `${write(Number(rows[i]?.[0]))} to ${write(Number(ends[i]))}`
    writers[0] = count
  }
  const label = (value: number | null, of = 0) =>
    value === null ? NO_VALUE : (writers[drawn.series === null ? of : 0] ?? count)(value)
  const isPairs = spec.kind === 'scatter'
  const points = isPairs ? pairs(rows, at(spec.x), at(spec.y[0] ?? ''), splits, at(spec.series)) : []
  const data: ChartData = {
    ...{ axis, series, temporal, points, label, map: table.placed?.map ?? null },
    place: writerOf(x?.name),
    cut: null,
    marks: [
      ...(table.marks ?? []),
      ...(spec.lines ?? []).flatMap(({ at, label }) =>
        typeof at === 'number' ? [{ value: at, label: label || 'target' }] : [],
      ),
    ],
    trend: null,
    outliers: spec.kind === 'box' ? rows.map((row) => JSON.parse(String(row[8] ?? '[]')) as number[]) : [],
    missing: table.placed
      ? axis.filter(({ shape, label }) => shape === null && label !== NO_VALUE).map(({ label }) => label)
      : [],
    refused: refusal(spec, series),
  }
  const sorted = shorten(spec, data, isPairs ? 0 : doubles, table.notes ?? [])
  const trend = trendOf(spec, sorted, table.trend ?? null, locale)
  return { ...sorted, trend, cut: [sorted.cut, trend && `Dashed: ${trend.label}.`].filter(Boolean).join(' ') || null }
}

/** Kinds that draw each place of the axis for each series. */
const MARKED = new Set<ChartSpec['kind']>(['bar', 'stacked', 'share', 'line', 'area', 'combo'])

/**
 * The cells of the statement that a mark stands for, by the names of their columns; null where it stands for something computed.
 * @param at the place on the axis, and the name of the series
 */
export function cellsOfMark(
  spec: ChartSpec,
  table: Table,
  data: ChartData,
  at: { place: number; series: string },
  locale: string,
): Record<string, Cell> | null {
  const value = data.axis[at.place]
  if (!value || value.isOther || !MARKED.has(spec.kind) || spec.x === null) return null
  const cellFor = (name: string, isThis: (cell: Cell, text: string) => boolean): Cell | undefined => {
    const index = table.columns.findIndex((column) => column.name === name)
    const cells = table.rows.map((row) => row[index] ?? null)
    const column = table.columns[index]
    const format = column && columnFormat(column, cells.filter(isOfData), locale)
    return cells.find((cell) => isOfData(cell) && isThis(cell, cell === null ? NO_VALUE : (format?.text(cell) ?? '')))
  }
  const x = cellFor(spec.x, (cell, text) =>
    value.time !== null && cell !== null ? timeOf(cell) === value.time : text === value.label,
  )
  if (x === undefined) return null
  const split = spec.series === null ? undefined : cellFor(spec.series, (_, text) => text === at.series)
  return { [spec.x]: x, ...(spec.series !== null && split !== undefined ? { [spec.series]: split } : {}) }
}

const other = (count: number, locale: string) => `other (${numberText(count, locale)})`

/** Areas and parts of a whole have no sizes below zero. */
function refusal({ kind }: ChartSpec, series: ChartSeries[]): string | null {
  const { positive, name } = KINDS[kind]
  const values = series.flatMap((one) => one.values)
  if (values.length > 0 && values.every((value) => value === null)) return 'There is no value to draw.'
  if (positive && values.some((value) => value !== null && value < 0))
    return `${name === 'Shares' ? 'Shares of a whole' : `A ${name.toLowerCase()}`} cannot show values below zero. Take bars.`
  return null
}

function pairs(rows: Cell[][], x: number, y: number, splits: (string | null)[], split: number): ChartData['points'] {
  return rows.flatMap((row): ChartData['points'] => {
    const [left, up] = [plot(row[x]), plot(row[y])]
    return left === null || up === null ? [] : [[left, up, split < 0 ? 0 : splits.indexOf(keyOf(row[split]))]]
  })
}

/** The fitted line from the first to the last point that is drawn. */
function trendOf(spec: ChartSpec, data: ChartData, trend: ChartTable['trend'], locale: string): ChartData['trend'] {
  if (!trend) return null
  const spots =
    spec.kind === 'scatter'
      ? data.points.map(([left]) => ({ at: left, t: left }))
      : data.axis.map(({ time, number }, i) => ({ at: time ?? i, t: time !== null ? time / DAY : (number ?? i + 1) }))
  const [first, last] = [spots.reduce((a, b) => (b.t < a.t ? b : a)), spots.reduce((a, b) => (b.t > a.t ? b : a))]
  const end = ({ at, t }: { at: number; t: number }) => ({ at, value: trend.intercept + trend.slope * t })
  const asked = spec.lines?.find(({ at }) => at === 'trend')?.label
  const fit = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 }).format(trend.r2)
  return { label: `${asked || 'trend'}, R² ${fit}`, from: end(first), to: end(last) }
}

/** Sorts bars, keeps the largest series and bars, and says what was left out. */
function shorten(spec: ChartSpec, data: ChartData, doubles: number, notes: string[]): ChartData {
  const size = (one: ChartSeries) => one.values.reduce<number>((sum, value) => sum + Math.abs(value ?? 0), 0)
  let { axis, series } = data
  const cuts: string[] = []
  if (doubles > 0) cuts.push(`one row a point: ${doubles} more share a point with another`)
  const isSplit = spec.kind !== 'heatmap' && spec.kind !== 'pivot' && spec.kind !== 'scatter'
  if (isSplit && series.length > CHART_LIMITS.series + 1) {
    cuts.push(`the ${CHART_LIMITS.series} largest of ${series.length} series`)
    series = [...series].sort((a, b) => size(b) - size(a)).slice(0, CHART_LIMITS.series)
  }
  if (spec.kind === 'heatmap' && series.length > CHART_LIMITS.pivotRows) {
    cuts.push(`the first ${CHART_LIMITS.pivotRows} of ${series.length} rows`)
    series = series.slice(0, CHART_LIMITS.pivotRows)
  }
  if (!data.temporal && KINDS[spec.kind].sorts) {
    const total = (i: number) => series.reduce((sum, one) => sum + (one.values[i] ?? 0), 0)
    const order = axis.map((_, i) => i).sort(comparator(spec, axis, total))
    const most = spec.kind === 'treemap' ? CHART_LIMITS.leaves : CHART_LIMITS.bars
    if (order.length > most + 1) {
      cuts.push(`the first ${most} of ${order.length} bars`)
      order.length = most
    }
    axis = order.map((i) => axis[i]!)
    series = series.map((one) => ({ ...one, values: order.map((i) => one.values[i] ?? null) }))
  }
  const sentences = [...(cuts.length > 0 ? [`Shows ${cuts.join(' and ')}.`] : []), ...notes]
  return { ...data, axis, series, cut: sentences.join(' ') || null }
}

/** The order of bars: as asked, else by size unless they have one of their own; what was folded comes last. */
function comparator(
  { sort }: ChartSpec,
  axis: AxisValue[],
  total: (i: number) => number,
): (a: number, b: number) => number {
  const asked = sort ?? (looksOrdered(axis) ? 'given' : 'value')
  const collator = new Intl.Collator(undefined, { numeric: true })
  const orders = {
    value: (a: number, b: number) => total(b) - total(a),
    value_up: (a: number, b: number) => total(a) - total(b),
    name: (a: number, b: number) => collator.compare(axis[a]!.label, axis[b]!.label),
    given: (a: number, b: number) => a - b,
  }
  const last = (i: number) => Number(axis[i]!.isOther ?? false)
  return (a, b) => last(a) - last(b) || orders[asked](a, b)
}

/** Numbers, weekdays, months, quarters and ranges have an order of their own, so their bars are not sorted by size. */
function looksOrdered(axis: AxisValue[]): boolean {
  return axis.every(
    ({ label, isOther }) =>
      isOther ||
      /^((under )?[₹$€£]?-?[\d.,]+\s*([-–]|to\b|and more$|$)|Q[1-4]\b|(mon|tues?|wed(nes)?|thu(rs)?|fri|sat(ur)?|sun)(day)?$|(jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*$)/i.test(
        label,
      ),
  )
}

function timeOf(cell: Cell | undefined): number {
  const text = String(cell ?? '').replace(' ', 'T')
  return Date.parse(
    /T\d/.test(text)
      ? /(Z|[+-]\d{2}(:?\d{2})?)$/.test(text)
        ? text.replace(/([+-]\d{2})$/, '$1:00')
        : `${text}Z`
      : `${text}T00:00Z`,
  )
}
