import type { Cell, ResultColumn } from './answers.ts'
import { isNumeric, isTemporal } from './result.ts'

export const CHART_KINDS = ['line', 'area', 'bar', 'stacked', 'share', 'scatter', 'number'] as const
export type ChartKind = (typeof CHART_KINDS)[number]

/**
 * A chart over a stored result: names of columns only, never data and never raw options of a chart library.
 * `number` shows the first row of `y[0]`; `share` is parts of a whole; `series` splits one measure by a column.
 */
export type ChartSpec = {
  /** Id of the stored result. */
  result: string
  kind: ChartKind
  x: string | null
  y: string[]
  series: string | null
  title: string
  /** Unit and period of the figures, where whoever made the chart said so. */
  subtitle?: string
}

/** Kinds as buttons name them. */
export const KIND_NAMES: Record<ChartKind, string> = {
  line: 'Line',
  area: 'Area',
  bar: 'Bars',
  stacked: 'Stacked',
  share: 'Shares',
  scatter: 'Scatter',
  number: 'Number',
}

/** Most points, bars and series that a chart draws; a bigger result is cut and says so. */
export const CHART_LIMITS = { rows: 1_000, bars: 30, series: 7 }

/** Numbers that name things (ids, codes, years) are axes and keys, not measures. */
const KEY_NAME = /(^|_)(id|year|code|zip|pin|no)$/i
const measures = (columns: ResultColumn[]) => columns.filter((c) => isNumeric(c.type) && !KEY_NAME.test(c.name))
const times = (columns: ResultColumn[]) =>
  columns.filter((c) => isTemporal(c.type) || /(^|_)(year|month|week|quarter)$/i.test(c.name))

/** Why a spec cannot be drawn over these columns, as a sentence for whoever wrote it; null when it can. */
export function chartError(spec: Omit<ChartSpec, 'result' | 'title'>, columns: ResultColumn[]): string | null {
  const find = (name: string) => columns.find((column) => column.name === name)
  const names = columns.map((column) => column.name).join(', ')
  for (const name of [...spec.y, ...(spec.x === null ? [] : [spec.x]), ...(spec.series === null ? [] : [spec.series])])
    if (!find(name)) return `The result has no column "${name}". It has: ${names}.`
  if (spec.y.length === 0) return 'A chart needs at least one measure in y.'
  const words = spec.y.find((name) => !isNumeric(find(name)?.type ?? ''))
  if (words !== undefined && !(spec.kind === 'number' && spec.y.length === 1))
    return `"${words}" holds no numbers, so it cannot be a measure.`
  if (spec.kind === 'number') return null
  if (spec.x === null) return `A ${spec.kind} chart needs a column for x.`
  if (spec.y.includes(spec.x)) return `"${spec.x}" cannot be both the axis and a measure.`
  if (spec.kind === 'scatter' && !isNumeric(find(spec.x)?.type ?? ''))
    return `A scatter chart needs numbers on x; "${spec.x}" holds none.`
  if (spec.series !== null && spec.y.length > 1)
    return 'A series column splits one measure; leave out series or all measures but one.'
  if (spec.series !== null && (spec.series === spec.x || spec.y.includes(spec.series)))
    return `"${spec.series}" is already used in this chart.`
  return null
}

/** A chart that fits the shape of a result: time makes a line, categories bars, two measures a scatter, one value a big number. */
export function chooseChart(
  result: { id: string; columns: ResultColumn[]; rows: Cell[][]; total_rows: number },
  title: string,
): ChartSpec | null {
  const { columns, rows } = result
  const numbers = measures(columns)
  const first = numbers[0]
  if (!first || rows.length === 0) return null
  const spec = (kind: ChartKind, x: string | null, y: string[], series: string | null = null): ChartSpec => ({
    result: result.id,
    kind,
    x,
    y,
    series,
    title,
  })
  if (result.total_rows === 1) return spec('number', null, numbers.map((column) => column.name).slice(0, 4))
  const time = times(columns)[0]
  const words = columns.filter((c) => c !== time && !isNumeric(c.type) && !isTemporal(c.type))
  const distinct = (column: ResultColumn) => new Set(rows.map((row) => row[columns.indexOf(column)])).size
  if (time) {
    const split = words.find((column) => distinct(column) > 1 && distinct(column) <= CHART_LIMITS.series)
    if (split) return spec('line', time.name, [first.name], split.name)
    if (words.length > 0) return null
    return spec(distinct(time) < 3 ? 'bar' : 'line', time.name, sameUnit(numbers, columns, rows))
  }
  const category = words[0] ?? columns.find((c) => KEY_NAME.test(c.name))
  if (category) {
    const second = words[1]
    if (second && distinct(category) < rows.length) {
      const fits = distinct(second) <= CHART_LIMITS.series && distinct(category) <= CHART_LIMITS.bars
      return fits ? spec('stacked', category.name, [first.name], second.name) : null
    }
    if (distinct(category) < rows.length || result.total_rows > 200) return null
    return spec('bar', category.name, [first.name])
  }
  return numbers[1] ? spec('scatter', first.name, [numbers[1].name]) : null
}

/** Measures that may share one axis: those within two powers of ten of the first. */
function sameUnit(numbers: ResultColumn[], columns: ResultColumn[], rows: Cell[][]): string[] {
  const size = (column: ResultColumn) =>
    Math.max(0, ...rows.map((row) => Math.abs(Number(row[columns.indexOf(column)] ?? 0)) || 0))
  const scale = numbers[0] ? size(numbers[0]) : 0
  return numbers
    .filter((column, at) => at === 0 || (scale > 0 && size(column) / scale > 0.05 && size(column) / scale < 20))
    .slice(0, 4)
    .map((column) => column.name)
}

/** Kinds that a click may change this chart to, given what its result holds. */
export function kindsFor(spec: ChartSpec, columns: ResultColumn[]): ChartKind[] {
  return CHART_KINDS.filter((kind) => withKind(spec, kind, columns) !== null)
}

/** The same chart as another kind, its axes kept where they still fit; null when the result cannot be shown that way. */
export function withKind(spec: ChartSpec, kind: ChartKind, columns: ResultColumn[]): ChartSpec | null {
  const numbers = measures(columns)
  const axis =
    spec.x ?? columns.find((column) => !spec.y.includes(column.name) && !numbers.includes(column))?.name ?? null
  let next: ChartSpec = { ...spec, kind }
  if (kind === 'number') next = { ...next, x: null, series: null }
  else if (kind === 'scatter') {
    const x =
      numbers.find((column) => column.name === spec.x) ?? numbers.find((column) => !spec.y.includes(column.name))
    if (!x) return null
    next = { ...next, x: x.name, series: null }
  } else next = { ...next, x: axis }
  if (kind === 'line' || kind === 'area') {
    const column = columns.find((c) => c.name === next.x)
    if (!column || times([column]).length === 0) return null
  }
  if (kind === 'stacked' && next.series === null && next.y.length < 2) return null
  if (kind === 'share') next = { ...next, y: next.y.slice(0, 1) }
  return chartError(next, columns) === null ? next : null
}

/** The name of a column as people read it, without the unit, which stands on the axis: `revenue_2025_inr` is "revenue 2025". */
export const spoken = (name: string) =>
  name
    .replace(/(?<=.)_(inr|usd|eur|gbp)$/i, '')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()
const listed = (names: string[]) =>
  names
    .map(spoken)
    .join(', ')
    .replace(/, ([^,]*)$/, ' and $1')

/** What a chart is grouped by, in words: "month and courier". Empty for numbers alone. */
export const groupingOf = ({ x, series }: Pick<ChartSpec, 'x' | 'series'>): string =>
  listed([x, series].filter((name) => name !== null))

/** "Returned by month and courier": says what a chart shows when nobody gave it a title. */
export function chartSubtitle(spec: ChartSpec): string {
  const text = spec.x === null ? listed(spec.y) : `${listed(spec.y)} by ${groupingOf(spec)}`
  return text.charAt(0).toUpperCase() + text.slice(1)
}
