import type { ChartData } from './chart-data.ts'
import type { ChartSpec } from './chart-spec.ts'

/** Pixels of height that a drawing wants: room for each bar that lies, and for maps and areas the shape they have. */
export function heightOf(spec: ChartSpec, data: ChartData, width: number): number {
  const places = data.axis.length + (spec.kind === 'waterfall' ? 1 : 0)
  const longest = Math.max(0, ...data.axis.map(({ label }) => label.length))
  const lies =
    !data.temporal && (spec.kind === 'share' || spec.kind === 'funnel' || places > 8 || longest * places * 7 > width)
  switch (spec.kind) {
    case 'bar':
    case 'stacked':
    case 'share':
    case 'box':
    case 'waterfall': {
      const each = spec.kind === 'bar' && data.series.length > 1 ? 14 + 10 * data.series.length : 26
      return lies ? Math.max(204, 60 + places * each) : 220
    }
    case 'funnel':
      return Math.max(180, 30 + places * 44)
    case 'heatmap':
      return 80 + Math.max(4, data.series.length) * 30
    case 'treemap':
      return 300
    case 'map':
      return Math.round(Math.min(460, width * (data.map === 'india' ? 1.1 : data.map === 'usa' ? 0.66 : 0.56) + 40))
    case 'number':
      return 64
    case 'combo':
    case 'scatter':
    case 'band':
      return 250
    default:
      return 204
  }
}
