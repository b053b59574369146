import type { Child } from 'hono/jsx'
import { SITE } from '#base/site.ts'
import { Check, Field, Problem } from '#ui/field.tsx'
import type { FormState } from '#web/form.ts'
import { href, urls } from '../../urls.ts'
import { PASSWORD } from '../rules/credentials.ts'

/** One centred card with a form. */
const Card = (props: { title: string; intro: string; children: Child; foot?: Child }) => (
  <div class="page centred">
    <header class="stack" data-gap="1">
      <h1>{props.title}</h1>
      <p class="muted">{props.intro}</p>
    </header>
    {props.children}
    {props.foot && <p class="muted">{props.foot}</p>}
  </div>
)

const Remember = (props: { form: FormState }) => (
  <Check form={props.form} name="remember" label="Keep me signed in">
    Not on a computer that others use.
  </Check>
)

/** `data-session-form` tells the session keeper that a session begins here. */
export const LoginPage = (props: { form: FormState; next: string | null }) => (
  <Card
    title="Login"
    intro={`Welcome back to ${SITE.name}.`}
    foot={
      <>
        New here? <a href={href(urls.register, {}, { next: props.next ?? undefined })}>Create an account</a>
      </>
    }
  >
    <form class="form" method="post" action={urls.login} data-session-form>
      <Problem text={props.form.problem} />
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
      <Remember form={props.form} />
      <button class="button button-primary button-large" type="submit">
        Login
      </button>
    </form>
  </Card>
)

const AccountFields = (props: { form: FormState }) => (
  <>
    <Field form={props.form} name="name" label="Name" autocomplete="name" maxlength={100} optional autofocus />
    <Field form={props.form} name="email" label="Email address" type="email" autocomplete="username" />
    <Field
      form={props.form}
      name="password"
      label="Password"
      type="password"
      autocomplete="new-password"
      minlength={PASSWORD.least}
      maxlength={PASSWORD.most}
      hint={`At least ${PASSWORD.least} characters. A few unrelated words are easy to remember and hard to guess.`}
    />
    <Remember form={props.form} />
  </>
)

export const RegisterPage = (props: { form: FormState; next: string | null }) => (
  <Card
    title="Create your account"
    intro="Free to begin, no card needed."
    foot={
      <>
        Have an account already? <a href={href(urls.login, {}, { next: props.next ?? undefined })}>Login</a>
      </>
    }
  >
    <form class="form" method="post" action={urls.register} data-session-form>
      <Problem text={props.form.problem} />
      {props.next && <input type="hidden" name="next" value={props.next} />}
      <AccountFields form={props.form} />
      <button class="button button-primary button-large" type="submit">
        Get Started
      </button>
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
      <button class="button button-primary button-large" type="submit">
        {props.email === null ? 'Create the administrator' : 'Become the administrator'}
      </button>
    </form>
  </Card>
)

/** `data-sign-out` tells the session keeper to clear what the browser keeps before the form is posted. */
export const LogoutPage = () => (
  <Card title="Sign Out" intro="Your session on this device will end.">
    <form class="form" method="post" action={urls.logout} data-sign-out>
      <div class="form-actions">
        <button class="button button-primary" type="submit">
          Sign Out
        </button>
        <a class="button" href={urls.organizations}>
          Cancel
        </a>
      </div>
    </form>
  </Card>
)
