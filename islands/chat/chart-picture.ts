import { TitleComponent } from 'echarts/components'
import { init, use } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import type { ChartSpec } from '#query/rules/chart.ts'
import type { ChartData } from '#query/rules/chart-data.ts'
import { type ChartPalette, chartOption } from '#query/rules/chart-option.ts'
import { chartTitle } from '#query/rules/chart-title.ts'
import { paletteOf } from './chart-draw.ts'

// Fetched when somebody exports a chart; the charts themselves come with chart-draw.ts.
use([SVGRenderer, TitleComponent])

const SIZE = { width: 960, height: 540 }

/** A chart as a picture file, with its title and the colours of the page. */
export async function picture(
  spec: ChartSpec,
  data: ChartData,
  format: 'svg' | 'png',
  host: HTMLElement,
  locale: string,
): Promise<Blob> {
  const palette = paletteOf(host)
  const isSvg = format === 'svg'
  const chart = init(isSvg ? null : document.createElement('div'), null, {
    renderer: isSvg ? 'svg' : 'canvas',
    ssr: isSvg,
    ...SIZE,
  })
  chart.setOption(pictureOption(spec, data, palette, locale))
  const file = isSvg
    ? new Blob([chart.renderToSVGString()], { type: 'image/svg+xml' })
    : await pngOf(chart.renderToCanvas({ pixelRatio: 2, backgroundColor: palette.surface }))
  chart.dispose()
  return file
}

/** The chart of the page, with room for its title. */
function pictureOption(spec: ChartSpec, data: ChartData, palette: ChartPalette, locale: string) {
  const option = chartOption(spec, data, palette, SIZE.width, locale)
  const grid = option.grid as { top: number; right: number }
  return {
    ...option,
    animation: false,
    backgroundColor: palette.surface,
    title: {
      text: chartTitle(spec),
      left: 24,
      top: 18,
      padding: 0,
      textStyle: {
        ...{ color: palette.text, fontFamily: palette.font, fontSize: 20, fontWeight: 600 },
        ...{ width: SIZE.width - 48, overflow: 'truncate' as const },
      },
    },
    grid: { ...grid, left: 24, right: Math.max(24, grid.right + 12), bottom: 20, top: grid.top + 60 },
    legend: option.legend ? { ...(option.legend as object), top: 56, left: 20 } : undefined,
    graphic: undefined,
  }
}

const pngOf = (canvas: HTMLCanvasElement): Promise<Blob> =>
  new Promise((resolve, reject) =>
    canvas.toBlob((blob) => {
      if (blob) resolve(blob)
      else reject(new Error('This browser cannot draw the picture.'))
    }, 'image/png'),
  )
