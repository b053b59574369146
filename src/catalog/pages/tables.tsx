import { Search } from '#organizations/pages/people.tsx'
import { can } from '#organizations/rules/permission.ts'
import { ButtonLink, Empty } from '#ui/button.tsx'
import { counted, Day, number } from '#ui/format.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { WorkspaceBreadcrumb, WorkspaceTabs } from '#workspaces/pages/parts.tsx'
import type { WorkspaceCtx } from '../../ctx.ts'
import { href, urls } from '../../urls.ts'
import type { ListedTable, TableList } from '../listing.ts'
import type { CatalogTable } from '../rules/answers.ts'
import type { Hit } from '../rules/search.ts'

type Props = {
  place: Pick<WorkspaceCtx, 'workspace' | 'organization'>
  list: TableList
  q: string
  first: boolean
}

/** Everything that can be asked, source by source, with a search over names, descriptions and values. */
export function TablesPage({ place: { workspace, organization }, list, q, first }: Props) {
  const address = href(urls.workspaceTables, { id: workspace.id })
  return (
    <div class="page">
      <WorkspaceBreadcrumb place={{ organization, workspace }} here="Tables" />
      <PageHead
        title="Tables"
        text="What can be asked in this workspace: every table with its columns, what they hold, and how they join."
      >
        <ButtonLink to={href(urls.workspaceRelations, { id: workspace.id })} label="Relations" />
        <ButtonLink to={href(urls.workspaceSql, { id: workspace.id })} label="Write SQL" />
      </PageHead>
      <WorkspaceTabs workspace={workspace} here="tables" />
      {list.total === 0 ? (
        <Empty title="No tables yet" text="Files and connected databases become tables here.">
          {can(workspace.role, 'UPLOAD_FILES') && (
            <ButtonLink look="primary" to={href(urls.workspaceFiles, { id: workspace.id })} label="Add data" />
          )}
        </Empty>
      ) : (
        <>
          <Search address={address} list="tables" q={q} label="Search tables, columns, descriptions and values" />
          <Found list={list} q={q} first={first} workspaceId={workspace.id} />
        </>
      )}
    </div>
  )
}

function Found({ list, q, first, workspaceId }: Omit<Props, 'place'> & { workspaceId: string }) {
  const address = (query: Record<string, string>) => href(urls.workspaceTables, { id: workspaceId }, query)
  const searched = q ? { q, ...(list.names ? {} : { in: 'values' }) } : {}
  return (
    <section id="tables" class="stack">
      <p class="muted small" role="status">
        {q ? `${counted(list.found, 'table')} of ${number(list.total)} found` : counted(list.total, 'table')}
        {' · '}
        {counted(list.columns, 'column')}
      </p>
      {q && list.names && (
        <p class="muted small">
          There are many columns, so only names, and descriptions of tables, were searched.{' '}
          <a href={address({ q, in: 'values' })}>Search what the columns hold too</a>
        </p>
      )}
      {list.found === 0 && (
        <Empty
          title={`Nothing speaks of “${q}”`}
          text={!list.names && 'Names, descriptions and frequent values of all tables were searched.'}
        >
          <ButtonLink to={address({})} label="Show all tables" />
        </Empty>
      )}
      {[...Map.groupBy(list.tables, ({ source }) => source.id)].map(([id, tables]) => (
        <SourceCard tables={tables} found={list.bySource.get(id)!} workspaceId={workspaceId} />
      ))}
      {(!first || list.next) && (
        <nav class="pagination" aria-label="Pages of tables">
          {!first && <ButtonLink to={address(searched)} label="First page" />}
          {list.next && <ButtonLink to={address({ ...searched, cursor: list.next })} rel="next" label="Next page" />}
        </nav>
      )}
    </section>
  )
}

const KINDS = { file: 'File', database: 'Database', external: 'External' } as const

type SourceProps = { tables: ListedTable[]; found: number; workspaceId: string }

/** The tables of a source on this page. @param props found: how many there are on all pages */
const SourceCard = ({ tables, found, workspaceId }: SourceProps) => {
  const { source } = tables[0]!
  return (
    <section class="card catalog-source" aria-labelledby={`source-${source.id}`}>
      <div class="card-head">
        <h2 id={`source-${source.id}`}>
          <a href={sourceAddress(workspaceId, source)}>{source.name}</a>
        </h2>
        <span class="muted small">
          {KINDS[source.kind]} · {tables.length < found && `${tables.length} of `}
          {counted(found, 'table')}
        </span>
      </div>
      <ul class="catalog-tables">
        {tables.map((table) => (
          <TableItem table={table} workspaceId={workspaceId} />
        ))}
      </ul>
    </section>
  )
}

export const sourceAddress = (workspaceId: string, { kind, id }: CatalogTable['source']): string =>
  kind === 'file'
    ? href(urls.workspaceFile, { id: workspaceId, fileId: id })
    : href(urls.workspaceSource, { id: workspaceId, connId: id })

function TableItem({ table, workspaceId }: { table: ListedTable; workspaceId: string }) {
  const address = href(urls.workspaceTable, { id: workspaceId, tableId: table.id })
  const others = table.columns - table.shown.length
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
        <span class="muted small">{counted(table.columns, 'column')}</span>
        <span class="muted small">{table.source.kind === 'database' ? 'live' : <Day at={table.refreshed_at} />}</span>
      </div>
      {table.description && <p class="small">{table.description}</p>}
      <Hits hits={table.hits} />
      <ul class="catalog-columns" aria-label={`Columns of ${table.name}`}>
        {table.shown.map(({ name, type, hidden, description, found }) => (
          <li class={found ? 'found' : undefined} title={description || undefined}>
            <a href={`${address}#column-${encodeURIComponent(name)}`}>{name}</a>
            <span class="column-type">{type}</span>
            {hidden && <span class="badge badge-amber">Hidden</span>}
          </li>
        ))}
        {others > 0 && (
          <li>
            <a href={address}>and {number(others)} more</a>
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
export const rowsText = ({ rows, rows_estimated }: Pick<CatalogTable, 'rows' | 'rows_estimated'>): string =>
  rows_estimated ? `about ${counted(rows, 'row')}` : counted(rows, 'row')
