/** @jsxImportSource react */
import { useState } from 'react'
import { numberText } from '#base/format.ts'
import type { ListedValues } from '#canvases/rules/answers.ts'
import type { FilterKind, FilterValue } from '#canvases/rules/filter.ts'
import { MOST_VALUES } from '#canvases/rules/filter-address.ts'
import { NO_VALUE, RELATIVE_RANGES, relativeText } from '#canvases/rules/filter-words.ts'
import { sentenceOf } from '../kit/api.ts'
import { Button, Check, Form, InputField, LinkButton, Problem, SelectField } from '../kit/parts.tsx'
import { useLocale } from '../kit/use-browser.ts'
import { useLookup } from '../kit/use-lookup.ts'
import { readValues } from './calls.ts'

type Props = {
  canvasId: string
  id: string
  kind: FilterKind
  value: FilterValue | null
  /** The other filters that are set, as addresses have them: values that these leave are offered. */
  others: string
  onSet: (value: FilterValue | null) => void
}

/** What a filter is set to, by its kind. */
export function ValueForm(props: Props) {
  const { value } = props
  if (props.kind === 'values') return <ValuesForm {...props} chosen={value?.kind === 'values' ? value.values : []} />
  if (props.kind === 'text') return <TextForm {...props} text={value?.kind === 'text' ? value.text : ''} />
  return <RangeForm {...props} kind={props.kind} />
}

const Foot = ({ onClear, isSet }: { onClear: () => void; isSet: boolean }) => (
  <div className="form-actions">
    <Button look="primary" type="submit" label="Apply" />
    {isSet && <Button look="quiet" onClick={onClear} label="Clear" />}
  </div>
)

function TextForm({ text: before, value, onSet }: Props & { text: string }) {
  const [text, setText] = useState(before)
  return (
    <Form className="field" onSend={() => onSet(text.trim() ? { kind: 'text', text: text.trim() } : null)}>
      <InputField label="Contains" maxLength={300} value={text} onType={setText} />
      <Foot onClear={() => onSet(null)} isSet={value !== null} />
    </Form>
  )
}

const BETWEEN = 'between'

function RangeForm({ kind, value, onSet }: Props & { kind: 'date_range' | 'number_range' }) {
  const relative = value && 'relative' in value ? value.relative : null
  const ends = value && 'from' in value ? value : { from: null, to: null }
  const [which, setWhich] = useState(relative ?? BETWEEN)
  const [from, setFrom] = useState(ends.from ?? '')
  const [to, setTo] = useState(ends.to ?? '')
  const [problem, setProblem] = useState<string | null>(null)
  const isDays = kind === 'date_range'
  const submit = () => {
    if (isDays && which !== BETWEEN) return onSet({ kind, relative: which })
    const [first, last] = [from.trim(), to.trim()]
    const isWrong = first !== '' && last !== '' && (isDays ? first > last : Number(first) > Number(last))
    if (isWrong) return setProblem('The beginning lies after the end. Swap them.')
    onSet(first || last ? { kind, from: first || null, to: last || null } : null)
  }
  const offered = relative && !RELATIVE_RANGES.includes(relative) ? [relative, ...RELATIVE_RANGES] : RELATIVE_RANGES
  const input = isDays
    ? ({ type: 'date' } as const)
    : ({ inputMode: 'decimal', pattern: '-?\\d{1,15}(\\.\\d{1,10})?', title: 'A number such as 12.5' } as const)
  return (
    <Form className="field" onSend={submit}>
      {isDays && (
        <SelectField
          label="Days"
          value={which}
          of={[[BETWEEN, 'between two days'], ...offered.map((one) => [one, relativeText(one)] as const)]}
          onChoose={setWhich}
        />
      )}
      {(!isDays || which === BETWEEN) && (
        <div className="canvas-range">
          <label>
            From <input {...input} className="input" value={from} onChange={(event) => setFrom(event.target.value)} />
          </label>
          <label>
            To <input {...input} className="input" value={to} onChange={(event) => setTo(event.target.value)} />
          </label>
        </div>
      )}
      <Problem text={problem} />
      <Foot onClear={() => onSet(null)} isSet={value !== null} />
    </Form>
  )
}

/** The pause after a letter before values are looked for, in milliseconds. */
const PAUSE = 250
type Listed = { q: string; found: ListedValues['values']; more: boolean }

function ValuesForm(props: Props & { chosen: (string | null)[] }) {
  const { canvasId, id: filterId, others, value, onSet } = props
  const [chosen, setChosen] = useState(props.chosen)
  const [q, setQ] = useState('')
  const [listed, setListed] = useState<Listed | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const locale = useLocale()
  const read = (text: string, offset: number) => readValues(canvasId, filterId, { q: text, offset, filters: others })
  useLookup({
    key: JSON.stringify([canvasId, filterId, others, q]),
    look: () => read(q.trim(), 0),
    onFound: ({ values, more }) => {
      setListed({ q: q.trim(), found: values, more })
      setProblem(null)
    },
    onFailed: (error) => setProblem(sentenceOf(error)),
    pause: q === '' ? 0 : PAUSE,
  })
  const more = () => {
    if (!listed) return
    read(listed.q, listed.found.length).then(
      (next) => setListed({ ...listed, found: [...listed.found, ...next.values], more: next.more }),
      (error) => setProblem(sentenceOf(error)),
    )
  }
  const found = listed?.found ?? []
  // What is chosen stays in sight, also where other filters leave none of it.
  const gone = chosen.filter((one) => !found.some((each) => each.value === one))
  const typed = q.trim()
  const isNew = listed?.q === typed && typed !== '' && ![...chosen, ...found.map((one) => one.value)].includes(typed)
  const toggle = (one: string | null) =>
    setChosen(chosen.includes(one) ? chosen.filter((each) => each !== one) : [...chosen, one])
  return (
    <Form className="field" onSend={() => onSet(chosen.length > 0 ? { kind: 'values', values: chosen } : null)}>
      <InputField label="Search values" type="search" maxLength={300} value={q} onType={setQ} />
      <ul className="canvas-values" aria-label="Values" aria-busy={listed === null}>
        {[...gone.map((one) => ({ value: one, rows: null })), ...found].map(({ value: one, rows }) => (
          <li key={one === null ? 'none' : `=${one}`}>
            <Check
              checked={chosen.includes(one)}
              disabled={!chosen.includes(one) && chosen.length >= MOST_VALUES}
              onTick={() => toggle(one)}
            >
              <span>{one === null ? NO_VALUE : one || '(empty text)'}</span>
              {rows !== null && <small>{numberText(rows, locale)}</small>}
            </Check>
          </li>
        ))}
      </ul>
      {listed === null && !problem && <p className="hint">Reading values …</p>}
      {listed && found.length === 0 && gone.length === 0 && (
        <p className="hint">No value is left by the other filters.</p>
      )}
      {listed?.more && <LinkButton onClick={more}>Show more values</LinkButton>}
      {isNew && <LinkButton onClick={() => toggle(typed)}>Add “{typed}” as it is written</LinkButton>}
      <Problem text={problem} />
      <Foot onClear={() => onSet(null)} isSet={value !== null} />
    </Form>
  )
}
