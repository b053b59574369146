/** @jsxImportSource react */
import { useId, useState } from 'react'
import { minuteText } from '#base/format.ts'
import type { BlockJson } from '#canvases/rules/answers.ts'
import { blockName } from '#canvases/rules/block-name.ts'
import { typed } from '#canvases/rules/typed.ts'
import type { Wish } from '#chat/rules/wish.ts'
import type { QueryResult } from '#query/rules/answers.ts'
import { isNumeric } from '#query/rules/result.ts'
import type { WatchJson } from '#watches/rules/answers.ts'
import type { Condition } from '#watches/rules/condition.ts'
import type { Schedule } from '#watches/rules/schedule.ts'
import { conditionText, scheduleText } from '#watches/rules/words.ts'
import { href, urls } from '../../src/urls.ts'
import { DialogFoot, TitledModal } from '../kit/modal.tsx'
import { Button, Check, Form, InputField, Problem, SelectField } from '../kit/parts.tsx'
import { useAction } from '../kit/use-action.ts'
import { useLocale, useTimeZone } from '../kit/use-browser.ts'
import { useFetched } from '../kit/use-fetched.ts'
import { readMembers } from '../share/calls.ts'
import { changeWatch, createWatch, readWebhooks } from './calls.ts'
import { keyOf } from './edit-block.tsx'
import { ScheduleFields } from './schedule-fields.tsx'

const CONDITIONS: readonly (readonly [Condition['is'], string])[] = [
  ['above', 'is above'],
  ['below', 'is below'],
  ['changed', 'changes by more than'],
  ['changed_percent', 'changes by more than (%)'],
  ['unusual', 'leaves its usual range (times its usual spread)'],
  ['not_refreshed', 'is not refreshed for more than (hours)'],
]
/** What a schedule does with its canvas. */
const DOES = [
  ['mail', 'Mail the canvas'],
  ['changes', 'Mail what changed since it was sent last, where something did'],
  ['refresh', 'Only keep the canvas fresh: nobody is told'],
] as const
type Cell = NonNullable<Condition['cell']>

/** The number of a block that most likely is meant: the one that it shows, of a course the newest. */
function firstCell(block: BlockJson): Cell | null {
  const one = typed(block as Parameters<typeof typed>[0])
  const result = block.data?.results[0]
  if (one.kind === 'kpi') {
    const { value, trend } = one.content
    return trend && !value.row ? { ...value, row: 'last' } : value
  }
  const numeric = result?.columns.find(({ type }) => isNumeric(type))?.name
  if (one.kind === 'chart') {
    const { x, y } = one.content.chart
    const column = y[0] ?? numeric
    return column ? { column, row: x === null ? null : 'last' } : null
  }
  return numeric && result ? { column: numeric, row: keyOf(result, 0) } : null
}

type Props = {
  workspaceId: string
  /** Null where an answer is watched. */
  canvas: { id: string; name: string } | null
  /** What is watched; null for a schedule of the whole canvas. */
  block: BlockJson | null
  /** The one that is changed; null for a new one. */
  watch: WatchJson | null
  userId: string
  /** What was wished in the chat, which it begins with. */
  wish?: Wish | null
  onClose: () => void
}

/** The dialog in which a canvas is scheduled, or a number of it watched. */
export function WatchDialog({ workspaceId, canvas, block, watch, userId, wish = null, onClose }: Props) {
  const zone = useTimeZone()
  const locale = useLocale()
  const id = useId()
  const [name, setName] = useState(watch?.name ?? (block ? blockName(block) : (canvas?.name ?? '')))
  const [schedule, setSchedule] = useState<Schedule>(
    watch?.schedule ?? {
      every: block ? 'day' : 'week',
      at: '08:00',
      days: [1],
      day: 1,
      time_zone: zone,
      skip: [],
      holidays: null,
      quiet: null,
      ...wish?.schedule,
    },
  )
  const [condition, setCondition] = useState<Condition | null>(
    watch?.condition ??
      (block && { block: block.id, cell: firstCell(block), is: 'above', than: 0, ...wish?.condition }),
  )
  const [than, setThan] = useState(String((watch ?? wish)?.condition?.than ?? ''))
  const [people, setPeople] = useState<string[]>(watch?.members.map((one) => one.id) ?? [userId])
  const [addresses, setAddresses] = useState(
    watch?.addresses.map(({ address }) => address).join(', ') ?? wish?.addresses ?? '',
  )
  const [hooks, setHooks] = useState<string[]>(watch?.webhooks.map((one) => one.id) ?? [])
  const [does, setDoes] = useState<(typeof DOES)[number][0]>(
    watch?.only_refreshes ? 'refresh' : watch?.only_changed ? 'changes' : 'mail',
  )
  const onlyRefreshes = does === 'refresh'
  const [made, setMade] = useState<WatchJson | null>(null)
  const { busy, error, run } = useAction()
  const submit = () => {
    const body = {
      name: name.trim(),
      schedule,
      condition: condition && { ...condition, than: Number(than) },
      only_changed: does === 'changes',
      ...(onlyRefreshes
        ? { members: [], webhooks: [], addresses: [] }
        : { members: people, webhooks: hooks, addresses: addresses.split(/[\s,;]+/).filter(Boolean) }),
    }
    void run(async () =>
      setMade(
        watch
          ? await changeWatch(workspaceId, watch.id, body)
          : await createWatch(workspaceId, { canvas_id: canvas!.id, ...body }),
      ),
    )
  }
  const done = () => (watch ? location.reload() : onClose())
  return (
    <TitledModal
      className="dialog-wide watch-dialog"
      title={
        condition
          ? 'Watch a number'
          : onlyRefreshes
            ? 'Keep this canvas fresh'
            : canvas
              ? 'Mail this canvas'
              : 'Watch this answer'
      }
      onClose={made ? done : onClose}
    >
      {made ? (
        <>
          <div className="dialog-body" role="status">
            <p>
              <strong>{made.name}</strong>{' '}
              {made.condition
                ? `is looked at ${scheduleText(made.schedule)}; you are told once it ${conditionText(made.condition)}.`
                : `is ${made.only_refreshes ? 'refreshed' : canvas ? 'mailed' : 'looked at'} ${scheduleText(made.schedule)}${made.only_changed ? ', where something changed' : ''}.`}
            </p>
            {made.next_at && <p>First on {minuteText(made.next_at, locale)} UTC.</p>}
            {made.addresses.some(({ allowed }) => !allowed) && (
              <p>Addresses outside of the workspace wait until an owner allows them.</p>
            )}
          </div>
          <footer className="dialog-foot">
            <a className="button button-quiet" href={href(urls.workspaceWatch, { id: workspaceId, watchId: made.id })}>
              See it
            </a>
            <Button look="primary" onClick={done} label="Done" />
          </footer>
        </>
      ) : (
        <Form onSend={submit}>
          <div className="dialog-body field">
            {wish && (
              <p>
                Filled in from what was asked in the chat. Nothing is set up or sent before you save it: look at who is
                told.
              </p>
            )}
            <InputField label="Name" maxLength={120} required pattern=".*\S.*" value={name} onType={setName} />
            {condition && <ConditionFields {...{ condition, than, block }} onChange={setCondition} onThan={setThan} />}
            <ScheduleFields schedule={schedule} onChange={setSchedule} />
            {!condition && canvas && (
              <SelectField label="What is done then" value={does} of={DOES} onChoose={setDoes} />
            )}
            {!onlyRefreshes && (
              <>
                <People workspaceId={workspaceId} chosen={people} onChoose={setPeople} />
                <Webhooks workspaceId={workspaceId} chosen={hooks} onChoose={setHooks} />
                <InputField
                  label="Other mail addresses"
                  value={addresses}
                  placeholder="finance@example.com, board@example.com"
                  aria-describedby={`${id}-hint`}
                  onType={setAddresses}
                />
                <p className="hint" id={`${id}-hint`}>
                  What a member adds here waits until an owner allows it.
                </p>
              </>
            )}
            <Problem text={error} />
          </div>
          <DialogFoot onClose={onClose} busy={busy} />
        </Form>
      )}
    </TitledModal>
  )
}

type ConditionProps = {
  condition: Condition
  than: string
  block: BlockJson | null
  onChange: (condition: Condition) => void
  onThan: (than: string) => void
}

function ConditionFields({ condition, than, block, onChange, onThan }: ConditionProps) {
  const result = block?.data?.results[0]
  return (
    <div className="watch-row">
      {condition.is !== 'not_refreshed' && result && (
        <CellFields result={result} cell={condition.cell} onChoose={(cell) => onChange({ ...condition, cell })} />
      )}
      <SelectField
        label="Tell when it"
        value={condition.is}
        of={CONDITIONS}
        onChoose={(is: Condition['is']) => onChange({ ...condition, is })}
      />
      <InputField label="Limit" type="number" step="any" required value={than} onType={onThan} />
    </div>
  )
}

type CellProps = { result: QueryResult; cell: Cell | null; onChoose: (cell: Cell) => void }

/** Which column and row the number stands in. */
function CellFields({ result, cell, onChoose }: CellProps) {
  const columns = result.columns.filter(({ type }) => isNumeric(type)).map(({ name }) => name)
  const keys = result.rows.map((_, at) => keyOf(result, at))
  const found = keys.findIndex((key) => JSON.stringify(key) === JSON.stringify(cell?.row ?? null))
  const at = cell?.row === 'last' ? 'last' : String(Math.max(0, found))
  const rowOf = (chosen: string): Cell['row'] => (chosen === 'last' ? 'last' : (keys[Number(chosen)] ?? null))
  return (
    <>
      <SelectField
        label="Number"
        required
        value={cell?.column ?? ''}
        of={columns.map((name) => [name, name.replaceAll('_', ' ')])}
        onChoose={(column) => onChoose({ column, row: rowOf(at) })}
      />
      {result.rows.length > 1 && (
        <SelectField
          label="Row"
          value={at}
          of={[
            ['last', 'Newest row'],
            ...keys.map((key, row) => [String(row), key ? Object.values(key).join(', ') : `Row ${row + 1}`] as const),
          ]}
          onChoose={(row) => onChoose({ column: cell?.column ?? columns[0] ?? '', row: rowOf(row) })}
        />
      )}
    </>
  )
}

type ChoiceProps = { workspaceId: string; chosen: string[]; onChoose: (ids: string[]) => void }

function People({ workspaceId, chosen, onChoose }: ChoiceProps) {
  const [members] = useFetched(workspaceId, () => readMembers(workspaceId))
  const items = (members ?? []).map(({ users: { id, name, email } }) => ({ id, name: name || email, note: email }))
  return <Choices legend="Who is told" {...{ items, chosen, onChoose }} />
}

/** Webhooks that owners made; nothing where there are none. */
function Webhooks({ workspaceId, chosen, onChoose }: ChoiceProps) {
  const [webhooks] = useFetched(workspaceId, () => readWebhooks(workspaceId))
  const items = (webhooks ?? []).map(({ id, name, host }) => ({ id, name, note: host }))
  return items.length > 0 && <Choices legend="Webhooks" {...{ items, chosen, onChoose }} />
}

type ChoicesProps = {
  legend: string
  items: { id: string; name: string; note: string }[]
  chosen: string[]
  onChoose: (ids: string[]) => void
}

const Choices = ({ legend, items, chosen, onChoose }: ChoicesProps) => (
  <fieldset className="fieldset watch-people">
    <legend>{legend}</legend>
    {items.map(({ id, name, note }) => (
      <Check
        key={id}
        checked={chosen.includes(id)}
        onTick={(on) => onChoose(on ? [...chosen, id] : chosen.filter((one) => one !== id))}
      >
        <span>
          {name}
          <small>{note}</small>
        </span>
      </Check>
    ))}
  </fieldset>
)
