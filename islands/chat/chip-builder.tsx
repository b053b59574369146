/** @jsxImportSource react */
import { useState } from 'react'
import type { Part, PartOf } from '#analyst/rules/chips/part.ts'
import { Button, Form, LinkButton, Problem } from '../kit/parts.tsx'
import { useAction } from '../kit/use-action.ts'
import { buildAnswer, pageAddress } from './calls.ts'
import { ChipModal } from './chip-dialog.tsx'
import { firstPart, PartForm, TableField } from './chip-form.tsx'
import { KINDS } from './chips.tsx'
import { type Offer, useOffers } from './use-offers.ts'
import { useWorkspaceId } from './workspace.ts'

/** A question of chips alone: a table, a figure, and what it is by and where. What comes out can be changed further. */
export function ChipBuilder({ first, onClose }: { first: string; onClose: () => void }) {
  const workspaceId = useWorkspaceId()
  const [table, setTable] = useState(first)
  const [chosen, setChosen] = useState<string | null>(null)
  const { offers, problem } = useOffers(workspaceId, chosen === null ? [] : [{ of: chosen, table: chosen }])
  const isHere = offers?.some((one) => one.table === chosen) ?? false
  return (
    <ChipModal title="Build a query" onClose={onClose}>
      {isHere && offers ? (
        <Parts table={chosen!} offers={offers} onBack={() => setChosen(null)} />
      ) : (
        <Form className="form" onSend={() => setChosen(table.trim())}>
          <TableField value={table} onChoose={setTable} />
          <Problem text={problem} />
          <div className="form-actions end">
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" look="primary" label="Next" />
          </div>
        </Form>
      )}
    </ChipModal>
  )
}

const OPTIONAL = ['group', 'filter'] as const

function Parts({ table, offers, onBack }: { table: string; offers: Offer[]; onBack: () => void }) {
  const workspaceId = useWorkspaceId()
  const [measure, setMeasure] = useState<Part>(firstPart('measure', offers, [])!)
  const [others, setOthers] = useState<Part[]>([])
  const { busy, error, run } = useAction()
  const submit = () => {
    if (busy) return
    const start: PartOf<'table'> = { kind: 'table', table }
    void run(async () => {
      const { conversation_id: conversationId } = await buildAnswer(workspaceId, [start, measure, ...others])
      location.assign(pageAddress({ workspaceId, conversationId }))
    })
  }
  return (
    <Form className="form" onSend={submit}>
      <PartForm part={measure} offers={offers} outputs={[]} onChange={setMeasure} />
      {others.map((part, at) => (
        <fieldset className="chip-condition" key={at}>
          <legend>{KINDS[part.kind]}</legend>
          <PartForm part={part} offers={offers} outputs={[]} onChange={(next) => setOthers(others.with(at, next))} />
          <LinkButton onClick={() => setOthers(others.toSpliced(at, 1))}>Remove</LinkButton>
        </fieldset>
      ))}
      <p className="chip-values">
        {OPTIONAL.map((kind) => {
          const part = firstPart(kind, offers, [])
          return (
            part && (
              <Button key={kind} look="small" onClick={() => setOthers([...others, part])}>
                {kind === 'group' ? 'Add a group' : 'Add a condition'}
              </Button>
            )
          )
        })}
      </p>
      <Problem text={error} />
      <div className="form-actions end">
        <Button onClick={onBack}>Back</Button>
        <Button type="submit" look="primary" aria-busy={busy} disabled={busy} label={busy ? 'Running…' : 'Run'} />
      </div>
    </Form>
  )
}
