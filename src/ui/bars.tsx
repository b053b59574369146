/** One kind of what a bar is made of; `name` is also its class, which gives its colour. */
export type Series = { name: string; label: string; values: number[] }

const WIDTH = 12
const GAP = 3
const HEIGHT = 100

/**
 * A bar chart drawn by the server: bars of the series on top of each other, each telling its figures when pointed at. To a screen
 * reader it is one picture with `summary` as its text; whoever wants every figure gets a table beside it.
 * @param title of bar `n`: what it covers
 * @param show a value in words
 */
export function Bars(props: {
  series: Series[]
  summary: string
  title: (bar: number) => string
  show: (value: number) => string
  class?: string
}) {
  const { series, title, show } = props
  const bars = series[0]?.values.length ?? 0
  const totals = Array.from({ length: bars }, (_, bar) => series.reduce((sum, { values }) => sum + values[bar]!, 0))
  const most = Math.max(1, ...totals)
  return (
    <svg
      class={`bars ${props.class ?? ''}`}
      viewBox={`0 0 ${bars * WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={props.summary}
    >
      {totals.map((total, bar) => (
        <g>
          <title>{tip(title(bar), series, bar, show)}</title>
          <rect class="bars-hit" x={bar * WIDTH} y={0} width={WIDTH} height={HEIGHT} />
          {total > 0 &&
            stacked(series, bar, most).map(({ name, y, height }) => (
              <rect class={`bars-${name}`} x={bar * WIDTH + GAP / 2} y={y} width={WIDTH - GAP} height={height} />
            ))}
        </g>
      ))}
      <line class="bars-base" x1={0} x2={bars * WIDTH} y1={HEIGHT} y2={HEIGHT} vector-effect="non-scaling-stroke" />
    </svg>
  )
}

/** The parts of a bar from the bottom up. What is there is seen, however little it is. */
function stacked(series: Series[], bar: number, most: number) {
  let top = HEIGHT
  return series.flatMap(({ name, values }) => {
    const value = values[bar]!
    if (value === 0) return []
    const height = Math.max(1.5, (value / most) * HEIGHT)
    top = Math.max(0, top - height)
    return [{ name, y: round(top), height: round(height) }]
  })
}
const round = (value: number) => Math.round(value * 100) / 100

function tip(title: string, series: Series[], bar: number, show: (value: number) => string): string {
  const there = series.filter(({ values }) => values[bar] !== 0)
  if (series.length === 1) return `${title}: ${show(series[0]!.values[bar]!)}`
  return [title, ...there.map(({ label, values }) => `${label}: ${show(values[bar]!)}`)].join('\n')
}
