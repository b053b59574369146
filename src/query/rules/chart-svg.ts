import { MAP_CREDITS } from './boundaries.ts'
import { type ChartData, chartData, type Table } from './chart-data.ts'
import { heightOf } from './chart-height.ts'
import { type ChartOption, type ChartPalette, chartOption } from './chart-option.ts'
import type { ChartSpec } from './chart-spec.ts'
import { chartTitle } from './chart-title.ts'
import { library } from './draw/library.ts'
import { type Pivot, pivotOf } from './pivot.ts'

/** The tokens of public/css/tokens.css, for pictures that no page stands around. */
export const PALETTES: Record<'light' | 'dark', ChartPalette> = {
  light: {
    text: '#14161f',
    muted: '#535969',
    line: '#e4e6ec',
    surface: '#ffffff',
    font: 'Inter, Arial, sans-serif',
    series: ['#4f46e5', '#0f8b8d', '#d97706', '#c2417c', '#3b82c4', '#6b8e23', '#7d8394'],
  },
  dark: {
    text: '#eceef4',
    muted: '#a4aabb',
    line: '#282b36',
    surface: '#1c1f28',
    font: 'Inter, Arial, sans-serif',
    series: ['#8f89ff', '#3fc1c0', '#f0a63c', '#f07fb0', '#74b3ee', '#a9c95a', '#9aa0b1'],
  },
}

export type PictureChoices = { width?: number; locale?: string; theme?: 'light' | 'dark'; palette?: ChartPalette }

/** What a picture is drawn from: its option, and its size in pixels. */
export type Picture = { option: ChartOption; width: number; height: number; palette: ChartPalette; data: ChartData }

const WIDTH = 960
const MARGIN = 24
const HEAD = 56
/** Above a drawing without a title: whoever shows it says what it is. */
const BARE_HEAD = 10

/** A chart as a picture of its own: with its title and what has to be said under it, on the ground of its theme. */
export function pictureOf(spec: ChartSpec, table: Table, choices: PictureChoices = {}): Picture {
  const { locale = 'en', theme = 'light', palette = PALETTES[theme] } = choices
  const data = chartData(spec, table, locale)
  const title = chartTitle(spec)
  const head = title ? HEAD : BARE_HEAD
  const pivot = spec.kind === 'pivot' ? pivotOf(spec, table, locale) : null
  // A table is as wide as its texts: a number that is cut off is another number.
  const width = Math.max(
    choices.width ?? WIDTH,
    pivot ? 2 * MARGIN + columnWidth(pivot) * (pivot.columns.length + 1.6) : 0,
  )
  const inner = width - 2 * MARGIN
  const foot = [
    data.refused ?? data.cut,
    data.missing.length > 0 && `Not on the map: ${data.missing.join(', ')}.`,
    ...(table.left_out ?? []).map(({ note }) => note),
    data.map && MAP_CREDITS[data.map],
  ]
    .filter(Boolean)
    .join(' ')
  const footHeight = foot ? 20 + 14 * Math.ceil((foot.length * 5.6) / inner) : 12
  const drawn = pivot
    ? 24 + (pivot.rows.length + 1) * ROW
    : Math.max(heightOf(spec, data, inner), Math.min(440, width * 0.45))
  const height = Math.round(head + drawn + footHeight + MARGIN / 2)
  const option = data.refused
    ? {}
    : pivot
      ? tableOption(pivot, palette, inner)
      : chartOption(spec, data, palette, inner, locale, true)
  const text = (size: number, color: string, weight = 400) => ({
    color,
    fontFamily: palette.font,
    fontSize: size,
    fontWeight: weight,
    width: inner,
    overflow: 'break' as const,
  })
  return {
    ...{ width, height, palette, data },
    option: {
      ...moved(option, spec.kind === 'number' ? head + 60 : head, footHeight + MARGIN / 2),
      animation: false,
      backgroundColor: palette.surface,
      title: [
        {
          text: title,
          left: MARGIN,
          top: 18,
          padding: 0,
          textStyle: { ...text(20, palette.text, 600), overflow: 'truncate' },
        },
        ...(spec.kind === 'number' ? [figure(data, palette, head)] : []),
        ...(foot ? [{ text: foot, left: MARGIN, bottom: 12, padding: 0, textStyle: text(11, palette.muted) }] : []),
      ],
    },
  }
}

const figure = (data: ChartData, palette: ChartPalette, head: number) => ({
  text: data.series
    .map(({ name, values }, i) => `${data.label(values.findLast((value) => value !== null) ?? null, i)} ${name}`)
    .join('   '),
  ...{ left: MARGIN, top: head + 4, padding: 0 },
  textStyle: { color: palette.text, fontFamily: palette.font, fontSize: 30, fontWeight: 600 },
})

/** The same drawing further down and in from the edges. */
function moved(option: ChartOption, top: number, bottom: number): ChartOption {
  const down = (part: unknown, defaults = 0) => {
    const one = part as { top?: number; bottom?: number; left?: number; right?: number }
    return {
      ...one,
      top: (one.top ?? defaults) + top,
      ...(typeof one.bottom === 'number' ? { bottom: one.bottom + bottom } : {}),
      left: (typeof one.left === 'number' ? one.left : 4) + MARGIN - 4,
      ...(typeof one.right === 'number' ? { right: one.right + MARGIN - 4 } : {}),
    }
  }
  const series = option.series as { type: string }[] | undefined
  return {
    ...option,
    ...(option.grid ? { grid: down(option.grid) } : {}),
    ...(option.legend ? { legend: down(option.legend) } : {}),
    ...(option.visualMap ? { visualMap: { ...(option.visualMap as object), bottom } } : {}),
    ...(option.graphic
      ? { graphic: { elements: [{ type: 'group', x: MARGIN, y: top, children: option.graphic }] } }
      : {}),
    ...(series
      ? { series: series.map((one) => (one.type === 'treemap' || one.type === 'map' ? down(one) : one)) }
      : {}),
  }
}

const ROW = 26
const columnWidth = ({ columns, rows }: Pivot) =>
  16 +
  7.2 *
    Math.max(
      ...columns.map(({ label }) => label.length),
      ...rows.flatMap(({ cells }) => cells.map((cell) => cell.length)),
    )

function tableOption({ corner, columns, rows }: Pivot, palette: ChartPalette, width: number): ChartOption {
  const step = width / (columns.length + 1.6)
  const text = (words: string, column: number, row: number, strong: boolean) => ({
    type: 'text',
    x: column < 0 ? 0 : width - step * (columns.length - 1 - column),
    y: row * ROW + 8,
    style: {
      ...{ text: words, fill: strong ? palette.text : palette.muted, align: column < 0 ? 'left' : 'right' },
      ...{
        font: `${strong ? 600 : 400} 12px ${palette.font}`,
        width: column < 0 ? step * 1.5 : step - 10,
        overflow: 'truncate',
      },
    },
  })
  const line = (row: number) => ({
    type: 'line',
    shape: { x1: 0, x2: width, y1: row * ROW, y2: row * ROW },
    style: { stroke: palette.line },
  })
  return {
    graphic: [
      text(corner, -1, 0, true),
      ...columns.map(({ label }, at) => text(label, at, 0, true)),
      ...rows.flatMap(({ label, cells, isTotal }, row) => [
        line(row + 1),
        text(label, -1, row + 1, isTotal),
        ...cells.map((cell, at) => text(cell, at, row + 1, isTotal || columns[at]!.isTotal)),
      ]),
    ],
  }
}

/**
 * A chart as an SVG file, on the server as in a browser: the same option as on the page. `table` is what `charts.table` of the query module
 * gives (all rows computed), or rows at hand for kinds that compute nothing (`isComputed`). Every kind can be drawn, pivot tables and
 * numbers as well; one that is refused (`chartData(…).refused`) gives its title and the reason.
 * @param choices.width pixels, 960 unless given; the height follows from what is drawn and stands in the SVG
 */
export async function chartSvg(spec: ChartSpec, table: Table, choices: PictureChoices = {}): Promise<string> {
  const { option, width, height, data } = pictureOf(spec, table, choices)
  const { init } = await library(spec, data, true)
  const chart = init(null, null, { renderer: 'svg', ssr: true, width, height })
  try {
    chart.setOption(option)
    return chart.renderToSVGString()
  } finally {
    chart.dispose()
  }
}
