import type { Child } from 'hono/jsx'
import { Denied } from '#organizations/pages/parts.tsx'
import { can } from '#organizations/rules/permission.ts'
import { ButtonLink, Empty } from '#ui/button.tsx'
import { DataTable, type TableColumn } from '#ui/data-table.tsx'
import { counted, Minute, number } from '#ui/format.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { polling } from '#ui/polling.ts'
import { WorkspaceBreadcrumb, WorkspaceTabs } from '#workspaces/pages/parts.tsx'
import type { WorkspaceCtx } from '../../ctx.ts'
import { href, urls } from '../../urls.ts'
import type { ConnectionCard } from '../rules/answers.ts'
import type { ConnectionEngine } from '../rules/connection.ts'
import { type ConnectionSource, offeredLabel, sourceOf } from '../rules/data-source.ts'
import { PreviewBadge, SourceMark, SourceStatus } from './source-parts.tsx'

type Props = {
  place: Pick<WorkspaceCtx, 'workspace' | 'organization'>
  connections: ConnectionCard[]
  files: { count: number; tables: number }
  engines: ConnectionSource[]
}

/** Where the tables of a workspace come from, and the ways to bring in more. */
export function SourcesPage({ place: { workspace, organization }, connections, files, engines }: Props) {
  const mayConnect = can(workspace.role, 'CONNECT_DATABASE')
  const nothing = connections.length === 0 && files.count === 0
  return (
    <div class="page">
      <WorkspaceBreadcrumb
        place={{ organization, workspace }}
        up={[['Data', href(urls.workspaceFiles, { id: workspace.id })]]}
        here="Sources"
      />
      <PageHead
        title="Sources"
        text="Databases stay where they are and are asked there; files and addresses are read into the workspace."
      >
        {!mayConnect && <Denied permission="CONNECT_DATABASE">Connect</Denied>}
        {mayConnect && !nothing && <ButtonLink look="primary" to="#connect" label="Connect a source" />}
      </PageHead>
      <WorkspaceTabs workspace={workspace} here="data" />
      {nothing && !mayConnect && (
        <Empty title="No data yet" text="An owner of this workspace can connect databases and add files." />
      )}
      {!nothing && <SourceList workspaceId={workspace.id} connections={connections} files={files} />}
      {mayConnect && <Gallery workspaceId={workspace.id} engines={engines} first={nothing} />}
    </div>
  )
}

type ListProps = { workspaceId: string; connections: ConnectionCard[]; files: Props['files'] }
type Row = {
  mark: ConnectionEngine | 'file'
  name: string
  href: string
  about: string
  status: Child
  tables: number
  seen: Child
}

/** Draws itself again every two seconds while a source is refreshed. */
function SourceList({ workspaceId: id, connections, files }: ListProps) {
  const busy = connections.some(({ status }) => status === 'syncing')
  const rows = connections.map(
    (source): Row => ({
      mark: source.engine,
      name: source.name,
      href: href(urls.workspaceSource, { id, connId: source.id }),
      about: `${offeredLabel(sourceOf(source.engine)!)} · ${source.place}`,
      status: <SourceStatus source={source} />,
      tables: source.tables,
      seen: source.looked_at ? <Minute at={source.looked_at} /> : <span class="muted">Not yet</span>,
    }),
  )
  if (files.count > 0)
    rows.unshift({
      mark: 'file',
      name: 'Files',
      href: href(urls.workspaceFiles, { id }),
      about: counted(files.count, 'file'),
      status: <span class="badge badge-green">Ready</span>,
      tables: files.tables,
      seen: <span class="muted">When uploaded</span>,
    })
  return (
    <section id="sources" class="table-wrap" {...polling(busy, href(urls.workspaceSources, { id }), 'sources')}>
      <DataTable stack columns={COLUMNS} rows={rows} />
    </section>
  )
}

const COLUMNS: TableColumn<Row>[] = [
  {
    head: 'Name',
    cell: ({ mark, name, href, about }) => (
      <span class="source-name">
        <SourceMark engine={mark} />
        <span>
          <a class="main" href={href}>
            {name}
          </a>
          <span class="muted small source-place">{about}</span>
        </span>
      </span>
    ),
  },
  { head: 'Status', cell: ({ status }) => status },
  { head: 'Tables', num: true, cell: ({ tables }) => number(tables) },
  { head: 'Last looked at', class: 'nowrap', cell: ({ seen }) => seen },
]

type GalleryProps = { workspaceId: string; engines: ConnectionSource[]; first: boolean }

function Gallery({ workspaceId: id, engines, first }: GalleryProps) {
  const groups = [
    ['database', 'Databases', 'Questions run there. We only ever read.'],
    ['external', 'On the web', 'Read into the workspace, again as often as you like.'],
  ]
  return (
    <section id="connect" class="source-gallery" aria-labelledby="connect-head">
      <div>
        <h2 id="connect-head">{first ? 'Connect your first source' : 'Connect another'}</h2>
        {first && (
          <p class="muted">
            It takes a minute, and every question can join what you connect. No database at hand?{' '}
            <a href={href(urls.workspaceFiles, { id })}>Upload a file or add sample data</a>.
          </p>
        )}
      </div>
      {groups.map(([kind, title, about]) => (
        <div class="source-group">
          <h3>
            {title} <span class="muted small">{about}</span>
          </h3>
          <ul class="source-tiles">
            {engines
              .filter((source) => source.kind === kind)
              .map(({ engine, label, about, preview }) => (
                <li class="card card-link source-tile">
                  <SourceMark engine={engine} />
                  <div>
                    <h4>
                      <a href={href(urls.workspaceNewSource, { id, engine })}>{label}</a> {preview && <PreviewBadge />}
                    </h4>
                    <p class="muted small">{about}</p>
                  </div>
                </li>
              ))}
          </ul>
        </div>
      ))}
    </section>
  )
}
