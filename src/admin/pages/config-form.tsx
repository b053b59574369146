import type { Child } from 'hono/jsx'
import { Field, Problem } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import type { FormState } from '#web/form.ts'
import { REASON_LENGTH } from '../rules/act.ts'
import { type ConfigField, type ConfigGroup, momentField } from '../rules/config-field.ts'

/** Groups of fields as cards, each with its title and what it is for. */
export const ConfigGroups = ({ groups, form }: { groups: ConfigGroup[]; form: FormState }) => (
  <>
    {groups.map((group) => (
      <section class="card" id={group.id} aria-labelledby={`${group.id}-head`}>
        <div class="card-head">
          <h2 id={`${group.id}-head`}>{group.title}</h2>
          <p>{group.intro}</p>
        </div>
        <div class="card-body">
          <div class="config-fields">
            {group.fields.map((field) => (
              <ConfigInput field={field} form={form} />
            ))}
          </div>
        </div>
      </section>
    ))}
  </>
)

/** The groups of a long form, to jump to. */
export const ConfigIndex = ({ groups, label }: { groups: { id: string; title: string }[]; label: string }) => (
  <nav class="config-index" aria-label={label}>
    {groups.map((group) => (
      <a href={`#${group.id}`}>{group.title}</a>
    ))}
  </nav>
)

/** What is wrong with the form as a whole: its own problem, or which fields need a look, each a link to it. */
export const ConfigProblem = ({ form, groups }: { form: FormState; groups: ConfigGroup[] }) => {
  const wrong = Object.entries(form.errors)
  if (form.problem || wrong.length === 0) return <Problem text={form.problem} />
  const labels = new Map(groups.flatMap(({ fields }) => fields.map(({ name, label }) => [name, label])))
  return (
    <div class="alert alert-error" role="alert">
      <Icon name="error" />
      <div>
        <p>Nothing was saved: {wrong.length === 1 ? 'a field needs' : `${wrong.length} fields need`} a look.</p>
        <ul class="bullets">
          {wrong.map(([name, text]) => (
            <li>
              <a href={`#${idOf(name)}`}>{labels.get(name) ?? 'Reason'}</a>: {text}
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

/**
 * The end of such a form: why it is changed, and its buttons.
 * @param props other: the button beside, which sends the form without saving it; children: what stands before the reason
 */
export const ConfigSave = (props: {
  form: FormState
  save: string
  other: { name: string; label: string }
  children?: Child
}) => (
  <section class="card config-save" aria-label="Save">
    <div class="card-body">
      {props.children}
      <Field
        form={props.form}
        id="field-reason"
        name="reason"
        label="Reason"
        maxlength={REASON_LENGTH}
        hint="Why you change this. It stands with the version and in the audit log."
      />
      <div class="form-actions">
        <button class="button button-primary" type="submit">
          {props.save}
        </button>
        <button class="button" type="submit" name={props.other.name} value="yes" formnovalidate>
          {props.other.label}
        </button>
      </div>
    </div>
  </section>
)

const idOf = (name: string) => `field-${name.replaceAll('.', '-')}`

/** What a phone shows to type numbers with. */
const KEYPADS = { number: 'numeric', price: 'decimal' } as const

const ConfigInput = ({ field, form }: { field: ConfigField; form: FormState }) => {
  const value = form.values[field.name] ?? ''
  if (field.fixedBy) return <Fixed field={field} value={value} />
  if (field.type === 'switch') return <Switch field={field} value={value} />
  if (field.type === 'select') return <Choice field={field} value={value} error={form.errors[field.name]} />
  if (field.type === 'moment') return <Moment field={field} value={value} error={form.errors[field.name]} />
  const { type = 'text' } = field
  const list = field.suggestions ? `${idOf(field.name)}-list` : undefined
  return (
    <div class={field.wide || field.type === 'lines' ? 'config-wide' : undefined}>
      <Field
        form={form}
        id={idOf(field.name)}
        name={field.name}
        label={field.label}
        optional={field.optional ?? false}
        type={type === 'lines' ? 'textarea' : type === 'number' || type === 'price' ? 'text' : type}
        {...(field.hint ? { hint: field.hint } : {})}
        {...(type === 'number' || type === 'price' ? { inputmode: KEYPADS[type] } : {})}
        {...(field.type === 'password' ? { autocomplete: 'new-password' } : {})}
        {...(list ? { list } : {})}
      />
      {list && (
        <datalist id={list}>
          {field.suggestions?.map((it) => (
            <option value={it} />
          ))}
        </datalist>
      )}
    </div>
  )
}

const Fixed = ({ field, value }: { field: ConfigField; value: string }) => (
  <div class="field">
    <label for={idOf(field.name)}>{field.label}</label>
    <input class="input" id={idOf(field.name)} value={value} disabled aria-describedby={`${idOf(field.name)}-note`} />
    <p class="hint" id={`${idOf(field.name)}-note`}>
      Set by the environment variable <code>{field.fixedBy}</code>.
    </p>
  </div>
)

/** A hidden `no` goes first, so that a switch which is off is sent too. */
const Switch = ({ field, value }: { field: ConfigField; value: string }) => (
  <div class={field.hint ? 'config-wide' : undefined}>
    <input type="hidden" name={field.name} value="no" />
    <label class="check">
      <input type="checkbox" name={field.name} value="yes" checked={value === 'yes'} />
      <span>
        {field.label}
        {field.hint && <small>{field.hint}</small>}
      </span>
    </label>
  </div>
)

type Typed = { field: ConfigField; value: string; error: string | undefined }

const Choice = ({ field, value, error }: Typed) => (
  <div class="field">
    <label for={idOf(field.name)}>{field.label}</label>
    <select
      class="select"
      id={idOf(field.name)}
      name={field.name}
      aria-invalid={error ? 'true' : undefined}
      aria-describedby={`${idOf(field.name)}-note`}
    >
      {Object.entries(field.options ?? {}).map(([option, text]) => (
        <option value={option} selected={option === value}>
          {text}
        </option>
      ))}
    </select>
    <Note field={field} error={error} />
  </div>
)

const Moment = ({ field, value, error }: Typed) => (
  <div class="field">
    <label for={idOf(field.name)}>
      {field.label}
      <span class="optional">Optional</span>
    </label>
    <input
      class="input"
      type="datetime-local"
      id={idOf(field.name)}
      name={field.name}
      value={momentField(value)}
      aria-invalid={error ? 'true' : undefined}
      aria-describedby={`${idOf(field.name)}-note`}
    />
    <Note field={field} error={error} />
  </div>
)

const Note = ({ field, error }: { field: ConfigField; error: string | undefined }) => (
  <p class={error ? 'error' : 'hint'} id={`${idOf(field.name)}-note`} role={error ? 'alert' : undefined}>
    {error ?? field.hint}
  </p>
)
