import { Problem, Saved } from '#ui/field.tsx'
import { SortHead } from '#ui/sort-head.tsx'
import type { FormState } from '#web/form.ts'
import { href, urls } from '../../urls.ts'
import type { Act } from '../rules/act.ts'
import { csvAddress, type Shown } from '../rules/list.ts'
import {
  detailLine,
  EVENT_KINDS,
  EVENT_LABELS,
  EVENT_RULES,
  labelOf,
  type SecurityEvent,
} from '../rules/security-event.ts'
import { ActButton } from './act.tsx'
import { ListBody, ListForm, ListHead, ListInput, ListSelect, Person, When } from './list.tsx'

type Props = {
  page: { items: SecurityEvent[]; next: string | null } | null
  shown: Shown
  cursor: string | undefined
  /** How many were just acknowledged. */
  done: string | undefined
  /** Whether the viewer may open people and application logs. */
  support: boolean
}

export const SecurityEventsPage = ({ page, shown, cursor, done, support }: Props) => {
  const place = { address: urls.adminSecurity, shown }
  const open = page?.items.some((event) => event.acknowledged === null) ?? false
  const all = shown.kind || shown.person || shown.ip
  return (
    <div class="page wide">
      <SecurityHead csv={csvAddress(urls.apiAdminSecurityEvents, shown)} />
      <SecurityTabs by={undefined} />
      <Saved show={done !== undefined && /^\d{1,6}$/.test(done)}>
        {done === '1' ? 'One event is acknowledged.' : `${done} events are acknowledged.`}
      </Saved>
      <ListForm {...place} search="Person, network address or request" hint="ada, 203.0.113.7, or a whole id">
        <ListSelect name="kind" label="Kind" all="All kinds" options={EVENT_LABELS} shown={shown} />
        <ListSelect
          name="state"
          label="State"
          all="All"
          options={{ open: 'Open', acknowledged: 'Acknowledged' }}
          shown={shown}
        />
        <ListInput name="person" label="Person" placeholder="Email or id" shown={shown} />
        <ListInput name="ip" label="Address" placeholder="203.0.113.7" shown={shown} />
        <ListInput name="from" label="From (UTC)" type="date" shown={shown} />
        <ListInput name="to" label="To (UTC)" type="date" shown={shown} />
      </ListForm>
      <ListBody
        {...place}
        {...{ cursor, page }}
        label="Security events"
        empty={{
          icon: 'lock',
          title: 'Nothing was refused so far',
          text: 'Refused attempts are listed here as they happen.',
        }}
        head={
          <>
            <th scope="col">
              <span class="quiet">Choose</span>
            </th>
            <SortHead {...place} label="What" by="what" text />
            <SortHead {...place} label="Who" by="person" text />
            <SortHead {...place} label="From" by="ip" text />
            <th scope="col">Details</th>
            <SortHead {...place} label="When (UTC)" by="created" usual />
          </>
        }
        row={(event) => <EventRow event={event} support={support} />}
      />
      {open && (
        <div class="row">
          <form class="admin-note" id="acknowledge" method="post" action={urls.adminSecurityAcknowledge}>
            <label class="quiet" for="acknowledge-note">
              What you found
            </label>
            <input
              class="input"
              id="acknowledge-note"
              name="note"
              required
              minlength={3}
              maxlength={500}
              placeholder="What you found"
              autocomplete="off"
            />
            <button class="button" type="submit">
              Acknowledge chosen
            </button>
          </form>
          {all && <ActButton {...acknowledgeAct(shown)} />}
        </div>
      )}
      <Rules />
    </div>
  )
}

const EventRow = ({ event, support }: { event: SecurityEvent; support: boolean }) => (
  <tr>
    <td data-label="Choose">
      {event.acknowledged ? (
        <span class="badge badge-green" title={event.acknowledged.note}>
          Seen
        </span>
      ) : (
        <input
          type="checkbox"
          name="ids[]"
          value={event.id}
          form="acknowledge"
          aria-label={`${labelOf(event.kind)}, ${event.created_at}`}
        />
      )}
    </td>
    <td data-label="What">{labelOf(event.kind)}</td>
    <td data-label="Who" class="wrap">
      {event.actor && support ? (
        <a href={href(urls.adminUser, { id: event.actor.id })}>
          <Person {...event.actor} />
        </a>
      ) : event.actor ? (
        <Person {...event.actor} />
      ) : (
        'Guest'
      )}
    </td>
    <td data-label="From" class="mono">
      {event.ip ? <a href={href(urls.adminSecurity, {}, { ip: event.ip })}>{event.ip}</a> : '–'}
    </td>
    <td data-label="Details" class="admin-details">
      {detailLine(event.details) || '–'}
      {event.acknowledged && (
        <span class="cell-note">
          {event.acknowledged.by ?? 'Somebody'}: {event.acknowledged.note}
        </span>
      )}
      {event.request_id && (
        <span class="cell-note">
          Request{' '}
          {support ? (
            <a class="mono" href={href(urls.adminLogs, {}, { request: event.request_id })}>
              {event.request_id}
            </a>
          ) : (
            <span class="mono">{event.request_id}</span>
          )}
        </span>
      )}
    </td>
    <td data-label="When">
      <When at={event.created_at} />
    </td>
  </tr>
)

/** @param props csv: address of what is shown as a file */
export const SecurityHead = ({ csv }: { csv: string }) => (
  <ListHead
    title="Security Events"
    intro="What was refused: failed sign-ins, denied permissions, statements and addresses that were turned away."
    csv={csv}
  />
)

export const SecurityTabs = ({ by }: { by: 'ip' | 'person' | undefined }) => (
  <nav class="tabs" aria-label="Security events">
    <a href={urls.adminSecurity} aria-current={by === undefined ? 'page' : undefined}>
      Events
    </a>
    <a href={href(urls.adminSecurity, {}, { by: 'ip' })} aria-current={by === 'ip' ? 'page' : undefined}>
      By address
    </a>
    <a href={href(urls.adminSecurity, {}, { by: 'person' })} aria-current={by === 'person' ? 'page' : undefined}>
      By person
    </a>
  </nav>
)

/** Acknowledging all that match, or those of `ids[]`, with a note in place of a reason. */
export function acknowledgeAct(typed: Record<string, string | string[] | undefined>) {
  const fields = Object.fromEntries(
    ['kind', 'person', 'ip', 'from', 'to'].flatMap((name) => {
      const value = typed[name]
      return typeof value === 'string' && value ? [[name, value]] : []
    }),
  )
  const ids = [typed['ids[]'] ?? []].flat()
  const act: Act = {
    id: 'acknowledge-all',
    title: ids.length > 0 ? 'Acknowledge the chosen events?' : 'Acknowledge all that match?',
    message: 'They stay in the list, marked as seen, with your name and what you found.',
    action: ids.length > 0 ? 'Acknowledge chosen' : 'Acknowledge all',
    type: 'info',
    address: urls.adminSecurityAcknowledge,
    fields,
    asks: { name: 'note', label: 'What you found' },
  }
  const fieldsOf = (form: FormState) => (
    <>
      <Problem text={form.errors.ids ?? null} />
      {ids.map((id) => (
        <input type="hidden" name="ids[]" value={id} />
      ))}
    </>
  )
  return { act, fields: fieldsOf }
}

const Rules = () => (
  <details class="card admin-rules">
    <summary class="card-body">What raises which event</summary>
    <dl class="facts card-body">
      {EVENT_KINDS.map((kind) => (
        <>
          <dt>{EVENT_LABELS[kind]}</dt>
          <dd>{EVENT_RULES[kind]}</dd>
        </>
      ))}
    </dl>
  </details>
)
