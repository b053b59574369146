import { init, use } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import type { ChartSpec } from '#query/rules/chart.ts'
import type { ChartData } from '#query/rules/chart-data.ts'
import { type ChartPalette, chartOption } from '#query/rules/chart-option.ts'
import { chartTitle } from '#query/rules/chart-title.ts'
import { paletteOf } from './chart-draw.ts'

// Fetched when somebody exports a chart; the charts themselves come with chart-draw.ts.
use([SVGRenderer])

/** A chart as a picture file, with its title and the colours of the page. */
export async function picture(
  spec: ChartSpec,
  data: ChartData,
  format: 'svg' | 'png',
  host: HTMLElement,
  locale: string,
): Promise<Blob> {
  const palette = paletteOf(host)
  const size = { width: 960, height: 540 }
  const stage = document.createElement('div')
  const chart = init(format === 'svg' ? null : stage, null, {
    renderer: format === 'svg' ? 'svg' : 'canvas',
    ssr: format === 'svg',
    devicePixelRatio: 2,
    ...size,
  })
  const option = chartOption(spec, data, palette, size.width, locale)
  const grid = option.grid as { top: number }
  chart.setOption({
    ...option,
    animation: false,
    backgroundColor: palette.surface,
    grid: {
      ...grid,
      left: 24,
      right: Math.max(24, (option.grid as { right: number }).right + 12),
      bottom: 20,
      top: grid.top + 60,
    },
    legend: option.legend ? { ...(option.legend as object), top: 56, left: 20 } : undefined,
    graphic: undefined,
  })
  const file =
    format === 'svg'
      ? titled(chart.renderToSVGString(), spec, palette)
      : await raster(chart.getDataURL({ pixelRatio: 2, type: 'png', backgroundColor: palette.surface }), spec, palette)
  chart.dispose()
  return file
}

function titled(svg: string, spec: ChartSpec, palette: ChartPalette): Blob {
  const text = document.createElementNS('http://www.w3.org/2000/svg', 'text')
  for (const [name, value] of Object.entries({
    x: '24',
    y: '38',
    fill: palette.text,
    'font-family': palette.font,
    'font-size': '20',
    'font-weight': '600',
  }))
    text.setAttribute(name, value)
  text.textContent = chartTitle(spec)
  return new Blob([svg.replace('</svg>', `${new XMLSerializer().serializeToString(text)}</svg>`)], {
    type: 'image/svg+xml',
  })
}

async function raster(address: string, spec: ChartSpec, palette: ChartPalette): Promise<Blob> {
  const image = new Image()
  image.src = address
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = image.width
  canvas.height = image.height
  const paint = canvas.getContext('2d')
  if (!paint) throw new Error('This browser cannot draw the picture.')
  paint.drawImage(image, 0, 0)
  paint.fillStyle = palette.text
  paint.font = `600 40px ${palette.font}`
  paint.fillText(chartTitle(spec), 48, 76, canvas.width - 96)
  return new Promise((done, failed) =>
    canvas.toBlob(
      (blob) => (blob ? done(blob) : failed(new Error('This browser cannot draw the picture.'))),
      'image/png',
    ),
  )
}
