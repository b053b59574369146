import type { ChartSpec } from '#query/rules/chart.ts'
import { type ChartData, chartData } from '#query/rules/chart-data.ts'
import type { DemoAnswer } from '../rules/demo.ts'

type Props = { chart: ChartSpec; table: NonNullable<DemoAnswer['result']>; locale: string }

const BARS = 8
const WIDTH = 560

/** A chart of the demo as plain SVG: the page needs no library for it. Kinds that would need one are left to the table. */
export const DemoChart = ({ chart, table, locale }: Props) => {
  const data = chartData(chart, table, locale)
  const [first] = data.series
  if (!first || data.axis.length < 2 || chart.series !== null) return null
  const drawn =
    chart.kind === 'line' || chart.kind === 'area' ? 'line' : ['bar', 'share'].includes(chart.kind) ? 'bar' : null
  if (!drawn) return null
  return (
    <figure class="demo-chart">
      <figcaption>{chart.title}</figcaption>
      {drawn === 'line' ? <Line data={data} title={chart.title} /> : <Bars data={data} title={chart.title} />}
    </figure>
  )
}

const values = (data: ChartData) => data.series[0]!.values.map((value) => value ?? 0)

/** How wide a character of the names and figures of a line is at most: on a phone, where they are drawn larger. */
const CHARACTER = 13
const BETWEEN = 20
const longest = (labels: string[]) => Math.max(...labels.map((label) => label.length)) * CHARACTER

/** Of so many names below a line every how many have room. */
const everyLabel = (labels: string[], room: number): number =>
  Math.ceil(labels.length / Math.max(1, Math.floor(room / (longest(labels) + BETWEEN))))

const Line = ({ data, title }: { data: ChartData; title: string }) => {
  const all = values(data)
  const top = Math.max(...all, 0) || 1
  const low = Math.min(...all, 0)
  const last = all.length - 1
  const marks = [top, (top + low) / 2, low]
  const gutter = longest(marks.map(data.label)) + BETWEEN
  const right = WIDTH - longest([data.label(all[last]!)]) - BETWEEN
  const x = (at: number) => Math.round(gutter + 8 + (at * (right - gutter - 8)) / Math.max(1, last))
  const y = (value: number) => Math.round(150 - ((value - low) / (top - low)) * 128)
  const every = everyLabel(
    data.axis.map(({ label }) => label),
    right - gutter,
  )
  return (
    <svg viewBox={`0 0 ${WIDTH} 190`} role="img" aria-label={title}>
      <g class="chart-rules">
        <path d={marks.map((value) => `M${gutter} ${y(value)}H${right}`).join('')} />
        {marks.map((value) => (
          <text x={gutter - 10} y={y(value) + 4} text-anchor="end">
            {data.label(value)}
          </text>
        ))}
        {data.axis.map(({ label }, at) =>
          at % every === 0 ? (
            <text x={x(at)} y="180" text-anchor="middle">
              {label}
            </text>
          ) : null,
        )}
      </g>
      <path class="chart-main" d={`M${all.map((value, at) => `${x(at)} ${y(value)}`).join('L')}`} />
      <circle class="chart-dot" cx={x(last)} cy={y(all[last]!)} r="4.5" />
      <text class="chart-name" x={x(last) + 10} y={y(all[last]!) + 4}>
        {data.label(all[last]!)}
      </text>
    </svg>
  )
}

const Bars = ({ data, title }: { data: ChartData; title: string }) => {
  const all = values(data).slice(0, BARS)
  const top = Math.max(...all, 0) || 1
  // Names stand above their bars, so that they have room on a phone.
  const row = 50
  return (
    <svg viewBox={`0 0 ${WIDTH} ${all.length * row}`} role="img" aria-label={title}>
      {all.map((value, at) => {
        const width = Math.max(2, Math.round((Math.max(0, value) / top) * (WIDTH - 90)))
        return (
          <>
            <text class="chart-other" x="0" y={at * row + 20}>
              {data.axis[at]!.label.slice(0, 40)}
            </text>
            <rect
              class={at === 0 ? 'chart-bar chart-bar-first' : 'chart-bar'}
              x="0"
              y={at * row + 28}
              width={width}
              height="14"
              rx="3"
            />
            <text class="chart-value" x={width + 8} y={at * row + 41}>
              {data.label(value)}
            </text>
          </>
        )
      })}
    </svg>
  )
}
