import { Icon } from '#ui/icon.tsx'
import { href, urls } from '../../urls.ts'
import { detailLine, EVENT_KINDS, EVENT_LABELS, labelOf, type SecurityEvent } from '../rules/security-event.ts'

type Props = { items: SecurityEvent[]; next: string | null; kind: string | undefined; q: string | undefined }

export const SecurityEventsPage = ({ items, next, kind, q }: Props) => (
  <div class="page wide">
    <div class="page-head">
      <div>
        <h1>Security Events</h1>
        <p>What was refused: failed sign-ins, denied permissions, statements and uploads that were turned away.</p>
      </div>
    </div>
    <form class="admin-filter" method="get" action={urls.adminSecurity}>
      <label class="field">
        <span class="label">Kind</span>
        <select class="select" name="kind">
          <option value="">All kinds</option>
          {EVENT_KINDS.map((one) => (
            <option value={one} selected={one === kind}>
              {EVENT_LABELS[one]}
            </option>
          ))}
        </select>
      </label>
      <label class="field grow">
        <span class="label">Person, network address or request</span>
        <input class="input" type="search" name="q" value={q ?? ''} maxlength={200} autocomplete="off" />
      </label>
      <button class="button button-primary" type="submit">
        Filter
      </button>
      {(kind || q) && (
        <a class="button" href={urls.adminSecurity}>
          Clear
        </a>
      )}
    </form>
    {items.length === 0 ? (
      <div class="empty">
        <Icon name="lock" />
        <h2>{kind || q ? 'No event matches' : 'Nothing was refused so far'}</h2>
        <p>
          {kind || q ? 'Try another kind or less of the address.' : 'Refused attempts are listed here as they happen.'}
        </p>
      </div>
    ) : (
      <section class="table-wrap" tabindex={0} aria-label="Security events">
        <table class="table table-stack">
          <thead>
            <tr>
              <th scope="col">What</th>
              <th scope="col">Who</th>
              <th scope="col">From</th>
              <th scope="col">Details</th>
              <th scope="col">When (UTC)</th>
            </tr>
          </thead>
          <tbody>
            {items.map((event) => (
              <tr>
                <td>{labelOf(event.kind)}</td>
                <td data-label="Who">{event.actor ? event.actor.email : 'Guest'}</td>
                <td data-label="From" class="mono">
                  {event.ip ?? '–'}
                </td>
                <td data-label="Details" class="admin-details" title={`Request ${event.request_id ?? 'unknown'}`}>
                  {detailLine(event.details) || '–'}
                </td>
                <td data-label="When">
                  <time datetime={event.created_at}>{event.created_at.slice(0, 19).replace('T', ' ')}</time>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    )}
    {next && (
      <p class="pagination">
        <a
          class="button"
          href={href(urls.adminSecurity, {}, { kind: kind || undefined, q: q || undefined, cursor: next })}
        >
          Older events
        </a>
      </p>
    )}
  </div>
)
