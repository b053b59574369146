import type { ChartData } from './chart-data.ts'
import type { ChartKind } from './chart-kinds.ts'
import type { ChartSpec } from './chart-spec.ts'
import { places, treemap } from './draw/areas.ts'
import { bars, combo, funnel, histogram, waterfall } from './draw/bars.ts'
import { band, lines, spark } from './draw/lines.ts'
import type { ChartOption, ChartPalette, Given } from './draw/parts.ts'
import { boxes, heatmap, scatter } from './draw/points.ts'

export type { ChartOption, ChartPalette } from './draw/parts.ts'

/** Kinds that ECharts draws; a pivot table is a table. */
const DRAWINGS: Record<Exclude<ChartKind, 'pivot'>, (given: Given) => ChartOption> = {
  line: lines,
  area: lines,
  bar: bars,
  stacked: bars,
  share: bars,
  combo,
  scatter,
  histogram,
  box: boxes,
  heatmap,
  waterfall,
  funnel,
  treemap,
  band,
  map: places,
  number: spark,
}

/**
 * Compiles a chart to ECharts 6 options, the same for pages, pictures and the server.
 * @param size pixels there are, decides label space and the direction of bars
 */
export function chartOption(
  spec: ChartSpec,
  data: ChartData,
  palette: ChartPalette,
  width: number,
  locale: string,
  still = false,
): ChartOption {
  if (spec.kind === 'pivot') return {}
  return {
    useUTC: true,
    animation: !still,
    animationDuration: 250,
    // From the first rows to all of them, or from one kind to another, lines would lie across each other on their way.
    animationDurationUpdate: 0,
    textStyle: { fontFamily: palette.font, color: palette.text },
    color: palette.series,
    ...DRAWINGS[spec.kind]({ spec, data, palette, width, locale }),
  }
}
