import { ButtonLink, Empty, Submit } from '#ui/button.tsx'
import { Problem, Saved } from '#ui/field.tsx'
import { Day } from '#ui/format.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { href, urls } from '../../urls.ts'
import type { Invitation } from '../invitation-rows.ts'
import { DECLINE, VerifyForm } from './invitation.tsx'
import { inviterOf, RoleBadge } from './parts.tsx'

type Props = {
  items: Invitation[]
  next: string | null
  /** The person's address; `verified` when it is proven. */
  email: string
  verified: boolean
  problem: string | null
  declined: boolean
}

export const InvitationsPage = (props: Props) => (
  <div class="page narrow">
    <PageHead title="Invitations" text={`Organizations that invited ${props.email}.`} />
    <Problem text={props.problem} />
    <Saved show={props.declined && !props.problem}>The invitation is declined.</Saved>
    {props.verified ? <Items {...props} /> : <Unverified email={props.email} />}
  </div>
)

function Items({ items, next }: Props) {
  if (items.length === 0) return <None />
  return (
    <>
      <ul class="stack">
        {items.map((it) => (
          <Entry it={it} />
        ))}
      </ul>
      {next && (
        <p class="pagination">
          <ButtonLink to={href(urls.invitations, {}, { cursor: next })} label="Older invitations" />
        </p>
      )}
    </>
  )
}

const Entry = ({ it }: { it: Invitation }) => (
  <li class="card">
    <div class="card-body invitation-entry">
      <div class="stack grow" data-gap="1">
        <div class="row">
          <h2 class="break">{it.organization.name}</h2>
          <RoleBadge role={it.role} />
        </div>
        <p class="muted">
          Invited by {inviterOf(it)} on <Day at={it.createdAt} />
        </p>
        <p class="hint">
          Good until <Day at={it.expiresAt} />
        </p>
      </div>
      <form class="form-actions" method="post" action={urls.invitations}>
        <input type="hidden" name="invitation" value={it.id} />
        <Submit
          look="primary"
          name="answer"
          value="accept"
          aria-label={`Accept the invitation to ${it.organization.name}`}
          label="Accept"
        />
        <Submit
          name="answer"
          value="decline"
          aria-label={`Decline the invitation to ${it.organization.name}`}
          {...DECLINE}
          label="Decline"
        />
      </form>
    </div>
  </li>
)

const None = () => (
  <Empty
    icon="mail"
    title="No invitations"
    text="When somebody invites you to their organization, it waits for you here."
  >
    <ButtonLink to={urls.organizations} label="Go to your organizations" />
  </Empty>
)

const Unverified = (props: { email: string }) => (
  <Empty
    icon="mail"
    title="Verify your email address first"
    text={`Invitations are for the person who reads the mail of ${props.email}. Open the link that we sent there, and those that wait for you appear here.`}
  >
    <VerifyForm next={urls.invitations} />
  </Empty>
)
