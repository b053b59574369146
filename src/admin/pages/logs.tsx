import type { Page } from '#base/paging.ts'
import { SortHead } from '#ui/sort-head.tsx'
import { href, urls } from '../../urls.ts'
import { csvAddress, type Shown, shownAddress } from '../rules/list.ts'
import { fieldsText, type LogLine } from '../rules/log-line.ts'
import { withNames } from '../rules/names.ts'
import { ListBody, ListForm, ListHead, ListInput, ListSelect, When } from './list.tsx'

type Props = { page: Page<LogLine> | null; shown: Shown; cursor: string | undefined; days: number }

const LEVELS: Record<string, string> = { info: 'Info and worse', warn: 'Warnings and errors', error: 'Errors only' }
const TONES: Record<LogLine['level'], string> = {
  debug: '',
  info: 'badge-blue',
  warn: 'badge-amber',
  error: 'badge-red',
}

export const LogsPage = ({ page, shown, cursor, days }: Props) => {
  const place = { address: urls.adminLogs, shown }
  const { level, q, request } = shown
  return (
    <div class="page wide">
      <ListHead
        title="Application Logs"
        intro={`What all servers wrote, without secrets. Lines are kept for ${days} ${days === 1 ? 'day' : 'days'}.`}
        csv={csvAddress(urls.apiAdminLogs, shown)}
      >
        <button
          type="button"
          class="button"
          data-log-tail={shownAddress(urls.apiAdminLogStream, { level, q, request })}
          aria-pressed="false"
          aria-controls="log-tail"
          hidden
        >
          Live tail
        </button>
      </ListHead>
      <ListForm {...place} search="Words of the line" hint="How words begin, or an id">
        <ListSelect name="level" label="Level" all="All levels" options={LEVELS} shown={shown} />
        <ListInput name="request" label="Request" placeholder="Whole id" shown={shown} />
        <ListInput name="from" label="From (UTC)" type="date" shown={shown} />
        <ListInput name="to" label="To (UTC)" type="date" shown={shown} />
      </ListForm>
      <section class="log-tail" id="log-tail" aria-label="Live tail" hidden>
        <p class="muted small" data-log-state role="status">
          Waiting for new lines…
        </p>
        <ol data-log-lines tabindex={0} aria-label="New lines" />
      </section>
      <ListBody
        {...place}
        page={page}
        cursor={cursor}
        label="log lines"
        empty={{ icon: 'file', title: 'Nothing was written so far', text: 'Lines appear within a second or two.' }}
        head={
          <>
            <SortHead {...place} label="When (UTC)" by="created" usual />
            <SortHead {...place} label="Level" by="level" text />
            <SortHead {...place} label="Message" by="message" text />
            <SortHead {...place} label="Request" by="request" text />
            <SortHead {...place} label="Server" by="server" text />
          </>
        }
        row={(line) => <Line line={line} />}
      />
    </div>
  )
}

const Line = ({ line }: { line: LogLine }) => {
  const fields = withNames(fieldsText(line.fields), line.names)
  return (
    <tr class="log-line">
      <td data-label="When">
        <When at={line.created_at} />
      </td>
      <td data-label="Level">
        <span class={`badge ${TONES[line.level]}`}>{line.level}</span>
      </td>
      <td data-label="Message" class="log-message">
        <div>
          <p>{withNames(line.message, line.names)}</p>
          {fields && (
            <details>
              <summary>{fields.length > 140 ? `${fields.slice(0, 140)}…` : fields}</summary>
              <section tabindex={0} aria-label="Fields">
                <pre>{JSON.stringify(line.fields, null, 2).replaceAll('\\n', '\n')}</pre>
              </section>
            </details>
          )}
        </div>
      </td>
      <td data-label="Request" class="when">
        {line.request_id ? (
          <a class="mono" href={href(urls.adminLogs, {}, { request: line.request_id })} title={line.request_id}>
            …{line.request_id.slice(-8)}
          </a>
        ) : (
          '–'
        )}
      </td>
      <td data-label="Server" class="mono muted">
        {line.server}
      </td>
    </tr>
  )
}
