import type { Child } from 'hono/jsx'
import { type Cells, Table } from '#ui/table.tsx'
import { PERIOD_NAMES, PERIODS, type PeriodName } from '../rules/period.ts'

type PartProps = { title: string; intro?: string | undefined; id?: string; children?: Child }

export const Part = ({ id, title, intro, children }: PartProps) => (
  <div class="card" id={id}>
    <header class="card-head">
      <h2>{title}</h2>
      {intro && <p>{intro}</p>}
    </header>
    {children}
  </div>
)

/** A part with a table; `empty` stands in place of one without rows, `children` below it. */
export const TablePart = <T,>(props: PartProps & { empty: string; items: readonly T[]; cells: Cells<T> }) => {
  const { title, empty, items, cells, children } = props
  return (
    <Part {...props}>
      {items.length === 0 ? (
        <p class="card-body muted">{empty}</p>
      ) : (
        <>
          <Table plain label={title} items={items} columns={cells} />
          {children}
        </>
      )}
    </Part>
  )
}

export const Periods = ({ chosen, to }: { chosen: PeriodName; to: (period: PeriodName) => string }) => (
  <nav class="segments" aria-label="Period">
    {PERIOD_NAMES.map((period) => (
      <a href={to(period)} aria-current={period === chosen ? 'true' : undefined}>
        {PERIODS[period].label}
      </a>
    ))}
  </nav>
)
