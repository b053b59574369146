import type { Child } from 'hono/jsx'

/** A column of a table: its head, and what stands in the cell of a row. `num`: aligned as numbers; `class`, `title`: of its cells. */
export type TableColumn<T> = {
  head: string
  cell(row: T): Child
  num?: boolean
  class?: string | ((row: T) => string)
  title?(row: T): string | undefined
}

/** A table of rows. @param stack on narrow pages a row is a card, in which the heads stand beside all values but the first */
export const DataTable = <T,>(props: { columns: TableColumn<T>[]; rows: T[]; stack?: boolean; class?: string }) => (
  <table class={props.class ?? (props.stack ? 'table table-stack' : 'table')}>
    <thead>
      <tr>
        {props.columns.map(({ head, num }) => (
          <th class={num ? 'num' : undefined}>{head}</th>
        ))}
      </tr>
    </thead>
    <tbody>
      {props.rows.map((row) => (
        <tr>
          {props.columns.map(({ head, cell, num, title, class: own }, at) => (
            <td
              class={[num && 'num', typeof own === 'function' ? own(row) : own].filter(Boolean).join(' ') || undefined}
              data-label={props.stack && at > 0 ? head : undefined}
              title={title?.(row)}
            >
              {cell(row)}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)
