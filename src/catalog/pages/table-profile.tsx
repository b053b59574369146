import { isTemporal } from '#base/engine-type.ts'
import { listed } from '#base/text.ts'
import { Card } from '#ui/card.tsx'
import { counted, number, percent } from '#ui/format.tsx'
import { href, urls } from '../../urls.ts'
import type { CatalogColumn, CatalogTable } from '../rules/answers.ts'
import { type TableProfile, withProfile } from '../rules/facts.ts'
import { isKey } from '../rules/profile.ts'
import { valueText } from './profile.tsx'

const MOST_MISSING = 5
const MOST_ODD = 8

type Props = { table: CatalogTable; profile: TableProfile; workspaceId: string; mayRepair: boolean }

/** What a table is like at a glance: its size, the days it covers, what names a row, what is missing, and facts that stand out. */
export function TableProfileCard({ table, profile, workspaceId, mayRepair }: Props) {
  const read = withProfile(table, profile)
  const columns = read.columns.filter(({ hidden }) => !hidden)
  const times = columns.filter(({ type, min, max }) => isTemporal(type) && min !== null && max !== null)
  // Among some rows a value that leads to another table may be there once by chance.
  const leads = new Set(profile.isSample ? read.relations.map(({ column }) => column) : [])
  const keys = columns.filter((one) => isKey(one, read) && one.role !== 'measure' && !leads.has(one.name))
  const missing = columns
    .filter(({ nulls, text_of }) => nulls > 0 && text_of === undefined)
    .toSorted((a, b) => b.nulls - a.nulls)
  const { oddities = [] } = profile
  const desk = href(urls.workspaceTableRepair, { id: workspaceId, tableId: table.id }, { look: 'yes' })
  return (
    <Card
      id="profile"
      title="Profile"
      beside={
        profile.isSample && (
          <span class="muted small">
            {profile.read ? `Of the first ${counted(profile.read.rows, 'row')}` : 'From a sample of its rows'}
          </span>
        )
      }
    >
      <div class="card-body table-profile">
        <dl class="facts">
          <dt>Shape</dt>
          <dd>
            {table.rows_estimated && '≈ '}
            {counted(table.rows, 'row')} × {counted(columns.length, 'column')}
          </dd>
          {times.slice(0, 2).map((column) => (
            <>
              <dt>Span</dt>
              <dd>
                {valueText(column, column.min)} to {valueText(column, column.max)}{' '}
                <span class="muted">{column.name}</span>
              </dd>
            </>
          ))}
          <dt>Keys</dt>
          <dd>{keysText(keys, profile.together)}</dd>
          <dt>Missing</dt>
          <dd>
            {missing.length === 0
              ? 'nothing'
              : missing
                  .slice(0, MOST_MISSING)
                  .map(({ name, nulls }) =>
                    read.rows_estimated
                      ? `${name} (${number(nulls)} of the sample)`
                      : `${name} ${percent(nulls / read.rows)}`,
                  )
                  .join(', ')}
            {missing.length > MOST_MISSING && ` and ${number(missing.length - MOST_MISSING)} more`}
          </dd>
          {oddities.length > 0 && (
            <>
              <dt>Odd</dt>
              <dd>
                <ul class="sentences">
                  {oddities.slice(0, MOST_ODD).map(({ text, at }) => (
                    <li>{mayRepair ? <a href={`${desk}#${encodeURIComponent(at)}`}>{text}</a> : text}</li>
                  ))}
                </ul>
                {oddities.length > MOST_ODD && `and ${number(oddities.length - MOST_ODD)} more`}
              </dd>
            </>
          )}
        </dl>
        {profile.facts.length > 0 && (
          <ol class="table-facts" aria-label="What stands out">
            {profile.facts.map(({ text, question }) => (
              <li>
                {text}{' '}
                <a href={href(urls.workspace, { id: workspaceId }, { question })} aria-label={`Ask: ${question}`}>
                  Ask
                </a>
              </li>
            ))}
          </ol>
        )}
      </div>
    </Card>
  )
}

function keysText(keys: CatalogColumn[], together: string[] | null): string {
  if (keys.length > 0) return keys.map(({ name }) => name).join(', ')
  return together ? `${listed(together)} together` : 'none was found'
}
