import { ButtonLink, Submit } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Done, Field, Problem } from '#ui/field.tsx'
import { Day } from '#ui/format.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { PostForm } from '#ui/post-form.tsx'
import type { FormState } from '#web/form.ts'
import type { Organization } from '../../ctx.ts'
import { href, urls } from '../../urls.ts'
import type { Invitation } from '../invitation-rows.ts'
import { mayCancel, ROLE_MEANINGS, roleLabel } from '../rules/invitation.ts'
import { can, denyText, invitableRoles } from '../rules/permission.ts'
import { type Seats, seatsText } from '../rules/seats.ts'
import { inviterOf, OrganizationBreadcrumb, RoleBadge } from './parts.tsx'

type Props = {
  organization: Organization
  userId: string
  items: Invitation[]
  seats: Seats
  next: string | null
  form: FormState
  done: string | undefined
}

const DONE = {
  sent: 'The invitation is on its way.',
  cancelled: 'The invitation is cancelled.',
}

/** What the sharing dialog does, for browsers without script: the Share button leads here. */
export const InvitePage = (props: Props) => {
  const { organization, form } = props
  const { id, name, role } = organization
  return (
    <div class="page narrow">
      <OrganizationBreadcrumb organization={organization} here="Share" />
      <PageHead
        title={`Share ${name}`}
        text={
          <>
            Everybody who is in it already is on the list of{' '}
            <a href={href(urls.organizationMembers, { id })}>members</a>. {seatsText(props.seats)}
          </>
        }
      />
      <Problem text={form.problem} />
      <Done texts={DONE} done={props.done} />
      <Card id="invite" title="Invite Members">
        {can(role, 'INVITE_MEMBERS') ? (
          <InviteForm {...props} />
        ) : (
          <p class="card-body muted">{denyText('INVITE_MEMBERS')}</p>
        )}
      </Card>
      <Pending {...props} />
    </div>
  )
}

const InviteForm = ({ organization: { id, role }, form }: Props) => (
  <PostForm
    class="card-body form"
    action={href(urls.organizationInvite, { id })}
    submit="Send Invitation"
    look="primary"
  >
    <Field form={form} name="email" label="Email Address" type="email" maxlength={254} />
    <Field
      form={form}
      name="role"
      label="Role"
      options={invitableRoles(role).map((it) => [it, `${roleLabel(it)}: ${ROLE_MEANINGS[it]}`])}
      usual="member"
    />
  </PostForm>
)

const Pending = (props: Props) => {
  const { organization, userId, items, seats, next } = props
  const { id, role } = organization
  return (
    <Card id="pending" title={`Pending Invitations (${seats.invited})`}>
      {items.length === 0 && <p class="card-body muted">Nobody is invited at the moment.</p>}
      <ul class="entries">
        {items.map((it) => (
          <li class="entry">
            <div class="grow stack" data-gap="1">
              <strong class="break">{it.email}</strong>
              <span class="hint">
                Invited by {inviterOf(it)} · <Day at={it.createdAt} />
              </span>
            </div>
            <RoleBadge role={it.role} />
            <span class="badge badge-amber">Pending</span>
            <form class="row" method="post" action={href(urls.organizationInvitation, { id, invitationId: it.id })}>
              {invitableRoles(role).includes(it.role) && (
                <Submit look="small" name="answer" value="resend" label="Resend" />
              )}
              {mayCancel(role, it.invitedBy?.id === userId) && (
                <Submit look="small" name="answer" value="cancel" label="Cancel" />
              )}
            </form>
          </li>
        ))}
      </ul>
      {next && (
        <p class="card-foot pagination">
          <ButtonLink
            look="small"
            to={href(urls.organizationInvite, { id }, { cursor: next })}
            label="Older invitations"
          />
        </p>
      )}
    </Card>
  )
}
