import { SIZES } from '#organizations/rules/organization.ts'
import { SortHead } from '#ui/sort-head.tsx'
import { href, urls } from '../../urls.ts'
import { csvAddress, type Shown } from '../rules/list.ts'
import { type ListedByAdmin, STATUSES } from '../rules/organization.ts'
import { PLANS } from '../rules/user.ts'
import { ListBody, ListForm, ListHead, ListSelect, Person, When } from './list.tsx'
import { planName } from './people.tsx'

type Props = {
  page: { items: ListedByAdmin[]; next: string | null } | null
  shown: Shown
  cursor: string | undefined
}

export const OrganizationsPage = ({ page, shown, cursor }: Props) => {
  const place = { address: urls.adminOrganizations, shown }
  return (
    <div class="page wide">
      <ListHead
        title="Organizations"
        intro="Every organization with its owner, people and workspaces."
        csv={csvAddress(urls.apiAdminOrganizations, shown)}
      />
      <ListForm {...place} search="Name or id" hint="beginnings of words, or a whole id">
        <ListSelect name="status" label="Status" all="All" options={STATUSES} shown={shown} />
        <ListSelect name="plan" label="Plan of an owner" all="All plans" options={PLANS} shown={shown} />
        <ListSelect
          name="size"
          label="Size"
          all="All sizes"
          options={Object.fromEntries(SIZES.map((size) => [size, size]))}
          shown={shown}
        />
      </ListForm>
      <ListBody
        {...place}
        {...{ page, cursor }}
        label="Organizations"
        empty={{
          icon: 'building',
          title: 'No organization yet',
          text: 'Organizations are listed here as people make them.',
        }}
        head={
          <>
            <SortHead {...place} label="Organization" by="name" text />
            <SortHead {...place} label="Owner" by="owner" text />
            <SortHead {...place} label="Plan" by="plan" text />
            <SortHead {...place} label="Members" by="members" num />
            <SortHead {...place} label="Workspaces" by="workspaces" num />
            <SortHead {...place} label="Created (UTC)" by="created" usual />
          </>
        }
        row={(it) => (
          <tr>
            <td>
              <a class="main" href={href(urls.adminOrganization, { id: it.id })}>
                {it.name}
              </a>{' '}
              <StatusBadge status={it.status} />
              {it.size && <span class="cell-note">{it.size} people</span>}
            </td>
            <td data-label="Owner" class="wrap">
              {it.owner ? (
                <a href={href(urls.adminUser, { id: it.owner.id })}>
                  <Person {...it.owner} />
                </a>
              ) : (
                '–'
              )}
            </td>
            <td data-label="Plan">{planName(it.plan)}</td>
            <td data-label="Members" class="num">
              {it.members}
            </td>
            <td data-label="Workspaces" class="num">
              {it.workspaces}
            </td>
            <td data-label="Created">
              <When at={it.created_at} />
            </td>
          </tr>
        )}
      />
    </div>
  )
}

export const StatusBadge = ({ status }: { status: string }) =>
  status === 'active' ? null : (
    <span class={`badge ${status === 'suspended' ? 'badge-red' : ''}`}>
      {status === 'suspended' ? 'Suspended' : 'Deleted'}
    </span>
  )
