import { shortNumber } from '#base/cell-format.ts'
import { type ChartSpec, spoken } from './chart.ts'
import type { ChartData } from './chart-data.ts'
import { timeLabels } from './time-labels.ts'

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

/** Options of ECharts, written only here: neither people nor models reach them. */
export type ChartOption = Record<string, unknown>

/**
 * Compiles a chart to ECharts 6 options. Tooltips are drawn as text, never as HTML, so names in data stay text.
 * @param width pixels there are, decides label space and the direction of bars
 */
export function chartOption(
  spec: ChartSpec,
  data: ChartData,
  palette: ChartPalette,
  width: number,
  locale: string,
): ChartOption {
  const base = {
    useUTC: true,
    animationDuration: 250,
    // From the first rows to all of them, or from one kind to another, lines would lie across each other on their way.
    animationDurationUpdate: 0,
    textStyle: { fontFamily: palette.font, color: palette.text },
    color: palette.series,
    tooltip: tooltip(spec, data, palette),
  }
  if (spec.kind === 'scatter') return { ...base, ...scatter(spec, data, palette, locale) }
  if (spec.kind === 'line' || spec.kind === 'area') return { ...base, ...lines(spec, data, palette, width, locale) }
  return { ...base, ...bars(spec, data, palette, width, locale) }
}

const axisText = (palette: ChartPalette) => ({ color: palette.muted, fontSize: 11, fontFamily: palette.font })

function valueAxis(data: ChartData, palette: ChartPalette, percent = false) {
  return {
    type: 'value',
    splitNumber: 4,
    max: percent ? 100 : undefined,
    axisLabel: { ...axisText(palette), formatter: (value: number) => (percent ? `${value} %` : data.label(value)) },
    splitLine: { lineStyle: { color: palette.line } },
    axisLine: { show: false },
    axisTick: { show: false },
  }
}

/** @param room pixels of a label; null when the labels that have room are chosen already and the others empty */
function categoryAxis(labels: string[], palette: ChartPalette, room: number | null) {
  return {
    type: 'category',
    data: labels,
    axisLabel: {
      ...axisText(palette),
      ...(room === null
        ? { interval: (at: number) => labels[at] !== '' }
        : { hideOverlap: true, width: room, overflow: 'truncate' }),
    },
    axisLine: { lineStyle: { color: palette.line } },
    axisTick: { show: false },
  }
}

function tooltip(spec: ChartSpec, data: ChartData, palette: ChartPalette) {
  return {
    trigger: spec.kind === 'scatter' ? 'item' : 'axis',
    renderMode: 'richText',
    confine: true,
    backgroundColor: palette.surface,
    borderColor: palette.line,
    padding: [8, 10],
    textStyle: { color: palette.text, fontSize: 12, fontFamily: palette.font },
    axisPointer: {
      type: spec.kind === 'line' || spec.kind === 'area' ? 'line' : 'none',
      lineStyle: { color: palette.muted, type: 'dotted' },
    },
    formatter: (hit: unknown) => {
      const points = (Array.isArray(hit) ? hit : [hit]) as { dataIndex: number; seriesName: string; value: unknown }[]
      const place = data.axis[points[0]?.dataIndex ?? 0]
      if (spec.kind === 'scatter') {
        const [x, y] = (points[0]?.value as number[] | undefined) ?? []
        return `${spoken(spec.x ?? '')}: ${x}\n${spoken(spec.y[0] ?? '')}: ${data.label(y ?? null)}`
      }
      const lines = data.series.map((one) => ({ name: one.name, value: one.values[points[0]?.dataIndex ?? 0] ?? null }))
      const sorted = lines.filter((one) => one.value !== null).sort((a, b) => (b.value ?? 0) - (a.value ?? 0))
      return [plain(place?.label ?? ''), ...sorted.map((one) => `${plain(one.name)}  ${data.label(one.value)}`)].join(
        '\n',
      )
    },
  }
}

/** Rich text has `{style|text}` marks: braces of data must not make any. */
const plain = (text: string) => text.replaceAll('{', '(').replaceAll('}', ')')

function lines(spec: ChartSpec, data: ChartData, palette: ChartPalette, width: number, locale: string) {
  const onlyTimes = data.axis.every((value) => value.time !== null && !Number.isNaN(value.time))
  const { ends, room } = endLabels(data, width)
  return {
    grid: { left: 4, right: Math.round(room), top: 14, bottom: 4, containLabel: true },
    xAxis: onlyTimes
      ? timeAxis(data, palette, locale, width - room - VALUES)
      : { ...categoryAxis(labelsOf(data), palette, 90), boundaryGap: false },
    yAxis: { ...valueAxis(data, palette), scale: spec.kind === 'line' && !nearZero(data) },
    series: data.series.map((one, i) => ({
      type: 'line',
      name: one.name,
      data: one.values.map((value, at) => (onlyTimes ? [data.axis[at]?.time, value] : value)),
      color: palette.series[i % palette.series.length],
      lineStyle: { width: i === 0 || data.series.length < 4 ? 2.4 : 1.6 },
      // One dot at the end of the line, where its label stands.
      showSymbol: true,
      symbol: 'circle',
      symbolSize: (_: unknown, { dataIndex }: { dataIndex: number }) =>
        dataIndex === one.values.findLastIndex((value) => value !== null) ? 7 : 0,
      connectNulls: false,
      areaStyle: spec.kind === 'area' ? { opacity: 0.14 } : undefined,
      stack: spec.kind === 'area' && data.series.length > 1 ? 'total' : undefined,
      endLabel: {
        show: true,
        formatter: () => plain(ends[i] ?? ''),
        color: palette.series[i % palette.series.length],
        fontSize: 11,
        fontWeight: 600,
        distance: 8,
        width: room - 10,
        overflow: 'truncate',
        minMargin: 5,
      },
      labelLayout: { moveOverlap: 'shiftY' },
      emphasis: { focus: 'series' },
    })),
  }
}

const labelsOf = ({ axis }: ChartData) => axis.map(({ label }) => label)

/** What stands at the ends of the lines, and the pixels it takes: on narrow charts the name alone, since the axis has the values. */
function endLabels(data: ChartData, width: number): { ends: string[]; room: number } {
  const most = width * (width < NARROW ? 0.42 : 0.34)
  const roomOf = (texts: string[]) => 14 + 6.4 * Math.max(0, ...texts.map((text) => text.length))
  const values = data.series.map((one) => data.label(one.values.findLast((value) => value !== null) ?? null))
  if (data.series.length === 1) return { ends: values, room: Math.min(most, roomOf(values)) }
  const full = data.series.map((one, i) => `${one.name} ${values[i]}`)
  const ends = roomOf(full) > most ? data.series.map((one) => one.name) : full
  return { ends, room: Math.min(most, roomOf(ends)) }
}

/** Pixels that the labels of the values take beside the times, at most. */
const VALUES = 48

/** Pixels below which a chart stands on a phone. */
const NARROW = 420

/** A line may start above zero when its values are far from it: then the change is what it shows. */
function nearZero(data: ChartData): boolean {
  const values = data.series.flatMap((one) => one.values).filter((value): value is number => value !== null)
  const low = Math.min(...values)
  return low < 0 || low < (Math.max(...values) - low) * 2
}

/** @param room pixels of the axis */
function timeAxis(data: ChartData, palette: ChartPalette, locale: string, room: number) {
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

function bars(spec: ChartSpec, data: ChartData, palette: ChartPalette, width: number, locale: string) {
  const many = data.series.length > 1
  const parts = spec.kind === 'share'
  const times = data.axis.flatMap(({ time }) => (time !== null && Number.isFinite(time) ? time : []))
  // Times beside a missing one are named as in the table.
  const short =
    data.temporal && times.length === data.axis.length
      ? timeLabels(times, (i) => ((width - VALUES) * i) / times.length, locale)
      : null
  const labels = short ? data.axis.map(({ time }) => short.get(time ?? 0) ?? '') : labelsOf(data)
  const longest = Math.max(0, ...labels.map((label) => label.length))
  const lying = !data.temporal && (parts || labels.length > 8 || longest * labels.length * 7 > width)
  const totals = data.axis.map((_, i) => data.series.reduce((sum, one) => sum + Math.abs(one.values[i] ?? 0), 0))
  const whole = totals.reduce((sum, value) => sum + value, 0)
  const percentOf = (value: number, i: number) => (100 * value) / ((many ? totals[i] : whole) || 1)
  const shown = data.series.map((one) =>
    one.values.map((value, i) => (value === null ? null : parts ? percentOf(value, i) : value)),
  )
  const write = (value: number) => (parts ? `${shortNumber(Math.round(value * 10) / 10, locale)} %` : data.label(value))
  const category = {
    ...categoryAxis(
      labels,
      palette,
      short ? null : lying ? Math.min(160, width * 0.34) : Math.max(36, width / Math.max(1, labels.length) - 8),
    ),
    inverse: lying,
  }
  const value = valueAxis(data, palette, parts && many)
  const labelled = labels.length * (many ? 0 : 1) <= (lying ? 30 : 12)
  return {
    legend: many
      ? {
          top: 0,
          left: 0,
          icon: 'roundRect',
          itemWidth: 10,
          itemHeight: 10,
          textStyle: { color: palette.muted, fontSize: 11 },
          type: 'scroll',
        }
      : undefined,
    grid: { left: 4, right: lying && !many ? 56 : 12, top: many ? 34 : 18, bottom: 4, containLabel: true },
    xAxis: lying ? { ...value, show: many } : category,
    yAxis: lying ? category : value,
    series: data.series.map((one, i) => ({
      type: 'bar',
      name: one.name,
      data: shown[i],
      stack: many && spec.kind !== 'bar' ? 'total' : undefined,
      color: palette.series[i % palette.series.length],
      barMaxWidth: 44,
      barCategoryGap: '32%',
      itemStyle: { borderRadius: many ? 0 : lying ? [0, 3, 3, 0] : [3, 3, 0, 0] },
      label:
        labelled && !many
          ? {
              show: true,
              position: lying ? 'right' : 'top',
              color: palette.text,
              fontSize: 11,
              fontWeight: 500,
              formatter: (hit: { value: number }) => write(hit.value),
            }
          : undefined,
      emphasis: { focus: 'series' },
    })),
  }
}

function scatter(spec: ChartSpec, data: ChartData, palette: ChartPalette, locale: string) {
  const named = (name: string | null) => ({
    name: plain(spoken(name ?? '')),
    nameLocation: 'middle',
    nameTextStyle: axisText(palette),
  })
  return {
    grid: { left: 34, right: 16, top: 14, bottom: 30, containLabel: true },
    xAxis: {
      ...valueAxis(data, palette),
      ...named(spec.x),
      nameGap: 28,
      scale: true,
      axisLabel: { ...axisText(palette), formatter: (value: number) => shortNumber(value, locale) },
    },
    yAxis: { ...valueAxis(data, palette), ...named(spec.y[0] ?? ''), nameGap: 46, scale: true },
    series: [{ type: 'scatter', name: spec.y[0], symbolSize: 8, itemStyle: { opacity: 0.7 }, data: data.points }],
  }
}
