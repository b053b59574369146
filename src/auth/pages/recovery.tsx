import { SITE } from '#base/site.ts'
import { Field, Problem, Saved } from '#ui/field.tsx'
import type { FormState } from '#web/form.ts'
import { href, urls } from '../../urls.ts'
import { PASSWORD } from '../rules/credentials.ts'
import { inUtc } from '../sign-in-letters.ts'
import type { Claim } from '../verification.ts'
import { Card } from './card.tsx'

/** Where mails are kept instead of sent, people are led to them. */
const OutboxLink = (props: { outbox: boolean }) =>
  props.outbox ? (
    <a class="button button-primary button-large" href={urls.outbox}>
      Open the outbox
    </a>
  ) : null

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
      <button class="button button-primary button-large" type="submit">
        Send link
      </button>
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
      <Field
        form={props.form}
        name="password"
        label="New password"
        type="password"
        autocomplete="new-password"
        minlength={PASSWORD.least}
        maxlength={PASSWORD.most}
        hint={`At least ${PASSWORD.least} characters. A few unrelated words are easy to remember and hard to guess.`}
        autofocus
      />
      <button class="button button-primary button-large" type="submit">
        Save password
      </button>
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
    <a class="button button-primary button-large" href={urls.forgotPassword}>
      Send a new link
    </a>
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
        <button class="button" type="submit">
          Resend
        </button>
        <a class="button button-quiet" href={urls.organizations}>
          Later
        </a>
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
      <a class="button button-primary button-large" href={urls.organizations}>
        Continue
      </a>
    ) : (
      <a class="button button-primary button-large" href={href(urls.login, {}, { email: props.email })}>
        Login
      </a>
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
      <dl class="facts card card-body">
        <dt>Name</dt>
        <dd class="wrap">{name || 'No name'}</dd>
        <dt>Made</dt>
        <dd>{inUtc(createdAt)}</dd>
        <dt>With</dt>
        <dd>{device}</dd>
      </dl>
      <form class="stack" method="post" action={href(urls.verifyEmail, { token: props.token })}>
        <button class="button button-primary button-large" type="submit" name="answer" value="mine">
          It was me: verify
        </button>
        <button class="button button-large" type="submit" name="answer" value="not_mine">
          It was not me
        </button>
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
    <a class="button" href={urls.home}>
      Home
    </a>
  </Card>
)

export const VerifyGonePage = (props: { signedIn: boolean; message: string }) => (
  <Card icon="mail" title="This link has ended" intro={props.message}>
    {props.signedIn ? (
      <form class="form" method="post" action={urls.sendVerification}>
        <button class="button button-primary button-large" type="submit">
          Send a new link
        </button>
      </form>
    ) : (
      <a class="button button-primary button-large" href={href(urls.login, {}, { next: urls.sendVerification })}>
        Login
      </a>
    )}
  </Card>
)
