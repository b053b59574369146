/** @jsxImportSource react */
import { createContext, type KeyboardEvent, use, useRef, useState } from 'react'
import type { Answer } from '#analyst/rules/answer.ts'
import type { Chip, Edit } from '#analyst/rules/chips/part.ts'
import { mainResult } from '#analyst/rules/presented.ts'
import { Icon } from '../kit/icon.tsx'
import { LinkButton, Problem } from '../kit/parts.tsx'
import { useAction } from '../kit/use-action.ts'
import { useHydrated } from '../kit/use-browser.ts'
import { ChipDialog } from './chip-dialog.tsx'

/** Changes an answer by its chips; null shows it again as it was made. */
type ByChips = (answerId: string, result: string, edits: Edit[] | null) => Promise<void>
/** Null where answers can only be read. */
export const ChipsContext = createContext<ByChips | null>(null)

export const KINDS: Record<Chip['kind'], string> = {
  ...{ measure: 'Figure', column: 'Shows', group: 'By', filter: 'Where', order: 'Sorted by', limit: 'Rows' },
  ...{ table: 'From', join: 'With', other: 'Also' },
}

const Words = ({ kind, text }: Pick<Chip, 'kind' | 'text'>) => (
  <>
    <span className="chip-kind">{KINDS[kind]}</span> {text}
  </>
)

/** What the statement behind an answer does, part by part. A click changes a part; the answer follows without a model. */
export function Chips({ id, answer, running }: { id: string; answer: Answer; running: boolean }) {
  const change = use(ChipsContext)
  const hydrated = useHydrated()
  const [open, setOpen] = useState<Chip | 'new' | null>(null)
  const { busy, error, run } = useAction()
  const row = useRef<HTMLUListElement>(null)
  const { reading, byChips } = answer
  const main = mainResult(answer)
  if (!reading || !main || running) return null
  const send = change && hydrated ? (edits: Edit[] | null) => change(id, main.id, edits) : null
  const isEditable = send !== null && reading.editable
  const mayRemove = ({ kind, fixed }: Chip) => !fixed && kind !== 'table'
  const onKeyDown = (event: KeyboardEvent) => {
    const buttons = [...(row.current?.querySelectorAll<HTMLElement>('button') ?? [])]
    const at = buttons.indexOf(document.activeElement as HTMLElement)
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key]
    const chip = reading.chips.find((one) => one.id === buttons[at]?.dataset.chip)
    if (to !== undefined) buttons.at(to % buttons.length)?.focus()
    else if ((event.key === 'Delete' || event.key === 'Backspace') && chip && mayRemove(chip) && send) {
      if (!busy) void run(() => send([{ act: 'remove', chip: chip.id }])).then(() => buttons[0]?.focus())
    } else return
    event.preventDefault()
  }
  return (
    <fieldset className="chips-of" aria-label="What was asked of the data">
      <ul className="chips" ref={row} onKeyDown={onKeyDown} aria-busy={busy}>
        {reading.chips.map((chip) => (
          <li key={chip.id}>
            {isEditable && (chip.part || !chip.fixed) ? (
              <button
                type="button"
                className={`chip chip-${chip.kind}`}
                data-chip={chip.id}
                aria-haspopup="dialog"
                aria-keyshortcuts={mayRemove(chip) ? 'Delete' : undefined}
                disabled={busy}
                onClick={() => setOpen(chip)}
              >
                <Words {...chip} />
              </button>
            ) : (
              <span className={`chip chip-${chip.kind}`}>
                <Words {...chip} />
              </span>
            )}
          </li>
        ))}
        {isEditable && (
          <li>
            <button
              type="button"
              className="chip chip-add"
              aria-haspopup="dialog"
              disabled={busy}
              onClick={() => setOpen('new')}
            >
              <Icon name="plus" /> Add
            </button>
          </li>
        )}
      </ul>
      {byChips === 'changed' && (
        <p className="chips-note">
          Changed by chips: no model, no credits.{' '}
          {send && <LinkButton disabled={busy} onClick={() => run(() => send(null))} label="Undo" />}
        </p>
      )}
      <Problem text={error} />
      {open && send && (
        <ChipDialog
          answerId={id}
          reading={reading}
          chip={open === 'new' ? null : open}
          removable={open !== 'new' && mayRemove(open)}
          send={send}
          onClose={() => setOpen(null)}
        />
      )}
    </fieldset>
  )
}
