import { can } from '#organizations/rules/permission.ts'
import { DataTable, type TableColumn } from '#ui/data-table.tsx'
import { counted, Day, number } from '#ui/format.tsx'
import type { Workspace } from '../../ctx.ts'
import { href, urls } from '../../urls.ts'
import type { FileEntity } from '../rules/answers.ts'
import { bytesText } from '../rules/transfer.ts'

type Props = { workspace: Workspace; versions: FileEntity[]; here: string }

/** Every version of a file with what it changed; the tables of one can be asked. */
export function Versions({ workspace, versions, here }: Props) {
  if (versions.length < 2) return null
  const params = ({ id }: FileEntity) => ({ id: workspace.id, fileId: id })
  const mayChange = can(workspace.role, 'UPDATE_FILES')
  const columns: TableColumn<FileEntity>[] = [
    {
      head: 'Version',
      cell: (file) => (
        <span class="row" data-gap="2">
          {file.id === here ? (
            <strong>{file.version}</strong>
          ) : (
            <a class="main" href={href(urls.workspaceFile, params(file))} aria-label={`Version ${file.version}`}>
              {file.version}
            </a>
          )}
          {file.current && <span class="badge badge-green">Current</span>}
        </span>
      ),
    },
    { head: 'Added', class: 'nowrap', cell: (file) => <Day at={file.created_at} /> },
    { head: 'Rows', num: true, title: (file) => counted(rowsOf(file), 'row'), cell: (file) => number(rowsOf(file)) },
    { head: 'Size', num: true, cell: (file) => bytesText(file.size_bytes) },
    {
      head: 'What changed',
      class: 'version-changes',
      cell: ({ schema_changes: changes, version }) =>
        changes.join(' ') || <span class="muted">{version === 1 ? 'The first version' : 'The same columns'}</span>,
    },
    {
      head: 'Original',
      cell: (file) => (
        <span class="row" data-gap="2">
          <a
            class="button button-quiet button-small"
            href={href(urls.apiFileDownload, params(file))}
            download={file.name}
            aria-label={`Download version ${file.version}`}
          >
            Download
          </a>
          {mayChange && !file.current && (
            <form method="post" action={href(urls.workspaceFileCurrent, params(file))}>
              <button class="button button-small" type="submit" aria-label={`Make current: version ${file.version}`}>
                Make current
              </button>
            </form>
          )}
        </span>
      ),
    },
  ]
  return (
    <section class="card" id="versions">
      <div class="card-head">
        <h2>Versions</h2>
        <p>Questions are answered from the current one. Every original is kept.</p>
      </div>
      <div class="table-wrap" tabindex={0}>
        <DataTable columns={columns} rows={versions} stack />
      </div>
    </section>
  )
}

export const rowsOf = ({ tables }: FileEntity): number => tables.reduce((sum, { rows }) => sum + rows, 0)
