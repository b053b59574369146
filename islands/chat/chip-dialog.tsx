/** @jsxImportSource react */
import { type ReactNode, useId, useState } from 'react'
import type { Chip, Edit, Part, Reading } from '#analyst/rules/chips/part.ts'
import { Modal } from '../kit/modal.tsx'
import { Button, Check, Form, InputField, Problem, SelectField } from '../kit/parts.tsx'
import { useAction } from '../kit/use-action.ts'
import { sendProposal } from './calls.ts'
import { firstPart, PartForm } from './chip-form.tsx'
import { KINDS } from './chips.tsx'
import { useMayPropose } from './propose.tsx'
import { type Offer, useOffers } from './use-offers.ts'
import { useWorkspaceId } from './workspace.ts'

type Props = {
  answerId: string
  reading: Reading
  /** The chip that is changed; null for a new one. */
  chip: Chip | null
  removable: boolean
  send: (edits: Edit[]) => Promise<void>
  onClose: () => void
}

const ADDED: Part['kind'][] = ['filter', 'group', 'measure', 'column', 'order', 'limit', 'join']
/** Parts whose words a workspace may mean. */
const MEANT: Part['kind'][] = ['filter', 'group', 'measure']

/** A dialog about the parts of a statement. */
export function ChipModal({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  const id = useId()
  return (
    <Modal open onDismiss={onClose} className="dialog chip-dialog" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </Modal>
  )
}

/** Changes a part of a statement, adds one, or takes one away. */
export function ChipDialog(props: Props) {
  const { reading, chip, onClose } = props
  const { offers, problem } = useOffers(useWorkspaceId(), reading.tables)
  return (
    <ChipModal title={chip ? `Change: ${KINDS[chip.kind].toLowerCase()} ${chip.text}` : 'Add'} onClose={onClose}>
      {offers ? (
        <Fields {...props} offers={offers} />
      ) : (
        <>
          <p role="status">{problem ? '' : 'Reading the catalog…'}</p>
          <Problem text={problem} />
          <div className="form-actions end">
            <Button onClick={onClose}>Cancel</Button>
          </div>
        </>
      )}
    </ChipModal>
  )
}

function Fields({ answerId, reading, chip, removable, send, onClose, offers }: Props & { offers: Offer[] }) {
  const isList = !reading.chips.some(({ kind }) => kind === 'measure' || kind === 'group')
  const kinds = ADDED.flatMap((kind) => {
    if (kind === 'column' && !isList) return []
    if (kind === 'limit' && reading.chips.some((one) => one.kind === 'limit')) return []
    const part = firstPart(kind, offers, reading.outputs)
    return part ? [{ kind, part }] : []
  })
  const [part, setPart] = useState<Part | null>(chip ? chip.part : (kinds[0]?.part ?? null))
  const [word, setWord] = useState('')
  const [remembers, setRemembers] = useState(false)
  const mayPropose = useMayPropose()
  const { busy, error, run } = useAction()
  const act = async (edits: Edit[]) => {
    const isDone = await run(async () => {
      await send(edits)
      if (remembers && word.trim() && chip)
        await sendProposal(answerId, { from: 'chips', word: word.trim(), chip: chip.id })
    })
    if (isDone) onClose()
  }
  const submit = () => {
    if (part && !busy) void act([chip ? { act: 'change', chip: chip.id, part } : { act: 'add', part }])
  }
  return (
    <Form className="form" onSend={submit}>
      {!chip && (
        <SelectField
          label="What"
          value={part?.kind}
          of={kinds.map(({ kind }) => [kind, KINDS[kind]])}
          onChoose={(chosen) => setPart(kinds.find(({ kind }) => kind === chosen)!.part)}
        />
      )}
      {part && <PartForm part={part} offers={offers} outputs={reading.outputs} onChange={setPart} />}
      {chip && part && mayPropose && MEANT.includes(part.kind) && (
        <div className="field">
          <Check checked={remembers} onTick={setRemembers}>
            Remember for this workspace
          </Check>
          {remembers && (
            <InputField
              label="The word of the question that means this"
              required
              maxLength={100}
              value={word}
              onType={setWord}
            >
              <p className="hint">An owner decides whether it counts.</p>
            </InputField>
          )}
        </div>
      )}
      <Problem text={error} />
      <div className="form-actions end">
        {removable && chip && (
          <Button
            look="danger"
            className="chip-remove"
            disabled={busy}
            onClick={() => act([{ act: 'remove', chip: chip.id }])}
            label="Remove"
          />
        )}
        <Button onClick={onClose}>Cancel</Button>
        {part && (
          <Button type="submit" look="primary" aria-busy={busy} disabled={busy} label={busy ? 'Running…' : 'Run'} />
        )}
      </div>
    </Form>
  )
}
