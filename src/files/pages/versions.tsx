import { can } from '#organizations/rules/permission.ts'
import { counted, Day, number } from '#ui/format.tsx'
import type { Workspace } from '../../ctx.ts'
import { href, urls } from '../../urls.ts'
import type { FileEntity } from '../rules/file.ts'
import { bytesText } from '../rules/transfer.ts'

type Props = { workspace: Workspace; versions: FileEntity[]; here: string }

/** Every version of a file with what it changed; the tables of one can be asked. */
export function Versions({ workspace, versions, here }: Props) {
  if (versions.length < 2) return null
  const mayChange = can(workspace.role, 'UPDATE_FILES')
  return (
    <section class="card" id="versions">
      <div class="card-head">
        <h2>Versions</h2>
        <p>Questions are answered from the current one. Every original is kept.</p>
      </div>
      <div class="table-wrap" tabindex={0}>
        <table class="table table-stack">
          <thead>
            <tr>
              <th>Version</th>
              <th>Added</th>
              <th class="num">Rows</th>
              <th class="num">Size</th>
              <th>What changed</th>
              <th>Original</th>
            </tr>
          </thead>
          <tbody>
            {versions.map((file) => (
              <VersionRow workspaceId={workspace.id} file={file} here={file.id === here} mayChange={mayChange} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

type RowProps = { workspaceId: string; file: FileEntity; here: boolean; mayChange: boolean }

function VersionRow({ workspaceId, file, here, mayChange }: RowProps) {
  const params = { id: workspaceId, fileId: file.id }
  const rows = file.tables.reduce((sum, table) => sum + table.rows, 0)
  return (
    <tr>
      <td>
        <span class="row" data-gap="2">
          {here ? (
            <strong>{file.version}</strong>
          ) : (
            <a class="main" href={href(urls.workspaceFile, params)} aria-label={`Version ${file.version}`}>
              {file.version}
            </a>
          )}
          {file.current && <span class="badge badge-green">Current</span>}
        </span>
      </td>
      <td data-label="Added" class="nowrap">
        <Day at={file.created_at} />
      </td>
      <td class="num" data-label="Rows" title={counted(rows, 'row')}>
        {number(rows)}
      </td>
      <td class="num" data-label="Size">
        {bytesText(file.size_bytes)}
      </td>
      <td data-label="What changed" class="version-changes">
        {file.schema_changes.length === 0 ? (
          <span class="muted">{file.version === 1 ? 'The first version' : 'The same columns'}</span>
        ) : (
          file.schema_changes.join(' ')
        )}
      </td>
      <td data-label="Original">
        <span class="row" data-gap="2">
          <a
            class="button button-quiet button-small"
            href={href(urls.apiFileDownload, params)}
            download={file.name}
            aria-label={`Download version ${file.version}`}
          >
            Download
          </a>
          {mayChange && !file.current && (
            <form method="post" action={href(urls.workspaceFileCurrent, params)}>
              <button class="button button-small" type="submit" aria-label={`Make current: version ${file.version}`}>
                Make current
              </button>
            </form>
          )}
        </span>
      </td>
    </tr>
  )
}
