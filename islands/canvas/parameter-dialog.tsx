/** @jsxImportSource react */
import { type FormEvent, useEffect, useEffectEvent, useId, useState } from 'react'
import type { CanvasJson, ReadTable } from '#canvases/rules/answers.ts'
import type { Parameter, ParameterType } from '#canvases/rules/parameter-value.ts'
import { kindOf, labelOf, misfit } from '#canvases/rules/parameter-value.ts'
import { spoken } from '#query/rules/chart.ts'
import { CloseButton } from '../kit/icon.tsx'
import { Modal } from '../kit/modal.tsx'
import { Button, Options, Problem } from '../kit/parts.tsx'
import { readTables } from './calls.ts'

type Props = {
  canvas: CanvasJson
  /** Null for a new one. */
  parameter: Parameter | null
  /** What a new one is called at first. */
  named?: string
  onSave: (parameter: Parameter) => void
  onRemove: (name: string) => void
  onClose: () => void
}

const TYPE_WORDS: Record<ParameterType, string> = {
  ...{ text: 'A text', number: 'A number', date: 'A day', boolean: 'Yes or no', choice: 'One of a list' },
}
const USUAL: Record<Parameter['of'], string> = { text: '', number: '0', date: 'today', boolean: 'false' }
const TYPED = 'typed'
const keyOf = (column: Parameter['column']) => (column ? JSON.stringify([column.table, column.column]) : TYPED)
/** What values of a column are in a statement, by the kinds of filters that it may have. */
const ofColumn = (kinds: string[]): Parameter['of'] =>
  kinds.includes('number_range') ? 'number' : kinds.includes('date_range') ? 'date' : 'text'

/** The dialog in which a parameter is made or changed. */
export function ParameterDialog({ canvas, parameter, named = '', onSave, onRemove, onClose }: Props) {
  const [name, setName] = useState(parameter?.name ?? named)
  const [label, setLabel] = useState(parameter?.label ?? '')
  const [type, setType] = useState<ParameterType>(parameter?.type ?? 'text')
  const [usual, setUsual] = useState(parameter?.default ?? '')
  const [choices, setChoices] = useState(parameter?.choices.join('\n') ?? '')
  const [column, setColumn] = useState(parameter?.column ?? null)
  const [of, setOf] = useState<Parameter['of']>(parameter?.of ?? 'text')
  const [tables, setTables] = useState<ReadTable[]>([])
  const [problem, setProblem] = useState<string | null>(null)
  const id = useId()
  const load = useEffectEvent(() => readTables(canvas.id).then(setTables, () => setTables([])))
  useEffect(() => void load(), [])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const typed = choices
      .split('\n')
      .map((one) => one.trim())
      .filter(Boolean)
    const isNumbers =
      typed.length > 0 &&
      typed.every((one) => misfit({ type: 'number', of: 'number', choices: [], column: null }, one) === null)
    const listed = type === 'choice' && !column ? typed : []
    const made: Parameter = {
      ...{ name: name.trim(), label: label.trim(), type, choices: listed, column: type === 'choice' ? column : null },
      ...{ of: type !== 'choice' ? 'text' : column ? of : isNumbers ? 'number' : 'text', default: usual },
    }
    if (made.default === '' && kindOf(made) !== 'text') made.default = listed[0] ?? USUAL[kindOf(made)]
    if (made.default === '' && listed.length > 0) made.default = listed[0]!
    const others = [
      ...canvas.parameters.flatMap((one) => (one.name === parameter?.name ? [] : one.name)),
      ...canvas.filters.map((one) => one.id),
    ]
    const wrong = others.includes(made.name)
      ? `Something of this canvas is called ${made.name} already. Choose another name.`
      : type === 'choice' && !column && listed.length === 0
        ? 'Write the values, one a line.'
        : misfit(made, made.default)
    if (wrong) return setProblem(wrong)
    onSave(made)
  }
  return (
    <Modal open className="dialog dialog-wide canvas-dialog" onDismiss={onClose} aria-labelledby={`${id}-title`}>
      <header className="dialog-head">
        <h2 id={`${id}-title`}>{parameter ? `Change parameter: ${labelOf(parameter)}` : 'Add parameter'}</h2>
        <CloseButton onClose={onClose} />
      </header>
      <form onSubmit={submit}>
        <div className="dialog-body canvas-filter-form">
          <div className="field">
            <label htmlFor={`${id}-name`}>Name in statements</label>
            <input
              id={`${id}-name`}
              className="input"
              required
              pattern="[a-z][a-z0-9_]{0,39}"
              title="A letter, then small letters, digits and _"
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
            <p className="hint">SQL of blocks has it as {`{{${name || 'name'}}}`}, without quotes around it.</p>
          </div>
          <div className="field">
            <label htmlFor={`${id}-label`}>What people call it</label>
            <input
              id={`${id}-label`}
              className="input"
              maxLength={60}
              value={label}
              onChange={(event) => setLabel(event.target.value)}
            />
          </div>
          <div className="field">
            <label htmlFor={`${id}-type`}>Type</label>
            <select
              id={`${id}-type`}
              className="select"
              value={type}
              onChange={(event) => {
                const next = event.target.value as ParameterType
                setType(next)
                setUsual(next === 'choice' ? '' : USUAL[next])
              }}
            >
              <Options of={Object.entries(TYPE_WORDS)} />
            </select>
          </div>
          {type === 'choice' && (
            <div className="field">
              <label htmlFor={`${id}-from`}>Its values</label>
              <select
                id={`${id}-from`}
                className="select"
                value={keyOf(column)}
                onChange={(event) => {
                  if (event.target.value === TYPED) return setColumn(null)
                  const [table, name] = JSON.parse(event.target.value) as [string, string]
                  const found = tables.find((one) => one.table === table)?.columns.find((one) => one.name === name)
                  setColumn({ table, column: name })
                  setOf(ofColumn(found?.kinds ?? []))
                }}
              >
                <option value={TYPED}>are written here</option>
                {column && !tables.some(({ table }) => table === column.table) && (
                  <option value={keyOf(column)}>{`${spoken(column.table)}: ${spoken(column.column)}`}</option>
                )}
                {tables.map(({ table, columns }) => (
                  <optgroup key={table} label={`are those of ${spoken(table)}`}>
                    <Options
                      of={columns.map((one) => [keyOf({ table, column: one.name }), spoken(one.name)] as const)}
                    />
                  </optgroup>
                ))}
              </select>
              {!column && (
                <textarea
                  className="input"
                  aria-label="Values, one a line"
                  rows={4}
                  value={choices}
                  onChange={(event) => setChoices(event.target.value)}
                />
              )}
            </div>
          )}
          <div className="field">
            <label htmlFor={`${id}-usual`}>Usual value</label>
            {type === 'boolean' ? (
              <select
                id={`${id}-usual`}
                className="select"
                value={usual}
                onChange={(event) => setUsual(event.target.value)}
              >
                <Options
                  of={[
                    ['true', 'yes'],
                    ['false', 'no'],
                  ]}
                />
              </select>
            ) : (
              <input
                id={`${id}-usual`}
                className="input"
                maxLength={300}
                placeholder={type === 'date' ? '2026-03-31, or today' : undefined}
                value={usual}
                onChange={(event) => setUsual(event.target.value)}
              />
            )}
          </div>
          <Problem text={problem} />
        </div>
        <footer className="dialog-foot">
          {parameter && (
            <Button look="danger" onClick={() => onRemove(parameter.name)}>
              Remove the parameter
            </Button>
          )}
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button look="primary" type="submit">
            Save
          </Button>
        </footer>
      </form>
    </Modal>
  )
}
