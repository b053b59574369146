import type { FieldForm } from '#ui/field.tsx'
import { indianDay } from '../rules/invoice.ts'

/** The day that an invoice bears. */
export const InvoiceDay = ({ moment }: { moment: string }) => (
  <time datetime={moment}>{indianDay(new Date(moment))}</time>
)

type SelectProps = {
  form: FieldForm
  name: string
  label: string
  /** What stands first when nothing is chosen. */
  empty?: string
  options: Iterable<readonly [value: string, text: string]>
  autocomplete?: string
}

/** A labelled choice of one of many, with what is wrong with it. */
export const Select = ({ form, name, label, empty, options, autocomplete }: SelectProps) => {
  const error = form.errors[name]
  const id = `field-${name}`
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select
        class="select"
        id={id}
        name={name}
        autocomplete={autocomplete}
        aria-invalid={error ? 'true' : undefined}
        aria-describedby={error ? `${id}-note` : undefined}
      >
        {empty && <option value="">{empty}</option>}
        {[...options].map(([value, text]) => (
          <option value={value} selected={value === form.values[name]}>
            {text}
          </option>
        ))}
      </select>
      {error && (
        <p class="error" id={`${id}-note`} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}
