import { Denied } from '#organizations/pages/parts.tsx'
import { can } from '#organizations/rules/permission.ts'
import { Submit } from '#ui/button.tsx'
import { Field, Problem } from '#ui/field.tsx'
import { number, percent } from '#ui/format.tsx'
import type { FormState } from '#web/form.ts'
import type { Workspace } from '../../ctx.ts'
import { href, urls } from '../../urls.ts'
import type { CatalogTable, FoundBy, Relation } from '../rules/answers.ts'
import { bestRate } from '../rules/diagram.ts'

export type KnownRelations = {
  list: Relation[]
  more: boolean
  ids: ReadonlyMap<string, string>
  /** Columns that the form suggests to lead to, as `table.column`. */
  ends: string[]
}

type Props = {
  workspace: Pick<Workspace, 'id' | 'role'>
  table: CatalogTable
  relations: KnownRelations
  form: FormState
}

/** From here on a relation may be trusted; below it, answers lose or double rows. */
const GOOD = 0.95

/** How a table joins others, how well the keys meet, and the form that declares another join. */
export function Relations({ workspace, table, relations: { list, more, ids, ends }, form }: Props) {
  const may = can(workspace.role, 'UPDATE_FILES')
  return (
    <section class="card" id="relations">
      <div class="card-head">
        <h2>Relations</h2>
        <p>How this table joins others, and the share of its values that are found there.</p>
        <a class="small" href={href(urls.workspaceRelations, { id: workspace.id }, { q: table.name })}>
          Show as a diagram
        </a>
      </div>
      {list.length > 0 ? (
        <RelationList relations={list} here={table} ids={ids} workspace={workspace} may={may} />
      ) : (
        <p class="card-body muted">No relation is known. Analyst and editor can still join by any columns.</p>
      )}
      {more && (
        <p class="card-body muted small">
          The first {list.length} are shown. Those that lead here also stand at the tables that they begin in.
        </p>
      )}
      {!table.hidden && (
        <Declare
          may={may}
          workspace={workspace}
          here={table.id}
          begins={table.columns.filter(({ hidden }) => !hidden).map(({ name }) => `${table.name}.${name}`)}
          ends={ends}
          form={form}
        />
      )}
    </section>
  )
}

type ListProps = Pick<Props, 'workspace'> &
  Pick<KnownRelations, 'ids'> & {
    relations: Relation[]
    /** The table whose page it stands on; null on the page of all relations. */
    here: Pick<CatalogTable, 'id'> | null
    may: boolean
  }

export const RelationList = ({ relations, ...props }: ListProps) => (
  <ul class="relations">
    {relations.map((relation) => (
      <RelationItem relation={relation} {...props} />
    ))}
  </ul>
)

const FOUND_BY: Record<FoundBy, string> = {
  key: 'found by the names of keys',
  name: 'found by names and values',
  values: 'found by values',
  abbreviations: 'found by abbreviations of places',
  days: 'found as days of a calendar',
}

export const isGood = (relation: Relation) => bestRate(relation) >= GOOD

function RelationItem({ relation, here, ids, workspace, may }: Omit<ListProps, 'relations'> & { relation: Relation }) {
  const { from_table, from_column, to_table, to_column, match_rate, cleaned, kind, multiplies, found_by } = relation
  const back = cleaned?.match_back ?? relation.match_back
  const rate = bestRate(relation)
  const link = (name: string) => {
    const tableId = ids.get(name)
    return tableId && tableId !== here?.id ? (
      <a href={href(urls.workspaceTable, { id: workspace.id, tableId })}>{name}</a>
    ) : (
      name
    )
  }
  return (
    <li class="relation" id={`relation-${relation.id}`}>
      <div class="relation-line">
        <span class="mono">
          {link(from_table)}.{from_column}
        </span>
        <span class="muted small">leads to</span>
        <span class="mono">
          {link(to_table)}.{to_column}
        </span>
        <span class={isGood(relation) ? 'badge badge-green' : 'badge badge-amber'}>{percent(rate)} found</span>
        <span class="badge">{kind === 'declared' ? 'confirmed' : 'found'}</span>
        {may && <RelationActs relation={relation} here={here} workspace={workspace} />}
      </div>
      <p class="small muted">
        {[
          ...(found_by ? [FOUND_BY[found_by]] : []),
          ...(back === undefined ? [] : [`${percent(back)} of ${to_table} is met`]),
          ...(back === undefined && multiplies !== undefined ? ['as far as the first rows tell'] : []),
          ...(multiplies === undefined
            ? []
            : [
                multiplies > 1.005
                  ? `each row meets ${number(Math.round(multiplies * 10) / 10)} rows`
                  : 'no row comes twice',
              ]),
        ].join(' · ')}
      </p>
      {rate < GOOD && (
        <p class="small muted">
          {percent(1 - rate)} of the values of {from_column} are not in {to_table}: a join leaves their rows out.
        </p>
      )}
      {cleaned && (
        <details class="edit">
          <summary>
            {match_rate === 0 ? 'Nothing' : `Only ${percent(match_rate)}`} is found as it is written: joined{' '}
            {cleaned.how}
          </summary>
          <pre class="code">
            <code>{`${cleaned.column} = ${cleaned.to_column}`}</code>
          </pre>
        </details>
      )}
    </li>
  )
}

function RelationActs({ relation, here, workspace }: Pick<ListProps, 'here' | 'workspace'> & { relation: Relation }) {
  const [from, to] = [`${relation.from_table}.${relation.from_column}`, `${relation.to_table}.${relation.to_column}`]
  const about = <span class="quiet">{`: ${from} to ${to}`}</span>
  const action = href(urls.workspaceRelations, { id: workspace.id })
  const isFound = relation.kind === 'inferred'
  return (
    <>
      <form class="relation-acts" method="post" action={action}>
        {here && <input type="hidden" name="table" value={here.id} />}
        <input type="hidden" name="from" value={from} />
        <input type="hidden" name="to" value={to} />
        <button class="button button-small button-quiet" type="submit">
          {isFound ? 'Confirm' : 'Measure again'}
          {about}
        </button>
        <button class="button button-small button-quiet" type="submit" name="remove" value={relation.id}>
          {isFound ? 'Reject' : 'Remove'}
          {about}
        </button>
      </form>
      <details class="edit relation-keys">
        <summary>Change keys{about}</summary>
        <form class="form relation-fields" method="post" action={action}>
          {here && <input type="hidden" name="table" value={here.id} />}
          <input type="hidden" name="replaces" value={relation.id} />
          {(['from', 'to'] as const).map((side) => (
            <div class="field">
              <label for={`${side}-${relation.id}`}>{side === 'from' ? 'Column' : 'Leads to'}</label>
              <input
                class="input"
                id={`${side}-${relation.id}`}
                name={side}
                value={side === 'from' ? from : to}
                list="relation-ends"
                autocomplete="off"
                required
              />
            </div>
          ))}
          <Submit label="Change and measure" />
        </form>
      </details>
    </>
  )
}

type FormProps = Pick<Props, 'workspace' | 'form'> & {
  here: string | null
  /** Columns that it may begin in, to choose from; null where any may be written. */
  begins: string[] | null
  ends: string[]
}

/** The form that declares a relation, or a button that says why somebody may not. */
export const Declare = ({ may, ...props }: FormProps & { may: boolean }) => (
  <div class="card-body card-part">
    {may ? (
      <DeclareForm {...props} />
    ) : (
      <div>
        <Denied permission="UPDATE_FILES">Declare a relation</Denied>
      </div>
    )}
  </div>
)

function DeclareForm({ workspace, here, begins, ends, form }: FormProps) {
  const { values, errors } = form
  /** Table and column of a side are written in one field. */
  const errorOf = (side: 'from' | 'to') => {
    const error = errors[side] ?? errors[`${side}_table`] ?? errors[`${side}_column`]
    return error ? { [side]: error } : {}
  }
  const formState: FormState = { ...form, errors: { ...errorOf('from'), ...errorOf('to') } }
  return (
    <form class="form relation-form" method="post" action={href(urls.workspaceRelations, { id: workspace.id })}>
      <h3>Declare a relation</h3>
      <Problem text={form.problem} />
      {here && <input type="hidden" name="table" value={here} />}
      <div class="relation-fields">
        {begins ? (
          <Field
            form={{ ...formState, values: { from: values.from ?? begins[0] ?? '' } }}
            name="from"
            label="Column"
            options={Object.fromEntries(begins.map((one) => [one, one.slice(one.indexOf('.') + 1)]))}
          />
        ) : (
          <Field form={formState} name="from" label="Column" list="relation-ends" placeholder="table.column" />
        )}
        <Field form={formState} name="to" label="Leads to" list="relation-ends" placeholder="table.column" />
        <Submit label="Declare and measure" />
      </div>
      <datalist id="relation-ends">
        {ends.map((end) => (
          <option value={end} />
        ))}
      </datalist>
    </form>
  )
}
