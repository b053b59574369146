/** @jsxImportSource react */

import { type ComponentProps, useId, useState } from 'react'
import {
  AGGREGATES,
  type Aggregate,
  FIGURE_CHOICES,
  GRAIN_WORDS,
  hasDays,
  kindOfType,
  NUMBERS,
  needsNumbers,
  OPERATOR_WORDS,
  type Operator,
  operatorsOf,
  PERIODS,
  type ValueKind,
  valuesOf,
} from '#analyst/rules/chips/kinds.ts'
import type { ColumnName, Condition, Part, PartOf } from '#analyst/rules/chips/part.ts'
import { spoken } from '#query/rules/chart.ts'
import { Check, InputField, LinkButton, SelectField } from '../kit/parts.tsx'
import { useLookup } from '../kit/use-lookup.ts'
import { findValues, type Offer, useTableNames } from './use-offers.ts'
import { useWorkspaceId } from './workspace.ts'

type Column = ColumnName & Omit<Offer['columns'][number], 'name'> & { table: string }

const columnsOf = (offers: Offer[]): Column[] =>
  offers.flatMap(({ of, table, columns }) => columns.map(({ name, ...rest }) => ({ of, table, column: name, ...rest })))
const nameOf = ({ of, column }: ColumnName): ColumnName => ({ of, column })
const isSame = (a: ColumnName | null, b: ColumnName) => a?.of === b.of && a.column === b.column

/** What a new part begins as; null where there is nothing to choose from. */
export function firstPart(kind: Part['kind'], offers: Offer[], outputs: string[]): Part | null {
  const columns = columnsOf(offers)
  const [first] = columns
  const text = columns.find(({ type }) => type === 'VARCHAR') ?? first
  if (kind === 'measure') return { kind, aggregate: 'rows', column: null, grain: null, digits: null }
  if (kind === 'limit') return { kind, rows: 10, skip: 0 }
  if (kind === 'order') return outputs[0] ? { kind, by: outputs.at(-1)!, descending: true } : null
  if (kind === 'join') return joinsOf(offers)[0] ?? null
  if (!first || !text) return null
  if (kind === 'group') return { kind, column: nameOf(text), grain: null }
  if (kind === 'column') return { kind, column: nameOf(first) }
  if (kind === 'filter') {
    const able = columns.find(({ type }) => type === 'VARCHAR') ?? columns.find(({ type }) => kindOfType(type))
    return able ? { kind, any: [conditionOn(able)] } : null
  }
  return null
}

const conditionOn = (column: ColumnName): Condition => ({
  ...{ aggregate: null, column: nameOf(column), grain: null, operator: 'is', values: [''] },
})

const joinsOf = (offers: Offer[]): PartOf<'join'>[] =>
  offers.flatMap(({ of, joins }) =>
    joins
      .filter(({ table }) => !offers.some((one) => one.table === table))
      .map(({ table, column, own }) => ({ kind: 'join', table, column, to: { of, column: own }, keeps: true })),
  )

type FormProps<P extends Part> = { part: P; offers: Offer[]; outputs: string[]; onChange: (part: Part) => void }

export function PartForm({ part, ...props }: FormProps<Part>) {
  const { onChange, offers, outputs } = props
  switch (part.kind) {
    case 'measure':
      return <MeasureForm part={part} {...props} />
    case 'group':
      return <GroupForm part={part} {...props} />
    case 'filter':
      return <FilterForm part={part} {...props} />
    case 'column':
      return (
        <ColumnField
          columns={columnsOf(offers)}
          value={part.column}
          onChoose={(column) => onChange({ ...part, column })}
        />
      )
    case 'order':
      return (
        <>
          <SelectField
            label="By"
            value={part.by}
            of={outputs.map((name) => [name, spoken(name)])}
            onChoose={(by) => onChange({ ...part, by })}
          />
          <SelectField
            label="First"
            value={part.descending ? 'down' : 'up'}
            of={[
              ['down', 'the highest, the latest, Z'],
              ['up', 'the lowest, the earliest, A'],
            ]}
            onChoose={(way) => onChange({ ...part, descending: way === 'down' })}
          />
        </>
      )
    case 'limit':
      return <NumberField label="How many rows" value={part.rows} onChoose={(rows) => onChange({ ...part, rows })} />
    case 'join':
      return <JoinForm part={part} {...props} />
    case 'table':
      return <TableField value={part.table} onChoose={(table) => onChange({ ...part, table })} />
  }
}

function MeasureForm({ part, offers, onChange }: FormProps<PartOf<'measure'>>) {
  const fits = (aggregate: Aggregate) =>
    columnsOf(offers).filter((one) => {
      if (!needsNumbers(aggregate)) return true
      // A rate or a level is not offered to be added up, except where the statement does so already.
      const adds = one.adds || aggregate !== 'sum' || (part.aggregate === 'sum' && isSame(part.column, one))
      return kindOfType(one.type) === 'number' && adds
    })
  const { aggregate } = part
  const choose = (next: Aggregate) => {
    const columns = fits(next)
    const column = next === 'rows' ? null : (columns.find((one) => isSame(part.column, one)) ?? columns[0] ?? null)
    onChange({
      ...part,
      aggregate: next,
      column: column && nameOf(column),
      digits: next === 'rows' ? null : part.digits,
    })
  }
  const able = AGGREGATES.filter((one) => one === 'rows' || fits(one).length > 0)
  return (
    <>
      <SelectField
        label="Figure"
        value={aggregate ?? 'rows'}
        of={able.map((one) => [one, FIGURE_CHOICES[one]])}
        onChoose={choose}
      />
      {aggregate && aggregate !== 'rows' && (
        <ColumnField
          columns={fits(aggregate)}
          value={part.column}
          onChoose={(column) => onChange({ ...part, column })}
        />
      )}
    </>
  )
}

function GroupForm({ part, offers, onChange }: FormProps<PartOf<'group'>>) {
  const columns = columnsOf(offers)
  const type = columns.find((one) => isSame(part.column, one))?.type ?? ''
  return (
    <>
      <ColumnField
        columns={columns}
        value={part.column}
        onChoose={(column) => onChange({ ...part, column, grain: null })}
      />
      {hasDays(type) && (
        <SelectField
          label="In"
          value={part.grain ?? 'none'}
          of={[
            ['none', 'the days and times as they are'],
            ...[...PERIODS, ...NUMBERS].map((one) => [one, GRAIN_WORDS[one]] as const),
          ]}
          onChoose={(grain) => onChange({ ...part, grain: grain === 'none' ? null : grain })}
        />
      )}
    </>
  )
}

function FilterForm({ part, offers, onChange }: FormProps<PartOf<'filter'>>) {
  const able = columnsOf(offers).filter(({ type }) => kindOfType(type))
  const { any } = part
  const isOfFigures = any.some(({ aggregate }) => aggregate)
  return (
    <>
      {any.map((condition, at) => (
        <fieldset className="chip-condition" key={at}>
          <legend>{at === 0 ? 'Condition' : 'or'}</legend>
          <ConditionFields
            {...{ condition, columns: able }}
            onChange={(next) => onChange({ ...part, any: any.with(at, next) })}
          />
          {any.length > 1 && (
            <LinkButton onClick={() => onChange({ ...part, any: any.toSpliced(at, 1) })}>
              Remove this condition
            </LinkButton>
          )}
        </fieldset>
      ))}
      {!isOfFigures && able[0] && (
        <LinkButton onClick={() => onChange({ ...part, any: [...any, conditionOn(able[0]!)] })}>
          Or another condition
        </LinkButton>
      )}
    </>
  )
}

type ConditionProps = { condition: Condition; columns: Column[]; onChange: (condition: Condition) => void }

function ConditionFields({ condition, columns, onChange }: ConditionProps) {
  const { aggregate, grain, operator, values } = condition
  const column = columns.find((one) => isSame(condition.column, one))
  const isFigure = aggregate !== null && aggregate !== 'lowest' && aggregate !== 'highest'
  const kind: ValueKind =
    isFigure || grain?.endsWith('_number')
      ? 'number'
      : grain
        ? grain === 'hour'
          ? 'timestamp'
          : 'date'
        : (kindOfType(column?.type ?? '') ?? 'text')
  const set = (next: Partial<Condition>) => {
    const [least, most] = valuesOf(next.operator ?? operator)
    const given = (next.values ?? values).slice(0, most)
    onChange({
      ...condition,
      ...next,
      values: [...given, ...Array.from({ length: Math.max(0, least - given.length) }, () => '')],
    })
  }
  const [, most] = valuesOf(operator)
  return (
    <>
      {aggregate ? (
        <p>
          {FIGURE_CHOICES[aggregate]} {condition.column && spoken(condition.column.column)}
        </p>
      ) : (
        <ColumnField
          columns={columns}
          value={condition.column}
          onChoose={(next) => set({ column: next, grain: null, operator: 'is', values: [''] })}
        />
      )}
      <SelectField<Operator>
        label="Which"
        value={operator}
        of={operatorsOf(kind).map((one) => [one, OPERATOR_WORDS[one]])}
        onChoose={(next) => set({ operator: next })}
      />
      {values.map((value, at) => (
        <ValueField
          key={at}
          label={operator === 'between' ? (at === 0 ? 'From' : 'To') : at === 0 ? 'Value' : 'or value'}
          {...{ value, kind, column: column ?? null }}
          onChoose={(next) => set({ values: values.with(at, next) })}
        />
      ))}
      {most > 2 && (
        <span className="chip-values">
          <LinkButton onClick={() => set({ values: [...values, ''] })}>Or another value</LinkButton>
          {values.length > 1 && (
            <LinkButton onClick={() => set({ values: values.slice(0, -1) })}>Remove the last value</LinkButton>
          )}
        </span>
      )}
    </>
  )
}

/** The pause after a letter before values are looked for, in milliseconds. */
const PAUSE = 250

function ValueField(props: {
  label: string
  value: string
  kind: ValueKind
  column: Column | null
  onChoose: (value: string) => void
}) {
  const { label, value, kind, column, onChoose } = props
  const workspaceId = useWorkspaceId()
  const [found, setFound] = useState<string[]>([])
  const [table, name] = [column?.table, column?.column]
  const text = value.trim()
  useLookup({
    key: kind === 'text' && table && name && text.length > 1 ? JSON.stringify([table, name, text]) : null,
    look: () => findValues(workspaceId, table!, name!, text),
    onFound: setFound,
    pause: PAUSE,
  })
  if (kind === 'boolean')
    return (
      <SelectField
        label={label}
        value={value || 'none'}
        of={[...(value ? [] : [['none', 'choose'] as const]), ['true', 'yes'], ['false', 'no']]}
        onChoose={onChoose}
      />
    )
  const offered = kind === 'text' ? [...new Set([...found, ...(column?.values ?? [])])] : []
  return (
    <TypedField
      label={label}
      type={kind === 'date' ? 'date' : 'text'}
      inputMode={kind === 'number' ? 'decimal' : undefined}
      placeholder={kind === 'timestamp' ? '2026-03-31 08:00' : undefined}
      offered={offered}
      maxLength={1000}
      value={value}
      onType={onChoose}
    />
  )
}

function JoinForm({ part, offers, onChange }: FormProps<PartOf<'join'>>) {
  const keyOf = ({ table, column, to }: PartOf<'join'>) => JSON.stringify([table, column, to.of, to.column])
  const all = joinsOf(offers)
  const joins = all.some((one) => keyOf(one) === keyOf(part)) ? all : [part, ...all]
  return (
    <>
      <SelectField
        label="Table"
        value={keyOf(part)}
        of={joins.map((one) => [keyOf(one), `${spoken(one.table)} by ${spoken(one.to.column)}`])}
        onChoose={(key) => onChange({ ...joins.find((one) => keyOf(one) === key)!, keeps: part.keeps })}
      />
      <Check checked={part.keeps} onTick={(keeps) => onChange({ ...part, keeps })}>
        Keep rows without one
      </Check>
    </>
  )
}

type ColumnFieldProps = { columns: Column[]; value: ColumnName | null; onChoose: (column: ColumnName) => void }

function ColumnField({ columns, value, onChoose }: ColumnFieldProps) {
  const isOne = new Set(columns.map(({ of }) => of)).size < 2
  return (
    <SelectField
      label="Column"
      value={String(columns.findIndex((one) => isSame(value, one)))}
      of={columns.map(({ of, column }, at) => [
        String(at),
        isOne ? spoken(column) : `${spoken(of)}: ${spoken(column)}`,
      ])}
      onChoose={(at) => onChoose(nameOf(columns[Number(at)]!))}
    />
  )
}

export const TableField = ({ value, onChoose }: { value: string; onChoose: (table: string) => void }) => (
  <TypedField label="Table" offered={useTableNames(value)} value={value} onType={onChoose} />
)

type NumberFieldProps = { label: string; value: number; onChoose: (value: number) => void }

const NumberField = ({ label, value, onChoose }: NumberFieldProps) => (
  <TypedField
    label={label}
    type="number"
    min={1}
    max={1_000_000}
    value={value || ''}
    onType={(text) => onChoose(Number(text))}
  />
)

/** What may be chosen instead of typing it. */
type TypedFieldProps = ComponentProps<typeof InputField> & { offered?: string[] }

function TypedField({ offered = [], ...input }: TypedFieldProps) {
  const id = useId()
  return (
    <InputField required list={offered.length > 0 ? id : undefined} {...input}>
      {offered.length > 0 && (
        <datalist id={id}>
          {offered.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
      )}
    </InputField>
  )
}
