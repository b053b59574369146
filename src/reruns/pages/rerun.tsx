import { Facts } from '#ui/facts.tsx'
import { counted, Minute } from '#ui/format.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { Table } from '#ui/table.tsx'
import { WorkspaceBreadcrumb } from '#workspaces/pages/parts.tsx'
import type { Workspace } from '../../ctx.ts'
import { href, urls } from '../../urls.ts'
import type { CellJson, FateJson, RerunJson, SourceJson } from '../rules/answers.ts'

type Props = {
  place: { workspace: Workspace }
  rerun: RerunJson
  /** The board whose block it is; without one it is of an answer. */
  board?: { id: string; name: string }
}
type Row = RerunJson['rows'][number]

const KINDS: Record<Row['kind'], string> = { added: 'Added', removed: 'Removed', changed: 'Changed' }

/** What an answer said, beside what its statement gives now. */
export function RerunPage({ place, rerun, board }: Props) {
  const { before, now, added, removed, changed, rows, columns, key, moved, definitions, gone } = rerun
  const parts = [
    changed > 0 && `${counted(changed, 'row')} changed`,
    added > 0 && `${counted(added, 'row')} added`,
    removed > 0 && `${counted(removed, 'row')} removed`,
  ].filter(Boolean)
  return (
    <div class="page">
      <WorkspaceBreadcrumb
        place={place}
        {...(board && { up: [[board.name, href(urls.canvas, { id: board.id })] as [string, string]] })}
        here="Asked again"
      />
      <PageHead
        title={rerun.title || 'Asked again'}
        text={
          board
            ? 'The statement of the block, run again now, beside what it showed before that was another thing.'
            : 'The same statement, run again now: it needs no credits, and the answer stays as it is.'
        }
      />
      {rerun.because && <p>{rerun.because}</p>}
      <Facts
        grouped
        of={{
          Then: (
            <>
              {counted(before.rows, 'row')}, <Minute at={before.at} />
            </>
          ),
          Now: (
            <>
              {counted(now.rows, 'row')}, <Minute at={now.at} />
            </>
          ),
          Changed: rerun.same
            ? 'Nothing: every cell is the same'
            : parts.join(', ') || 'Only rows beyond those that were compared',
          'Rows found again by': key.join(', '),
        }}
      />
      {moved && <p>The statement asks what day it is: its period is another one now, so other rows count.</p>}
      {rerun.filters_moved && (
        <p>
          The filters above the board choose other rows now than then, as a range of days does that goes along with
          today.
        </p>
      )}
      {definitions.length > 0 && (
        <p>
          Definitions that changed since: {definitions.join(', ')}. This statement counts as it did then; a new question
          uses them.
        </p>
      )}
      {gone.length > 0 && <p>Columns that are gone: {gone.join(', ')}.</p>}
      {rerun.partly && <p class="muted">Only the first 1,000 rows of each were compared.</p>}
      {rows.length > 0 && (
        <Table
          label="What changed"
          wide
          items={rows}
          columns={[
            { title: 'Row', cell: ({ kind }: Row) => KINDS[kind] },
            ...columns.map((title, at) => ({ title, cell: (row: Row) => <Change row={row} at={at} /> })),
          ]}
        />
      )}
      {added + removed + changed > rows.length && <p class="muted">These are the first {rows.length}.</p>}
      {rerun.source && <SourceRows source={rerun.source} keyed={key.length > 0} />}
    </div>
  )
}

type SourceTable = SourceJson['tables'][number]
const FATES: Record<FateJson, string> = {
  ...{ added: 'Added', removed: 'Removed', corrected: 'Corrected' },
  ...{ entered: 'Counts now', left: 'Counts no longer' },
}
const AMOUNTS = [
  ['removed', 'Removed rows'],
  ['corrected', 'Corrected rows'],
  ['added', 'Added rows'],
  ['moved', 'Other period or filters'],
] as const

/** The rows of tables that made figures others, and what each kind of them comes to. */
function SourceRows({ source: { unknown, tables, others, cells }, keyed }: { source: SourceJson; keyed: boolean }) {
  const kinds = AMOUNTS.filter(([kind]) => cells.some((cell) => cell[kind] !== null))
  return (
    <>
      <h2>Rows behind it</h2>
      {unknown && <p class="muted">Which rows they are is not known. {unknown}</p>}
      {others.length > 0 && <p>Tables with other rows that decide which rows count: {others.join(', ')}.</p>}
      {kinds.length > 0 && (
        <Table
          label="What each kind of rows comes to"
          wide
          items={cells}
          columns={[
            ...(keyed ? [{ title: 'Row', cell: ({ row }: CellJson) => row.map(text).join(', ') }] : []),
            { title: 'Column', cell: ({ column }: CellJson) => column },
            { title: 'Then', cell: ({ before }: CellJson) => text(before) },
            ...kinds.map(([kind, title]) => ({ title, cell: (cell: CellJson) => text(cell[kind]) })),
            { title: 'Now', cell: ({ now }: CellJson) => text(now) },
          ]}
        />
      )}
      {tables.map((table) => (
        <SourceTableRows key={table.table} table={table} />
      ))}
    </>
  )
}

function SourceTableRows({ table: { table, key, columns, fates, rows } }: { table: SourceTable }) {
  const all = fates.reduce((sum, one) => sum + one.rows, 0)
  return (
    <>
      <h3>{table}</h3>
      <p>{fates.map(({ fate, rows }) => `${FATES[fate]}: ${counted(rows, 'row')}`).join(', ')}.</p>
      {key.length === 0 && (
        <p class="muted">Nothing names its rows, so a corrected row stands here as one removed and one added.</p>
      )}
      <Table
        label={`Rows of ${table}`}
        wide
        items={rows}
        columns={[
          { title: 'Row', cell: ({ fate }: SourceTable['rows'][number]) => FATES[fate] },
          ...columns.map((title, at) => ({
            title,
            cell: (row: SourceTable['rows'][number]) => <Change row={row} at={at} />,
          })),
        ]}
      />
      {all > rows.length && <p class="muted">These are the first of each kind.</p>}
    </>
  )
}

type Sides = Pick<Row, 'before' | 'now'>

function Change({ row: { before, now }, at }: { row: Sides; at: number }) {
  const [a, b] = [before?.[at] ?? null, now?.[at] ?? null]
  if (before && now && a === b) return <>{text(b)}</>
  return (
    <>
      {before && <del>{text(a)}</del>} {now && <ins>{text(b)}</ins>}
    </>
  )
}

const text = (cell: unknown): string => (cell === null ? 'empty' : String(cell).slice(0, 200))
