/** @jsxImportSource react */
import { useId, useState } from 'react'
import { href, urls } from '../../src/urls.ts'
import { createCanvas, type Listed, readCanvases } from '../canvas/calls.ts'
import { TitledModal } from '../kit/modal.tsx'
import { Button, Form, Problem } from '../kit/parts.tsx'
import { useAction } from '../kit/use-action.ts'
import { useFetched } from '../kit/use-fetched.ts'
import { useWorkspaceId } from './workspace.ts'

type ListProps = { canvases: Listed[] | null; busy?: boolean; onChoose: (canvas: Listed) => void }
export function CanvasList({ canvases, busy = false, onChoose }: ListProps) {
  if (canvases === null) return <p>Loading …</p>
  return (
    canvases.length > 0 && (
      <ul className="pin-list" aria-label="Canvases">
        {canvases.map((canvas) => (
          <li key={canvas.id}>
            <button type="button" disabled={busy} onClick={() => onChoose(canvas)}>
              {canvas.name}
            </button>
          </li>
        ))}
      </ul>
    )
  )
}

type DialogProps = {
  /** Puts it on a canvas. */
  pinOn: (canvas: string) => Promise<{ id: string }>
  title: string
  onClose: () => void
  /** What follows; without it the dialog says that it is pinned. */
  onPinned?: (canvas: string, block: string) => void
}
/** Asks on which canvas something is to be put, and puts it there. */
export function PinDialog({ pinOn, title, onClose, onPinned }: DialogProps) {
  const workspaceId = useWorkspaceId()
  const [canvases] = useFetched(workspaceId, () => readCanvases(workspaceId))
  const [name, setName] = useState('')
  const [done, setDone] = useState<{ id: string; name: string } | null>(null)
  const { busy, error, run } = useAction()
  const id = useId()
  const pin = (find: () => Promise<{ id: string; name: string }>) =>
    run(async () => {
      const canvas = await find()
      const block = await pinOn(canvas.id)
      if (onPinned) onPinned(canvas.id, block.id)
      else setDone(canvas)
    })
  const create = () => pin(() => createCanvas(workspaceId, { name: name.trim() }))
  return (
    <TitledModal className="pin-dialog" title={`${title} to a canvas`} onClose={onClose}>
      <div className="dialog-body">
        {done ? (
          <p role="status">
            Pinned to <a href={href(urls.canvas, { id: done.id })}>{done.name}</a>. It stays up to date there.
          </p>
        ) : (
          <>
            {onPinned && <p>It is told from a canvas. Nothing is set up until you save it there.</p>}
            <CanvasList {...{ canvases, busy }} onChoose={(canvas) => pin(async () => canvas)} />
            <Form className="field" onSend={create}>
              <label htmlFor={`${id}-name`}>New canvas</label>
              <div className="pin-new">
                <input
                  id={`${id}-name`}
                  className="input"
                  maxLength={120}
                  required
                  pattern=".*\S.*"
                  value={name}
                  onChange={(event) => setName(event.target.value)}
                />
                <Button look="primary" type="submit" disabled={busy} aria-busy={busy} label="Create and pin" />
              </div>
            </Form>
            <Problem text={error} />
          </>
        )}
      </div>
    </TitledModal>
  )
}
