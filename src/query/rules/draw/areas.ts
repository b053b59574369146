import { percent } from '#base/format.ts'
import type { ChartMap } from '../chart-kinds.ts'
import {
  type ChartOption,
  colorOf,
  type Given,
  inkOn,
  mixed,
  plain,
  rangeOf,
  scale,
  shadeOf,
  tooltip,
} from './parts.ts'

/** Parts of a whole as areas; with a series, the parts of each of its names together. */
export function treemap(given: Given): ChartOption {
  const { spec, data, palette, locale } = given
  const whole = data.series.reduce(
    (sum, { values }) => sum + values.reduce<number>((total, value) => total + (value ?? 0), 0),
    0,
  )
  const many = data.series.length > 1
  const leaf = (at: number, of: number, value: number, color: string) => ({
    name: plain(data.axis[at]!.label),
    value,
    itemStyle: { color },
    label: { color: inkOn(color) },
    told: [
      many && data.series[of]!.name,
      data.axis[at]!.label,
      data.label(value),
      `${percent(value / whole, locale)} of all`,
    ],
  })
  const leaves = (of: number) => {
    const color = colorOf(palette, many ? of : 0)
    return data.series[of]!.values.flatMap((value, at) => (value ? [leaf(at, of, value, color)] : []))
  }
  return {
    tooltip: tooltip(given, 'item', ({ data }) =>
      ((data as { told?: (string | false)[] })?.told ?? []).filter(Boolean).join('\n'),
    ),
    series: [
      {
        type: 'treemap',
        ...{ left: 2, right: 2, top: 2, bottom: 2, roam: false, nodeClick: false, animation: false },
        breadcrumb: { show: false },
        // Tiles in which no word has room are told by the tooltip and the table.
        labelLayout: ({ rect }: { rect: { width: number; height: number } }) =>
          rect.width < 46 || rect.height < 30 ? { fontSize: 0 } : {},
        label: {
          ...{ fontSize: 12, lineHeight: 16, fontFamily: palette.font, overflow: 'truncate', ellipsis: '…' },
          formatter: ({ name, value }: { name: string; value: number }) =>
            spec.labels === false ? name : `${name}\n${data.label(value)}`,
        },
        itemStyle: { borderColor: palette.surface, borderWidth: 0, gapWidth: 2 },
        upperLabel: many
          ? {
              show: true,
              height: 20,
              color: palette.text,
              fontSize: 11,
              fontWeight: 600,
              backgroundColor: 'transparent',
              formatter: ({ name }: { name: string }) => name,
              fontFamily: palette.font,
            }
          : undefined,
        levels: many
          ? [
              { itemStyle: { borderWidth: 0, gapWidth: 6 }, upperLabel: { show: false } },
              { itemStyle: { borderColor: palette.surface, borderWidth: 0, gapWidth: 1 } },
            ]
          : [{ itemStyle: { borderWidth: 0, gapWidth: 2 } }],
        data: many
          ? data.series.map(({ name }, of) => ({
              name: plain(name),
              itemStyle: { color: palette.surface, borderColor: palette.surface },
              children: leaves(of),
            }))
          : leaves(0),
      },
    ],
  }
}

export const mapName = (map: ChartMap) => `tabletalk-${map}`

/** Countries or states in shades of their values; what has none keeps the colour of lines. */
export function places(given: Given): ChartOption {
  const { data, palette } = given
  const range = rangeOf(data)
  const [{ values } = { values: [] }] = data.series
  return {
    tooltip: tooltip(
      given,
      'item',
      ({ data: hit, name }) => (hit as { told?: string } | undefined)?.told ?? `${titles(name)}no value`,
    ),
    visualMap: scale(given),
    series: [
      {
        type: 'map',
        map: mapName(data.map ?? 'world'),
        projection: PROJECTIONS[data.map ?? 'world'],
        ...{ roam: false, left: 4, right: 4, top: 4, bottom: 34, selectedMode: false, animation: false },
        preserveAspect: 'contain',
        // What has no value is blank.
        itemStyle: {
          areaColor: palette.surface,
          borderColor: mixed(palette.line, palette.muted, 0.35),
          borderWidth: 0.6,
        },
        label: { show: false },
        emphasis: { label: { show: false }, itemStyle: { areaColor: palette.series[2] } },
        data: data.axis.flatMap(({ shape, label }, at) => {
          const value = values[at] ?? null
          if (!shape || value === null) return []
          return [
            {
              name: shape,
              value,
              told: `${label}\n${data.label(value)}`,
              itemStyle: { areaColor: shadeOf(palette, value, range) },
            },
          ]
        }),
      },
    ],
  }
}

/** Shapes of countries are told by numbers, which say nothing to people. */
const titles = (name: string | undefined) => (name && !/^\d+$/.test(name) ? `${name}\n` : '')

/** The projection "Natural Earth" by Tom Patterson, in the polynomial of Šavrič et al. (2011); the others are drawn flat already. */
const PROJECTIONS = {
  world: {
    project: ([longitude = 0, latitude = 0]: number[]) => {
      const [x, y] = [(longitude * Math.PI) / 180, (latitude * Math.PI) / 180]
      const [y2, y4] = [y * y, y ** 4]
      return [
        100 * x * (0.8707 - 0.131979 * y2 + y4 * (-0.013791 + y4 * (0.003971 * y2 - 0.001529 * y4))),
        -100 * y * (1.007226 + y2 * (0.015085 + y4 * (-0.044475 + 0.028874 * y2 - 0.005916 * y4))),
      ]
    },
    unproject: (point: number[]) => point,
  },
  india: { project: (point: number[]) => point, unproject: (point: number[]) => point },
  usa: { project: (point: number[]) => point, unproject: (point: number[]) => point },
}
