import type { Page } from '#base/paging.ts'
import { Denied, RoleBadge } from '#organizations/pages/parts.tsx'
import { PeopleTable, Person, RemoveButton, RoleSelect, Search } from '#organizations/pages/people.tsx'
import { can } from '#organizations/rules/permission.ts'
import { Submit } from '#ui/button.tsx'
import { Done, Field, Problem } from '#ui/field.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { emptyForm, type FormState } from '#web/form.ts'
import type { WorkspaceCtx } from '../../ctx.ts'
import { href, urls } from '../../urls.ts'
import { invitableTo, removeFromWorkspace, type WorkspaceMember } from '../rules/member.ts'
import { WorkspaceBreadcrumb, WorkspaceTabs } from './parts.tsx'

type Props = {
  place: Pick<WorkspaceCtx, 'organization' | 'workspace' | 'user'>
  page: Page<WorkspaceMember>
  shown: { q: string; cursor?: string | undefined }
  done: string | undefined
  admission?: FormState | undefined
  problem?: string | null
}

const DONE = {
  added: 'The member is added.',
  role: 'The role is changed.',
  removed: 'The member is removed.',
}

export const WorkspaceMembersPage = (props: Props) => {
  const { organization, workspace } = props.place
  return (
    <div class="page">
      <WorkspaceBreadcrumb place={{ organization, workspace }} here="Members" />
      <PageHead
        title={`Members of ${workspace.name}`}
        text={
          workspace.restricted
            ? `Restricted: only owners of ${organization.name} and the people listed here see this workspace.`
            : `Everybody in ${organization.name} sees this workspace with their role there, unless another is given here.`
        }
      />
      <WorkspaceTabs workspace={workspace} here="members" />
      <Admit {...props} />
      <Search
        address={href(urls.workspaceMembers, { id: workspace.id })}
        list="members"
        q={props.shown.q}
        label="Search members"
      />
      <MemberList {...props} />
    </div>
  )
}

/** In an open workspace everybody is in already: then only whoever may change roles lists people. */
function Admit({ place: { workspace, organization }, admission = emptyForm() }: Props) {
  const roles = invitableTo(workspace.role)
  const label = workspace.restricted ? 'Add member' : 'Give a role of its own'
  if (roles.length === 0)
    return (
      <p>
        <Denied permission="INVITE_WORKSPACE_MEMBERS">{label}</Denied>
      </p>
    )
  if (!workspace.restricted && !can(workspace.role, 'UPDATE_WORKSPACE_MEMBER_ROLES'))
    return (
      <p>
        <Denied permission="UPDATE_WORKSPACE_MEMBER_ROLES">{label}</Denied>
      </p>
    )
  return (
    <form class="admit" method="post" action={href(urls.workspaceMemberAdd, { id: workspace.id })}>
      <Problem text={admission.problem} />
      <Field
        form={admission}
        name="email"
        label="Email address"
        type="email"
        maxlength={320}
        placeholder={`Somebody in ${organization.name}`}
      />
      <Field form={admission} name="role" label="Role" options={roles.map((role) => [role, role])} usual="member" />
      <Submit look="primary">{label}</Submit>
    </form>
  )
}

function MemberList({ place, page, shown, done, problem }: Props) {
  const { id } = place.workspace
  const mayRemove = can(place.workspace.role, 'REMOVE_WORKSPACE_MEMBERS')
  return (
    <PeopleTable
      done={<Done texts={DONE} done={done} />}
      problem={problem ?? null}
      q={shown.q}
      empty={page.items.length === 0}
      columns={['Access', 'Role']}
      actions={mayRemove}
      all={href(urls.workspaceMembers, { id })}
      more={page.next && href(urls.workspaceMembers, { id }, { q: shown.q || undefined, cursor: page.next })}
    >
      {page.items.map((member) => (
        <MemberRow place={place} member={member} shown={shown} />
      ))}
    </PeopleTable>
  )
}

type RowProps = Pick<Props, 'place' | 'shown'> & { member: WorkspaceMember }

function MemberRow({ place: { workspace, user }, member, shown }: RowProps) {
  const { id } = workspace
  const name = member.user.name || member.user.email
  const fixed = fixedBecause(member, user.id)
  const mayChange = can(workspace.role, 'UPDATE_WORKSPACE_MEMBER_ROLES')
  const mayRemove = can(workspace.role, 'REMOVE_WORKSPACE_MEMBERS')
  return (
    <tr>
      <td>
        <Person user={member.user} self={member.userId === user.id} />
      </td>
      <td data-label="Access" class="access">
        {member.source === 'workspace' ? 'Listed here' : 'By the organization'}
      </td>
      <td data-label="Role">
        {mayChange && !fixed ? (
          <RoleSelect
            address={href(urls.workspaceMembers, { id }, { q: shown.q || undefined, cursor: shown.cursor })}
            list="members"
            field="user_id"
            value={member.userId}
            name={name}
            role={member.role}
            roles={invitableTo(workspace.role)}
          />
        ) : (
          <span title={(mayChange && fixed) || undefined}>
            <RoleBadge role={member.role} />
            {mayChange && fixed && <span class="quiet">. {fixed}</span>}
          </span>
        )}
      </td>
      {mayRemove && (
        <td class="actions">
          {member.source === 'workspace' && !fixed && (
            <RemoveButton
              address={href(urls.workspaceMemberRemove, { id })}
              field="user_id"
              value={member.userId}
              name={name}
              question={removeFromWorkspace(workspace.restricted)}
            />
          )}
        </td>
      )}
    </tr>
  )
}

/** Why nobody may change this row, or null. */
function fixedBecause(member: WorkspaceMember, selfId: string): string | null {
  if (member.organizationRole === 'owner') return 'Owners of the organization are owners of all its workspaces.'
  return member.userId === selfId ? 'You cannot change or remove your own access. Another owner can.' : null
}
