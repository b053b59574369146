import { urls } from '../../urls.ts'
import { csvAddress, type Shown } from '../rules/list.ts'
import { detailLine, EVENT_LABELS, labelOf, type SecurityEvent } from '../rules/security-event.ts'
import { ListBody, ListForm, ListHead, ListSelect, When } from './list.tsx'

type Props = { page: { items: SecurityEvent[]; next: string | null } | null; shown: Shown; cursor: string | undefined }

export const SecurityEventsPage = ({ page, shown, cursor }: Props) => (
  <div class="page wide">
    <ListHead
      title="Security Events"
      intro="What was refused: failed sign-ins, denied permissions, statements and uploads that were turned away."
      csv={csvAddress(urls.apiAdminSecurityEvents, shown)}
    />
    <ListForm address={urls.adminSecurity} shown={shown} search="Person, network address or request">
      <ListSelect name="kind" label="Kind" all="All kinds" options={EVENT_LABELS} shown={shown} />
    </ListForm>
    <ListBody
      address={urls.adminSecurity}
      {...{ shown, cursor, page }}
      label="Security events"
      more="Older events"
      empty={{
        icon: 'lock',
        title: 'Nothing was refused so far',
        text: 'Refused attempts are listed here as they happen.',
      }}
      head={
        <>
          <th scope="col">What</th>
          <th scope="col">Who</th>
          <th scope="col">From</th>
          <th scope="col">Details</th>
          <th scope="col">When (UTC)</th>
        </>
      }
      row={(event) => (
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
            <When at={event.created_at} />
          </td>
        </tr>
      )}
    />
  </div>
)
