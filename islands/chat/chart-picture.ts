import type { ChartSpec } from '#query/rules/chart.ts'
import type { Table } from '#query/rules/chart-data.ts'
import { chartSvg, pictureOf } from '#query/rules/chart-svg.ts'
import { library } from '#query/rules/draw/library.ts'
import { pngOf } from '../kit/png.ts'
import { paletteOf } from './chart-draw.ts'

/** A chart as a picture file, with its title and the colours of the page. Fetched when somebody exports a chart. */
export async function picture(
  spec: ChartSpec,
  table: Table,
  format: 'svg' | 'png',
  host: HTMLElement,
  locale: string,
): Promise<Blob> {
  const choices = { palette: paletteOf(host), locale }
  if (format === 'svg') return new Blob([await chartSvg(spec, table, choices)], { type: 'image/svg+xml' })
  const { option, width, height, palette, data } = pictureOf(spec, table, choices)
  const { init } = await library(spec, data, true)
  const chart = init(document.createElement('div'), null, { renderer: 'canvas', width, height })
  try {
    chart.setOption(option)
    return await pngOf(chart.renderToCanvas({ pixelRatio: 2, backgroundColor: palette.surface }))
  } finally {
    chart.dispose()
  }
}
