import { Submit } from '#ui/button.tsx'
import { Check, Field, Problem } from '#ui/field.tsx'
import type { FormState } from '#web/form.ts'
import { href, urls } from '../../urls.ts'

/** `data-second-step` tells the browser's side that the challenge of the second factor is met here. */
export const SecondStepPage = (props: { form: FormState; next: string | null }) => (
  <div class="page centred">
    <header class="stack" data-gap="1">
      <h1>Second step</h1>
      <p class="muted">Type the code that your authenticator app shows.</p>
    </header>
    <form class="form" method="post" action={urls.signInSecondStep} data-second-step>
      <Problem text={props.form.problem} />
      {props.next && <input type="hidden" name="next" value={props.next} />}
      <Field
        form={props.form}
        name="code"
        label="Code"
        autocomplete="one-time-code"
        maxlength={40}
        autofocus
        hint="Six digits. Without your phone, type one of your backup codes."
      />
      <Check form={props.form} name="trust_browser" label="Trust this browser for 30 days">
        It is not asked for a code then. Not on a computer that others use.
      </Check>
      <Submit look="primary large" label="Continue" />
    </form>
    <p class="muted">
      <a href={href(urls.login, {}, { next: props.next ?? undefined })}>Sign in as somebody else</a>
    </p>
  </div>
)
