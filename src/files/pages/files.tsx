import { Denied, FirstSteps } from '#organizations/pages/parts.tsx'
import { can } from '#organizations/rules/permission.ts'
import { HELD_PLAN_NAMES } from '#organizations/rules/plan.ts'
import { DataTable, type TableColumn } from '#ui/data-table.tsx'
import { counted, Day, number } from '#ui/format.tsx'
import { Island } from '#ui/island.tsx'
import { polling } from '#ui/polling.ts'
import { WorkspaceBreadcrumb, WorkspaceTabs } from '#workspaces/pages/parts.tsx'
import type { WorkspaceCtx } from '../../ctx.ts'
import { href, urls } from '../../urls.ts'
import type { FileEntity } from '../rules/answers.ts'
import { DATA_SOURCES, SAMPLE_NAME } from '../rules/file.ts'
import { NEARLY_FULL, roomIn, type Storage } from '../rules/storage.ts'
import { bytesText, limitText } from '../rules/transfer.ts'
import { rowsOf } from './versions.tsx'

/** How much of the organization's storage is used, and what can be done when it is nearly full. */
function StorageBar({ storage }: { storage: Storage }) {
  const { used, limit, plan } = storage
  const share = Math.min(1, used / limit)
  const nearly = share >= NEARLY_FULL
  return (
    <section class="storage" id="storage" aria-label="Storage" data-nearly={nearly ? '' : undefined}>
      <p class="storage-text">
        <span>
          <strong>{bytesText(used)}</strong> of {limitText(limit / 1_048_576)} used
        </span>
        <span class="muted">
          {HELD_PLAN_NAMES[plan]} plan
          {nearly &&
            (roomIn(storage) === 0 ? ' · full: delete files to add others' : ' · nearly full: delete files soon')}
          {nearly && plan !== 'premium' && (
            <>
              {' or '}
              <a href={href(urls.pricing)}>choose a larger plan</a>
            </>
          )}
        </span>
      </p>
      <progress class="meter" max={100} value={Math.round(share * 100)} aria-label="Storage used">
        {Math.round(share * 100)} %
      </progress>
    </section>
  )
}

type Props = {
  place: Pick<WorkspaceCtx, 'workspace' | 'organization'>
  files: FileEntity[]
  next: string | null
  maxMb: number
  storage: Storage
  /** Why the file that was posted without script was not taken. */
  problem?: string | null
}

const ENDINGS = DATA_SOURCES.flatMap(({ extensions }) => extensions.map((one) => `.${one.split('.').pop()}`))
const ACCEPT = [...new Set(ENDINGS)].join(',')

/** The data of a workspace: what is there, and the ways to add more. */
export function FilesPage({ place: { workspace, organization }, files, next, maxMb, storage, problem }: Props) {
  const mayAdd = can(workspace.role, 'UPLOAD_FILES')
  const first = mayAdd && files.length === 0
  return (
    <div class="page">
      {first ? <FirstSteps step={3} /> : <WorkspaceBreadcrumb place={{ organization, workspace }} here="Data" />}
      <header class="page-head">
        <div>
          <h1>{first ? 'Add your data' : 'Data'}</h1>
          <p>
            Every file becomes tables that you can ask about. Files with the same name become versions of one another.
          </p>
        </div>
        <div class="page-head-actions" id="data-actions">
          {!mayAdd && <Denied permission="UPLOAD_FILES">Add files</Denied>}
          <a class="button" href={href(urls.workspaceSources, { id: workspace.id })}>
            {can(workspace.role, 'CONNECT_DATABASE') ? 'Connect a database or address' : 'All sources'}
          </a>
          {files.some(({ status }) => status === 'ready') && (
            <a class="button button-primary" href={href(urls.workspace, { id: workspace.id })}>
              Ask a question
            </a>
          )}
        </div>
      </header>
      {!first && <WorkspaceTabs workspace={workspace} here="data" />}
      {problem && (
        <div class="alert alert-error" role="alert">
          {problem}
        </div>
      )}
      {mayAdd && <Island name="upload" props={{ workspaceId: workspace.id, maxMb, accept: ACCEPT }} />}
      {mayAdd && <StorageBar storage={storage} />}
      <Files place={{ workspace }} files={files} mayAdd={mayAdd} />
      {next && (
        <p class="pagination">
          <a class="button" href={href(urls.workspaceFiles, { id: workspace.id }, { cursor: next })}>
            Older files
          </a>
        </p>
      )}
    </div>
  )
}

type ListProps = { place: Pick<WorkspaceCtx, 'workspace'>; files: FileEntity[]; mayAdd: boolean }

/** The list draws itself again every two seconds while a file is being read. */
function Files({ place: { workspace }, files, mayAdd }: ListProps) {
  const busy = files.some(({ status }) => status === 'processing')
  const sampled = files.some(({ format }) => format === 'sample')
  return (
    <section id="files" class="stack" {...polling(busy, href(urls.workspaceFiles, { id: workspace.id }), 'files')}>
      {files.length === 0 && !mayAdd && (
        <div class="empty">
          <h2>No data yet</h2>
          <p>An owner of this workspace can add files. Once there are some, you can ask about them here.</p>
        </div>
      )}
      {files.length > 0 && (
        <div class="table-wrap">
          <DataTable columns={columnsOf(workspace.id)} rows={files} stack />
        </div>
      )}
      {mayAdd && !sampled && (
        <form class="sample-offer" method="post" action={href(urls.workspaceSample, { id: workspace.id })}>
          <div>
            <strong>{files.length === 0 ? 'Nothing at hand?' : 'Something to try things on?'}</strong>
            <p class="muted small">
              {SAMPLE_NAME}: 50,214 orders over three years with customers, products, order items and returns.
            </p>
          </div>
          <button class="button" type="submit">
            Add sample data
          </button>
        </form>
      )}
    </section>
  )
}

const columnsOf = (workspaceId: string): TableColumn<FileEntity>[] => [
  {
    head: 'Name',
    cell: (file) => (
      <>
        <a class="main" href={href(urls.workspaceFile, { id: workspaceId, fileId: file.id })}>
          {file.name}
        </a>
        {file.version > 1 && <span class="muted small"> version {file.version}</span>}
      </>
    ),
  },
  { head: 'Status', cell: (file) => <StatusBadges file={file} /> },
  { head: 'Tables', cell: (file) => <TableNames tables={file.tables} /> },
  {
    head: 'Rows',
    num: true,
    cell: (file) =>
      file.status !== 'processing'
        ? number(rowsOf(file))
        : file.progress?.rows
          ? `${counted(file.progress.rows, 'row')} so far`
          : '…',
  },
  {
    head: 'Size',
    num: true,
    cell: (file) => (file.format === 'sample' || file.format === 'stack' ? '–' : bytesText(file.size_bytes)),
  },
  { head: 'Added', class: 'nowrap', cell: (file) => <Day at={file.created_at} /> },
]

const SHOWN_TABLES = 3
const TableNames = ({ tables }: { tables: FileEntity['tables'] }) => (
  <span class="mono small muted">
    {tables
      .slice(0, SHOWN_TABLES)
      .map(({ name }) => name)
      .join(', ')}
    {tables.length > SHOWN_TABLES && ` and ${tables.length - SHOWN_TABLES} more`}
  </span>
)

export const StatusBadges = ({ file }: { file: FileEntity }) => (
  <span class="row" data-gap="1">
    {file.status === 'processing' && <span class="badge badge-blue">Reading</span>}
    {file.status === 'failed' && <span class="badge badge-red">Failed</span>}
    {file.status === 'ready' && <span class="badge badge-green">Ready</span>}
    {file.rejected.rows > 0 && <span class="badge badge-amber">{counted(file.rejected.rows, 'row')} rejected</span>}
  </span>
)
