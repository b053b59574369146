import { ADMIN_ROLES } from '#auth/rules/admin-role.ts'
import { number } from '#ui/format.tsx'
import { SortHead } from '#ui/sort-head.tsx'
import { href, urls } from '../../urls.ts'
import { csvAddress, type Shown } from '../rules/list.ts'
import { type ListedUser, PLANS } from '../rules/user.ts'
import { Email, ListBody, ListForm, ListHead, ListSelect, When } from './list.tsx'

const YES_NO = { yes: 'Yes', no: 'No' }
const ROLE_OPTIONS = { any: 'Any admin', ...Object.fromEntries(ADMIN_ROLES.map((role) => [role, role])) }

type Props = {
  page: { items: ListedUser[]; next: string | null } | null
  shown: Shown
  cursor: string | undefined
}

export const PeoplePage = ({ page, shown, cursor }: Props) => {
  const place = { address: urls.adminUsers, shown }
  return (
    <div class="page wide">
      <ListHead
        title="User Management"
        intro="Everybody who has an account: who they are, what they hold, and what can be done for them."
        csv={csvAddress(urls.apiAdminUsers, shown)}
      />
      <ListForm {...place} search="Name, email or id" hint="beginnings of words, or a whole id">
        <ListSelect name="role" label="Admin role" all="Everybody" options={ROLE_OPTIONS} shown={shown} />
        <ListSelect name="plan" label="Plan" all="All plans" options={PLANS} shown={shown} />
        <ListSelect name="verified" label="Verified" all="Either" options={YES_NO} shown={shown} />
        <ListSelect name="disabled" label="Disabled" all="Either" options={YES_NO} shown={shown} />
        <ListSelect name="two_factor" label="Two-factor" all="Either" options={YES_NO} shown={shown} />
      </ListForm>
      <ListBody
        {...place}
        {...{ page, cursor }}
        label="Users"
        empty={{ icon: 'user', title: 'Nobody has registered yet', text: 'People are listed here as they register.' }}
        head={
          <>
            <SortHead {...place} label="Person" by="name" text />
            <SortHead {...place} label="Plan" by="plan" text />
            <SortHead {...place} label="Credits" by="credits" num />
            <SortHead {...place} label="Last seen (UTC)" by="seen" />
            <SortHead {...place} label="Registered (UTC)" by="created" usual />
          </>
        }
        row={(user) => (
          <tr>
            <td>
              <a class="main" href={href(urls.adminUser, { id: user.id })}>
                {user.name || 'No name'}
              </a>
              <span class="cell-note">
                <Email of={user.email} />
              </span>
              <UserBadges user={user} />
            </td>
            <td data-label="Plan">{planName(user.plan)}</td>
            <td data-label="Credits" class="num">
              {number(user.credits)}
            </td>
            <td data-label="Last seen">
              <When at={user.last_seen_at} />
            </td>
            <td data-label="Registered">
              <When at={user.created_at} />
            </td>
          </tr>
        )}
      />
    </div>
  )
}

export const planName = (plan: string): string =>
  Object.hasOwn(PLANS, plan) ? PLANS[plan as keyof typeof PLANS] : plan

/** What is not usual about an account. */
export const UserBadges = ({ user }: { user: ListedUser }) => (
  <span class="badges">
    {user.disabled_at && <span class="badge badge-red">Disabled</span>}
    {!user.email_verified && <span class="badge badge-amber">Not verified</span>}
    {user.two_factor && <span class="badge badge-green">Two-factor</span>}
    {user.admin_roles.map((role) => (
      <span class="badge badge-accent">{role}</span>
    ))}
  </span>
)
