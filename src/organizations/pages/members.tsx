import type { Page } from '#base/paging.ts'
import { Done } from '#ui/field.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { PostButton, type Question } from '#ui/post-button.tsx'
import type { OrganizationCtx } from '../../ctx.ts'
import { href, urls } from '../../urls.ts'
import type { Member } from '../members.ts'
import { grantableRoles, REMOVE_MEMBER } from '../rules/member.ts'
import { can, denyText } from '../rules/permission.ts'
import { type Seats, seatsText } from '../rules/seats.ts'
import { OrganizationBreadcrumb, OrganizationTabs, RoleBadge } from './parts.tsx'
import { PeopleTable, Person, RemoveButton, RoleSelect, Search } from './people.tsx'
import { ShareButton, ShareDialog } from './share.tsx'

/** The list as it is asked for: what is searched, and from where on it is shown. */
type Shown = { q: string; cursor?: string | undefined }

type Props = {
  place: Pick<OrganizationCtx, 'organization' | 'user'>
  page: Page<Member>
  shown: Shown
  seats: Seats
  lastOwner: boolean
  done: string | undefined
  problem?: string | null
}

const DONE = {
  role: 'The role is changed.',
  removed: 'The member is removed.',
  transferred: 'The organization has a new owner; you are a member now.',
}

export const leaveQuestion = (name: string): Question => ({
  title: 'Leave organization',
  message: `Do you want to leave ${name}? You lose its workspaces and your conversations in them at once.`,
  action: 'Leave',
})

export const MembersPage = (props: Props) => {
  const { organization } = props.place
  const address = href(urls.organizationMembers, { id: organization.id })
  return (
    <div class="page">
      <OrganizationBreadcrumb organization={organization} here="Members" />
      <PageHead
        title={`Members of ${organization.name}`}
        text={`Everybody here sees the workspaces that are not restricted, with the role shown. ${seatsText(props.seats)}`}
      >
        <ShareButton organization={organization} />
      </PageHead>
      <OrganizationTabs organization={organization} members={props.seats.members} here="members" />
      {!can(organization.role, 'UPDATE_MEMBER_ROLES') && (
        <p class="muted small">You cannot change roles or remove members: {denyText('UPDATE_MEMBER_ROLES')}.</p>
      )}
      <Search address={address} list="members" q={props.shown.q} label="Search members" />
      <MemberList {...props} />
      <Leave organization={organization} lastOwner={props.lastOwner} />
      <ShareDialog userId={props.place.user.id} />
    </div>
  )
}

function MemberList({ place: { organization, user }, page, shown, done, problem }: Props) {
  const { id } = organization
  const address = href(urls.organizationMembers, { id }, { q: shown.q || undefined, cursor: shown.cursor })
  const mayChange = can(organization.role, 'UPDATE_MEMBER_ROLES')
  const mayRemove = can(organization.role, 'REMOVE_MEMBERS')
  return (
    <PeopleTable
      done={<Done texts={DONE} done={done} />}
      problem={problem ?? null}
      q={shown.q}
      empty={page.items.length === 0}
      columns={['Role']}
      actions={mayRemove}
      all={href(urls.organizationMembers, { id })}
      more={page.next && href(urls.organizationMembers, { id }, { q: shown.q || undefined, cursor: page.next })}
    >
      {page.items.map((member) => {
        const name = member.user.name || member.user.email
        const self = member.userId === user.id
        return (
          <tr>
            <td>
              <Person user={member.user} self={self} />
            </td>
            <td data-label="Role">
              {mayChange && !self ? (
                <RoleSelect
                  address={address}
                  list="members"
                  field="memberId"
                  value={member.id}
                  name={name}
                  role={member.role}
                  roles={grantableRoles(organization.role)}
                />
              ) : (
                <span title={self && mayChange ? 'You cannot change your own role. Another owner can.' : undefined}>
                  <RoleBadge role={member.role} />
                </span>
              )}
            </td>
            {mayRemove && (
              <td class="actions">
                {!self && (
                  <RemoveButton
                    address={href(urls.organizationMemberRemove, { id })}
                    field="memberId"
                    value={member.id}
                    name={name}
                    question={REMOVE_MEMBER}
                  />
                )}
              </td>
            )}
          </tr>
        )
      })}
    </PeopleTable>
  )
}

const LAST_OWNER = 'You are the last owner. Make somebody else an owner first, or delete the organization.'

type LeaveProps = { organization: { id: string; name: string }; lastOwner: boolean }

const Leave = ({ organization: { id, name }, lastOwner }: LeaveProps) => (
  <section class="card" aria-labelledby="leave">
    <div class="card-head leave">
      <div>
        <h2 id="leave">Leave this organization</h2>
        <p class="muted">
          {lastOwner ? LAST_OWNER : 'You lose its workspaces and your conversations in them at once.'}
        </p>
      </div>
      {lastOwner ? (
        <button class="button" type="button" aria-disabled="true" title={LAST_OWNER}>
          Leave<span class="quiet">. {LAST_OWNER}</span>
        </button>
      ) : (
        <PostButton to={href(urls.organizationLeave, { id })} ask={leaveQuestion(name)} label="Leave" />
      )}
    </div>
  </section>
)
