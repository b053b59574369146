/** @jsxImportSource react */
import { useId, useState } from 'react'
import type { Parameter } from '#canvases/rules/parameter-value.ts'
import { isDay, kindOf, LONGEST_VALUE, labelOf, TODAY } from '#canvases/rules/parameter-value.ts'
import { IconButton } from '../kit/icon.tsx'
import { Form, LinkButton, Options } from '../kit/parts.tsx'
import { readValues } from './calls.ts'

type Props = {
  canvasId: string
  parameter: Parameter
  /** What it is set to, or its usual value. */
  text: string
  onSet: (text: string) => void
  onEdit: (() => void) | null
}

const YES_NO = [
  ['true', 'yes'],
  ['false', 'no'],
] as const

/** One parameter of a board: what is written is set once the field is left or Enter is pressed. */
export function ParameterInput({ canvasId, parameter, text, onSet, onEdit }: Props) {
  const id = useId()
  const label = labelOf(parameter)
  const listed = parameter.type === 'choice' && !parameter.column
  const choices = parameter.type === 'boolean' ? YES_NO : parameter.choices.map((one) => [one, one] as const)
  return (
    <span className="canvas-parameter">
      <label htmlFor={id}>{label}</label>
      {listed || parameter.type === 'boolean' ? (
        <select id={id} className="select" value={text} onChange={(event) => onSet(event.target.value)}>
          <Options of={choices} />
        </select>
      ) : (
        <TypedInput {...{ id, canvasId, parameter, text, onSet }} />
      )}
      {onEdit && (
        <IconButton icon="pencil" label={`Change or remove ${label}`} title="Change or remove" onClick={onEdit} />
      )}
    </span>
  )
}

function TypedInput({ id, canvasId, parameter, text, onSet }: Omit<Props, 'onEdit'> & { id: string }) {
  const [typed, setTyped] = useState(text)
  const [before, setBefore] = useState(text)
  if (before !== text) {
    setBefore(text)
    setTyped(text)
  }
  const [offered, setOffered] = useState<string[] | null>(null)
  const kind = kindOf(parameter)
  const look =
    kind === 'date' && isDay(typed)
      ? { type: 'date' }
      : kind === 'number'
        ? { inputMode: 'decimal' as const, size: 8 }
        : { size: 14 }
  const submit = () => {
    const next = kind === 'text' ? typed : typed.trim()
    if (next === text || (next === '' && kind !== 'text')) setTyped(text)
    else onSet(next)
  }
  const offer = () => {
    if (!parameter.column || offered) return
    setOffered([])
    readValues(canvasId, parameter.name, { q: '', offset: 0, filters: '' }).then(
      ({ values }) => setOffered(values.flatMap(({ value }) => value ?? [])),
      () => setOffered(null),
    )
  }
  return (
    <Form onSend={submit}>
      <input
        id={id}
        className="input"
        {...look}
        maxLength={LONGEST_VALUE}
        value={typed}
        list={parameter.column ? `${id}-values` : undefined}
        onChange={(event) => setTyped(event.target.value)}
        onFocus={offer}
        onBlur={submit}
      />
      {parameter.column && (
        <datalist id={`${id}-values`}>
          {offered?.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
      )}
      {kind === 'date' && text !== TODAY && <LinkButton onClick={() => onSet(TODAY)}>Today</LinkButton>}
    </Form>
  )
}
