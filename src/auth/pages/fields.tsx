import { Check, Field, type FieldForm } from '#ui/field.tsx'
import { PASSWORD } from '../rules/credentials.ts'

export const NewPassword = (props: { form: FieldForm; name?: string; label?: string; autofocus?: boolean }) => (
  <Field
    name="password"
    label="Password"
    {...props}
    type="password"
    autocomplete="new-password"
    minlength={PASSWORD.least}
    maxlength={PASSWORD.most}
    hint={`At least ${PASSWORD.least} characters. A few unrelated words are easy to remember and hard to guess.`}
  />
)

export const Remember = (props: { form: FieldForm }) => (
  <Check form={props.form} name="remember" label="Keep me signed in">
    Not on a computer that others use.
  </Check>
)
