import type { Child, JSX } from 'hono/jsx'
import { Icon } from './icon.tsx'
import type { IconName } from './rules/icon.ts'

/** What a form was sent with, and what was wrong with it: see web/form.ts. */
export type FieldForm = { values: Record<string, string>; errors: Record<string, string> }

type FieldProps = {
  form: FieldForm
  name: string
  /** Where one page has several fields of a name. @default field-{name} */
  id?: string
  label: string
  inputmode?: 'numeric' | 'decimal'
  type?: 'text' | 'email' | 'password' | 'url' | 'date' | 'datetime-local' | 'textarea'
  /** Makes it a choice: value to what people read, or pairs of them where the order counts. */
  options?: Readonly<Record<string, string>> | readonly (readonly [value: string, text: string])[] | undefined
  /** What stands in it until something was sent. */
  usual?: string
  /** Marks the label; every other field is required. */
  optional?: boolean
  hint?: Child
  disabled?: boolean
  autocomplete?: string
  autofocus?: boolean
  maxlength?: number
  minlength?: number
  placeholder?: string
  /** Ids of a datalist with suggestions. */
  list?: string
}

/** A labelled input with its hint, or with what is wrong in place of it. */
export function Field(props: FieldProps) {
  const { form, name, label, type = 'text', options, optional, hint } = props
  const filled = form.values[name] ?? props.usual
  const error = form.errors[name]
  const id = props.id ?? `field-${name}`
  const note = error || hint ? `${id}-note` : undefined
  const attributes = {
    id,
    name,
    class: options ? 'select' : 'input',
    // One of the choices is always chosen.
    required: !optional && !options,
    disabled: props.disabled,
    autocomplete: props.autocomplete ?? 'off',
    // After an error the keyboard stands where it is to be mended.
    autofocus: Object.keys(form.errors).length > 0 ? Object.keys(form.errors)[0] === name : props.autofocus,
    maxlength: props.maxlength,
    minlength: props.minlength,
    placeholder: props.placeholder,
    inputmode: props.inputmode,
    'aria-invalid': error ? 'true' : undefined,
    'aria-describedby': note,
  } as const
  return (
    <div class="field">
      <label for={id}>
        {label}
        {optional && <span class="optional">Optional</span>}
      </label>
      {options ? (
        <select {...attributes}>
          {(Array.isArray(options) ? options : Object.entries(options)).map(([value, text]) => (
            <option value={value} selected={value === filled}>
              {text}
            </option>
          ))}
        </select>
      ) : type === 'textarea' ? (
        <textarea {...attributes} rows={3}>
          {filled ?? ''}
        </textarea>
      ) : type === 'password' ? (
        <div class="input-with-button">
          <input {...attributes} type={type} />
          <ShowPassword of={id} />
        </div>
      ) : (
        <input {...attributes} type={type} list={props.list} value={filled} />
      )}
      {error ? (
        <p class="error" id={note} role="alert">
          {error}
        </p>
      ) : (
        hint && (
          <p class="hint" id={note}>
            {hint}
          </p>
        )
      )}
    </div>
  )
}

/** Shows what is typed until it is pressed again or the form is sent. Seen only where scripts run. */
const ShowPassword = (props: { of: string }) => (
  <button
    type="button"
    class="button button-quiet button-icon"
    aria-label="Show what you type"
    title="Show what you type"
    aria-pressed="false"
    aria-controls={props.of}
    data-show-password
  >
    <Icon name="eye" />
  </button>
)

/** A checkbox; `children` explain it below its label. */
export const Check = (props: { form: FieldForm; name: string; label: string; children?: Child }) => (
  <label class="check">
    <input type="checkbox" name={props.name} value="on" checked={props.form.values[props.name] === 'on'} />
    <span>
      {props.label}
      {props.children && <small>{props.children}</small>}
    </span>
  </label>
)

type ChecksProps = {
  form: FieldForm
  name: string
  legend: string
  /** Value to what it means. */
  options: Readonly<Record<string, string>>
  chosen: readonly string[]
}

/** Boxes of one name, of which any may be ticked. */
export const Checks = ({ form, name, legend, options, chosen }: ChecksProps) => (
  <fieldset class="fieldset">
    <legend>{legend}</legend>
    {Object.entries(options).map(([value, text]) => (
      <label class="check">
        <input type="checkbox" name={`${name}[]`} value={value} checked={chosen.includes(value)} />
        <span>
          {value}
          <small>{text}</small>
        </span>
      </label>
    ))}
    {form.errors[name] && (
      <p class="error" role="alert">
        {form.errors[name]}
      </p>
    )}
  </fieldset>
)

type AlertProps = { type?: 'info' | 'success' | 'warning' | 'error'; icon?: IconName; actions?: Child; children: Child }

/** Something to know of a page or of a part of it. */
export const Alert = (props: AlertProps & JSX.IntrinsicElements['div']) => {
  const { type, icon, actions, class: more, children, ...attributes } = props
  return (
    <div class={['alert', type && `alert-${type}`, more].filter(Boolean).join(' ')} {...attributes}>
      {icon && <Icon name={icon} />}
      <p>{children}</p>
      {actions}
    </div>
  )
}

export const Problem = ({ text }: { text: string | null }) =>
  text ? (
    <Alert type="error" icon="error" role="alert">
      {text}
    </Alert>
  ) : null

/** What was done and cannot be missed: the page script shows it as a dialog besides. */
export const Notice = ({ show, title, children }: { show: boolean; title: string; children: Child }) =>
  show ? (
    <Alert type="warning" icon="warning" role="status" data-notice={title}>
      {children}
    </Alert>
  ) : null

/** That what was posted is kept. */
export const Saved = ({ show, children }: { show: boolean; children: Child }) =>
  show ? (
    <Alert type="success" icon="success" role="status">
      {children}
    </Alert>
  ) : null

/** Says what was done, as `?done=` of the address tells it. */
export const Done = ({ done = '', texts }: { done: string | undefined; texts: Readonly<Record<string, string>> }) => (
  <Saved show={Object.hasOwn(texts, done)}>{texts[done]}</Saved>
)
