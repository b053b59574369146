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
}
