import { isNumeric } from '#base/engine-type.ts'
import { counted, number, percent } from '#ui/format.tsx'
import type { CatalogColumn, CatalogTable, ColumnRole } from '../rules/answers.ts'
import { valueText } from './profile.tsx'

export const ROLE_BADGES: Record<ColumnRole, string> = {
  measure: 'badge badge-accent',
  dimension: 'badge badge-green',
  time: 'badge badge-blue',
  id: 'badge badge-purple',
  flag: 'badge badge-amber',
  text: 'badge',
}

/** A table with what is known of each column, as the analyst sees it. */
export const TableCard = ({ table }: { table: CatalogTable }) => (
  <section class="card" id={`table-${table.name}`}>
    <div class="card-head">
      <h2 class="mono">{table.name}</h2>
      <span class="muted small">
        {counted(table.rows, 'row')} · {counted(table.columns.length, 'column')}
      </span>
      {table.description && <p>{table.description}</p>}
    </div>
    <div class="table-wrap" tabindex={0}>
      <table class="table column-table">
        <thead>
          <tr>
            <th>Column</th>
            <th>Role</th>
            <th class="num">Empty</th>
            <th class="num">Distinct</th>
            <th>Range</th>
            <th>Values</th>
          </tr>
        </thead>
        <tbody>
          {table.columns.map((column) => (
            <ColumnRow column={column} rows={table.rows} />
          ))}
        </tbody>
      </table>
    </div>
    {table.relations.length > 0 && (
      <div class="card-foot">
        {table.relations.map(({ column, to_table, to_column, match_rate }) => (
          <span>
            <span class="mono">{column}</span> in <span class="mono">{`${to_table}.${to_column}`}</span>,{' '}
            {percent(match_rate)} found
          </span>
        ))}
      </div>
    )}
  </section>
)

const ColumnRow = ({ column, rows }: { column: CatalogColumn; rows: number }) => (
  <tr>
    <td>
      <span class="mono">{column.name}</span>
      <span class="column-type">{column.type}</span>
    </td>
    <td>
      <span class={ROLE_BADGES[column.role]}>{column.role}</span>
    </td>
    <td class="num">{column.nulls === 0 ? '–' : percent(column.nulls / rows)}</td>
    <td class="num">{number(column.distinct)}</td>
    <td class={isNumeric(column.type) ? 'range num-left' : 'range'}>
      {column.min === null
        ? '–'
        : [...new Set([column.min, column.max])].map((value) => valueText(column, value)).join(' … ')}
    </td>
    <td class="values">
      <Values column={column} rows={rows} />
    </td>
  </tr>
)

const SHOWN_TOP = 4

/** The most frequent values with their share; a few as they come when none is frequent. */
function Values({ column, rows }: { column: CatalogColumn; rows: number }) {
  const frequent =
    column.role === 'measure' || column.role === 'id' || column.role === 'time' ? [] : column.top.slice(0, SHOWN_TOP)
  if (frequent.length === 0) return <span class="muted">{column.sample.slice(0, 3).join(', ')}</span>
  return (
    <ul class="top-values">
      {frequent.map(({ value, count }) => (
        <li>
          <span class="truncate">{value === '' ? '(empty)' : value}</span>
          <progress max={rows} value={count} aria-hidden="true" />
          <span class="num muted">{percent(count / rows)}</span>
        </li>
      ))}
    </ul>
  )
}
