import { Breadcrumb } from '#organizations/pages/parts.tsx'
import { Search } from '#organizations/pages/people.tsx'
import { can } from '#organizations/rules/permission.ts'
import { counted, Day, number } from '#ui/written.tsx'
import { WorkspaceTabs } from '#workspaces/pages/parts.tsx'
import type { WorkspaceCtx } from '../../ctx.ts'
import { href, urls } from '../../urls.ts'
import type { CatalogTable } from '../rules/catalog.ts'
import type { FoundTable, Hit } from '../rules/catalog-search.ts'

type Props = {
  place: Pick<WorkspaceCtx, 'workspace' | 'organization'>
  found: FoundTable[]
  /** Tables and columns that there are in all. */
  all: CatalogTable[]
  q: string
}

/** Tables on one page; more are found by searching. */
const MOST_SHOWN = 200
/** Columns named under a table. */
const MOST_COLUMNS = 40

/** Everything that can be asked, source by source, with a search over names, descriptions and values. */
export function TablesPage({ place: { workspace, organization }, found, all, q }: Props) {
  const address = href(urls.workspaceTables, { id: workspace.id })
  return (
    <div class="page">
      <Breadcrumb
        up={[
          [organization.name, href(urls.organization, { id: organization.id })],
          [workspace.name, href(urls.workspace, { id: workspace.id })],
        ]}
        here="Tables"
      />
      <header class="page-head">
        <div>
          <h1>Tables</h1>
          <p>What can be asked in this workspace: every table with its columns, what they hold, and how they join.</p>
        </div>
        <div class="page-head-actions">
          <a class="button" href={href(urls.workspaceSql, { id: workspace.id })}>
            Write SQL
          </a>
        </div>
      </header>
      <WorkspaceTabs workspace={workspace} here="tables" />
      {all.length === 0 ? (
        <div class="empty">
          <h2>No tables yet</h2>
          <p>Files and connected databases become tables here.</p>
          {can(workspace.role, 'UPLOAD_FILES') && (
            <a class="button button-primary" href={href(urls.workspaceFiles, { id: workspace.id })}>
              Add data
            </a>
          )}
        </div>
      ) : (
        <>
          <Search address={address} list="tables" q={q} label="Search tables, columns, descriptions and values" />
          <Found found={found} all={all} q={q} workspaceId={workspace.id} />
        </>
      )}
    </div>
  )
}

function Found({ found, all, q, workspaceId }: Pick<Props, 'found' | 'all' | 'q'> & { workspaceId: string }) {
  const columns = found.reduce((sum, { table }) => sum + table.columns.length, 0)
  const shown = found.slice(0, MOST_SHOWN)
  const sources = [...Map.groupBy(shown, ({ table }) => table.source.id).values()]
  return (
    <section id="tables" class="stack">
      <p class="muted small" role="status">
        {q ? `${counted(found.length, 'table')} of ${all.length} found` : counted(all.length, 'table')}
        {' · '}
        {counted(columns, 'column')}
      </p>
      {found.length === 0 && (
        <div class="empty">
          <h2>Nothing speaks of “{q}”</h2>
          <p>Names, descriptions and frequent values of all tables were searched.</p>
          <a class="button" href={href(urls.workspaceTables, { id: workspaceId })}>
            Show all tables
          </a>
        </div>
      )}
      {sources.map((tables) => (
        <SourceCard tables={tables} workspaceId={workspaceId} />
      ))}
      {found.length > MOST_SHOWN && (
        <p class="muted small">
          The first {MOST_SHOWN} are shown. Search to find the other {number(found.length - MOST_SHOWN)}.
        </p>
      )}
    </section>
  )
}

const KINDS = { file: 'File', database: 'Database', external: 'External' } as const

const SourceCard = ({ tables, workspaceId }: { tables: FoundTable[]; workspaceId: string }) => {
  const { source } = tables[0]!.table
  return (
    <section class="card catalog-source" aria-labelledby={`source-${source.id}`}>
      <div class="card-head">
        <h2 id={`source-${source.id}`}>
          <a href={sourceAddress(workspaceId, source)}>{source.name}</a>
        </h2>
        <span class="muted small">
          {KINDS[source.kind]} · {counted(tables.length, 'table')}
        </span>
      </div>
      <ul class="catalog-tables">
        {tables.map((found) => (
          <TableItem found={found} workspaceId={workspaceId} />
        ))}
      </ul>
    </section>
  )
}

/** Where a source is looked after. */
export const sourceAddress = (workspaceId: string, { kind, id }: CatalogTable['source']): string =>
  kind === 'file'
    ? href(urls.workspaceFile, { id: workspaceId, fileId: id })
    : href(urls.workspaceSource, { id: workspaceId, connId: id })

function TableItem({ found: { table, hits }, workspaceId }: { found: FoundTable; workspaceId: string }) {
  const address = href(urls.workspaceTable, { id: workspaceId, tableId: table.id })
  const names = new Set(hits.flatMap(({ column }) => column ?? []))
  return (
    <li class="catalog-table">
      <div class="catalog-line">
        <h3>
          <a class="mono" href={address}>
            {table.name}
          </a>
        </h3>
        {table.hidden && <span class="badge badge-amber">Hidden</span>}
        <span class="muted small num">{rowsText(table)}</span>
        <span class="muted small">{counted(table.columns.length, 'column')}</span>
        <span class="muted small">{table.source.kind === 'database' ? 'live' : <Day at={table.refreshed_at} />}</span>
      </div>
      {table.description && <p class="small">{table.description}</p>}
      <Hits hits={hits.filter(({ where }) => where !== 'name')} />
      <ul class="catalog-columns" aria-label={`Columns of ${table.name}`}>
        {table.columns.slice(0, MOST_COLUMNS).map(({ name, type, hidden, description }) => (
          <li class={names.has(name) ? 'found' : undefined} title={description || undefined}>
            <a href={`${address}#column-${encodeURIComponent(name)}`}>{name}</a>
            <span class="column-type">{type}</span>
            {hidden && <span class="badge badge-amber">Hidden</span>}
          </li>
        ))}
        {table.columns.length > MOST_COLUMNS && (
          <li>
            <a href={address}>and {table.columns.length - MOST_COLUMNS} more</a>
          </li>
        )}
      </ul>
    </li>
  )
}

/** What was found beside names: values and descriptions. */
const Hits = ({ hits }: { hits: Hit[] }) =>
  hits.length === 0 ? null : (
    <ul class="catalog-hits small">
      {hits.map(({ column, where, text }) => (
        <li>
          {column && <span class="mono">{column}</span>}
          {where === 'value' ? ' has ' : column ? ': ' : ''}
          <mark>{text.length > 120 ? `${text.slice(0, 120)}…` : text}</mark>
        </li>
      ))}
    </ul>
  )

/** Rows in words: what a database only estimates is said so. */
export const rowsText = ({ rows, rows_estimated }: CatalogTable): string =>
  rows_estimated ? `about ${counted(rows, 'row')}` : counted(rows, 'row')
