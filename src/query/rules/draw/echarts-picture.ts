import { GraphicComponent, TitleComponent } from 'echarts/components'
import { SVGRenderer } from 'echarts/renderers'
import { core } from './echarts.ts'

/** Fetched for pictures: they have a title, and are SVG or tables as well. */
core.use([SVGRenderer, TitleComponent, GraphicComponent])
