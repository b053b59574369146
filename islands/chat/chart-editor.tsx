/** @jsxImportSource react */
import { useId, useState } from 'react'
import type { ResultPage } from '#query/rules/answers.ts'
import { type ChartSpec, chartError, kindsFor, spoken, withKind } from '#query/rules/chart.ts'
import { CHART_SORTS, KINDS } from '#query/rules/chart-kinds.ts'
import { isNumeric, isTemporal } from '#query/rules/result.ts'
import { Button, Form, Options } from '../kit/parts.tsx'

type Props = { spec: ChartSpec; result: ResultPage; onChange: (spec: ChartSpec | null) => void; changed: boolean }
type Option<T extends string> = readonly [value: T, label: string]

const SORT_NAMES: Record<(typeof CHART_SORTS)[number], string> = {
  value: 'largest first',
  value_up: 'smallest first',
  name: 'by name',
  given: 'as in the table',
}
const FORMATS: Option<string>[] = [
  ['', 'by itself'],
  ['compact', 'short'],
  ['0', 'whole numbers'],
  ['2', 'two decimals'],
  ['percent', 'percent'],
  ['eur', 'euro'],
  ['usd', 'US dollar'],
  ['inr', 'rupee'],
  ['gbp', 'pound'],
]

/** Kind, columns and looks of a chart by clicking: the same spec that the analyst writes, checked in the same way. */
export function ChartEditor({ spec, result, onChange, changed }: Props) {
  const { columns, rows } = result
  const shape = { columns, rows, ...('sql' in result ? { sql: String(result.sql) } : {}) }
  const need = KINDS[spec.kind]
  const named = (names: string[]): Option<string>[] => names.map((name) => [name, spoken(name)])
  const measures = columns.filter(({ type }) => isNumeric(type)).map(({ name }) => name)
  // Only choices that can be drawn, and under which every point is one row: of several, a chart would show any one.
  const fits = (next: ChartSpec) => chartError(next, shape) === null && (isSame(next, spec) || isSingle(next, result))
  const change = (part: Partial<ChartSpec>): ChartSpec => ({ ...spec, ...part })
  const choices = <K extends 'x' | 'series'>(key: K, names: (string | null)[]) =>
    names.filter((name) =>
      fits(change({ [key]: name, ...(key === 'series' && name ? { y: spec.y.slice(0, 1) } : {}) })),
    )
  const all = columns.map(({ name }) => name)
  const xs = choices('x', all) as string[]
  const splits = choices('series', [null, ...columns.filter(({ type }) => !isNumeric(type)).map(({ name }) => name)])
  const canLeaveOut = splits.includes(null)
  const withMeasure = (name: string) => change({ y: [name, ...spec.y.slice(1).filter((other) => other !== name)] })
  return (
    <div className="chart-controls">
      <Choice
        label="Kind"
        value={spec.kind}
        options={kindsFor(spec, shape).map((kind) => [kind, KINDS[kind].name] as const)}
        onChoose={(kind) => onChange(withKind(spec, kind, shape) ?? spec)}
      />
      <Choice
        label="Measure"
        value={spec.y[0] ?? ''}
        options={named(measures.filter((name) => fits(withMeasure(name))))}
        onChoose={(name) => onChange(withMeasure(name))}
      />
      {spec.x !== null && (
        <Choice
          label={spec.kind === 'scatter' ? 'Against' : 'By'}
          value={spec.x}
          options={named(xs)}
          onChoose={(x) => onChange(change({ x }))}
        />
      )}
      {splits.length > 1 && (
        <Choice
          label="Split"
          value={spec.series ?? ''}
          options={[...(canLeaveOut ? [['', 'none'] as const] : []), ...named(splits.filter((name) => name !== null))]}
          onChoose={(name) => onChange(change({ series: name || null, y: name ? spec.y.slice(0, 1) : spec.y }))}
        />
      )}
      {need.sorts && !isTemporal(columns.find(({ name }) => name === spec.x)?.type ?? '') && (
        <Choice
          label="Sort"
          value={spec.sort ?? ''}
          options={[['', 'by itself'], ...CHART_SORTS.map((sort) => [sort, SORT_NAMES[sort]] as const)]}
          onChoose={(sort) => onChange(change({ sort: sort === '' ? null : sort }))}
        />
      )}
      {need.labels && (
        <Choice
          label="Values"
          value={spec.labels === true ? 'on' : spec.labels === false ? 'off' : ''}
          options={[
            ['', 'by itself'],
            ['on', 'on the marks'],
            ['off', 'none'],
          ]}
          onChoose={(labels) => onChange(change({ labels: labels === '' ? null : labels === 'on' }))}
        />
      )}
      <Choice
        label="Numbers"
        value={spec.format ?? ''}
        options={
          FORMATS.some(([value]) => value === (spec.format ?? ''))
            ? FORMATS
            : [...FORMATS, [spec.format!, spec.format!]]
        }
        onChoose={(format) => onChange(change({ format: format || null }))}
      />
      {need.lines && <Lines {...{ spec, onChange, fits }} />}
      {changed && <Button look="small" onClick={() => onChange(null)} label="Undo changes" />}
    </div>
  )
}

const isSame = (a: ChartSpec, b: ChartSpec) => a.x === b.x && a.series === b.series

function isSingle({ kind, x, series }: ChartSpec, { columns, rows }: ResultPage): boolean {
  if (KINDS[kind].computed || kind === 'scatter' || kind === 'number') return true
  const places = [x, series].map((name) => columns.findIndex((column) => column.name === name))
  return new Set(rows.map((row) => JSON.stringify(places.map((at) => row[at])))).size === rows.length
}

/** Mean, median, trend or a target across the chart. */
function Lines({ spec, onChange, fits }: Pick<Props, 'spec' | 'onChange'> & { fits: (spec: ChartSpec) => boolean }) {
  const id = useId()
  const lines = spec.lines ?? []
  const target = lines.find(({ at }) => typeof at === 'number')
  const [value, setValue] = useState(target ? String(target.at) : '')
  const others = lines.filter((line) => line !== target)
  const toggle = (at: 'mean' | 'median' | 'trend') => {
    const rest = lines.filter((line) => line.at !== at)
    return { ...spec, lines: rest.length < lines.length ? rest : [...lines, { at }].slice(-4) }
  }
  return (
    <fieldset className="chart-lines">
      <legend>Lines</legend>
      {(['mean', 'median', 'trend'] as const).map((at) => {
        const on = lines.some((line) => line.at === at)
        return (
          (on || fits({ ...spec, lines: [{ at }] })) && (
            <label key={at}>
              <input type="checkbox" checked={on} onChange={() => onChange(toggle(at))} /> {at}
            </label>
          )
        )
      })}
      <Form
        onSend={() => {
          const at = Number(value.trim().replace(',', '.'))
          const wanted = value.trim() !== '' && Number.isFinite(at) ? [{ at, label: 'target' }] : []
          onChange({ ...spec, lines: [...others, ...wanted] })
        }}
      >
        <label htmlFor={id}>target</label>
        <input id={id} inputMode="decimal" value={value} onChange={(event) => setValue(event.currentTarget.value)} />
        <Button look="small" type="submit" label="Set" />
      </Form>
    </fieldset>
  )
}

function Choice<T extends string>(props: {
  label: string
  value: T
  options: readonly Option<T>[]
  onChoose: (value: T) => void
}) {
  const [first] = props.options
  if (props.options.length === 0 || (props.options.length === 1 && first![0] === props.value)) return null
  return (
    <label className="choice">
      <span>{props.label}</span>
      <select value={props.value} onChange={(event) => props.onChoose(event.currentTarget.value as T)}>
        <Options of={props.options} />
      </select>
    </label>
  )
}
