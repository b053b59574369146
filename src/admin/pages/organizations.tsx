import { href, urls } from '../../urls.ts'
import type { ListState } from '../list-response.ts'
import { csvAddress } from '../rules/list.ts'
import { type ListedByAdmin, organizationList, STATUSES } from '../rules/organization.ts'
import { OrganizationTabs } from './automation.tsx'
import { ListHead, ListView, Person } from './list.tsx'
import { planName } from './people.tsx'

export const OrganizationsPage = (state: ListState<ListedByAdmin>) => (
  <div class="page wide">
    <ListHead
      title="Organizations"
      intro="Every organization with its owner, people and workspaces."
      csv={csvAddress(urls.apiAdminOrganizations, state.shown)}
    />
    <OrganizationTabs here={urls.adminOrganizations} />
    <ListView
      {...state}
      list={organizationList}
      address={urls.adminOrganizations}
      label="Organizations"
      empty={{
        icon: 'building',
        title: 'No organization yet',
        text: 'Organizations are listed here as people make them.',
      }}
      cells={{
        name: (it) => (
          <>
            <a class="main" href={href(urls.adminOrganization, { id: it.id })}>
              {it.name}
            </a>{' '}
            <StatusBadge status={it.status} />
            {it.size && <span class="cell-note">{it.size} people</span>}
          </>
        ),
        owner_email: [
          'wrap',
          ({ owner }) =>
            owner ? (
              <a href={href(urls.adminUser, { id: owner.id })}>
                <Person {...owner} />
              </a>
            ) : (
              '–'
            ),
        ],
        plan: (it) => planName(it.plan),
        members: true,
        workspaces: true,
        created_at: true,
      }}
    />
  </div>
)

export const StatusBadge = ({ status }: { status: string }) =>
  status === 'active' ? null : (
    <span class={`badge ${status === 'suspended' ? 'badge-red' : ''}`}>
      {STATUSES[status as keyof typeof STATUSES]}
    </span>
  )
