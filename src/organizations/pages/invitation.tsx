import type { Child } from 'hono/jsx'
import { NewPassword, Remember } from '#auth/pages/fields.tsx'
import { ButtonLink, Submit } from '#ui/button.tsx'
import { Facts } from '#ui/facts.tsx'
import { Field, Problem } from '#ui/field.tsx'
import { Day, dayText } from '#ui/format.tsx'
import { Icon } from '#ui/icon.tsx'
import { PostButton } from '#ui/post-button.tsx'
import type { FormState } from '#web/form.ts'
import { href, urls } from '../../urls.ts'
import type { Invitation } from '../invitation-rows.ts'
import { ENDED_TEXTS, type Ended, ROLE_MEANINGS, type Standing } from '../rules/invitation.ts'
import { inviterOf, RoleBadge } from './parts.tsx'

type Props = { invitation: Invitation; token: string; standing: Standing; form: FormState; viewer: string | null }

export const InvitationPage = (props: Props) => (
  <div class="page centred">
    {props.standing === 'ended' || props.standing === 'inside' ? <Over {...props} /> : <Pending {...props} />}
  </div>
)

const Pending = (props: Props) => {
  const { invitation, form } = props
  return (
    <>
      <header class="stack" data-gap="2">
        <h1>Join {invitation.organization.name}</h1>
        <p class="muted">
          {inviterOf(invitation)} invites {props.standing === 'ready' ? 'you' : invitation.email} to work with{' '}
          {invitation.organization.name}.
        </p>
      </header>
      <Facts
        class="card card-body invitation-facts"
        of={{
          'Your role': (
            <>
              <RoleBadge role={invitation.role} /> <span class="small">{ROLE_MEANINGS[invitation.role]}</span>
            </>
          ),
          'Invited by': inviterOf(invitation),
          'Good until': <Day at={invitation.expiresAt} />,
        }}
      />
      <Problem text={form.problem ?? form.errors.email ?? null} />
      <Way {...props} />
    </>
  )
}

function Way(props: Props) {
  const { invitation, token, standing, viewer } = props
  const here = href(urls.invitation, { token })
  if (standing === 'ready')
    return (
      <form class="form-actions" method="post" action={here}>
        <Submit look="primary large" name="answer" value="accept" label="Accept" />
        <Submit look="large" name="answer" value="decline" {...DECLINE} label="Decline" />
      </form>
    )
  if (standing === 'register') return <Register {...props} />
  if (standing === 'sign_in')
    return (
      <Note title={`Sign in as ${invitation.email}`} text="This address has an account. Sign in to accept.">
        <ButtonLink look="primary large" to={href(urls.login, {}, { next: here })} label="Login" />
      </Note>
    )
  if (standing === 'unverified')
    return (
      <Note
        title="Verify your email address first"
        text={`Open the link that we mailed to ${invitation.email}, then come back.`}
      >
        <VerifyForm next={here} />
      </Note>
    )
  return (
    <Note
      title={`This invitation is for ${invitation.email}`}
      text={`You are signed in as ${viewer}. Sign out, then sign in with the invited address.`}
    >
      <form method="post" action={urls.logout} data-sign-out>
        <input type="hidden" name="next" value={here} />
        <Submit look="primary" label="Sign out and continue" />
      </form>
      <ButtonLink to={urls.organizations} label="Stay signed in" />
    </Note>
  )
}

export const DECLINE = {
  'data-confirm': 'Decline invitation',
  'data-confirm-message': 'You will need a new invitation to join later.',
  'data-confirm-action': 'Decline',
} as const

/** Mails the link that proves the address once more. */
export const VerifyForm = (props: { next: string }) => (
  <PostButton
    to={urls.sendVerification}
    fields={{ next: props.next }}
    look="primary"
    label="Resend verification email"
  />
)

const Note = (props: { title: string; text: string; children: Child }) => (
  <section class="stack">
    <div class="stack" data-gap="1">
      <h2 class="break">{props.title}</h2>
      <p class="muted">{props.text}</p>
    </div>
    <div class="form-actions">{props.children}</div>
  </section>
)

/** The address is that of the invitation: reading its mail has proven it. */
const Register = ({ invitation, token, form }: Props) => (
  <>
    <form class="form" method="post" action={href(urls.invitation, { token })} data-session-form>
      <h2>Create your account</h2>
      <input type="hidden" name="answer" value="register" />
      <div class="field">
        <label for="field-email">Email address</label>
        <input
          id="field-email"
          class="input"
          type="email"
          autocomplete="username"
          value={invitation.email}
          readonly
          aria-describedby="field-email-note"
        />
        <p class="hint" id="field-email-note">
          The invitation is for this address.
        </p>
      </div>
      <Field form={form} name="name" label="Name" autocomplete="name" maxlength={100} optional autofocus />
      <NewPassword form={form} />
      <Remember form={form} />
      <Submit look="primary large" label="Register and join" />
    </form>
    <p class="muted">
      Have an account with this address already?{' '}
      <a href={href(urls.login, {}, { next: href(urls.invitation, { token }) })}>Login</a>
    </p>
    <p class="hint">Not expecting this? Close the page: nothing happens until you accept.</p>
  </>
)

const TITLES: Record<Ended, string> = {
  accepted: 'Already accepted',
  declined: 'Declined',
  cancelled: 'Cancelled',
  expired: 'Expired',
  withdrawn: 'No longer valid',
  organization_deleted: 'The organization is gone',
}

const Over = ({ invitation: { state, organization, expiresAt, email }, standing }: Props) => {
  const inside = standing === 'inside'
  const ended = state === 'pending' ? 'accepted' : state
  return (
    <section class="empty">
      <Icon name={inside ? 'success' : 'info'} />
      <h1>{inside ? `You are in ${organization.name}` : TITLES[ended]}</h1>
      <p>{inside ? 'There is nothing left to answer.' : ENDED_TEXTS[ended]}</p>
      {ended === 'expired' && (
        <p class="small">
          It was for {email} and good until {dayText(expiresAt)}.
        </p>
      )}
      <ButtonLink look="primary" to={inside ? href(urls.organization, { id: organization.id }) : urls.organizations}>
        {inside ? `Open ${organization.name}` : 'Go to your organizations'}
      </ButtonLink>
    </section>
  )
}
