import type { Child } from 'hono/jsx'

export type TableColumn<T> = {
  /** Its head, which on a phone stands beside each of its cells. */
  title: string
  /** The head is for screen readers only: buttons and boxes speak for themselves. */
  quiet?: boolean | undefined
  /** Numbers, which stand on the right. */
  num?: boolean | undefined
  /** The whole `th`, where it is more than its title. */
  head?: Child
  class?: string | ((item: T) => string) | undefined
  names?: boolean
  cell: (item: T) => Child
}

/** What a cell shows of its item, alone, with its class, or with more of its column. */
type Cell<T> =
  | ((item: T) => Child)
  | [className: string | ((item: T) => string), show: (item: T) => Child]
  | Omit<TableColumn<T>, 'title'>
/** The cells of a table by the heads of their columns, from left to right; a head over numbers begins with #. */
export type Cells<T> = Readonly<Record<string, Cell<T>>>

export const columnsBy = <T,>(cells: Cells<T>): TableColumn<T>[] =>
  Object.entries(cells).map(([head, it]) => {
    const about = Array.isArray(it) ? { class: it[0], cell: it[1] } : typeof it === 'function' ? { cell: it } : it
    return { title: head.replace(/^#/, ''), num: head.startsWith('#'), ...about }
  })

type Props<T> = {
  /** What it shows, for screen readers. */
  label: string
  columns: TableColumn<T>[] | Cells<T>
  items: readonly T[]
  /** Without a frame of its own, within a card. */
  plain?: boolean
  /** Stays a table on a phone, and is moved sideways there. */
  wide?: boolean
  rowClass?: string | undefined
}

/** A table whose rows become cards on a phone. */
export const Table = <T,>({ label, columns: given, items, plain, wide, rowClass }: Props<T>) => {
  const columns = Array.isArray(given) ? given : columnsBy(given as Cells<T>)
  return (
    <section class={plain ? 'table-wrap table-plain' : 'table-wrap'} tabindex={0} aria-label={label}>
      <table class={wide ? 'table' : 'table table-stack'}>
        <thead>
          <tr>{columns.map((column) => column.head ?? <Head {...column} />)}</tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr class={rowClass}>
              {columns.map((column, at) =>
                column.names ? (
                  <th scope="row">{column.cell(item)}</th>
                ) : (
                  <td
                    data-label={at === 0 || column.quiet ? undefined : column.title.replace(' (UTC)', '')}
                    class={classOf(column, item)}
                  >
                    {column.cell(item)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function classOf<T>(column: TableColumn<T>, item: T): string | undefined {
  const own = typeof column.class === 'function' ? column.class(item) : column.class
  return own ?? (column.num ? 'num' : undefined)
}

const Head = ({ title, quiet, num }: Pick<TableColumn<unknown>, 'title' | 'quiet' | 'num'>) => (
  <th scope="col" class={num ? 'num' : undefined}>
    {quiet ? <span class="quiet">{title}</span> : title}
  </th>
)
