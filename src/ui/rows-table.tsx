import { columnFormat } from '#base/cell-format.ts'
import type { Cell, ResultColumn } from '#query/rules/answers.ts'

/** Longest text of a cell that is written out. */
const MOST_TEXT = 200

/** Rows as a plain table, for pages that work without script. */
export function RowsTable(props: { columns: ResultColumn[]; rows: Cell[][]; locale: string; label: string }) {
  const formats = props.columns.map((column, at) =>
    columnFormat(
      column,
      props.rows.map((row) => row[at] ?? null),
      props.locale,
    ),
  )
  return (
    <section class="table-wrap rows-table" tabindex={0} aria-label={props.label}>
      <table class="table">
        <thead>
          <tr>
            {props.columns.map((column, at) => (
              <th scope="col" class={formats[at]!.align === 'end' ? 'num' : undefined} title={column.type}>
                {column.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {props.rows.map((row) => (
            <tr>
              {row.map((value, at) => (
                <td class={formats[at]!.align === 'end' ? 'num' : undefined}>
                  {value === null ? <span class="null">null</span> : short(formats[at]!.text(value))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const short = (text: string) => (text.length > MOST_TEXT ? `${text.slice(0, MOST_TEXT)}…` : text)
