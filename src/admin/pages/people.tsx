import { href, urls } from '../../urls.ts'
import type { ListState } from '../list-response.ts'
import { csvAddress } from '../rules/list.ts'
import { type ListedUser, PLANS, userList } from '../rules/user.ts'
import { ListHead, ListView, PersonLink } from './list.tsx'

export const PeoplePage = (state: ListState<ListedUser>) => (
  <div class="page wide">
    <ListHead
      title="User Management"
      intro="Everybody who has an account: who they are, what they hold, and what can be done for them."
      csv={csvAddress(urls.apiAdminUsers, state.shown)}
    />
    <ListView
      {...state}
      list={userList}
      address={urls.adminUsers}
      label="Users"
      empty={{ icon: 'user', title: 'Nobody has registered yet', text: 'People are listed here as they register.' }}
      cells={{
        name: (user) => (
          <>
            <PersonLink user={user} to={href(urls.adminUser, { id: user.id })} main />
            <UserBadges user={user} />
          </>
        ),
        plan: (user) => planName(user.plan),
        credits: true,
        last_seen_at: true,
        created_at: true,
      }}
    />
  </div>
)

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
