/**
 * What each kind of chart is made of. Everything that treats kinds alike (what is asked of a spec, the buttons, what a model reads of a
 * refusal) reads this table; only the drawing of a kind is code of its own.
 */
export const CHART_KINDS = [
  'line',
  'area',
  'bar',
  'stacked',
  'share',
  'combo',
  'scatter',
  'histogram',
  'box',
  'heatmap',
  'waterfall',
  'funnel',
  'treemap',
  'band',
  'map',
  'pivot',
  'number',
] as const
export type ChartKind = (typeof CHART_KINDS)[number]

export type KindNeeds = {
  name: string
  /** What the axis must hold; `maybe`: it may be left out, and holds times. */
  x: 'any' | 'number' | 'time' | 'maybe' | 'none'
  y: [least: number, most: number]
  series: 'none' | 'maybe' | 'needed'
  /** Its parts are added up: averages and rates do not add up to anything. */
  adds?: true
  /** Its sizes are areas or lengths of parts of a whole: none can be below zero. */
  positive?: true
  /** It shows what is computed from all rows, never the rows themselves. */
  computed?: true
  /** It has an axis of values across which a line can lie. */
  lines?: true
  labels?: true
  /** Its places have no order in time, so they can be sorted, and the smallest be told as one. */
  sorts?: true
}

export const KINDS: Record<ChartKind, KindNeeds> = {
  line: { name: 'Line', x: 'any', y: [1, 8], series: 'maybe', lines: true, labels: true },
  area: { name: 'Area', x: 'any', y: [1, 8], series: 'maybe', adds: true, lines: true, labels: true },
  bar: { name: 'Bars', x: 'any', y: [1, 8], series: 'maybe', lines: true, sorts: true, labels: true },
  stacked: {
    name: 'Stacked',
    x: 'any',
    y: [1, 8],
    series: 'maybe',
    adds: true,
    lines: true,
    sorts: true,
    labels: true,
  },
  share: {
    name: 'Shares',
    x: 'any',
    y: [1, 8],
    series: 'maybe',
    adds: true,
    positive: true,
    sorts: true,
    labels: true,
  },
  combo: { name: 'Bars and line', x: 'any', y: [2, 4], series: 'none', lines: true, sorts: true, labels: true },
  scatter: { name: 'Scatter', x: 'number', y: [1, 1], series: 'maybe', lines: true },
  histogram: { name: 'Histogram', x: 'none', y: [1, 1], series: 'none', computed: true, labels: true },
  box: { name: 'Box', x: 'any', y: [1, 1], series: 'none', computed: true, lines: true },
  heatmap: { name: 'Heat map', x: 'any', y: [1, 1], series: 'needed', labels: true },
  waterfall: { name: 'Waterfall', x: 'any', y: [1, 1], series: 'none', adds: true, lines: true, labels: true },
  funnel: { name: 'Funnel', x: 'any', y: [1, 1], series: 'none', positive: true, labels: true },
  treemap: {
    name: 'Treemap',
    x: 'any',
    y: [1, 1],
    series: 'maybe',
    adds: true,
    positive: true,
    sorts: true,
    labels: true,
  },
  band: { name: 'Forecast', x: 'time', y: [3, 4], series: 'none', lines: true },
  map: { name: 'Map', x: 'any', y: [1, 1], series: 'none' },
  pivot: { name: 'Pivot table', x: 'any', y: [1, 8], series: 'maybe', computed: true },
  number: { name: 'Number', x: 'maybe', y: [1, 8], series: 'none' },
}

/** Stands in x or series for everything that was folded into one, and for a total. No text of data begins so. */
export const OTHER = '\u0001other'
export const TOTAL = '\u0001total'
export const isOfData = (key: unknown): boolean => key !== OTHER && key !== TOTAL

/** Orders of bars: by value from the largest or the smallest, by name, or as the result has them. */
export const CHART_SORTS = ['value', 'value_up', 'name', 'given'] as const
/** What a line across a chart may stand for besides a value. `trend`: the straight line of least squares. */
export const CHART_LINES = ['mean', 'median', 'trend'] as const
export const CHART_MAPS = ['world', 'india', 'usa'] as const
export type ChartMap = (typeof CHART_MAPS)[number]

/** Most points, bars, series and fields of a table that a chart draws; a bigger result is cut and says so. */
export const CHART_LIMITS = {
  rows: 3_000,
  bars: 30,
  series: 7,
  boxes: 30,
  pivotRows: 60,
  pivotColumns: 16,
  leaves: 60,
  lines: 4,
}
