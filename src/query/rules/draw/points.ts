import { spoken } from '../chart.ts'
import { axes, placeAxis } from './bars.ts'
import { trendLine } from './lines.ts'
import {
  axisText,
  type ChartOption,
  categoryAxis,
  colorOf,
  type Given,
  HEAD,
  inkOn,
  labelsOf,
  legend,
  markLines,
  plain,
  rangeOf,
  scale,
  shadeOf,
  tooltip,
  valueAxis,
  WITHIN,
} from './parts.ts'

export function scatter(given: Given): ChartOption {
  const { spec, data, palette } = given
  const named = (name: string | null) => ({
    name: plain(spoken(name ?? '')),
    nameLocation: 'middle',
    nameTextStyle: axisText(palette),
  })
  const many = data.series.length > 1
  return {
    tooltip: tooltip(given, 'item', ({ value }) => {
      const [x, y, series] = (value as number[] | undefined) ?? []
      return [
        ...(many ? [data.series[series ?? 0]?.name] : []),
        `${spoken(spec.x ?? '')}: ${data.place(x ?? 0)}`,
        `${spoken(spec.y[0] ?? '')}: ${data.label(y ?? null)}`,
      ].join('\n')
    }),
    legend: many || data.trend ? legend(palette) : undefined,
    grid: { left: 34, right: 16, top: many || data.trend ? HEAD.legend : 14, bottom: 30, ...WITHIN },
    xAxis: { ...valueAxis(given, data.place), ...named(spec.x), nameGap: 28, scale: true },
    yAxis: { ...valueAxis(given), ...named(spec.y[0] ?? ''), nameGap: 46, scale: true },
    series: [
      ...data.series.map((one, i) => ({
        type: 'scatter',
        name: one.name,
        symbolSize: data.points.length > 500 ? 5 : 8,
        color: colorOf(palette, i),
        itemStyle: { opacity: 0.7 },
        data: data.points.filter(([, , series]) => series === i),
        ...(i === 0 ? markLines(given) : {}),
      })),
      ...trendLine(given),
    ],
  }
}

export function boxes(given: Given): ChartOption {
  const { data, palette } = given
  const { lying, category } = placeAxis(given)
  const five = data.axis.map((_, at) => data.series.map(({ values }) => values[at] ?? null))
  const names = data.series.map(({ name }) => name)
  return {
    tooltip: tooltip(given, 'item', ({ dataIndex, value, seriesName }) => {
      if (seriesName === OUTSIDE) {
        const [x, y] = value as [number, number]
        return `${data.axis[lying ? y : x]?.label}\n${data.label(lying ? x : y)}`
      }
      const lines = five[dataIndex]!.map((value, i) => `${names[i]}  ${data.label(value)}`).toReversed()
      return [data.axis[dataIndex]?.label, ...lines].join('\n')
    }),
    grid: { left: 4, right: 12, top: data.marks.length > 0 ? 24 : 14, bottom: 4, ...WITHIN },
    ...axes(lying, category, { ...valueAxis(given), scale: true }),
    series: [
      {
        type: 'boxplot',
        name: 'values',
        data: five,
        layout: lying ? 'vertical' : 'horizontal',
        boxWidth: [8, 36],
        itemStyle: { color: `${shadeOf(palette, 0.25, [0, 1])}`, borderColor: palette.series[0], borderWidth: 1.6 },
        ...markLines(given, lying),
      },
      {
        type: 'scatter',
        name: OUTSIDE,
        symbolSize: 5,
        itemStyle: { color: palette.series[0], opacity: 0.7 },
        data: data.outliers.flatMap((values, at) => values.map((value) => (lying ? [value, at] : [at, value]))),
      },
    ],
  }
}
const OUTSIDE = 'outside'

/** Cells of two keys, the stronger the more; a cell without a value stays empty. */
export function heatmap(given: Given): ChartOption {
  const { spec, data, palette, width } = given
  const range = rangeOf(data)
  const room = Math.min(130, width * 0.3)
  const cell = (width - room - 20) / Math.max(1, data.axis.length)
  const texts = data.series.flatMap(({ values }) => values.map((value) => (value === null ? '' : data.label(value))))
  const labelled = spec.labels ?? Math.max(...texts.map((text) => text.length)) * 6 < cell - 6
  return {
    tooltip: tooltip(given, 'item', ({ value }) => {
      const [x, y, size] = value as [number, number, number]
      return `${data.axis[x]?.label} · ${data.series[y]?.name}\n${data.label(size)}`
    }),
    grid: { left: 4, right: 12, top: 8, bottom: 34, ...WITHIN },
    xAxis: { ...categoryAxis(labelsOf(data), palette, Math.max(30, cell - 4)), axisLine: { show: false } },
    yAxis: {
      ...categoryAxis(
        data.series.map(({ name }) => name),
        palette,
        room,
      ),
      inverse: true,
      axisLine: { show: false },
    },
    visualMap: { ...scale(given), dimension: 2 },
    series: [
      {
        type: 'heatmap',
        data: data.series.flatMap(({ values }, y) =>
          values.flatMap((value, x) =>
            value === null
              ? []
              : [
                  {
                    value: [x, y, value],
                    label: {
                      show: labelled,
                      color: inkOn(shadeOf(palette, value, range)),
                      fontSize: 11,
                      formatter: data.label(value),
                    },
                  },
                ],
          ),
        ),
        itemStyle: { borderColor: palette.surface, borderWidth: 2, borderRadius: 3 },
      },
    ],
  }
}
