import { percent } from '#base/format.ts'
import type { ChartData } from '../chart-data.ts'
import {
  atPlace,
  axisText,
  CHARACTER,
  type ChartOption,
  categoryAxis,
  colorOf,
  type Given,
  HEAD,
  inkOn,
  labelsOf,
  legend,
  longest,
  markLines,
  NARROW,
  plain,
  reach,
  tooltip,
  VALUES,
  valueAxis,
  WITHIN,
} from './parts.ts'
import { timeLabels } from './time-labels.ts'

/** The axis of the bars: where its names are many or long the bars lie. @param few bars that always stand upright */
export function placeAxis(
  { data, palette, width, locale }: Given,
  always = false,
): { lying: boolean; category: Record<string, unknown>; labels: string[] } {
  const times = data.axis.flatMap(({ time }) => (time !== null && Number.isFinite(time) ? time : []))
  // Times beside a missing one are named as in the table.
  const short =
    data.temporal && times.length === data.axis.length
      ? timeLabels(times, (i) => ((width - VALUES) * i) / times.length, locale)
      : null
  const labels = short ? data.axis.map(({ time }) => short.get(time ?? 0) ?? '') : labelsOf(data)
  const lying = !data.temporal && (always || labels.length > 8 || longest(labels) * labels.length * 7 > width)
  const room = lying ? Math.min(160, width * 0.34) : Math.max(36, width / Math.max(1, labels.length) - 8)
  return { lying, labels, category: { ...categoryAxis(labels, palette, short ? null : room), inverse: lying } }
}

export const axes = (lying: boolean, category: object, value: object, hide = false) => ({
  xAxis: lying ? { ...value, ...(hide ? { show: false } : {}) } : category,
  yAxis: lying ? category : value,
})

const barLabel = ({ palette }: Given, lying: boolean, write: (value: number, at: number) => string) => ({
  show: true,
  position: lying ? 'right' : 'top',
  color: palette.text,
  fontSize: 11,
  fontWeight: 500,
  formatter: ({ value, dataIndex }: { value: number; dataIndex: number }) => write(value, dataIndex),
})

/** A value whose bar ends, and is labelled, on its side of zero. */
const ended = (value: number | null, lying = false) =>
  value === null || value >= 0
    ? value
    : {
        value,
        label: { position: lying ? 'left' : 'bottom' },
        itemStyle: { borderRadius: lying ? [3, 0, 0, 3] : [0, 0, 3, 3] },
      }

/** Bars beside each other, on each other, or as parts of a whole in percent. */
export function bars(given: Given): ChartOption {
  const { spec, data, palette, locale } = given
  const many = data.series.length > 1
  const parts = spec.kind === 'share'
  const { lying, labels, category } = placeAxis(given, parts)
  const totals = data.axis.map((_, i) => data.series.reduce((sum, one) => sum + Math.abs(one.values[i] ?? 0), 0))
  const whole = totals.reduce((sum, value) => sum + value, 0)
  const shareOf = (value: number, i: number) => value / ((many ? totals[i] : whole) || 1)
  const rows = data.series.map((one) =>
    one.values.map((value, i) => (value === null ? null : parts ? shareOf(value, i) : value)),
  )
  const write = (value: number) => (parts ? percent(value, locale) : data.label(value))
  const value = parts
    ? { ...valueAxis(given, write), ...(many ? { max: 1, interval: 0.25 } : {}) }
    : { ...valueAxis(given), ...reach(given) }
  const stacked = many && spec.kind !== 'bar'
  const labelled = spec.labels ?? (!many && labels.length <= (lying ? 30 : 12))
  return {
    tooltip: tooltip(given, 'axis', atPlace(given)),
    legend: many ? legend(palette) : undefined,
    grid: {
      left: 4,
      right: lying && labelled && !stacked ? 56 : 12,
      top: many ? HEAD.legend : lying && data.marks.length > 0 ? 24 : HEAD.none,
      bottom: 4,
      ...WITHIN,
    },
    ...axes(lying, category, value, !many && data.marks.length === 0),
    series: data.series.map((one, i) => ({
      type: 'bar',
      name: one.name,
      data: rows[i]!.map((value) => ended(value, lying)),
      stack: stacked ? 'total' : undefined,
      color: colorOf(palette, i),
      barMaxWidth: 44,
      barCategoryGap: '32%',
      itemStyle: { borderRadius: many ? 0 : lying ? [0, 3, 3, 0] : [3, 3, 0, 0] },
      label: labelled
        ? stacked
          ? {
              ...{ show: true, position: 'inside', fontSize: 11, color: inkOn(colorOf(palette, i)) },
              formatter: ({ value }: { value: number }) => write(value),
            }
          : barLabel(given, lying, write)
        : undefined,
      labelLayout: { hideOverlap: true },
      emphasis: { focus: 'series' },
      ...(i === 0 ? markLines(given, lying) : {}),
    })),
  }
}

/** Bars, and the last measure as a line on an axis of its own, which says whose it is. */
export function combo(given: Given): ChartOption {
  const { spec, data, palette, width } = given
  const { category } = placeAxis(given)
  const last = data.series.length - 1
  const axis = (i: number) => ({
    ...valueAxis(given, (value) => data.label(value, i)),
    name: plain(data.series[i]!.name),
    nameTextStyle: {
      ...axisText(palette),
      align: i === 0 ? 'left' : 'right',
      padding: i === 0 ? [0, 0, 0, -30] : [0, -30, 0, 0],
    },
    nameTruncate: { maxWidth: width / 2 - 24, ellipsis: '…' },
    nameGap: 12,
  })
  return {
    tooltip: tooltip(given, 'axis', atPlace(given)),
    legend: legend(palette),
    grid: { left: 4, right: 4, top: HEAD.legend + 24, bottom: 4, ...WITHIN },
    xAxis: { ...category, inverse: false },
    yAxis: [
      { ...axis(0), ...reach(given) },
      { ...axis(last), splitLine: { show: false } },
    ],
    series: data.series.map((one, i) => ({
      name: one.name,
      data: i < last ? one.values.map((value) => ended(value)) : one.values,
      color: colorOf(palette, i),
      ...(i < last
        ? { type: 'bar', barMaxWidth: 44, barCategoryGap: '32%', itemStyle: { borderRadius: [3, 3, 0, 0] } }
        : { type: 'line', yAxisIndex: 1, symbol: 'circle', symbolSize: 6, lineStyle: { width: 2.4 } }),
      ...(spec.labels
        ? { label: { ...barLabel(given, false, (value) => data.label(value, i)) }, labelLayout: { hideOverlap: true } }
        : {}),
      ...(i === 0 ? markLines(given) : {}),
    })),
  }
}

/** How many values lie in each span; the bars touch, since the spans do. */
export function histogram(given: Given): ChartOption {
  const { spec, data, palette, width } = given
  const labels = labelsOf(data)
  const room = width / Math.max(1, Math.ceil(((longest(labels) * CHARACTER + 16) * labels.length) / width))
  const axis = categoryAxis(labels, palette, Math.max(60, room))
  return {
    tooltip: tooltip(given, 'axis', atPlace(given)),
    grid: { left: 4, right: 12, top: HEAD.none, bottom: 4, ...WITHIN },
    // The spans have no room each: those are named that the library chooses.
    xAxis: { ...axis, axisLabel: { ...axis.axisLabel, interval: 'auto' } },
    yAxis: { ...valueAxis(given), minInterval: 1 },
    series: [
      {
        type: 'bar',
        name: data.series[0]?.name,
        data: data.series[0]?.values,
        color: palette.series[0],
        barCategoryGap: '4%',
        label: spec.labels ? barLabel(given, false, (value) => data.label(value)) : undefined,
      },
    ],
  }
}

/** Where each step of a waterfall begins and ends; the last is the total. */
export function runningTotals(values: (number | null)[]): { from: number; to: number }[] {
  let sum = 0
  const steps = values.map((value) => {
    const from = sum
    sum += value ?? 0
    return { from, to: sum }
  })
  return [...steps, { from: 0, to: sum }]
}

const MOVES = ['increase', 'decrease', 'total'] as const

/** Each value as a step from where the one before ended, and the total. */
export function waterfall(given: Given): ChartOption {
  const { spec, palette, width } = given
  const [{ values } = { values: [] }] = given.data.series
  const steps = runningTotals(values)
  const data: ChartData = {
    ...given.data,
    temporal: false,
    axis: [...given.data.axis, { label: 'total', time: null }],
  }
  const { lying, category } = placeAxis({ ...given, data })
  const colors = [palette.series[1]!, palette.series[2]!, palette.series[0]!]
  const kindOf = (at: number) => (at === steps.length - 1 ? 2 : (values[at] ?? 0) < 0 ? 1 : 0)
  const moved = (at: number) => (at === steps.length - 1 ? steps[at]!.to : (values[at] ?? null))
  const spans = steps.map(({ from, to }) => [Math.min(from, to), Math.max(from, to)] as const)
  const bar = { type: 'bar', stack: 'steps', barMaxWidth: 44, barCategoryGap: '28%' }
  // A step that crosses zero is a bar above and one below it.
  const above = spans.map(([low, high]) => (low >= 0 ? high - low : Math.max(0, high)))
  const below = spans.map(([low, high]) => (high <= 0 ? low - high : Math.min(0, low)))
  const label = {
    ...barLabel(given, lying, (_, at) => data.label(moved(at))),
    ...(width < NARROW && !lying ? { fontSize: 10 } : {}),
  }
  const labelled = spec.labels ?? true
  return {
    tooltip: tooltip(given, 'axis', ({ dataIndex }) => {
      const step = `${data.axis[dataIndex]?.label}  ${data.label(moved(dataIndex))}`
      return dataIndex === steps.length - 1 ? step : `${step}\nso far  ${data.label(steps[dataIndex]!.to)}`
    }),
    legend: legend(palette, [...MOVES]),
    grid: { left: 4, right: lying && labelled ? 56 : 12, top: HEAD.legend + 14, bottom: 4, ...WITHIN },
    ...axes(lying, category, { ...valueAxis({ ...given, data }), ...reach(given) }),
    series: [
      {
        ...bar,
        name: 'ground',
        silent: true,
        color: 'transparent',
        data: spans.map(([low, high]) => Math.max(low, 0) + Math.min(high, 0)),
        ...markLines(given, lying),
      },
      ...MOVES.flatMap((name, kind) => {
        const part = (sizes: number[]) => sizes.map((size, at) => (kindOf(at) === kind ? size : null))
        const isNegative = (at: number) => spans[at]![0] < 0
        return [
          {
            ...bar,
            ...{ name, color: colors[kind], data: part(above) },
            label: labelled
              ? {
                  ...label,
                  formatter: (hit: { value: number; dataIndex: number }) =>
                    isNegative(hit.dataIndex) && hit.value === 0 ? '' : label.formatter(hit),
                }
              : undefined,
          },
          {
            ...bar,
            ...{ name, color: colors[kind], data: part(below) },
            label: labelled
              ? {
                  ...label,
                  position: lying ? 'left' : 'bottom',
                  formatter: (hit: { value: number; dataIndex: number }) =>
                    hit.value < 0 && above[hit.dataIndex] === 0 ? label.formatter(hit) : '',
                }
              : undefined,
          },
        ]
      }),
    ],
  }
}

/** Steps of a process: bars in the middle, with what is left of the first and of the one before. */
export function funnel(given: Given): ChartOption {
  const { spec, data, palette, width, locale } = given
  const values = (data.series[0]?.values ?? []).map((value) => value ?? 0)
  const most = Math.max(...values)
  const labels = labelsOf(data)
  const room = Math.min(140, width * 0.32)
  const share = (value: number, of: number | undefined) => (of ? percent(value / of, locale) : '')
  const written = values.map((value, at) =>
    [data.label(value), at > 0 ? share(value, values[0]) : ''].filter(Boolean).join(' · '),
  )
  const pixels = (value: number) => ((width - room - 24) * value) / (most || 1)
  const roomOf = (at: number) => written[at]!.length * CHARACTER + 12
  const fits = (at: number) => pixels(values[at]!) > roomOf(at)
  // What stands beside its bar may need more than half of the widest one.
  const beside = values.map((value, at) => (fits(at) ? 0 : pixels(value) / 2 + roomOf(at) - pixels(most) / 2))
  const bar = { type: 'bar', stack: 'funnel', barCategoryGap: '14%', barMaxWidth: 46 }
  return {
    tooltip: tooltip(given, 'axis', ({ dataIndex: at }) =>
      [
        labels[at],
        data.label(values[at]!),
        at > 0 && `${share(values[at]!, values[0])} of ${labels[0]}`,
        at > 0 && `${share(values[at]!, values[at - 1])} of ${labels[at - 1]}`,
      ]
        .filter(Boolean)
        .join('\n'),
    ),
    grid: { left: 4, right: 12 + Math.max(0, ...beside), top: 8, bottom: 8, ...WITHIN },
    xAxis: { type: 'value', show: false, min: 0, max: most },
    yAxis: { ...categoryAxis(labels, palette, room), inverse: true, axisLine: { show: false } },
    series: [
      { ...bar, silent: true, color: 'transparent', data: values.map((value) => (most - value) / 2) },
      {
        ...bar,
        name: data.series[0]?.name,
        color: palette.series[0],
        itemStyle: { borderRadius: 3 },
        data: values.map((value, at) => ({
          value,
          label: {
            show: spec.labels ?? true,
            position: fits(at) ? 'inside' : 'right',
            color: fits(at) ? inkOn(palette.series[0]!) : palette.text,
            fontSize: 11,
            fontWeight: 600,
            formatter: () => written[at],
          },
        })),
      },
    ],
  }
}
