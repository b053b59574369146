import { SITE } from '#base/site.ts'
import { ButtonLink, Submit } from '#ui/button.tsx'
import { Field, Notice, Problem, Saved } from '#ui/field.tsx'
import type { FormState } from '#web/form.ts'
import { href, urls } from '../../urls.ts'
import type { LoginNote } from '../rules/notes.ts'
import { Card } from './card.tsx'
import { NewPassword, Remember } from './fields.tsx'

/** The way in through Google, above the form; absent where it is not configured. A link, since the way leads to another site. */
const Google = (props: { show: boolean; next: string | null }) =>
  props.show ? (
    <>
      <a
        class="button button-large google"
        href={href(urls.googleSignIn, {}, { next: props.next ?? undefined })}
        data-google
      >
        <GoogleMark />
        Continue with Google
      </a>
      <p class="or">or</p>
    </>
  ) : null

const GoogleMark = () => (
  <svg viewBox="0 0 18 18" width="18" height="18" aria-hidden="true">
    <path
      fill="#4285f4"
      d="M17.64 9.2c0-.64-.06-1.25-.16-1.84H9v3.48h4.84a4.14 4.14 0 01-1.8 2.72v2.26h2.92c1.7-1.57 2.68-3.88 2.68-6.62z"
    />
    <path
      fill="#34a853"
      d="M9 18c2.43 0 4.47-.8 5.96-2.18l-2.92-2.26c-.8.54-1.84.86-3.04.86-2.34 0-4.32-1.58-5.03-3.7H.96v2.33A9 9 0 009 18z"
    />
    <path fill="#fbbc05" d="M3.97 10.72a5.4 5.4 0 010-3.44V4.95H.96a9 9 0 000 8.1l3.01-2.33z" />
    <path
      fill="#ea4335"
      d="M9 3.58c1.32 0 2.5.45 3.44 1.35l2.58-2.59A9 9 0 00.96 4.95l3.01 2.33C4.68 5.16 6.66 3.58 9 3.58z"
    />
  </svg>
)

/** `data-session-form` tells the token refresher that a session starts here. */
export const LoginPage = (props: { form: FormState; next: string | null; google: boolean; note: LoginNote | null }) => (
  <Card
    title="Login"
    intro={`Welcome back to ${SITE.name}.`}
    foot={
      <>
        New here? <a href={href(urls.register, {}, { next: props.next ?? undefined })}>Create an account</a>
      </>
    }
  >
    {props.note?.title ? (
      <Notice show title={props.note.title}>
        {props.note.text}
      </Notice>
    ) : (
      <Saved show={props.note !== null}>{props.note?.text}</Saved>
    )}
    <Problem text={props.form.problem} />
    <Google show={props.google} next={props.next} />
    <form class="form" method="post" action={urls.login} data-session-form>
      {props.next && <input type="hidden" name="next" value={props.next} />}
      <Field
        form={props.form}
        name="email"
        label="Email address"
        type="email"
        autocomplete="username"
        autofocus={!props.form.values.email}
      />
      <Field
        form={props.form}
        name="password"
        label="Password"
        type="password"
        autocomplete="current-password"
        autofocus={Boolean(props.form.values.email)}
      />
      <a class="aside" href={href(urls.forgotPassword, {}, { email: props.form.values.email || undefined })}>
        Forgot password?
      </a>
      <Remember form={props.form} />
      <Submit look="primary large" label="Login" />
    </form>
  </Card>
)

const AccountFields = (props: { form: FormState }) => (
  <>
    <Field form={props.form} name="name" label="Name" autocomplete="name" maxlength={100} optional autofocus />
    <Field form={props.form} name="email" label="Email address" type="email" autocomplete="username" />
    <NewPassword form={props.form} />
    <Remember form={props.form} />
  </>
)

export const RegisterPage = (props: { form: FormState; next: string | null; google: boolean }) => (
  <Card
    title="Create your account"
    intro="Free to begin, no card needed."
    foot={
      <>
        Have an account already? <a href={href(urls.login, {}, { next: props.next ?? undefined })}>Login</a>
      </>
    }
  >
    <Problem text={props.form.problem} />
    <Google show={props.google} next={props.next} />
    <form class="form" method="post" action={urls.register} data-session-form>
      {props.next && <input type="hidden" name="next" value={props.next} />}
      <AccountFields form={props.form} />
      <Submit look="primary large" label="Get Started" />
      <p class="hint">
        By registering you agree to the <a href={urls.terms}>terms</a> and have read the{' '}
        <a href={urls.privacy}>privacy policy</a>.
      </p>
    </form>
  </Card>
)

/** For a guest: make the account that becomes the first admin. For somebody signed in: make theirs so. */
export const FirstAdminPage = (props: { form: FormState; token: string; email: string | null }) => (
  <Card
    title="Set up this installation"
    intro={`This link works once. It makes ${props.email ?? 'the account that you create here'} the first administrator.`}
  >
    <form class="form" method="post" action={href(urls.firstAdmin, { token: props.token })} data-session-form>
      <Problem text={props.form.problem} />
      {props.email === null && <AccountFields form={props.form} />}
      <Submit look="primary large">
        {props.email === null ? 'Create the administrator' : 'Become the administrator'}
      </Submit>
    </form>
  </Card>
)

/** `data-sign-out` tells the token refresher to clear what the browser stores before the form is posted. */
export const LogoutPage = () => (
  <Card title="Sign Out" intro="Your session on this device will end.">
    <form class="form" method="post" action={urls.logout} data-sign-out>
      <div class="form-actions">
        <Submit look="primary" label="Sign Out" />
        <ButtonLink to={urls.organizations} label="Cancel" />
      </div>
    </form>
  </Card>
)
