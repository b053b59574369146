import { columnFormat, shortNumber, unitOf, withUnit } from '#base/cell-format.ts'
import type { Cell, ResultColumn } from './answers.ts'
import { CHART_LIMITS, type ChartSpec, spoken } from './chart.ts'
import { isTemporal } from './result.ts'

/** A value of the axis: `time` is UTC milliseconds when the axis is one of dates. */
type AxisValue = { label: string; time: number | null }
type ChartSeries = { name: string; values: (number | null)[] }

/** What a chart draws and what its table for screen readers reads: series aligned with one axis. */
export type ChartData = {
  axis: AxisValue[]
  series: ChartSeries[]
  /** True for an axis of dates in order of time. */
  temporal: boolean
  /** Pairs of a scatter chart; empty for the other kinds. */
  points: [number, number][]
  /** How a value of the measure is written. */
  label(value: number | null): string
  /** Bars, series or rows that were left out, as a sentence; null when all are shown. */
  cut: string | null
}

type Table = { columns: ResultColumn[]; rows: Cell[][] }

/** How a cell without a value is called; a text that says "null" is another. */
const NO_VALUE = 'no value'
const keyOf = (cell: Cell | undefined): string | null => (cell === null || cell === undefined ? null : String(cell))

const plot = (cell: Cell | undefined): number | null => {
  if (cell === null || cell === undefined || cell === '') return null
  const value = Number(cell)
  return Number.isFinite(value) ? value : null
}

/** Reads the axis and the series of a chart out of rows. Exact text is made a float only here, for drawing. */
export function chartData(spec: ChartSpec, table: Table, locale: string): ChartData {
  const { columns } = table
  const at = (name: string | null) => columns.findIndex((column) => column.name === name)
  const rows = table.rows.slice(0, CHART_LIMITS.rows)
  const x = columns[at(spec.x)]
  const temporal = x !== undefined && isTemporal(x.type)
  const keys = new Map<string | null, number>()
  const axis: AxisValue[] = []
  const cells = (name: string | null) => rows.map((row) => row[at(name)] ?? null)
  const format = x && columnFormat(x, cells(spec.x), locale)
  const splits = spec.series === null ? [] : [...new Set(cells(spec.series).map(keyOf))]
  const names = spec.series === null ? spec.y.map(spoken) : splits.map((split) => split ?? NO_VALUE)
  const series = names.map((name): ChartSeries => ({ name, values: [] }))
  const ordered = temporal ? [...rows].sort((a, b) => timeOf(a[at(spec.x)]) - timeOf(b[at(spec.x)])) : rows
  const drawn = new Set<string>()
  let doubles = 0
  for (const row of ordered) {
    const cell = row[at(spec.x)] ?? null
    const key = keyOf(cell)
    let place = keys.get(key)
    if (place === undefined) {
      place = axis.length
      keys.set(key, place)
      axis.push({
        label: cell === null ? NO_VALUE : (format?.text(cell) ?? String(cell)),
        time: temporal ? timeOf(cell) : null,
      })
      for (const one of series) one.values.push(null)
    }
    // A second row of the same point would hide the first: it is left out, and the chart says so.
    const split = spec.series === null ? -1 : splits.indexOf(keyOf(row[at(spec.series)]))
    const point = `${place} ${split}`
    if (drawn.has(point)) {
      doubles++
      continue
    }
    drawn.add(point)
    if (spec.series === null) for (const [i, name] of spec.y.entries()) series[i]!.values[place] = plot(row[at(name)])
    else series[split]!.values[place] = plot(row[at(spec.y[0] ?? '')])
  }
  const measure = columns[at(spec.y[0] ?? '')]
  const unit = measure ? unitOf(measure, cells(measure.name)) : ''
  const label = (value: number | null) => (value === null ? NO_VALUE : withUnit(shortNumber(value, locale), unit))
  const points = spec.kind === 'scatter' ? pairs(rows, at(spec.x), at(spec.y[0] ?? '')) : []
  if (spec.kind === 'scatter') doubles = 0
  return shorten(spec, { axis, series, temporal, points, label, cut: null }, doubles)
}

function pairs(rows: Cell[][], x: number, y: number): [number, number][] {
  const both = rows.map((row) => [plot(row[x]), plot(row[y])])
  return both.filter((pair): pair is [number, number] => pair[0] !== null && pair[1] !== null)
}

/** Keeps the largest series, and for bars the largest categories, and says what was left out. */
function shorten(spec: ChartSpec, data: ChartData, doubles: number): ChartData {
  const size = (one: ChartSeries) => one.values.reduce<number>((sum, value) => sum + Math.abs(value ?? 0), 0)
  let { axis, series } = data
  const cuts: string[] = []
  if (doubles > 0) cuts.push(`one row a point: ${doubles} more share a point with another`)
  if (series.length > CHART_LIMITS.series) {
    cuts.push(`the ${CHART_LIMITS.series} largest of ${series.length} series`)
    series = [...series].sort((a, b) => size(b) - size(a)).slice(0, CHART_LIMITS.series)
  }
  if (!data.temporal && ['bar', 'stacked', 'share'].includes(spec.kind)) {
    const total = (i: number) => series.reduce((sum, one) => sum + (one.values[i] ?? 0), 0)
    let order = axis.map((_, i) => i)
    if (!looksOrdered(axis)) order = order.sort((a, b) => total(b) - total(a))
    if (order.length > CHART_LIMITS.bars) cuts.push(`the first ${CHART_LIMITS.bars} of ${order.length} bars`)
    order = order.slice(0, CHART_LIMITS.bars)
    axis = order.map((i) => axis[i]!)
    series = series.map((one) => ({ ...one, values: order.map((i) => one.values[i] ?? null) }))
  }
  return { ...data, axis, series, cut: cuts.length > 0 ? `Shows ${cuts.join(' and ')}.` : null }
}

/** Numbers, weekdays, months, quarters and ranges have an order of their own, so their bars are not sorted by size. */
function looksOrdered(axis: AxisValue[]): boolean {
  return axis.every(({ label }) =>
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
