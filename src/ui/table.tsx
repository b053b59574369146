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

type Props<T> = {
  /** What it shows, for screen readers. */
  label: string
  columns: TableColumn<T>[]
  items: readonly T[]
  /** Without a frame of its own, within a card. */
  plain?: boolean
  /** Stays a table on a phone, and is moved sideways there. */
  wide?: boolean
  rowClass?: string | undefined
}

/** A table whose rows become cards on a phone. */
export const Table = <T,>({ label, columns, items, plain, wide, rowClass }: Props<T>) => (
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

function classOf<T>(column: TableColumn<T>, item: T): string | undefined {
  const own = typeof column.class === 'function' ? column.class(item) : column.class
  return own ?? (column.num ? 'num' : undefined)
}

const Head = ({ title, quiet, num }: Pick<TableColumn<unknown>, 'title' | 'quiet' | 'num'>) => (
  <th scope="col" class={num ? 'num' : undefined}>
    {quiet ? <span class="quiet">{title}</span> : title}
  </th>
)
