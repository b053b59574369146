import { Denied } from '#organizations/pages/parts.tsx'
import { can } from '#organizations/rules/permission.ts'
import { Field, Problem } from '#ui/field.tsx'
import { percent } from '#ui/format.tsx'
import type { FormState } from '#web/form.ts'
import type { Workspace } from '../../ctx.ts'
import { href, urls } from '../../urls.ts'
import type { CatalogTable, Relation } from '../rules/answers.ts'

/** What the page of a table tells of its relations. */
export type KnownRelations = {
  list: Relation[]
  /** Whether there are others that are not in the list. */
  more: boolean
  /** Ids of visible tables by their names. */
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
      </div>
      {list.length > 0 ? (
        <ul class="relations">
          {list.map((relation) => (
            <RelationItem relation={relation} here={table} ids={ids} workspace={workspace} may={may} />
          ))}
        </ul>
      ) : (
        <p class="card-body muted">No relation is known. Analyst and editor can still join by any columns.</p>
      )}
      {more && (
        <p class="card-body muted small">
          The first {list.length} are shown. Those that lead here also stand at the tables that they begin in.
        </p>
      )}
      {!table.hidden && (
        <div class="card-body card-part">
          {may ? (
            <DeclareForm workspace={workspace} table={table} ends={ends} form={form} />
          ) : (
            <div>
              <Denied permission="UPDATE_FILES">Declare a relation</Denied>
            </div>
          )}
        </div>
      )}
    </section>
  )
}

type ItemProps = Pick<Props, 'workspace'> &
  Pick<KnownRelations, 'ids'> & { relation: Relation; here: CatalogTable; may: boolean }

function RelationItem({ relation, here, ids, workspace, may }: ItemProps) {
  const { from_table, from_column, to_table, to_column, match_rate, cleaned, kind } = relation
  const low = match_rate < GOOD
  const link = (name: string) => {
    const tableId = ids.get(name)
    return tableId && tableId !== here.id ? (
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
        <span class={low ? 'badge badge-amber' : 'badge badge-green'}>{percent(match_rate)} found</span>
        <span class="badge">{kind}</span>
        {may && (
          <form class="relation-acts" method="post" action={href(urls.workspaceRelations, { id: workspace.id })}>
            <input type="hidden" name="table" value={here.id} />
            <input type="hidden" name="from_table" value={from_table} />
            <input type="hidden" name="from_column" value={from_column} />
            <input type="hidden" name="to" value={`${to_table}.${to_column}`} />
            <button class="button button-small button-quiet" type="submit">
              Measure again<span class="quiet">{`: ${from_table}.${from_column}`}</span>
            </button>
            <button class="button button-small button-quiet" type="submit" name="remove" value={relation.id}>
              Remove<span class="quiet">{`: ${from_table}.${from_column}`}</span>
            </button>
          </form>
        )}
      </div>
      {low && (
        <p class="small muted">
          {percent(1 - match_rate)} of the values of {from_column} are not in {to_table}: a join leaves their rows out.
          {may && !cleaned && kind === 'inferred' && ' Measure again to look for a way to write them alike.'}
        </p>
      )}
      {cleaned && (
        <div class="alert alert-info relation-cleaned">
          <div>
            <p>
              Written {cleaned.how}, <strong>{percent(cleaned.match_rate)}</strong> are found. Join by this instead:
            </p>
            <pre class="code">
              <code>{`${cleaned.column} = ${cleaned.to_column}`}</code>
            </pre>
          </div>
        </div>
      )}
    </li>
  )
}

type FormProps = Pick<Props, 'workspace' | 'table' | 'form'> & Pick<KnownRelations, 'ends'>

function DeclareForm({ workspace, table, ends, form }: FormProps) {
  return (
    <form class="form relation-form" method="post" action={href(urls.workspaceRelations, { id: workspace.id })}>
      <h3>Declare a relation</h3>
      <Problem text={form.problem} />
      <input type="hidden" name="table" value={table.id} />
      <input type="hidden" name="from_table" value={table.name} />
      <div class="relation-fields">
        <div class="field">
          <label for="field-from_column">Column of {table.name}</label>
          <select class="input" id="field-from_column" name="from_column">
            {table.columns
              .filter(({ hidden }) => !hidden)
              .map(({ name }) => (
                <option value={name} selected={form.values.from_column === name}>
                  {name}
                </option>
              ))}
          </select>
          {form.errors.from_column && (
            <p class="error" role="alert">
              {form.errors.from_column}
            </p>
          )}
        </div>
        <Field
          form={{ values: form.values, errors: { to: toProblem(form) } }}
          name="to"
          label="Leads to"
          list="relation-ends"
          placeholder="table.column"
        />
        <button class="button" type="submit">
          Declare and measure
        </button>
      </div>
      <datalist id="relation-ends">
        {ends.map((end) => (
          <option value={end} />
        ))}
      </datalist>
    </form>
  )
}

const toProblem = ({ errors }: FormState) => errors.to ?? errors.to_table ?? errors.to_column ?? ''
