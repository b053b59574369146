import { BarChart, LineChart, ScatterChart } from 'echarts/charts'
import { GridComponent, LegendComponent, TooltipComponent } from 'echarts/components'
import { init, use } from 'echarts/core'
import { LabelLayout } from 'echarts/features'
import { CanvasRenderer } from 'echarts/renderers'
import type { ChartSpec } from '#query/rules/chart.ts'
import type { ChartData } from '#query/rules/chart-data.ts'
import { type ChartPalette, chartOption } from '#query/rules/chart-option.ts'
import { listen } from '../kit/listen.ts'

// Only what our charts need. This file is a chunk of its own, fetched when a chart stands on the page.
use([BarChart, LineChart, ScatterChart, GridComponent, LegendComponent, TooltipComponent, LabelLayout, CanvasRenderer])

export type Drawing = { update(spec: ChartSpec, data: ChartData): void; dispose(): void }

/**
 * Draws a chart into an element and follows its size and the theme. On canvas: it needs no style attributes, which the content
 * security policy refuses.
 */
export function draw(element: HTMLElement, locale: string): Drawing {
  const chart = init(element, null, { renderer: 'canvas' })
  let last: [ChartSpec, ChartData] | null = null
  const paint = () => {
    if (!last || element.clientWidth === 0) return
    chart.setOption(chartOption(...last, paletteOf(element), element.clientWidth, locale), { notMerge: true })
  }
  const sized = new ResizeObserver(() => {
    chart.resize()
    paint()
  })
  sized.observe(element)
  const themed = new MutationObserver(paint)
  themed.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  const deafen = listen(matchMedia('(prefers-color-scheme: dark)'), 'change', paint)
  return {
    update(spec, data) {
      last = [spec, data]
      paint()
    },
    dispose() {
      sized.disconnect()
      themed.disconnect()
      deafen()
      chart.dispose()
    },
  }
}

/** The tokens of the page as the colours they have now: a probe resolves light-dark() and references. */
export function paletteOf(element: HTMLElement): ChartPalette {
  const probe = element.ownerDocument.createElement('span')
  probe.hidden = true
  element.append(probe)
  const token = (name: string) => {
    probe.style.color = `var(${name})`
    return getComputedStyle(probe).color
  }
  const palette = {
    text: token('--ink'),
    muted: token('--muted'),
    line: token('--line'),
    surface: token('--raised'),
    font: getComputedStyle(element).fontFamily,
    series: [1, 2, 3, 4, 5, 6, 7].map((n) => token(`--chart-${n}`)),
  }
  probe.remove()
  return palette
}
