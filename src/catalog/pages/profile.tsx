import { isTemporal } from '#base/engine-type.ts'
import { Bars } from '#ui/bars.tsx'
import { dayText, exact, minuteText, number, percent } from '#ui/format.tsx'
import type { CatalogColumn, CatalogTable } from '../rules/answers.ts'
import { type Histogram, profileKind, STEPS } from '../rules/profile.ts'

type Props = { column: CatalogColumn; table: CatalogTable; histogram: Histogram | undefined }

const SHOWN_TOP = 6

/** How the values of a column are spread, drawn by the server: every picture says in words what it shows. */
export function Profile({ column, table, histogram }: Props) {
  const kind = profileKind(column, histogram)
  if (kind === 'empty') return <p class="muted small">No values.</p>
  if (kind === 'bars') return <TopBars column={column} table={table} />
  if (kind === 'histogram' && histogram) return <Spread column={column} histogram={histogram} />
  if (kind === 'range') return <Range column={column} />
  return (
    <p class="profile-values small">
      <span class="quiet">For example: </span>
      {column.sample.slice(0, 3).map((value) => (
        <span class="truncate">{value}</span>
      ))}
    </p>
  )
}

function TopBars({ column, table }: Omit<Props, 'histogram'>) {
  const values = column.top.slice(0, SHOWN_TOP)
  const most = Math.max(1, ...values.map(({ count }) => count))
  // Of a database only a sample was measured: shares are of that.
  const whole = table.rows_estimated ? null : table.rows - column.nulls
  const rest = column.distinct - values.length
  return (
    <ul class="profile-bars" aria-label={`Most frequent values of ${column.name}`}>
      {values.map(({ value, count }) => (
        <li>
          <span class="truncate" title={value}>
            {value === '' ? '(empty text)' : value}
          </span>
          <progress max={most} value={count} aria-hidden="true" />
          <span class="num muted" title={`${number(count)} rows`}>
            {whole ? percent(count / whole) : number(count)}
          </span>
        </li>
      ))}
      {rest > 0 && <li class="muted">and {number(rest)} more</li>}
    </ul>
  )
}

/** Rows in equal steps from the smallest value to the largest. */
function Spread({ column, histogram: { counts } }: { column: CatalogColumn; histogram: Histogram }) {
  const most = counts.indexOf(Math.max(...counts))
  const place = most < STEPS / 3 ? 'near the smallest' : most >= (STEPS * 2) / 3 ? 'near the largest' : 'in the middle'
  return (
    <div class="profile-spread">
      <Bars
        series={[{ name: 'plain', label: 'Rows', values: counts }]}
        summary={`${column.name} from ${valueText(column, column.min)} to ${valueText(column, column.max)}; most rows are ${place}.`}
        title={(bar) => `Step ${bar + 1} of ${STEPS}`}
        show={(value) => `${number(value)} rows`}
      />
      <Range column={column} />
    </div>
  )
}

const Range = ({ column }: { column: CatalogColumn }) =>
  column.min === null ? null : (
    <p class="profile-range small">
      <span class="quiet">From </span>
      <span class="num">{valueText(column, column.min)}</span>
      {column.min !== column.max && (
        <>
          <span class="quiet"> to </span>
          <span class="profile-dash" aria-hidden="true" />
          <span class="num">{valueText(column, column.max)}</span>
        </>
      )}
    </p>
  )

/**
 * A smallest or largest value as results show it: a measure grouped with all its digits, a moment without the time of day where that
 * says nothing.
 */
export function valueText({ type, role }: CatalogColumn, value: string | null): string {
  const text = value ?? ''
  if (isTemporal(type)) return / 00:00:00(\.0+)?$|^\S{10}$/.test(text) ? dayText(text) : minuteText(text)
  if (role === 'measure' && EXACT.test(text)) return exact(text)
  return text.length > 40 ? `${text.slice(0, 40)}…` : text
}

const EXACT = /^-?\d+(\.\d+)?$/
