import { DataTable, type TableColumn } from '#ui/data-table.tsx'
import { counted, number } from '#ui/format.tsx'
import type { FileEntity } from '../rules/answers.ts'
import { WITH_TOTALS } from '../rules/dialect.ts'
import { formOf } from './reading.tsx'

export const LEFT_OUT_COLUMNS: TableColumn<FileEntity['rejected']['sample'][number]>[] = [
  { head: 'Line', num: true, class: 'rejected-line', cell: ({ line }) => number(line) },
  { head: 'Reason', cell: ({ reason }) => reason },
  { head: 'Text', class: 'mono small rejected-text', cell: ({ text }) => text ?? '' },
]

type Props = { file: FileEntity; mayRead: boolean; address: string }

/** Totals and other lines that are no rows of the table: they do not count until somebody says that they do. */
export function ApartRows({ file: { dialect, reading_again: isReading, format }, mayRead, address }: Props) {
  const { apart, chosen = {} } = dialect
  const isCounted = chosen.set_apart === false
  if (!apart && !isCounted) return null
  const { set_apart: _, ...others } = chosen
  const fields = Object.entries(formOf(isCounted ? others : { ...others, set_apart: false }))
  const canChange = mayRead && WITH_TOTALS.has(format ?? '') && (isCounted || hasMore(apart))
  return (
    <section class="card" id="apart">
      <div class="card-head">
        <h2>{apart ? titleOf(apart) : 'Nothing is set apart'}</h2>
        <p>
          {isCounted
            ? 'Totals and notes count as rows, as you chose.'
            : `They are not counted as rows: a total would be counted twice. Lines are counted from 1 in the file${
                apart && apart.rows > apart.sample.length ? `; the first ${apart.sample.length} are shown` : ''
              }.`}
        </p>
        {canChange && (
          <form method="post" action={address}>
            {fields.map(([name, value]) => (
              <input type="hidden" name={name} value={value} />
            ))}
            <button class="button button-small" type="submit" disabled={isReading}>
              {isCounted ? 'Set totals and notes apart' : 'Count totals and notes as rows'}
            </button>
          </form>
        )}
      </div>
      {apart && apart.sample.length > 0 && (
        <div class="table-wrap" tabindex={0}>
          <DataTable columns={LEFT_OUT_COLUMNS} rows={apart.sample} />
        </div>
      )}
    </section>
  )
}

type Apart = NonNullable<FileEntity['dialect']['apart']>

/** Whether any of them would be a row if somebody said so: empty lines and names that come again never are. */
const hasMore = (apart: Apart | undefined) =>
  apart !== undefined && (apart.totals > 0 || apart.sample.some(({ reason }) => /note|record|heading/.test(reason)))

function titleOf({ rows, totals }: Apart): string {
  const others = rows - totals
  if (totals === 0) return `${counted(rows, 'line')} set apart`
  return `${counted(totals, 'total')}${others > 0 ? ` and ${counted(others, 'other line')}` : ''} set apart`
}
