/** @jsxImportSource react */
import { type ComponentProps, type ReactNode, useId } from 'react'

type Look = 'primary' | 'danger' | 'quiet' | 'small' | 'large' | 'icon'
/** `label` is its text; `children` where it is more than that. */
type Labelled = ComponentProps<'button'> & { label?: string }
type ButtonProps = Labelled & { look?: Look | `${Look} ${Look}` | undefined }

/** A button that sends no form unless its `type` says so. @param props.look words of css/button.css */
export const Button = ({ look, className, label, children = label, ...button }: ButtonProps) => (
  <button type="button" className={classesOf(look, className)} {...button}>
    {children}
  </button>
)

const classesOf = (look = '', more = '') =>
  ['button', ...look.split(' ').map((word) => word && `button-${word}`), more].filter(Boolean).join(' ')

/** A button that looks like a link. */
export const LinkButton = ({ label, children = label, ...button }: Labelled) => (
  <button type="button" className="link-button" {...button}>
    {children}
  </button>
)

/** Why something failed, read out at once; nothing where it did not. */
export const Problem = ({ text, className = 'error' }: { text: ReactNode; className?: string }) =>
  text && (
    <p className={className} role="alert">
      {text}
    </p>
  )

/** What scrolls for itself must be reached by keyboard. */
export const SCROLLS = { tabIndex: 0 }

/** A form that is sent by this page itself. */
export const Form = ({
  onSend,
  ...form
}: Omit<ComponentProps<'form'>, 'onSubmit'> & { onSend: (form: HTMLFormElement) => unknown }) => (
  <form
    onSubmit={(event) => {
      event.preventDefault()
      onSend(event.currentTarget)
    }}
    {...form}
  />
)

export const Options = ({ of }: { of: readonly (readonly [value: string, text: string])[] }) =>
  of.map(([value, text]) => (
    <option key={value} value={value}>
      {text}
    </option>
  ))

type SelectProps<V extends string> = Omit<ComponentProps<'select'>, 'id' | 'className' | 'onChange'> & {
  label: ReactNode
  /** Its options; children in their place where they are in groups. */
  of?: readonly (readonly [value: V, text: string])[]
  onChoose?: (value: V) => void
}

/** A list of which one is chosen, with what it is called. */
export const SelectField = <V extends string = string>(props: SelectProps<V>) => {
  const { label, of = [], onChoose, children = <Options of={of} />, ...select } = props
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select id={id} className="select" onChange={(event) => onChoose?.(event.target.value as V)} {...select}>
        {children}
      </select>
    </div>
  )
}

type InputProps = Omit<ComponentProps<'input'>, 'id' | 'className' | 'onChange'> & {
  label: ReactNode
  onType?: (value: string) => void
}

/** What is typed in one line, with what it is called. */
export const InputField = ({ label, onType, children, ...input }: InputProps) => {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input id={id} className="input" onChange={(event) => onType?.(event.target.value)} {...input} />
      {children}
    </div>
  )
}

type CheckProps = Omit<ComponentProps<'input'>, 'type' | 'onChange'> & { onTick: (on: boolean) => void }

/** A box to tick, and what that means. */
export const Check = ({ onTick, children, ...input }: CheckProps) => (
  <label className="check">
    <input type="checkbox" onChange={(event) => onTick(event.target.checked)} {...input} /> {children}
  </label>
)

type SegmentsProps<T> = Omit<ComponentProps<'fieldset'>, 'onChange'> & {
  legend: string
  options: readonly T[]
  chosen: T
  onChoose: (option: T) => void
  /** What stands on a button; the option itself without it. */
  label?: (option: T) => ReactNode
}

export const Segments = <T extends string>(props: SegmentsProps<T>) => {
  const { legend, options, chosen, onChoose, label = (option) => option, className = '', ...fieldset } = props
  return (
    <fieldset className={`segments ${className}`.trim()} {...fieldset}>
      <legend className="quiet">{legend}</legend>
      {options.map((option) => (
        <button key={option} type="button" aria-pressed={option === chosen} onClick={() => onChoose(option)}>
          {label(option)}
        </button>
      ))}
    </fieldset>
  )
}
