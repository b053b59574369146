import type { ChartData } from '../chart-data.ts'
import {
  atPlace,
  axisText,
  type ChartOption,
  categoryAxis,
  colorOf,
  type Given,
  labelsOf,
  legend,
  markLines,
  NARROW,
  plain,
  tooltip,
  VALUES,
  valueAxis,
  WITHIN,
} from './parts.ts'
import { timeLabels } from './time-labels.ts'

export function lines(given: Given): ChartOption {
  const { spec, data, palette, width } = given
  const { ends, room } = endLabels(data, width)
  const isArea = spec.kind === 'area'
  const onlyTimes = isTimes(data)
  return {
    tooltip: tooltip(given, 'axis', atPlace(given), 'line'),
    grid: { left: 4, right: Math.round(room), top: 14, bottom: 4, ...WITHIN },
    xAxis: axisOf(given, width - room - VALUES),
    yAxis: { ...valueAxis(given), scale: !isArea && !nearZero(data) },
    series: [
      ...data.series.map((one, i) => ({
        ...line(given, i),
        lineStyle: { width: i === 0 || data.series.length < 4 ? 2.4 : 1.6 },
        // One dot at the end of the line, where its label stands.
        showSymbol: true,
        symbol: 'circle',
        symbolSize: (_: unknown, { dataIndex }: { dataIndex: number }) =>
          spec.labels || dataIndex === one.values.findLastIndex((value) => value !== null)
            ? 7
            : isAlone(one.values, dataIndex)
              ? 4
              : 0,
        areaStyle: isArea ? { opacity: 0.14 } : undefined,
        stack: isArea && data.series.length > 1 ? 'total' : undefined,
        ...(spec.labels ? valueLabels(given, i) : {}),
        endLabel: {
          show: true,
          formatter: () => plain(ends[i] ?? ''),
          color: colorOf(palette, i),
          fontSize: 11,
          fontWeight: 600,
          distance: 8,
          width: room - 10,
          overflow: 'truncate',
          minMargin: 5,
        },
        labelLayout: { moveOverlap: 'shiftY' },
        emphasis: { focus: 'series' },
        ...(i === 0 ? markLines(given) : {}),
      })),
      ...trendLine(given, onlyTimes),
    ],
  }
}

/** A value between two missing ones, to which no line leads. */
const isAlone = (values: (number | null)[], at: number) =>
  (values[at - 1] ?? null) === null && (values[at + 1] ?? null) === null

const valueLabels = ({ data, palette }: Given, i: number) => ({
  label: {
    show: true,
    position: 'top',
    ...{ color: palette.text, fontSize: 11, fontFamily: palette.font },
    formatter: ({ dataIndex }: { dataIndex: number }) => {
      const values = data.series[i]!.values
      // The last one stands beside the line.
      return dataIndex === values.findLastIndex((value) => value !== null)
        ? ''
        : data.label(values[dataIndex] ?? null, i)
    },
  },
})

const isTimes = ({ axis }: ChartData) => axis.every(({ time }) => time !== null && !Number.isNaN(time))

function line({ data, palette }: Given, i: number) {
  const onlyTimes = isTimes(data)
  const { name, values } = data.series[i]!
  return {
    type: 'line',
    name,
    data: values.map((value, at) => (onlyTimes ? [data.axis[at]?.time, value] : value)),
    color: colorOf(palette, i),
    connectNulls: false,
  }
}

const axisOf = ({ data, palette, locale }: Given, room: number) =>
  isTimes(data)
    ? timeAxis(data, palette, locale, room)
    : { ...categoryAxis(labelsOf(data), palette, 90), boundaryGap: false }

export function trendLine({ data, palette }: Given, isValues = true): object[] {
  if (!data.trend) return []
  const { from, to, label } = data.trend
  const ends = [from, to].map(({ at, value }) => [isValues ? at : data.axis[at]?.label, value])
  return [
    {
      type: 'line',
      name: label,
      data: ends,
      symbol: 'none',
      silent: true,
      color: palette.text,
      lineStyle: { width: 1.4, type: 'dashed', color: palette.text },
    },
  ]
}

/** Forecast: one or two lines, and between the low and the high end a band. */
export function band(given: Given): ChartOption {
  const { data, palette, width } = given
  const [low, high] = data.series.slice(-2)
  const drawn = data.series.slice(0, -2)
  const onlyTimes = isTimes(data)
  const point = (at: number, value: number | null) => (onlyTimes ? [data.axis[at]?.time, value] : value)
  const edge = {
    type: 'line',
    stack: 'band',
    stackStrategy: 'all',
    symbol: 'none',
    silent: true,
    lineStyle: { opacity: 0 },
    color: palette.series[0],
  }
  return {
    tooltip: tooltip(given, 'axis', atPlace(given), 'line'),
    legend: {
      ...legend(palette),
      data: [...drawn.map(({ name }) => name), { name: BAND, itemStyle: { opacity: 0.35 } }],
    },
    grid: { left: 4, right: 16, top: 34, bottom: 4, ...WITHIN },
    xAxis: axisOf(given, width - VALUES),
    yAxis: { ...valueAxis(given), scale: !nearZero(data) },
    series: [
      { ...edge, name: 'low', data: low!.values.map((value, at) => point(at, value)) },
      {
        ...edge,
        name: BAND,
        data: high!.values.map((value, at) => {
          const from = low!.values[at] ?? null
          return point(at, value === null || from === null ? null : value - from)
        }),
        areaStyle: { opacity: 0.18 },
      },
      ...drawn.map((one, i) => ({
        ...line(given, i),
        name: one.name,
        lineStyle: { width: 2.4 },
        symbol: 'none',
        ...(i === 0 ? markLines(given) : {}),
      })),
    ],
  }
}
const BAND = 'low to high'

/** What stands at the ends of the lines, and the pixels it takes: on narrow charts the name alone, since the axis has the values. */
function endLabels(data: ChartData, width: number): { ends: string[]; room: number } {
  const most = width * (width < NARROW ? 0.42 : 0.34)
  const roomOf = (texts: string[]) => 14 + 6.4 * Math.max(0, ...texts.map((text) => text.length))
  const values = data.series.map((one, i) => data.label(one.values.findLast((value) => value !== null) ?? null, i))
  if (data.series.length === 1) return { ends: values, room: Math.min(most, roomOf(values)) }
  const full = data.series.map((one, i) => `${one.name} ${values[i]}`)
  const ends = roomOf(full) > most ? data.series.map((one) => one.name) : full
  return { ends, room: Math.min(most, roomOf(ends)) }
}

/** A line may start above zero when its values are far from it: then the change is what it shows. */
function nearZero(data: ChartData): boolean {
  const values = data.series.flatMap((one) => one.values).filter((value): value is number => value !== null)
  const low = Math.min(...values)
  const high = Math.max(...values)
  return low < 0 || low === high || low < (high - low) * 2
}

/** @param room pixels of the axis */
function timeAxis(data: ChartData, palette: Given['palette'], locale: string, room: number) {
  const times = data.axis.flatMap(({ time }) => time ?? [])
  const [first = 0, last = first] = [times[0], times.at(-1)]
  const labels = timeLabels(times, (i) => (room * (times[i]! - first)) / (last - first || 1), locale)
  return {
    type: 'time',
    axisLabel: {
      ...axisText(palette),
      hideOverlap: true,
      lineHeight: 14,
      customValues: [...labels.keys()],
      formatter: (time: number) => labels.get(time) ?? '',
    },
    axisLine: { lineStyle: { color: palette.line } },
    axisTick: { show: false },
    splitLine: { show: false },
  }
}

/** The course of a single figure, without axes: it stands beside the figure. */
export function spark(given: Given): ChartOption {
  const { data, palette } = given
  const [{ values } = { values: [] }] = data.series
  return {
    tooltip: tooltip(given, 'axis', atPlace(given), 'line'),
    grid: { left: 4, right: 8, top: 8, bottom: 8 },
    xAxis: { type: 'category', show: false, boundaryGap: false, data: labelsOf(data) },
    yAxis: { type: 'value', show: false, scale: true },
    series: [
      {
        ...{
          type: 'line',
          data: values,
          color: palette.series[0],
          lineStyle: { width: 2 },
          areaStyle: { opacity: 0.12 },
        },
        showSymbol: true,
        symbol: 'circle',
        symbolSize: (_: unknown, { dataIndex }: { dataIndex: number }) => (dataIndex === values.length - 1 ? 7 : 0),
      },
    ],
  }
}
