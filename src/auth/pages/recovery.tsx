import { SITE } from '#base/site.ts'
import { Field, Problem, Saved } from '#ui/field.tsx'
import type { FormState } from '#web/form.ts'
import { href, urls } from '../../urls.ts'
import { PASSWORD } from '../rules/credentials.ts'
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
    <VerifiedPage email={props.email} />
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

export const VerifiedPage = (props: { email: string }) => (
  <Card
    icon="success"
    title="Your email address is verified"
    intro={`${props.email} is yours. Invitations to organizations come to it, and you can reset your password with it.`}
  >
    <a class="button button-primary button-large" href={urls.organizations}>
      Continue
    </a>
  </Card>
)

/** The link was opened where nobody is signed in to its account. */
export const VerifyWithPasswordPage = (props: { form: FormState; token: string; email: string }) => (
  <Card
    title="Verify your email address"
    intro={`To verify ${props.email}, type the password that you chose when you registered. So nobody can use your address for an account of theirs.`}
    foot={`You did not register at ${SITE.name}? Close this page: nothing happens.`}
  >
    <form class="form" method="post" action={href(urls.verifyEmail, { token: props.token })} data-session-form>
      <Problem text={props.form.problem} />
      <input type="text" name="username" value={props.email} autocomplete="username" hidden readonly />
      <Field
        form={props.form}
        name="password"
        label="Password"
        type="password"
        autocomplete="current-password"
        autofocus
      />
      <button class="button button-primary button-large" type="submit">
        Verify email address
      </button>
      <a href={urls.forgotPassword}>Forgot password?</a>
    </form>
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
