/** @jsxImportSource react */
import { useState } from 'react'
import type { CanvasJson } from '#canvases/rules/answers.ts'
import type { Parameter, ParameterType } from '#canvases/rules/parameter-value.ts'
import { kindOf, labelOf, misfit } from '#canvases/rules/parameter-value.ts'
import { spoken } from '#query/rules/chart.ts'
import { DialogFoot, TitledModal } from '../kit/modal.tsx'
import { Button, Form, InputField, Options, Problem, SelectField } from '../kit/parts.tsx'
import { useFetched } from '../kit/use-fetched.ts'
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
const YES_OR_NO = [
  ['true', 'yes'],
  ['false', 'no'],
] as const
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
  const [tables] = useFetched(canvas.id, () => readTables(canvas.id))
  const [problem, setProblem] = useState<string | null>(null)

  const submit = () => {
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
    <TitledModal
      className="dialog-wide canvas-dialog"
      title={parameter ? `Change parameter: ${labelOf(parameter)}` : 'Add parameter'}
      onClose={onClose}
    >
      <Form onSend={submit}>
        <div className="dialog-body canvas-filter-form">
          <InputField
            label="Name in statements"
            required
            pattern="[a-z][a-z0-9_]{0,39}"
            title="A letter, then small letters, digits and _"
            value={name}
            onType={setName}
          >
            <p className="hint">SQL of blocks has it as {`{{${name || 'name'}}}`}, without quotes around it.</p>
          </InputField>
          <InputField label="What people call it" maxLength={60} value={label} onType={setLabel} />
          <SelectField
            label="Type"
            value={type}
            of={Object.entries(TYPE_WORDS) as [ParameterType, string][]}
            onChoose={(next) => {
              setType(next)
              setUsual(next === 'choice' ? '' : USUAL[next])
            }}
          />
          {type === 'choice' && (
            <>
              <SelectField
                label="Its values"
                value={keyOf(column)}
                onChoose={(key) => {
                  if (key === TYPED) return setColumn(null)
                  const [table, name] = JSON.parse(key) as [string, string]
                  const found = tables?.find((one) => one.table === table)?.columns.find((one) => one.name === name)
                  setColumn({ table, column: name })
                  setOf(ofColumn(found?.kinds ?? []))
                }}
              >
                <option value={TYPED}>are written here</option>
                {column && !tables?.some(({ table }) => table === column.table) && (
                  <option value={keyOf(column)}>{`${spoken(column.table)}: ${spoken(column.column)}`}</option>
                )}
                {tables?.map(({ table, columns }) => (
                  <optgroup key={table} label={`are those of ${spoken(table)}`}>
                    <Options
                      of={columns.map((one) => [keyOf({ table, column: one.name }), spoken(one.name)] as const)}
                    />
                  </optgroup>
                ))}
              </SelectField>
              {!column && (
                <textarea
                  className="input"
                  aria-label="Values, one a line"
                  rows={4}
                  value={choices}
                  onChange={(event) => setChoices(event.target.value)}
                />
              )}
            </>
          )}
          {type === 'boolean' ? (
            <SelectField label="Usual value" value={usual} of={YES_OR_NO} onChoose={setUsual} />
          ) : (
            <InputField
              label="Usual value"
              maxLength={300}
              placeholder={type === 'date' ? '2026-03-31, or today' : undefined}
              value={usual}
              onType={setUsual}
            />
          )}
          <Problem text={problem} />
        </div>
        <DialogFoot onClose={onClose}>
          {' '}
          {parameter && <Button look="danger" onClick={() => onRemove(parameter.name)} label="Remove the parameter" />}
        </DialogFoot>
      </Form>
    </TitledModal>
  )
}
