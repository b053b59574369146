import type { CatalogTable } from '#catalog/rules/answers.ts'
import { DeleteForm } from '#organizations/pages/parts.tsx'
import { can } from '#organizations/rules/permission.ts'
import { ButtonLink, Empty } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { DataTable, type TableColumn } from '#ui/data-table.tsx'
import { Facts } from '#ui/facts.tsx'
import { Problem, Saved } from '#ui/field.tsx'
import { Minute, number } from '#ui/format.tsx'
import { Icon } from '#ui/icon.tsx'
import { polling } from '#ui/polling.ts'
import { PostButton } from '#ui/post-button.tsx'
import { Sentences } from '#ui/sentences.tsx'
import type { FormState } from '#web/form.ts'
import { WorkspaceBreadcrumb } from '#workspaces/pages/parts.tsx'
import type { WorkspaceCtx } from '../../ctx.ts'
import { href, urls } from '../../urls.ts'
import type { ConnectionCard } from '../rules/answers.ts'
import type { ConnectionSource } from '../rules/data-source.ts'
import type { TestOutcome } from '../rules/test-steps.ts'
import { SourceForm } from './source-form.tsx'
import { labelOf, PreviewBadge, SourceMark, SourceStatus, scheduleText } from './source-parts.tsx'

type Props = {
  place: Pick<WorkspaceCtx, 'workspace'>
  source: ConnectionCard
  version: string
  engine: ConnectionSource
  tables: CatalogTable[]
  /** Its settings without secrets, or what was typed; null for people who may not change it. */
  form: FormState | null
  deletion: FormState
  outcome: TestOutcome
  saved: boolean
}

export function SourcePage({ place: { workspace }, source, version, engine, tables, form, ...props }: Props) {
  const params = { id: workspace.id, connId: source.id }
  const may = can(workspace.role, 'CONNECT_DATABASE')
  const isBusy = source.status === 'syncing'
  return (
    <div class="page">
      <WorkspaceBreadcrumb
        place={{ workspace }}
        up={[['Sources', href(urls.workspaceSources, { id: workspace.id })]]}
        here={source.name}
      />
      <div class="stack" id="source" {...polling(isBusy, href(urls.workspaceSource, params), 'source')}>
        <header class="page-head">
          <div class="source-title">
            <SourceMark engine={source.engine} />
            <div>
              <h1>{source.name}</h1>
              <p class="row" data-gap="2">
                <SourceStatus source={source} />
                <span class="small">
                  {labelOf(source.engine)}
                  {version && ` ${version}`}
                </span>
                {engine.preview && <PreviewBadge />}
              </p>
            </div>
          </div>
          <div class="page-head-actions">
            {may && (
              <PostButton to={href(urls.workspaceSourceRefresh, params)} disabled={isBusy}>
                <Icon name="retry" />
                {isBusy ? 'Looking…' : 'Refresh'}
              </PostButton>
            )}
            {source.tables > 0 && (
              <ButtonLink look="primary" to={href(urls.workspace, { id: workspace.id })} label="Ask a question" />
            )}
          </div>
        </header>
        <Saved show={props.saved}>The settings are saved.</Saved>
        <Problem
          text={
            source.error && source.tables > 0
              ? `${source.error} The tables of the last look that went well are still here.`
              : source.error
          }
        />
        <Sentences icon title="What changed at the last look" items={source.changes} />
        <Sentences icon title="Worth knowing" items={source.warnings} />
        <Facts
          class="source-facts"
          of={{
            Where: <span class="mono">{source.place || '–'}</span>,
            'Last looked at': source.looked_at ? <Minute at={source.looked_at} /> : 'Not yet',
            'Looks again': (
              <>
                {scheduleText(source.refresh_every_minutes)}
                {source.next_refresh_at && (
                  <>
                    , next <Minute at={source.next_refresh_at} />
                  </>
                )}
              </>
            ),
          }}
        />
        <Tables workspaceId={workspace.id} tables={tables} busy={isBusy} />
      </div>
      {form && (
        <Card id="settings" title="Settings" intro="What you change is tried before it is kept.">
          <div class="card-body">
            <SourceForm
              source={engine}
              form={form}
              stored
              action={href(urls.workspaceSource, params)}
              save={{ value: 'save', label: 'Save' }}
              outcome={props.outcome}
            />
          </div>
        </Card>
      )}
      {may && (
        <DeleteForm
          kind="source"
          name={source.name}
          action={href(urls.workspaceSourceDelete, params)}
          form={props.deletion}
        >
          Its tables leave the workspace and its password is forgotten, at once. Nothing changes at the source itself.
        </DeleteForm>
      )}
    </div>
  )
}

type TablesProps = { workspaceId: string; tables: CatalogTable[]; busy: boolean }

const Tables = ({ workspaceId: id, tables, busy }: TablesProps) =>
  tables.length === 0 ? (
    <Empty
      title={busy ? 'Looking for tables' : 'No tables'}
      text={busy ? 'They appear here by themselves.' : 'Once a look goes well its tables are here.'}
    />
  ) : (
    <div class="table-wrap">
      <DataTable columns={columnsOf(id)} rows={tables} />
    </div>
  )

const columnsOf = (id: string): TableColumn<CatalogTable>[] => [
  {
    head: 'Table',
    cell: (table) => (
      <>
        <a class="main mono" href={href(urls.workspaceTable, { id, tableId: table.id })}>
          {table.name}
        </a>
        {table.hidden && <span class="badge">Hidden</span>}
        {table.description && <span class="source-about muted small">{table.description}</span>}
      </>
    ),
  },
  {
    head: 'Rows',
    num: true,
    title: (table) => (table.rows_estimated ? 'Estimated by the database' : undefined),
    cell: (table) => (
      <>
        {table.rows_estimated && <span class="muted">about </span>}
        {number(table.rows)}
      </>
    ),
  },
  { head: 'Columns', num: true, cell: (table) => number(table.columns.length) },
]
