import { href, urls } from '../../urls.ts'
import { csvAddress, type Shown } from '../rules/list.ts'
import { type EventGroup, labelOf } from '../rules/security-event.ts'
import { ListBody, ListInput, When } from './list.tsx'
import { SecurityHead, SecurityTabs } from './security-events.tsx'

type Props = { groups: EventGroup[] | null; by: 'ip' | 'person'; shown: Shown }

/** Which addresses, or which people, were refused most. */
export const SecurityGroupsPage = ({ groups, by, shown }: Props) => (
  <div class="page wide">
    <SecurityHead csv={csvAddress(urls.apiAdminSecurityGroups, { by, ...shown })} />
    <SecurityTabs by={by} />
    <search>
      <form class="admin-filter" method="get" action={urls.adminSecurity}>
        <input type="hidden" name="by" value={by} />
        <ListInput name="from" label="From (UTC)" type="date" shown={shown} />
        <ListInput name="to" label="To (UTC)" type="date" shown={shown} />
        <button class="button button-primary" type="submit">
          Filter
        </button>
        {!shown.from && !shown.to && <p class="muted">The last 24 hours</p>}
      </form>
    </search>
    <ListBody
      address={urls.adminSecurity}
      shown={{ by, ...shown }}
      page={groups && { items: groups, next: null }}
      label={by === 'ip' ? 'Addresses' : 'People'}
      empty={{ icon: 'lock', title: 'Nothing was refused', text: 'Nobody was turned away in this time.' }}
      head={
        <>
          <th scope="col">{by === 'ip' ? 'Address' : 'Person'}</th>
          <th scope="col" class="num">
            Events
          </th>
          <th scope="col" class="num">
            Open
          </th>
          <th scope="col">Kinds</th>
          <th scope="col">Latest (UTC)</th>
        </>
      }
      row={(group) => (
        <tr>
          <td class="wrap">
            <a
              class={by === 'ip' ? 'main mono' : 'main'}
              href={href(urls.adminSecurity, {}, { [by]: group.key, from: shown.from, to: shown.to })}
            >
              {group.name ?? group.key}
            </a>
          </td>
          <td data-label="Events" class="num">
            {group.count}
          </td>
          <td data-label="Open" class="num">
            {group.open}
          </td>
          <td data-label="Kinds">{group.kinds.map(labelOf).join(', ')}</td>
          <td data-label="Latest">
            <When at={group.latest} />
          </td>
        </tr>
      )}
    />
  </div>
)
