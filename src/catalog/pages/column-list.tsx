import { isNumeric } from '#base/engine-type.ts'
import { ButtonLink } from '#ui/button.tsx'
import { DataTable, type TableColumn } from '#ui/data-table.tsx'
import { counted, number, percent } from '#ui/format.tsx'
import type { CatalogColumn, CatalogTable, ColumnRole } from '../rules/answers.ts'
import { bestRate } from '../rules/diagram.ts'
import { valueText } from './profile.tsx'

export const ROLE_BADGES: Record<ColumnRole, string> = {
  measure: 'badge badge-accent',
  dimension: 'badge badge-green',
  time: 'badge badge-blue',
  id: 'badge badge-purple',
  code: 'badge badge-purple',
  flag: 'badge badge-amber',
  text: 'badge',
}

export const TableCard = ({ table, repairAt }: { table: CatalogTable; repairAt: string | null }) => (
  <section class="card" id={`table-${table.name}`}>
    <div class="card-head">
      <h2 class="mono">{table.name}</h2>
      <span class="muted small">
        {counted(table.rows, 'row')} · {counted(table.columns.length, 'column')}
      </span>
      {repairAt && <ButtonLink look="small" to={repairAt} aria-label={`Repair ${table.name}`} label="Repair" />}
      {table.description && <p>{table.description}</p>}
    </div>
    <div class="table-wrap" tabindex={0}>
      <DataTable class="table table-stack column-table" stack columns={columnsOf(table)} rows={table.columns} />
    </div>
    {table.relations.length > 0 && (
      <div class="card-foot">
        {table.relations.map((relation) => (
          <span>
            <span class="mono">{relation.column}</span> in{' '}
            <span class="mono">{`${relation.to_table}.${relation.to_column}`}</span>, {percent(bestRate(relation))}{' '}
            found
          </span>
        ))}
      </div>
    )}
  </section>
)

const columnsOf = ({ rows }: CatalogTable): TableColumn<CatalogColumn>[] => [
  {
    head: 'Column',
    cell: ({ name, type }) => (
      <>
        <span class="mono">{name}</span>
        <span class="column-type">{type}</span>
      </>
    ),
  },
  { head: 'Role', cell: ({ role }) => <span class={ROLE_BADGES[role]}>{role}</span> },
  { head: 'Empty', num: true, cell: ({ nulls }) => (nulls === 0 ? '–' : percent(nulls / rows)) },
  { head: 'Distinct', num: true, cell: ({ distinct }) => number(distinct) },
  {
    head: 'Range',
    class: ({ type }) => (isNumeric(type) ? 'range num-left' : 'range'),
    cell: (column) => (column.min === null ? '–' : rangeOf(column)),
  },
  { head: 'Values', class: 'values', cell: (column) => <Values column={column} rows={rows} /> },
]

const rangeOf = (column: CatalogColumn) =>
  [...new Set([column.min, column.max])].map((value) => valueText(column, value)).join(' … ')

const SHOWN_TOP = 4

/** The most frequent values with their share; a few as they come when none is frequent. */
function Values({ column, rows }: { column: CatalogColumn; rows: number }) {
  const frequent =
    column.role === 'measure' || column.role === 'id' || column.role === 'time' ? [] : column.top.slice(0, SHOWN_TOP)
  if (frequent.length === 0)
    return (
      <span class="muted">
        {column.sample
          .slice(0, 3)
          .map((value) => valueText(column, value))
          .join(', ')}
      </span>
    )
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
