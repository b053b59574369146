import { Submit } from '#ui/button.tsx'
import { columnsBy } from '#ui/table.tsx'
import { href, urls } from '../../urls.ts'
import { csvAddress, type Shown, SPAN } from '../rules/list.ts'
import { type EventGroup, labelOf } from '../rules/security-event.ts'
import { FilterField, ListBody, When } from './list.tsx'
import { SecurityHead, SecurityTabs } from './security-events.tsx'

type Props = { groups: EventGroup[] | null; by: 'ip' | 'person'; shown: Shown }

export const SecurityGroupsPage = ({ groups, by, shown }: Props) => (
  <div class="page wide">
    <SecurityHead csv={csvAddress(urls.apiAdminSecurityGroups, { by, ...shown })} />
    <SecurityTabs by={by} />
    <search>
      <form class="admin-filter" method="get" action={urls.adminSecurity}>
        <input type="hidden" name="by" value={by} />
        {Object.entries(SPAN).map(([name, filter]) => (
          <FilterField name={name} filter={filter} value={shown[name]} />
        ))}
        <Submit look="primary" label="Filter" />
        {!shown.from && !shown.to && <p class="muted">The last 24 hours</p>}
      </form>
    </search>
    <ListBody
      address={urls.adminSecurity}
      shown={{ by, ...shown }}
      page={groups && { items: groups, next: null }}
      cursor={undefined}
      label={by === 'ip' ? 'Addresses' : 'People'}
      empty={{ icon: 'lock', title: 'Nothing was refused', text: 'Nobody was turned away in this time.' }}
      columns={columnsBy<EventGroup>({
        [by === 'ip' ? 'Address' : 'Person']: [
          'wrap',
          ({ key, name }) => (
            <a
              class={by === 'ip' ? 'main mono' : 'main'}
              href={href(urls.adminSecurity, {}, { [by]: key, from: shown.from, to: shown.to })}
            >
              {name ?? key}
            </a>
          ),
        ],
        '#Events': (it) => it.count,
        '#Open': (it) => it.open,
        Kinds: (it) => it.kinds.map(labelOf).join(', '),
        'Latest (UTC)': (it) => <When at={it.latest} />,
      })}
    />
  </div>
)
