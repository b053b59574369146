/** @jsxImportSource react */
import { useEffect, useEffectEvent, useState } from 'react'
import { capital } from '#base/text.ts'
import type { CanvasJson, ReadTable } from '#canvases/rules/answers.ts'
import { blockName } from '#canvases/rules/block-name.ts'
import type { Filter, FilterKind, Place } from '#canvases/rules/filter.ts'
import { spoken } from '#query/rules/chart.ts'
import { DialogFoot, TitledModal } from '../kit/modal.tsx'
import { Button, Check, Form, InputField, Options, Problem, SelectField } from '../kit/parts.tsx'
import { useAction } from '../kit/use-action.ts'
import { readPlaces, readTables } from './calls.ts'

type Props = {
  canvas: CanvasJson
  /** Null for a new one. */
  filter: Filter | null
  onSave: (filter: Filter) => void
  onRemove: (id: string) => void
  onClose: () => void
}

const KIND_WORDS: Record<FilterKind, string> = {
  values: 'Values of a list',
  date_range: 'Days',
  number_range: 'A range of numbers',
  text: 'A text that is contained',
}

/** The dialog in which a filter is made or changed: its column, what it is called, and what of the board it is about. */
export function FilterDialog(props: Props) {
  const { canvas, filter, onClose } = props
  const [tables, setTables] = useState<ReadTable[] | null>(null)
  const { error, run } = useAction()
  const load = useEffectEvent(() => run(async () => setTables(await readTables(canvas.id))))
  useEffect(() => void load(), [])
  return (
    <TitledModal
      className="dialog-wide canvas-dialog"
      title={filter ? `Change filter: ${filter.name}` : 'Add filter'}
      onClose={onClose}
    >
      {tables && tables.length > 0 ? (
        <Fields {...props} tables={tables} />
      ) : (
        <>
          <div className="dialog-body">
            <p role="status">
              {tables
                ? 'No block of this canvas reads a table that can be filtered. Add a chart, a table or a number first.'
                : error
                  ? ''
                  : 'Reading the catalog …'}
            </p>
            <Problem text={error} />
          </div>
          <footer className="dialog-foot">
            <Button onClick={onClose}>Close</Button>
          </footer>
        </>
      )}
    </TitledModal>
  )
}

type Seed = Pick<Place, 'table' | 'column'>
const keyOf = (place: Place) => JSON.stringify([place.table, place.column, place.through ?? null])

/** An id that says what it is called, and that no other filter has. */
function idFor(name: string, { filters, parameters }: CanvasJson): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 30)
  const base = plain || 'filter'
  for (let at = 1; ; at++) {
    const id = at === 1 ? base : `${base}-${at}`
    if (!filters.some((one) => one.id === id) && !parameters.some((one) => one.name === id)) return id
  }
}

function Fields({ canvas, filter, tables, onSave, onRemove, onClose }: Props & { tables: ReadTable[] }) {
  const [seed, setSeed] = useState<Seed | null>(filter?.places[0] ?? null)
  const [kind, setKind] = useState<FilterKind>(filter?.kind ?? 'values')
  const [name, setName] = useState(filter?.name ?? '')
  const [places, setPlaces] = useState<Place[]>(filter?.places ?? [])
  const [proposed, setProposed] = useState<Place[]>([])
  const [except, setExcept] = useState<string[]>(filter?.except ?? [])
  const { busy, error, run } = useAction()
  const kindsOf = (of: Seed | null): FilterKind[] =>
    tables.find(({ table }) => table === of?.table)?.columns.find((one) => one.name === of?.column)?.kinds ?? []

  /** Another column or kind: what it is about is proposed anew. */
  const choose = (next: Seed, wanted: FilterKind | undefined) => {
    const kinds = kindsOf(next)
    const chosen = wanted && kinds.includes(wanted) ? wanted : (kinds[0] ?? 'values')
    const isUnnamed = name === '' || (seed !== null && name === capital(spoken(seed.column)))
    setSeed(next)
    setKind(chosen)
    if (isUnnamed) setName(capital(spoken(next.column)))
    setPlaces([next])
    void run(async () => {
      const found = await readPlaces(canvas.id, { ...next, kind: chosen })
      setProposed(found)
      setPlaces(found)
    })
  }
  const submit = () => {
    if (!seed || busy) return
    const here = new Set(canvas.blocks.map((block) => block.id))
    const kept = { name: name.trim(), kind, places, except: except.filter((one) => here.has(one)) }
    onSave({ id: filter?.id ?? idFor(kept.name, canvas), ...kept })
  }
  const others = tables.filter(({ table }) => table !== seed?.table)
  const reached = new Set(
    tables.filter(({ table }) => places.some((one) => one.table === table)).flatMap(({ blocks }) => blocks),
  )
  const blocks = canvas.blocks.filter((block) => reached.has(block.id))
  return (
    <Form onSend={submit}>
      <div className="dialog-body canvas-filter-form">
        <SelectField
          label="Column"
          required
          value={seed ? keyOf(seed) : ''}
          onChoose={(key) => {
            const [table, column] = JSON.parse(key) as [string, string]
            choose({ table, column }, undefined)
          }}
        >
          {!seed && <option value="">Choose a column</option>}
          {tables.map(({ table, columns }) => (
            <optgroup key={table} label={spoken(table)}>
              <Options of={columns.map((one) => [keyOf({ table, column: one.name }), spoken(one.name)] as const)} />
            </optgroup>
          ))}
        </SelectField>
        {seed && (
          <>
            <InputField label="Name" required pattern=".*\S.*" maxLength={60} value={name} onType={setName} />
            {kindsOf(seed).length > 1 && (
              <SelectField
                label="Chosen by"
                value={kind}
                of={kindsOf(seed).map((one) => [one, KIND_WORDS[one]] as const)}
                onChoose={(kind: FilterKind) => choose(seed, kind)}
              />
            )}
            {others.length > 0 && (
              <fieldset className="fieldset">
                <legend>In the other tables of this canvas</legend>
                {others.map((table) => (
                  <TablePlace
                    key={table.table}
                    {...{ table, kind, proposed }}
                    place={places.find((one) => one.table === table.table) ?? null}
                    onChoose={(next) =>
                      setPlaces([...places.filter((one) => one.table !== table.table), ...(next ? [next] : [])])
                    }
                  />
                ))}
              </fieldset>
            )}
            {blocks.length > 0 && (
              <fieldset className="fieldset">
                <legend>Blocks that it filters</legend>
                {blocks.map((block) => (
                  <Check
                    key={block.id}
                    checked={!except.includes(block.id)}
                    onTick={(on) => setExcept(on ? except.filter((one) => one !== block.id) : [...except, block.id])}
                  >
                    <span>{blockName(block)}</span>
                  </Check>
                ))}
              </fieldset>
            )}
          </>
        )}
        <Problem text={error} />
      </div>
      <DialogFoot onClose={onClose} busy={busy} isReady={seed !== null}>
        {' '}
        {filter && <Button look="danger" onClick={() => onRemove(filter.id)} label="Remove the filter" />}
      </DialogFoot>
    </Form>
  )
}

type TableProps = {
  table: ReadTable
  kind: FilterKind
  proposed: Place[]
  place: Place | null
  onChoose: (place: Place | null) => void
}

/** The column of one table that a filter is on: one of its own, that of the table which it refers to, or none. */
function TablePlace({ table: { table, columns }, kind, proposed, place, onChoose }: TableProps) {
  const own = columns.filter(({ kinds }) => kinds.includes(kind)).map(({ name }): Place => ({ table, column: name }))
  const through = [...proposed, ...(place ? [place] : [])].filter((one) => one.table === table && one.through)
  const all = [...new Map([...through, ...own].map((one) => [keyOf(one), one])).values()]
  const text = ({ column, through: by }: Place) =>
    by ? `${spoken(by.column)} of ${spoken(by.table)}, by ${spoken(column)}` : spoken(column)
  return (
    <SelectField
      label={spoken(table)}
      value={place ? keyOf(place) : ''}
      of={[['', 'not filtered'], ...all.map((one) => [keyOf(one), text(one)] as const)]}
      onChoose={(key) => onChoose(all.find((one) => keyOf(one) === key) ?? null)}
    />
  )
}
