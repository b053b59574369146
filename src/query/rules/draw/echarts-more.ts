import { BoxplotChart, HeatmapChart, TreemapChart } from 'echarts/charts'
import { MarkLineComponent, VisualMapContinuousComponent } from 'echarts/components'
import { core } from './echarts.ts'

/** Fetched for boxes, heat maps, treemaps, maps and reference lines. */
core.use([BoxplotChart, HeatmapChart, TreemapChart, MarkLineComponent, VisualMapContinuousComponent])
