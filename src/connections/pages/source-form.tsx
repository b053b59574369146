import { Field, Problem } from '#ui/field.tsx'
import type { FormState } from '#web/form.ts'
import { type ConnectionSource, SCHEDULES, type SourceField } from '../rules/data-source.ts'

type Props = {
  source: ConnectionSource
  form: FormState
  /** Whether a connection is changed: its secrets are kept where nothing is typed. */
  kept: boolean
}

/** Whether anything in a group was typed, or is wrong: then it stands open. */
const isUsed = (fields: SourceField[], { values, errors }: FormState) =>
  fields.some(({ name, default: usual = '' }) => errors[name] || (values[name] ?? usual) !== usual)

/** The fields of a source as its configuration lists them: those without a group first, groups folded below. */
export function SourceFields({ source, form, kept }: Props) {
  const plain = source.fields.filter(({ group }) => !group)
  const groups = [...Map.groupBy(source.fields, ({ group }) => group ?? '')].filter(([name]) => name !== '')
  return (
    <>
      <Problem text={form.problem} />
      <div class="source-fields">
        {plain.map((field) => (
          <Input field={field} form={form} kept={kept} />
        ))}
      </div>
      {groups.map(([name, fields]) => (
        <details class="source-more" open={isUsed(fields, form)}>
          <summary>{name}</summary>
          <div class="source-fields">
            {fields.map((field) => (
              <Input field={field} form={form} kept={kept} />
            ))}
          </div>
        </details>
      ))}
      <Choice
        name="refresh_every_minutes"
        label="Look at it again"
        value={form.values.refresh_every_minutes ?? (source.kind === 'database' ? '1440' : '0')}
        error={form.errors.refresh_every_minutes}
        options={SCHEDULES.map(({ minutes, label }) => ({ value: String(minutes), label }))}
        hint={
          source.kind === 'database'
            ? 'For new tables and columns: rows are asked for with every question.'
            : 'Rows are those of the last look.'
        }
      />
    </>
  )
}

type InputProps = { field: SourceField; form: FormState; kept: boolean }

const idOf = (name: string) => `field-${name.replace('.', '-')}`

function Input({ field, form, kept }: InputProps) {
  const { name, type, label, required, hint, secret, options } = field
  const value = form.values[name] ?? field.default ?? ''
  if (type === 'select')
    return <Choice name={name} label={label} value={value} options={options ?? []} error={form.errors[name]} />
  const optional = !required || (kept && secret === true)
  return (
    <div class={type === 'textarea' || LONG.has(name) ? 'source-wide' : ''}>
      <Field
        // What was secret is never sent back.
        form={{ values: secret ? {} : { [name]: value }, errors: form.errors }}
        name={name}
        id={idOf(name)}
        label={label}
        type={type === 'textarea' || type === 'password' ? type : 'text'}
        {...(type === 'number' ? { inputmode: 'numeric' as const } : {})}
        {...(optional ? { optional } : {})}
        {...(kept && secret ? { hint: 'Leave it empty to keep the one that is there.' } : hint ? { hint } : {})}
        {...(field.placeholder ? { placeholder: field.placeholder } : {})}
        {...(secret ? { autocomplete: 'new-password' } : {})}
      />
    </div>
  )
}

/** Fields whose values are long: a line of their own. */
const LONG = new Set(['name', 'database', 'url', 'sheet', 'path', 'endpoint', 'schemas', 'prefix'])

type ChoiceProps = {
  name: string
  label: string
  value: string
  options: { value: string; label: string }[]
  error?: string | undefined
  hint?: string
}

const Choice = ({ name, label, value, options, error, hint }: ChoiceProps) => (
  <div class="field">
    <label for={idOf(name)}>{label}</label>
    <select
      class="select"
      id={idOf(name)}
      name={name}
      {...(error || hint ? { 'aria-describedby': `${idOf(name)}-note` } : {})}
    >
      {options.map((option) => (
        <option value={option.value} selected={option.value === value}>
          {option.label}
        </option>
      ))}
    </select>
    {error ? (
      <p class="error" id={`${idOf(name)}-note`} role="alert">
        {error}
      </p>
    ) : (
      hint && (
        <p class="hint" id={`${idOf(name)}-note`}>
          {hint}
        </p>
      )
    )}
  </div>
)
