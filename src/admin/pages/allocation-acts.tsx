import { numberText } from '#base/format.ts'
import { Check, Field } from '#ui/field.tsx'
import type { FormState } from '#web/form.ts'
import { urls } from '../../urls.ts'
import type { Act } from '../rules/act.ts'
import { ALLOCATION_LIMITS, type AllocationKind, MOST_YEARS } from '../rules/credit-allocation.ts'

const most = numberText(ALLOCATION_LIMITS.credits)
const ACTS = {
  grant: {
    title: 'Give credits',
    message: `They are free to spend at once, and burn before what was bought if they expire earlier. At most ${most} in one act.`,
    action: 'Give credits',
    type: 'info',
  },
  deduct: {
    title: 'Take credits away',
    message: `Free credits only, the ones that expire first; what running questions stand on stays. At most ${most} in one act.`,
    action: 'Take credits',
    type: 'danger',
  },
} as const satisfies Record<AllocationKind, Omit<Act, 'id' | 'address'>>

/** @param key names the act: the same form does it once */
export const allocationAct = (kind: AllocationKind, key: string): Act => ({
  id: kind,
  ...ACTS[kind],
  address: urls.adminCreditAllocation,
  fields: { kind, key },
})

/** What is asked for beside the reason. `person` stands in the field when nothing was typed. */
export const AllocationFields = (props: { form: FormState; kind: AllocationKind; person?: string | undefined }) => {
  const { kind, person } = props
  const form =
    person && !props.form.values.person ? { ...props.form, values: { ...props.form.values, person } } : props.form
  return (
    <>
      <Field form={form} id={`${kind}-person`} name="person" label="Email address or id" maxlength={320} />
      <Field form={form} id={`${kind}-credits`} name="credits" label="Credits" inputmode="numeric" maxlength={7} />
      {kind === 'grant' && (
        <DateField
          form={form}
          id={`${kind}-expires`}
          name="expires_at"
          label="Expire at the end of"
          hint={`A day (UTC) within ${MOST_YEARS} years.`}
        />
      )}
      <Field
        form={form}
        id={`${kind}-note`}
        name="note"
        label="Note to the person"
        type="textarea"
        maxlength={1000}
        optional
        hint="Goes into the mail."
      />
      <Check form={form} name="mail" label="Tell the person by mail" />
    </>
  )
}

/** A day to choose. */
const DateField = (props: { form: FormState; id: string; name: string; label: string; hint: string }) => {
  const error = props.form.errors[props.name]
  return (
    <div class="field">
      <label for={props.id}>{props.label}</label>
      <input
        class="input"
        type="date"
        id={props.id}
        name={props.name}
        value={props.form.values[props.name]}
        required
        aria-invalid={error ? 'true' : undefined}
        aria-describedby={`${props.id}-note`}
      />
      <p class={error ? 'error' : 'hint'} id={`${props.id}-note`} role={error ? 'alert' : undefined}>
        {error ?? props.hint}
      </p>
    </div>
  )
}
