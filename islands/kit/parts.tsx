/** @jsxImportSource react */
import type { ComponentProps, ReactNode } from 'react'

type Look = 'primary' | 'danger' | 'quiet' | 'small' | 'large' | 'icon'
type ButtonProps = ComponentProps<'button'> & { look?: Look | `${Look} ${Look}` | undefined }

/** A button that sends no form unless its `type` says so. @param props.look words of css/button.css */
export const Button = ({ look, className, ...button }: ButtonProps) => (
  <button type="button" className={classesOf(look, className)} {...button} />
)

const classesOf = (look = '', more = '') =>
  ['button', ...look.split(' ').map((word) => word && `button-${word}`), more].filter(Boolean).join(' ')

/** Why something failed, read out at once; nothing where it did not. */
export const Problem = ({ text, className = 'error' }: { text: ReactNode; className?: string }) =>
  text && (
    <p className={className} role="alert">
      {text}
    </p>
  )

export const Options = ({ of }: { of: readonly (readonly [value: string, text: string])[] }) =>
  of.map(([value, text]) => (
    <option key={value} value={value}>
      {text}
    </option>
  ))

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
