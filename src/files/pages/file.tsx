import { TableCard } from '#catalog/pages/column-list.tsx'
import type { CatalogTable } from '#catalog/rules/answers.ts'
import { DeleteForm } from '#organizations/pages/parts.tsx'
import { can } from '#organizations/rules/permission.ts'
import { DataTable } from '#ui/data-table.tsx'
import { counted, Day } from '#ui/format.tsx'
import { polling } from '#ui/polling.ts'
import { Sentences } from '#ui/sentences.tsx'
import type { FormState } from '#web/form.ts'
import { WorkspaceBreadcrumb } from '#workspaces/pages/parts.tsx'
import type { WorkspaceCtx } from '../../ctx.ts'
import { href, urls } from '../../urls.ts'
import type { FileEntity, StackOffer } from '../rules/answers.ts'
import { bytesText } from '../rules/transfer.ts'
import { ApartRows, LEFT_OUT_COLUMNS } from './apart.tsx'
import { StatusBadges } from './files.tsx'
import { LongOffer, StackOffered } from './offers.tsx'
import { AmbiguousDates, nameOfDelimiter, ReadingCard, type Rereading } from './reading.tsx'
import { Versions } from './versions.tsx'

type Props = {
  place: Pick<WorkspaceCtx, 'workspace' | 'organization'>
  file: FileEntity
  tables: CatalogTable[]
  versions: FileEntity[]
  deletion: FormState
  rereading: Rereading
  /** What was wrong with an offer that was accepted. */
  offers: FormState
  /** Files with the same columns; null for people who may not put them together. */
  stack: StackOffer | null
}

/** One file: how it was read, what was left out of it, and its tables column by column. */
export function FilePage({
  place: { workspace, organization },
  file,
  tables,
  versions,
  deletion,
  rereading,
  offers,
  stack,
}: Props) {
  const params = { id: workspace.id, fileId: file.id }
  const mayReread = can(workspace.role, 'UPDATE_FILES') && file.status === 'ready' && file.current
  const mayRead = mayReread && file.format === 'csv'
  const isReading = file.status === 'processing' || file.reading_again
  return (
    <div class="page" id="file" {...polling(isReading, href(urls.workspaceFile, params), 'file')}>
      <WorkspaceBreadcrumb
        place={{ organization, workspace }}
        up={[['Data', href(urls.workspaceFiles, { id: workspace.id })]]}
        here={file.name}
      />
      <header class="page-head">
        <div>
          <h1 class="file-name">{file.name}</h1>
          <p class="row" data-gap="2">
            <StatusBadges file={file} />
            <span class="small">{describe(file)}</span>
            <span class="small">
              Added <Day at={file.created_at} />
            </span>
          </p>
        </div>
        <div class="page-head-actions">
          {file.status === 'ready' && file.format !== 'sample' && file.format !== 'stack' && (
            <a class="button" href={href(urls.apiFileDownload, params)} download={file.name}>
              Download original
            </a>
          )}
          {file.status === 'ready' && (
            <a class="button button-primary" href={href(urls.workspace, { id: workspace.id })}>
              Ask a question
            </a>
          )}
        </div>
      </header>
      {file.error && (
        <div class="alert alert-error" role="alert">
          {file.error}
        </div>
      )}
      {file.reading_again && (
        <div class="alert" role="status">
          Reading the file again. Until that is done its tables stay as they are; this page follows by itself.
        </div>
      )}
      {file.status === 'ready' && !file.current && (
        <div class="alert" role="status">
          This is an earlier version. Questions are answered from the current one, see Versions below.
        </div>
      )}
      {file.status === 'processing' && (
        <div class="alert" role="status">
          Reading the file: {counted(file.progress?.rows ?? 0, 'row')} so far. This page follows by itself.
        </div>
      )}
      <Sentences title={`What changed in version ${file.version}`} items={file.schema_changes} />
      {mayRead && <AmbiguousDates workspaceId={workspace.id} file={file} />}
      <Sentences title="Worth knowing" items={notesOf(file, mayRead)} />
      {mayRead && (
        <ReadingCard
          workspaceId={workspace.id}
          file={file}
          rereading={rereading}
          open={rereading.preview !== null || rereading.previewProblem !== null || rereading.form.problem !== null}
        />
      )}
      {offers.problem && (
        <div class="alert alert-error" role="alert">
          {offers.problem}
        </div>
      )}
      {stack && (
        <StackOffered offer={stack} workspaceId={workspace.id} address={href(urls.workspaceFileStack, params)} />
      )}
      {mayReread && tables.map((table) => <LongOffer table={table} workspaceId={workspace.id} />)}
      <div class="stack" id="left-out">
        <ApartRows file={file} mayRead={mayReread} address={href(urls.workspaceFileRead, params)} />
        <RejectedRows rejected={file.rejected} address={href(urls.apiFileRejected, params)} />
      </div>
      <Versions workspace={workspace} versions={versions} here={file.id} />
      {tables.map((table) => (
        <TableCard
          table={table}
          repairAt={mayReread ? href(urls.workspaceTableRepair, { id: workspace.id, tableId: table.id }) : null}
        />
      ))}
      {can(workspace.role, 'DELETE_FILES') && file.status !== 'processing' && (
        <DeleteForm kind="file" name={file.name} action={href(urls.workspaceFileDelete, params)} form={deletion}>
          Its tables leave the workspace at once and its bytes are erased after 30 days. Answers given before stay
          readable.
        </DeleteForm>
      )}
    </div>
  )
}

const MOST_LISTED = 12
const listed = (names: string[]) =>
  names.length > MOST_LISTED
    ? `${names.slice(0, MOST_LISTED).join(', ')} and ${names.length - MOST_LISTED} more`
    : names.join(', ')

function describe({ format, size_bytes, dialect, version }: FileEntity): string {
  const { encoding, delimiter, compression, skipped_lines, header } = dialect
  return [
    format === 'sample'
      ? ''
      : format === 'stack'
        ? `made of ${listed(dialect.stack?.files ?? [])}`
        : `${format.toUpperCase()}, ${bytesText(size_bytes)}`,
    version > 1 ? `version ${version}` : '',
    compression ?? '',
    encoding && encoding !== 'utf-8' ? encoding : '',
    delimiter && delimiter !== ',' ? `separated by ${nameOfDelimiter(delimiter)}` : '',
    header === false ? 'no header' : '',
    skipped_lines ? `${counted(skipped_lines, 'line')} above the table passed over` : '',
  ]
    .filter(Boolean)
    .join(' · ')
}

/** What the form beside it says of dates is not said twice. */
const notesOf = ({ dialect: { notes = [], ambiguous_dates: dates } }: FileEntity, asked: boolean) =>
  asked && dates ? notes.filter((note) => !note.includes('every value would also be a date as')) : notes

type RejectedProps = { rejected: FileEntity['rejected']; address: string }

const RejectedRows = ({ rejected, address }: RejectedProps) =>
  rejected.rows === 0 ? null : (
    <section class="card" id="rejected">
      <div class="card-head">
        <h2>{counted(rejected.rows, 'row')} rejected</h2>
        <p>
          They are in the original but not in the table. Lines are counted from 1 in the file
          {rejected.rows > rejected.sample.length && `; the first ${rejected.sample.length} are shown`}.
        </p>
        {rejected.downloadable && (
          <a class="button button-small" href={address} download="rejected rows.csv">
            Download rejected rows
          </a>
        )}
      </div>
      <div class="table-wrap" tabindex={0}>
        <DataTable columns={LEFT_OUT_COLUMNS} rows={rejected.sample} />
      </div>
    </section>
  )
