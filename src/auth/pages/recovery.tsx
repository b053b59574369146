import { SITE } from '#base/site.ts'
import { ButtonLink, Submit } from '#ui/button.tsx'
import { Facts } from '#ui/facts.tsx'
import { Field, Problem, Saved } from '#ui/field.tsx'
import type { FormState } from '#web/form.ts'
import { href, urls } from '../../urls.ts'
import { inUtc } from '../account-mails.ts'
import type { Claim } from '../verification.ts'
import { Card } from './card.tsx'
import { NewPassword } from './fields.tsx'

/** Where mails are kept instead of sent, people are led to them. */
const OutboxLink = (props: { outbox: boolean }) =>
  props.outbox ? <ButtonLink look="primary large" to={urls.outbox} label="Open the outbox" /> : null

const WHERE = (outbox: boolean) =>
  outbox
    ? 'This installation has no mail server: it keeps its mails in the outbox.'
    : 'It can take a minute. If it does not come, look into your spam folder.'

export const ForgotPasswordPage = (props: { form: FormState }) => (
  <Card
    title="Forgot your password?"
    intro="Type your email address. We send you a link to choose a new password."
    foot={
      <>
        Remembered it? <a href={urls.login}>Login</a>
      </>
    }
  >
    <form class="form" method="post" action={urls.forgotPassword}>
      <Problem text={props.form.problem} />
      <Field form={props.form} name="email" label="Email address" type="email" autocomplete="username" autofocus />
      <Submit look="primary large" label="Send link" />
    </form>
  </Card>
)

export const ResetSentPage = (props: { outbox: boolean }) => (
  <Card
    icon="mail"
    title="Check your mail"
    intro={`A mail is on its way to the address that you typed. Its link works for one hour. ${WHERE(props.outbox)}`}
    foot={
      <>
        Another address? <a href={urls.forgotPassword}>Try again</a>
      </>
    }
  >
    <OutboxLink outbox={props.outbox} />
  </Card>
)

/** `data-session-event` tells the browser's side that a password is being recovered here. */
export const ResetPasswordPage = (props: { form: FormState; email: string }) => (
  <Card title="Choose a new password" intro={`For ${props.email}. Every other session of yours will end.`}>
    <form class="form" method="post" action={urls.resetPassword} data-session-event="password_recovery">
      <Problem text={props.form.problem} />
      <input type="text" name="username" value={props.email} autocomplete="username" hidden readonly />
      <NewPassword form={props.form} label="New password" autofocus />
      <Submit look="primary large" label="Save password" />
    </form>
  </Card>
)

export const ResetGonePage = () => (
  <Card
    icon="lock"
    title="This link has ended"
    intro="Links to choose a password work once and for one hour. This one has expired or was already used."
    foot={
      <>
        Remembered your password? <a href={urls.login}>Login</a>
      </>
    }
  >
    <ButtonLink look="primary large" to={urls.forgotPassword} label="Send a new link" />
  </Card>
)

export const VerifySentPage = (props: {
  email: string
  verified: boolean
  sent: boolean
  problem: string | null
  outbox: boolean
}) =>
  props.verified ? (
    <VerifiedPage email={props.email} here />
  ) : (
    <Card
      icon="mail"
      title="Check your mail"
      intro={`We sent a link to ${props.email}. Open it to verify the address. ${WHERE(props.outbox)}`}
    >
      <Problem text={props.problem} />
      <Saved show={props.sent}>The mail is on its way.</Saved>
      <OutboxLink outbox={props.outbox} />
      <form class="row" method="post" action={urls.sendVerification}>
        <Submit label="Resend" />
        <ButtonLink look="quiet" to={urls.organizations} label="Later" />
      </form>
    </Card>
  )

/** @param props.here whether this browser is signed in to the account */
export const VerifiedPage = (props: { email: string; here: boolean }) => (
  <Card
    icon="success"
    title="Your email address is verified"
    intro={`${props.email} is yours. Invitations to organizations come to it, and you can reset your password with it.`}
    foot={
      props.here
        ? null
        : 'The link proves the address and signs nobody in. Where you registered you are signed in as before.'
    }
  >
    {props.here ? (
      <ButtonLink look="primary large" to={urls.organizations} label="Continue" />
    ) : (
      <ButtonLink look="primary large" to={href(urls.login, {}, { email: props.email })} label="Login" />
    )}
  </Card>
)

/** The link was opened where nobody is signed in to its account. A button, since programs that check mails open links too. */
export const VerifyElsewherePage = (props: { claim: Claim; token: string; viewer: string | null }) => {
  const { name, email, createdAt, device } = props.claim
  return (
    <Card
      title="Did you make this account?"
      intro={`Somebody registered at ${SITE.name} with ${email}. Verify it only if that was you: the address then belongs to whoever made the account.`}
      foot={
        props.viewer
          ? `You stay signed in as ${props.viewer}.`
          : 'This does not sign you in here: for that you need your password.'
      }
    >
      <Facts class="card card-body" of={{ Name: name || 'No name', Made: inUtc(createdAt), With: device }} />
      <form class="stack" method="post" action={href(urls.verifyEmail, { token: props.token })}>
        <Submit look="primary large" name="answer" value="mine" label="It was me: verify" />
        <Submit look="large" name="answer" value="not_mine" label="It was not me" />
      </form>
    </Card>
  )
}

export const DisownedPage = (props: { email: string }) => (
  <Card
    icon="lock"
    title="Thank you"
    intro={`That account is signed out everywhere and cannot use ${props.email}. You need do nothing more.`}
  >
    <ButtonLink to={urls.home} label="Home" />
  </Card>
)

export const VerifyGonePage = (props: { signedIn: boolean; message: string }) => (
  <Card icon="mail" title="This link has ended" intro={props.message}>
    {props.signedIn ? (
      <form class="form" method="post" action={urls.sendVerification}>
        <Submit look="primary large" label="Send a new link" />
      </form>
    ) : (
      <ButtonLink look="primary large" to={href(urls.login, {}, { next: urls.sendVerification })} label="Login" />
    )}
  </Card>
)
