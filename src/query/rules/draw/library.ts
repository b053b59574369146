import type * as echarts from 'echarts/core'
import type { ChartData } from '../chart-data.ts'
import type { ChartSpec } from '../chart-spec.ts'

const MORE = new Set(['box', 'heatmap', 'treemap', 'map'])

/** The chart library with what one chart needs of it: a page with bars and lines alone loads no more than these. */
export async function library(spec: ChartSpec, data: ChartData, picture = false): Promise<typeof echarts> {
  const { core } = await import('./echarts.ts')
  await Promise.all([
    (MORE.has(spec.kind) || data.marks.length > 0) && import('./echarts-more.ts'),
    data.map && import('./echarts-map.ts').then(({ register }) => register(data.map!)),
    picture && import('./echarts-picture.ts'),
  ])
  return core
}
