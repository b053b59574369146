import { shortened } from '#base/text.ts'
import type { ChartData } from '../chart-data.ts'
import type { ChartSpec } from '../chart-spec.ts'

/** Colours and font of the page, read from its tokens, so a chart follows the theme. */
export type ChartPalette = {
  text: string
  muted: string
  line: string
  surface: string
  font: string
  /** At least six colours that people with any colour vision can tell apart; the first is the accent. */
  series: string[]
}

/** What a drawing is made from. @property width pixels there are: decides label space and the direction of bars */
export type Given = { spec: ChartSpec; data: ChartData; palette: ChartPalette; width: number; locale: string }
/** Options of ECharts, written only in this folder: neither people nor models reach them. */
export type ChartOption = Record<string, unknown>
type Hit = {
  dataIndex: number
  seriesIndex?: number
  seriesName?: string
  name?: string
  value?: unknown
  data?: unknown
}

/** Pixels below which a chart stands on a phone. */
export const NARROW = 420
const NAMED = 100
/** Characters of a name in a legend: a longer one would push the others out of sight. */
const LEGEND_NAME = 32
/** Pixels that the labels of the values take beside an axis, at most. */
export const VALUES = 48
/** Pixels of a character of a label. */
export const CHARACTER = 6.4

/** Rich text has `{style|text}` marks: braces of data must not make any. */
export const plain = (text: string) => text.replaceAll('{', '(').replaceAll('}', ')')
export const axisText = (palette: ChartPalette) => ({ color: palette.muted, fontSize: 11, fontFamily: palette.font })
export const colorOf = (palette: ChartPalette, i: number) => palette.series[i % palette.series.length]!
export const labelsOf = ({ axis }: ChartData) => axis.map(({ label }) => label)
export const longest = (texts: string[]) => Math.max(0, ...texts.map((text) => text.length))

export function valueAxis({ data, palette }: Given, write: (value: number) => string = data.label) {
  return {
    type: 'value',
    splitNumber: 4,
    // The library gives the place of a label as well, which is no series.
    axisLabel: { ...axisText(palette), hideOverlap: true, formatter: (value: number) => write(value) },
    splitLine: { lineStyle: { color: palette.line } },
    axisLine: { show: false },
    axisTick: { show: false },
  }
}

/** @param room pixels of a label; null when the labels that have room are chosen already and the others empty */
export function categoryAxis(labels: string[], palette: ChartPalette, room: number | null) {
  return {
    type: 'category',
    data: labels.map(plain),
    axisLabel: {
      ...axisText(palette),
      ...(room === null
        ? { interval: (at: number) => labels[at] !== '', lineHeight: 14 }
        : // Each has its own room as far as it goes; left alone, the library leaves out names by their length before they are cut.
          { ...(labels.length <= NAMED ? { interval: 0 } : {}), hideOverlap: true, width: room, overflow: 'truncate' }),
    },
    axisLine: { lineStyle: { color: palette.line } },
    axisTick: { show: false },
  }
}

export const legend = (palette: ChartPalette, names?: string[]) => ({
  top: 0,
  left: 0,
  icon: 'roundRect',
  itemWidth: 10,
  itemHeight: 10,
  textStyle: { color: palette.muted, fontSize: 11 },
  pageIconColor: palette.muted,
  pageIconInactiveColor: palette.line,
  pageTextStyle: { color: palette.muted, fontSize: 11 },
  type: 'scroll',
  formatter: (name: string) => shortened(name, LEGEND_NAME),
  ...(names ? { data: names } : {}),
})

/** The labels of the axes take their room from the drawing. */
export const WITHIN = { outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' }

/** Pixels above a chart that has a legend, and above one that has none. */
export const HEAD = { legend: 34, none: 18 }

/** Tooltips are drawn as text, never as HTML, so names in data stay text. */
export function tooltip({ palette }: Given, trigger: 'axis' | 'item', tell: (hit: Hit) => string, pointer = 'none') {
  return {
    trigger,
    renderMode: 'richText',
    confine: true,
    backgroundColor: palette.surface,
    borderColor: palette.line,
    padding: [8, 10],
    textStyle: { color: palette.text, fontSize: 12, fontFamily: palette.font },
    axisPointer: { type: pointer, lineStyle: { color: palette.muted, type: 'dotted' } },
    formatter: (hit: Hit | Hit[]) => {
      const one = Array.isArray(hit) ? hit[0] : hit
      return one ? plain(tell(one)) : ''
    },
  }
}

/** The values of all series at one place of the axis, the largest first. */
export const atPlace =
  ({ data }: Given) =>
  ({ dataIndex }: Hit): string => {
    const lines = data.series.map((one, i) => ({ name: one.name, value: one.values[dataIndex] ?? null, i }))
    const sorted = lines.filter((one) => one.value !== null).sort((a, b) => (b.value ?? 0) - (a.value ?? 0))
    return [
      data.axis[dataIndex]?.label ?? '',
      ...sorted.map((one) => `${one.name}  ${data.label(one.value, one.i)}`),
    ].join('\n')
  }

/** The reference lines of a chart, for one of its series. @param lying whether values lie on x */
export function markLines({ data, palette }: Given, lying = false) {
  if (data.marks.length === 0) return {}
  const sorted = [...data.marks].sort((a, b) => b.value - a.value)
  return {
    markLine: {
      silent: true,
      symbol: 'none',
      animation: false,
      lineStyle: { color: palette.text, width: 1.2, type: 'dashed' },
      label: {
        ...{ color: palette.text, fontSize: 11, fontWeight: 600, fontFamily: palette.font },
        ...{ textBorderColor: palette.surface, textBorderWidth: 3 },
      },
      // Of two lines the upper one is named above and the lower one below, so that their names never meet.
      data: sorted.map(({ label, value }, i) => ({
        [lying ? 'xAxis' : 'yAxis']: value,
        label: {
          position: lying ? (i % 2 ? 'insideEndTop' : 'insideEndBottom') : i % 2 ? 'insideEndBottom' : 'insideEndTop',
          formatter: `${plain(label)} ${data.label(value)}`,
        },
      })),
    },
  }
}

/** What an axis of values must reach so that the reference lines are on it. */
export function reach({ data }: Given): {
  min?: (seen: { min: number }) => number
  max?: (seen: { max: number }) => number
} {
  if (data.marks.length === 0) return {}
  const values = data.marks.map(({ value }) => value)
  const [low, high] = [Math.min(...values), Math.max(...values)]
  // Round ends, as the axis has by itself.
  const round = (value: number) => {
    const step = 10 ** Math.floor(Math.log10(Math.abs(value) || 1)) / 2
    return (value < 0 ? Math.floor(value / step) : Math.ceil(value / step)) * step
  }
  const heights = data.series.flatMap(({ values }) => values).filter((value) => value !== null)
  return {
    ...(high > Math.max(...heights, 0) ? { max: () => round(high) } : {}),
    ...(low < Math.min(...heights, 0) ? { min: () => round(low) } : {}),
  }
}

type Rgb = [number, number, number]
/** A colour of the tokens, as `#rrggbb` or as browsers compute it: `rgb(1, 2, 3)`. */
function rgb(color: string): Rgb {
  const hex = /^#(..)(..)(..)$/.exec(color)
  const parts = hex ? hex.slice(1).map((part) => Number.parseInt(part, 16)) : (color.match(/[\d.]+/g) ?? []).map(Number)
  return [parts[0] ?? 0, parts[1] ?? 0, parts[2] ?? 0]
}

/** A colour between two. @param share of the second, 0 to 1 */
export function mixed(first: string, second: string, share: number): string {
  const [a, b] = [rgb(first), rgb(second)]
  return `rgb(${a.map((part, i) => Math.round(part + (b[i]! - part) * share)).join(', ')})`
}

/** Black or white, whichever is read better on a colour; one of them always has a contrast of 4.5. */
export function inkOn(color: string): string {
  const [r, g, b] = rgb(color).map((part) =>
    part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
  )
  const light = 0.2126 * r! + 0.7152 * g! + 0.0722 * b!
  return light > 0.179 ? '#000000' : '#ffffff'
}

/** From nearly the ground to the full accent: more is stronger in both themes. */
const shades = (palette: ChartPalette): [string, string] => [
  mixed(palette.surface, palette.series[0]!, 0.18),
  palette.series[0]!,
]
export function shadeOf(palette: ChartPalette, value: number, [least, most]: [number, number]): string {
  return mixed(...shades(palette), most > least ? (value - least) / (most - least) : 1)
}

/** Least and most of all values; a scale of sizes begins at zero. */
export function rangeOf({ series }: ChartData): [number, number] {
  const values = series.flatMap((one) => one.values).filter((value) => value !== null)
  return [Math.min(0, ...values), Math.max(...values)]
}

/** What the shades mean, below a chart. */
export function scale({ data, palette }: Given) {
  const [min, max] = rangeOf(data)
  return {
    type: 'continuous',
    ...{ min, max, calculable: false, orient: 'horizontal', left: 'center', bottom: 0, itemWidth: 10, itemHeight: 120 },
    text: [data.label(max), data.label(min)],
    textStyle: { ...axisText(palette) },
    inRange: { color: shades(palette) },
  }
}
