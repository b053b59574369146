import { href, urls } from '../../urls.ts'
import type { ListState } from '../list-response.ts'
import { csvAddress, shownAddress } from '../rules/list.ts'
import { fieldsText, type LogLine, logList } from '../rules/log-line.ts'
import { withNames } from '../rules/names.ts'
import { ListHead, ListView } from './list.tsx'

const TONES: Record<LogLine['level'], string> = {
  debug: '',
  info: 'badge-blue',
  warn: 'badge-amber',
  error: 'badge-red',
}

export const LogsPage = ({ days, ...state }: ListState<LogLine> & { days: number }) => {
  const { level, q, request } = state.shown
  return (
    <div class="page wide">
      <ListHead
        title="Application Logs"
        intro={`What all servers wrote, without secrets. Lines are kept for ${days} ${days === 1 ? 'day' : 'days'}.`}
        csv={csvAddress(urls.apiAdminLogs, state.shown)}
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
      <ListView
        {...state}
        list={logList}
        address={urls.adminLogs}
        label="log lines"
        empty={{ icon: 'file', title: 'Nothing was written so far', text: 'Lines appear within a second or two.' }}
        rowClass="log-line"
        cells={{
          created_at: true,
          level: (line) => <span class={`badge ${TONES[line.level]}`}>{line.level}</span>,
          message: ['log-message', (line) => <Message line={line} />],
          request_id: [
            'when',
            ({ request_id: id }) =>
              id ? (
                <a class="mono" href={href(urls.adminLogs, {}, { request: id })} title={id}>
                  …{id.slice(-8)}
                </a>
              ) : (
                '–'
              ),
          ],
          server: ['mono muted', (line) => line.server],
        }}
      >
        <section class="log-tail" id="log-tail" aria-label="Live tail" hidden>
          <p class="muted small" data-log-state role="status">
            Waiting for new lines…
          </p>
          <ol data-log-lines tabindex={0} aria-label="New lines" />
        </section>
      </ListView>
    </div>
  )
}

const Message = ({ line }: { line: LogLine }) => {
  const fields = withNames(fieldsText(line.fields), line.names)
  return (
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
  )
}
