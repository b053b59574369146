import { rowsText, sourceAddress } from '#catalog/pages/tables.tsx'
import { type TableProfile, withProfile } from '#catalog/rules/facts.ts'
import { can } from '#organizations/rules/permission.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Facts } from '#ui/facts.tsx'
import { Alert, Field, Saved } from '#ui/field.tsx'
import { counted, Day, number, region } from '#ui/format.tsx'
import { PostButton } from '#ui/post-button.tsx'
import { PostForm } from '#ui/post-form.tsx'
import { RowsTable } from '#ui/rows-table.tsx'
import type { FormState } from '#web/form.ts'
import { WorkspaceBreadcrumb, WorkspaceTabs } from '#workspaces/pages/parts.tsx'
import type { WorkspaceCtx } from '../../ctx.ts'
import { href, urls } from '../../urls.ts'
import type { Origin } from '../origin.ts'
import type { CatalogTable } from '../rules/answers.ts'
import type { Sample } from '../rules/sample.ts'
import { ColumnItem, DescriptionField } from './column.tsx'
import { type KnownRelations, Relations } from './relations.tsx'
import { TableProfileCard } from './table-profile.tsx'

type Props = {
  place: Pick<WorkspaceCtx, 'workspace' | 'organization'>
  table: CatalogTable
  relations: KnownRelations
  profile: TableProfile
  sample: Sample
  origin: Origin
  form: FormState
  message: string | null
}

/** One table: what it means, its columns, some rows, what it joins, and where it comes from. */
export function TablePage(props: Props) {
  const { place, table, form } = props
  const { workspace, organization } = place
  const params = { id: workspace.id, tableId: table.id }
  const read = withProfile(table, props.profile)
  const may = can(workspace.role, 'UPDATE_FILES')
  const editAt = may ? href(urls.workspaceTableEdit, params) : null
  return (
    <div class="page catalog-page">
      <WorkspaceBreadcrumb
        place={{ organization, workspace }}
        up={[['Tables', href(urls.workspaceTables, { id: workspace.id })]]}
        here={table.name}
      />
      <header class="page-head">
        <div>
          <h1 class="file-name">{table.name}</h1>
          <p class="row" data-gap="2">
            {table.hidden && <span class="badge badge-amber">Hidden</span>}
            <span class="small">
              {rowsText(table)} · {counted(table.columns.length, 'column')}
            </span>
            <span class="small">
              from <a href={sourceAddress(workspace.id, table.source)}>{table.source.name}</a>
            </span>
          </p>
        </div>
        <div class="page-head-actions">
          {!table.hidden && (
            <ButtonLink to={href(urls.workspaceSql, { id: workspace.id }, { table: table.id })} label="Open in SQL" />
          )}
          {may && table.source.kind !== 'database' && (
            <ButtonLink to={href(urls.workspaceTableRepair, params)} label="Repair" />
          )}
          {editAt && (
            <PostButton
              to={editAt}
              fields={{ hidden: table.hidden ? 'no' : 'yes' }}
              label={table.hidden ? 'Show table' : 'Hide table'}
            />
          )}
        </div>
      </header>
      <WorkspaceTabs workspace={workspace} here="tables" />
      <Saved show={props.message !== null}>{props.message}</Saved>
      {table.hidden && (
        <Alert type="warning">
          Nobody can read this table: not the analyst, not the SQL editor, no export. Owners can show it again.
        </Alert>
      )}
      {table.rows_estimated && (
        <Alert>
          Its rows stay in the database. How many there are is the database's own estimate, and the figures of the
          columns come from a sample of its first rows.
        </Alert>
      )}
      <LinesLeft table={table} workspaceId={workspace.id} />
      <About table={read} editAt={editAt} />
      <TableProfileCard {...{ table, profile: props.profile, workspaceId: workspace.id, mayRepair: may }} />
      <Columns {...props} table={read} editAt={editAt} />
      <Rows {...props} />
      <Relations {...props} workspace={workspace} form={form} />
      <Provenance table={table} origin={props.origin} workspaceId={workspace.id} />
    </div>
  )
}

const LinesLeft = ({ table, workspaceId }: { table: CatalogTable; workspaceId: string }) => {
  const { source, rows, lines = rows, rows_rejected: rejected = 0, rows_apart: apart = 0, rows_dropped = 0 } = table
  const left = rejected + apart + rows_dropped
  return source.kind === 'database' || left === 0 ? null : (
    <div class={rejected > 0 ? 'alert alert-warning' : 'alert'}>
      <p>
        {number(lines)} of {counted(lines + left, 'line')} of its file are counted.
        {rows_dropped > 0 && ` ${number(rows_dropped)} ${rows_dropped === 1 ? 'is' : 'are'} left out by a recipe.`}{' '}
        {source.kind === 'file' && rejected + apart > 0 && (
          <a href={`${sourceAddress(workspaceId, source)}#left-out`}>Show the others</a>
        )}
      </p>
    </div>
  )
}

const About = ({ table, editAt }: { table: CatalogTable; editAt: string | null }) =>
  !table.description && !table.grain && !editAt ? null : (
    <section class="about-table" aria-label="Description">
      {table.grain && (
        <p>
          One row is one <strong>{table.grain.text}</strong>.{' '}
          {table.grain.reason && <span class="muted small">{table.grain.reason}</span>}
        </p>
      )}
      {table.description ? (
        <p>{table.description}</p>
      ) : !editAt ? null : (
        <p class="muted">No description yet. What you write here, the analyst reads before it answers.</p>
      )}
      {editAt && (
        <details class="edit">
          <summary>
            {table.description ? 'Edit' : 'Add'}
            <span class="quiet"> the description</span>
          </summary>
          <PostForm action={editAt} submit="Save" look="primary small">
            <DescriptionField id="describe-table" value={table.description} />
            <Field
              form={{ values: { grain: table.grain?.reason ? '' : (table.grain?.text ?? '') }, errors: {} }}
              name="grain"
              label="One row is one"
              placeholder={table.grain?.text ?? 'order, day of a shop'}
              maxlength={200}
              optional
            />
          </PostForm>
        </details>
      )}
    </section>
  )

const Columns = ({ table, relations, profile, editAt }: Props & { editAt: string | null }) => (
  <Card
    id="columns"
    title="Columns"
    beside={
      <span class="muted small">
        {table.rows_estimated
          ? 'Measured on a sample'
          : `Measured on ${profile.read && profile.isSample ? 'the first' : 'all'} ${counted(table.rows, 'row')}`}
      </span>
    }
  >
    <ul class="column-items">
      {table.columns.map((column) => (
        <ColumnItem
          column={column}
          table={table}
          relations={relations.list}
          histogram={profile.histograms.find((one) => one.column === column.name)}
          isSample={profile.isSample}
          editAt={editAt}
        />
      ))}
    </ul>
  </Card>
)

function Rows({ place, table, sample }: Props) {
  const address = (page: number) =>
    href(
      urls.workspaceTable,
      { id: place.workspace.id, tableId: table.id },
      { page: String(page), ...(sample.unread !== undefined && { unread: sample.unread }) },
    )
  const turning = (page: number) => ({
    to: `${address(page)}#rows`,
    'hx-get': address(page),
    'hx-select': '#rows',
    'hx-target': '#rows',
    'hx-swap': 'outerHTML',
  })
  return (
    <section class="card" id="rows">
      <div class="card-head">
        <h2>Rows</h2>
        <span class="muted small">
          {sample.unread !== undefined && `Only those whose ${sample.unread} could not be read. `}
          {sample.page > 1 ? `Page ${sample.page}, as they are stored` : 'As they are stored'}
        </span>
        {sample.unread !== undefined && (
          <ButtonLink
            look="small"
            to={`${href(urls.workspaceTable, { id: place.workspace.id, tableId: table.id })}#rows`}
            label="All rows"
          />
        )}
      </div>
      {sample.problem ? (
        <p class="card-body muted">{sample.problem}</p>
      ) : sample.rows.length === 0 ? (
        <p class="card-body muted">This table has no rows.</p>
      ) : (
        <RowsTable columns={sample.columns} rows={sample.rows} locale={region()} label={`Rows of ${table.name}`} />
      )}
      {(sample.page > 1 || sample.more) && (
        <nav class="card-foot" aria-label="Pages of rows">
          {sample.page > 1 && <ButtonLink look="small" {...turning(sample.page - 1)} label="Previous rows" />}
          {sample.more && <ButtonLink look="small" {...turning(sample.page + 1)} label="Next rows" />}
        </nav>
      )}
    </section>
  )
}

function Provenance({ table, origin, workspaceId }: Pick<Props, 'table' | 'origin'> & { workspaceId: string }) {
  const { source } = table
  return (
    <Card id="origin" title="Where it comes from">
      <div class="card-body">
        <Facts
          of={{
            Source: <a href={sourceAddress(workspaceId, source)}>{source.name}</a>,
            [source.kind === 'database' ? 'Looked at' : 'Read']: <Day at={table.refreshed_at} />,
            Refreshed:
              origin?.kind === 'connection' &&
              (origin.everyMinutes ? `every ${counted(origin.everyMinutes, 'minute')}` : 'on demand'),
          }}
        />
        {origin?.kind === 'connection' && origin.changes.length > 0 && (
          <div>
            <h3>What the last refresh changed</h3>
            <ul class="sentences">
              {origin.changes.map((change) => (
                <li>{change}</li>
              ))}
            </ul>
          </div>
        )}
        {origin?.kind === 'file' && origin.versions.length > 0 && (
          <ol class="versions" aria-label="Versions" reversed>
            {origin.versions.map(({ version, current, changes, rows, createdAt }) => (
              <li>
                <span>
                  Version {version}
                  {current && <span class="badge badge-green">current</span>}
                </span>
                <span class="muted small">
                  {counted(rows, 'row')} · <Day at={createdAt.toISOString()} />
                </span>
                {changes.map((change) => (
                  <span class="small">{change}</span>
                ))}
              </li>
            ))}
          </ol>
        )}
      </div>
    </Card>
  )
}
