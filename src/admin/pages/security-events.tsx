import { Submit } from '#ui/button.tsx'
import { Facts } from '#ui/facts.tsx'
import { Problem, Saved } from '#ui/field.tsx'
import { Tabs } from '#ui/tabs.tsx'
import type { FormState } from '#web/form.ts'
import { href, urls } from '../../urls.ts'
import type { ListState } from '../list-response.ts'
import type { Action } from '../rules/action.ts'
import { csvAddress } from '../rules/list.ts'
import {
  detailLine,
  EVENT_KINDS,
  EVENT_LABELS,
  EVENT_RULES,
  eventList,
  labelOf,
  type SecurityEvent,
} from '../rules/security-event.ts'
import { ActionButton } from './action.tsx'
import { ListHead, ListView, Person } from './list.tsx'

type Props = ListState<SecurityEvent> & {
  /** How many were just acknowledged. */
  done: string | undefined
  /** Whether the viewer may open people and application logs. */
  support: boolean
}

export const SecurityEventsPage = ({ done, support, ...state }: Props) => {
  const { page, shown } = state
  const open = page?.items.some((event) => event.acknowledged === null) ?? false
  const all = shown.kind || shown.person || shown.ip
  return (
    <div class="page wide">
      <SecurityHead csv={csvAddress(urls.apiAdminSecurityEvents, shown)} />
      <SecurityTabs by={undefined} />
      <Saved show={done !== undefined && /^\d{1,6}$/.test(done)}>
        {done === '1' ? 'One event is acknowledged.' : `${done} events are acknowledged.`}
      </Saved>
      <ListView
        {...state}
        list={eventList}
        address={urls.adminSecurity}
        label="Security events"
        empty={{
          icon: 'lock',
          title: 'Nothing was refused so far',
          text: 'Refused attempts are listed here as they happen.',
        }}
        cells={{
          Choose: (event) => <Choose event={event} />,
          kind: (event) => labelOf(event.kind),
          email: ['wrap', (event) => <Who event={event} support={support} />],
          ip: ['mono', ({ ip }) => (ip ? <a href={href(urls.adminSecurity, {}, { ip })}>{ip}</a> : '–')],
          details: ['admin-details', (event) => <Details event={event} support={support} />],
          created_at: true,
        }}
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
            <Submit label="Acknowledge chosen" />
          </form>
          {all && <ActionButton {...acknowledgeAction(shown)} />}
        </div>
      )}
      <Rules />
    </div>
  )
}

const Choose = ({ event }: { event: SecurityEvent }) =>
  event.acknowledged ? (
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
  )

const Who = ({ event: { actor }, support }: { event: SecurityEvent; support: boolean }) => {
  if (!actor) return <>Guest</>
  if (!support) return <Person {...actor} />
  return (
    <a href={href(urls.adminUser, { id: actor.id })}>
      <Person {...actor} />
    </a>
  )
}

const Details = ({ event, support }: { event: SecurityEvent; support: boolean }) => (
  <>
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
  </>
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
  <Tabs
    label="Security events"
    here={href(urls.adminSecurity, {}, by ? { by } : {})}
    of={[
      [urls.adminSecurity, 'Events'],
      [href(urls.adminSecurity, {}, { by: 'ip' }), 'By address'],
      [href(urls.adminSecurity, {}, { by: 'person' }), 'By person'],
    ]}
  />
)

/** Acknowledging all that match, or those of `ids[]`, with a note in place of a reason. */
export function acknowledgeAction(typed: Record<string, string | string[] | undefined>) {
  const fields = Object.fromEntries(
    ['kind', 'person', 'ip', 'from', 'to'].flatMap((name) => {
      const value = typed[name]
      return typeof value === 'string' && value ? [[name, value]] : []
    }),
  )
  const ids = [typed['ids[]'] ?? []].flat()
  const action: Action = {
    id: 'acknowledge-all',
    title: ids.length > 0 ? 'Acknowledge the chosen events?' : 'Acknowledge all that match?',
    message: 'They stay in the list, marked as seen, with your name and what you found.',
    button: ids.length > 0 ? 'Acknowledge chosen' : 'Acknowledge all',
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
  return { action, fields: fieldsOf }
}

const Rules = () => (
  <details class="card admin-rules">
    <summary class="card-body">What raises which event</summary>
    <Facts
      class="card-body"
      of={Object.fromEntries(EVENT_KINDS.map((kind) => [EVENT_LABELS[kind], EVENT_RULES[kind]]))}
    />
  </details>
)
