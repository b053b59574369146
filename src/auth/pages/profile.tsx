import { Field, Problem, Saved } from '#ui/field.tsx'
import type { FormState } from '#web/form.ts'
import type { User } from '../../ctx.ts'
import { urls } from '../../urls.ts'

export const ProfilePage = (props: { user: User; form: FormState; saved: boolean }) => (
  <div class="page narrow">
    <header class="page-head">
      <div>
        <h1>Profile</h1>
        <p>How others in your organizations see you.</p>
      </div>
    </header>
    <Saved show={props.saved}>Your profile is saved.</Saved>
    <form class="form" method="post" action={urls.profile}>
      <Problem text={props.form.problem} />
      <Field form={props.form} name="name" label="Name" autocomplete="name" maxlength={100} />
      <div class="field">
        <span class="label">Email address</span>
        <p>{props.user.email}</p>
      </div>
      <div class="form-actions">
        <button class="button button-primary" type="submit">
          Save
        </button>
      </div>
    </form>
  </div>
)
