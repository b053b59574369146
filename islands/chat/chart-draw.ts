import type { EChartsType } from 'echarts/core'
import type { ChartSpec } from '#query/rules/chart.ts'
import type { ChartData } from '#query/rules/chart-data.ts'
import { type ChartPalette, chartOption } from '#query/rules/chart-option.ts'
import { library } from '#query/rules/draw/library.ts'
import { listen } from '../kit/listen.ts'

// This file is a chunk of its own, fetched when a chart stands on the page; of the library it fetches what that chart needs.

export type Drawing = { update(spec: ChartSpec, data: ChartData): void; dispose(): void }

const still = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/**
 * Draws a chart into an element and follows its size and the theme. On canvas: it needs no style attributes, which the content
 * security policy refuses.
 * @param onMark somebody clicked what stands for a place of the axis, of a series
 */
export function draw(
  element: HTMLElement,
  locale: string,
  failed: () => void,
  onMark: (at: { place: number; series: string }) => void,
): Drawing {
  let chart: EChartsType | null = null
  let last: [ChartSpec, ChartData] | null = null
  let drawn = 0
  const paint = async () => {
    if (!last || element.clientWidth === 0) return
    const current = ++drawn
    const [spec, data] = last
    const { init } = await library(spec, data)
    // A newer one is being drawn, or none any more.
    if (current !== drawn) return
    if (!chart) {
      chart = init(element, null, { renderer: 'canvas' })
      chart.on('click', ({ dataIndex, seriesName }) => onMark({ place: dataIndex, series: seriesName ?? '' }))
    }
    chart.resize()
    const option = chartOption(spec, data, paletteOf(element), element.clientWidth, locale, still())
    chart.setOption(option, { notMerge: true })
    element.dataset.drawn = spec.kind
  }
  const repaint = () => void paint().catch(failed)
  const sized = new ResizeObserver(repaint)
  sized.observe(element)
  const themed = new MutationObserver(repaint)
  themed.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  const deafen = listen(matchMedia('(prefers-color-scheme: dark)'), 'change', repaint)
  return {
    update(spec, data) {
      last = [spec, data]
      repaint()
    },
    dispose() {
      drawn = -1
      last = null
      sized.disconnect()
      themed.disconnect()
      deafen()
      chart?.dispose()
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
    surface: groundOf(element) ?? token('--raised'),
    font: getComputedStyle(element).fontFamily,
    series: [1, 2, 3, 4, 5, 6, 7].map((n) => token(`--chart-${n}`)),
  }
  probe.remove()
  return palette
}

/** The colour on which an element stands: that of the page between paragraphs, that of the panel beside them. */
function groundOf(element: Element | null): string | null {
  if (!element) return null
  const { backgroundColor } = getComputedStyle(element)
  return backgroundColor === 'rgba(0, 0, 0, 0)' ? groundOf(element.parentElement) : backgroundColor
}
