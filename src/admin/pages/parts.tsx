import type { Child } from 'hono/jsx'
import { Table, type TableColumn } from '#ui/table.tsx'
import { PERIOD_NAMES, PERIODS, type PeriodName } from '../rules/period.ts'

/** What a cell shows of its item, alone or with its class. */
type Cell<T> = ((item: T) => Child) | [className: string | ((item: T) => string), show: (item: T) => Child]
/** The cells of a table by the heads of their columns, from left to right; a head over numbers begins with #. */
export type Cells<T> = Readonly<Record<string, Cell<T>>>

export const columnsBy = <T,>(cells: Cells<T>): TableColumn<T>[] =>
  Object.entries(cells).map(([head, it]) => {
    const [className, cell] = Array.isArray(it) ? it : [undefined, it]
    return { title: head.replace(/^#/, ''), num: head.startsWith('#'), class: className, cell }
  })

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
          <Table plain label={title} items={items} columns={columnsBy(cells)} />
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
