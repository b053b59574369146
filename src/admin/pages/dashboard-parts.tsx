import type { Child } from 'hono/jsx'
import { HOUR } from '#base/time.ts'
import { Bars } from '#ui/bars.tsx'
import { number, region } from '#ui/format.tsx'
import { Icon } from '#ui/icon.tsx'
import type { IconName } from '#ui/rules/icon.ts'
import type { Dashboard } from '../rules/dashboard.ts'
import { barAt, changeText, type Figure, PERIODS } from '../rules/period.ts'

export const moment = (date: Date, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(region(), { timeZone: 'UTC', ...options }).format(date)
export const DAY_OF = { day: 'numeric', month: 'short' } as const
export const TIME_OF = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const

/** What a bar covers: hours within a day, days beyond. */
export function covering(of: Dashboard) {
  const step = of.step_seconds * 1000
  const shape = step <= HOUR ? TIME_OF : { ...DAY_OF, ...TIME_OF }
  return (bar: number) => {
    const [from, to] = barAt({ from: new Date(of.from), step }, bar)
    return `${moment(from, shape)} – ${moment(to, shape)}`
  }
}

export const changeLine = (figure: Figure, show = number) => {
  const change = changeText(figure)
  return figure.value === figure.before || figure.before === 0 ? change : `${change}, ${show(figure.before)} before`
}

type TileProps = {
  figures: Dashboard
  icon: IconName
  label: string
  /** The page that shows what is counted; null where the viewer may not open it. */
  to?: string | undefined
  of: Figure
  /** The number that the tile is about; left out, what there was in the period. */
  big?: string
  show?: (value: number) => string
  children: string
}

export const Tile = ({ figures, icon, label, to, of, show = number, big = show(of.value), children }: TileProps) => (
  <article class="card tile">
    <h3>
      <Icon name={icon} />
      {to ? <a href={to}>{label}</a> : label}
    </h3>
    <p class="tile-number num">{big}</p>
    <p class="tile-note">{children}</p>
    <Bars
      series={[{ name: 'plain', label, values: of.series }]}
      summary={`${label} in the last ${PERIODS[figures.period].label}: ${show(of.value)}, at most ${show(Math.max(...of.series))} in one bar`}
      title={covering(figures)}
      show={show}
    />
  </article>
)

type StockProps = Omit<TileProps, 'big' | 'of' | 'children'> & { total: number; added: Figure }

export const Stock = ({ total, added, ...tile }: StockProps) => (
  <Tile {...tile} big={number(total)} of={added}>
    {`${number(added.value)} new, ${number(added.before)} before`}
  </Tile>
)

export const Tiles = ({ id, title, children }: { id: string; title: string; children: Child }) => (
  <section class="stack" aria-labelledby={id}>
    <h2 id={id}>{title}</h2>
    <div class="grid-cards">{children}</div>
  </section>
)
