import { ROLE_BADGES } from '#catalog/pages/column-list.tsx'
import { Profile } from '#catalog/pages/profile.tsx'
import { type Histogram, isKey } from '#catalog/rules/profile.ts'
import { Submit } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { number, percent } from '#ui/format.tsx'
import { PostForm } from '#ui/post-form.tsx'
import type { Aggregation, CatalogColumn, CatalogTable, Relation } from '../rules/answers.ts'
import { unreadIn } from '../rules/left-out.ts'
import { rolesOf } from '../rules/meaning.ts'

type Props = {
  column: CatalogColumn
  table: CatalogTable
  relations: Relation[]
  histogram: Histogram | undefined
  /** Only some rows were looked at: a value that leads to another table may come again in the others. */
  isSample: boolean
  /** Where changes are posted; null for people who may not. */
  editAt: string | null
}

/** A column: what it is called and is, what it means, and how its values are spread. */
export function ColumnItem({ column, table, relations, histogram, isSample, editAt }: Props) {
  const leads = relations.filter((one) => one.from_table === table.name && one.from_column === column.name)
  const beside = table.columns.find(({ text_of }) => text_of === column.name)
  const isUnread = beside !== undefined && !beside.hidden && unreadIn(table, column.name, beside) > 0
  return (
    <li class="column-item" id={`column-${column.name}`}>
      <div class="column-what">
        <h3 class="mono">{column.name}</h3>
        <p class="row" data-gap="2">
          <span class="column-type">{column.type}</span>
          <span class={ROLE_BADGES[column.role]} title={column.reason}>
            {column.role}
          </span>
          {column.kind && <span class="badge">{column.kind}</span>}
          {column.unit && <span class="badge">{column.unit}</span>}
          {isKey(column, table) && !(isSample && leads.length > 0) && <span class="badge badge-purple">unique</span>}
          {column.hidden && <span class="badge badge-amber">Hidden</span>}
        </p>
        {column.label && <p class="small">Called “{column.label}”.</p>}
        {column.aggregation && column.aggregation !== 'sum' && (
          <p class="small muted">
            {column.aggregation === 'average' ? 'Averaged, never added up.' : 'Never added up over time.'}{' '}
            {column.reason}
          </p>
        )}
        {leads.map(({ to_table, to_column }) => (
          <p class="small muted">
            leads to <span class="mono">{`${to_table}.${to_column}`}</span>
          </p>
        ))}
        {isUnread && (
          <p class="small">
            Some values could not be read.{' '}
            <a href={`?unread=${encodeURIComponent(column.name)}#rows`}>Show their rows</a>
          </p>
        )}
        {column.description && <p class="small column-description">{column.description}</p>}
        {editAt && <EditColumn column={column} editAt={editAt} />}
      </div>
      <div class="column-profile">
        <Profile column={column} table={table} histogram={histogram} />
      </div>
      <dl class="column-facts small">
        <div>
          <dt>Empty</dt>
          <dd class="num">{emptyText(column, table)}</dd>
        </div>
        <div>
          <dt>Distinct</dt>
          <dd class="num">
            {table.rows_estimated && '≈ '}
            {number(column.distinct)}
          </dd>
        </div>
      </dl>
    </li>
  )
}

/** Of a database only a sample was measured, so that a share of all rows cannot be told. */
const emptyText = ({ nulls }: CatalogColumn, { rows, rows_estimated }: CatalogTable) =>
  nulls === 0 ? 'none' : rows_estimated ? `${number(nulls)} of the sample` : percent(nulls / rows)

const EditColumn = ({ column, editAt }: { column: CatalogColumn; editAt: string }) => (
  <details class="edit">
    <summary>
      Edit<span class="quiet">{` ${column.name}`}</span>
    </summary>
    <PostForm
      action={editAt}
      submit="Save"
      look="primary small"
      beside={
        <Submit look="small" name="hidden" value={column.hidden ? 'no' : 'yes'}>
          {column.hidden ? 'Show column' : 'Hide column'}
        </Submit>
      }
    >
      <input type="hidden" name="column" value={column.name} />
      <DescriptionField id={`describe-${column.name}`} value={column.description} />
      <MeaningFields column={column} />
    </PostForm>
  </details>
)

const ADDS: Record<Aggregation, string> = { sum: 'adds up', average: 'is averaged', last: 'the last counts over time' }

/** What a column is, in what unit, and what people call it: each as guessed unless somebody says otherwise. */
function MeaningFields({
  column: { name, type, role, aggregation, reason, unit = '', label = '', edited = [] },
}: Pick<Props, 'column'>) {
  const isSaid = edited.includes('role') || edited.includes('aggregation')
  const said = isSaid ? [role, aggregation].filter(Boolean).join(' ') : ''
  const options = {
    '': isSaid ? 'As guessed' : `As guessed: ${role}${aggregation ? `, ${ADDS[aggregation]}` : ''}`,
    ...Object.fromEntries(
      rolesOf(type).flatMap((one) =>
        one === 'measure'
          ? Object.entries(ADDS).map(([how, text]) => [`measure ${how}`, `measure, ${text}`])
          : [[one, one]],
      ),
    ),
  }
  const own = (field: 'unit' | 'label', value: string) => (edited.includes(field) ? value : '')
  const form = { values: { role: said, unit: own('unit', unit), label: own('label', label) }, errors: {} }
  return (
    <div class="meaning-fields">
      <Field form={form} name="role" id={`role-${name}`} label="Role" options={options} hint={reason} />
      <Field form={form} name="unit" id={`unit-${name}`} label="Unit" optional maxlength={40} placeholder={unit} />
      <Field
        form={form}
        name="label"
        id={`label-${name}`}
        label="Called"
        optional
        maxlength={100}
        placeholder={label}
      />
    </div>
  )
}

export const DescriptionField = ({ id, value }: { id: string; value: string }) => (
  <div class="field">
    <label for={id}>Description</label>
    <textarea class="input" id={id} name="description" rows={2} maxlength={2000}>
      {value}
    </textarea>
    <p class="hint">The analyst reads it: units, what the codes mean, what to leave out.</p>
  </div>
)
