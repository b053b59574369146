/** @jsxImportSource react */
import { createContext, type FormEvent, use, useEffect, useId, useState } from 'react'
import type { Pin as PinBody } from '#canvases/rules/answers.ts'
import { wishOf } from '#chat/rules/wish.ts'
import { conditionText, scheduleText } from '#watches/rules/words.ts'
import { href, urls } from '../../src/urls.ts'
import { createCanvas, type Listed, pinTo, readCanvases } from '../canvas/calls.ts'
import { CloseButton } from '../kit/icon.tsx'
import { Modal } from '../kit/modal.tsx'
import { Button, Problem } from '../kit/parts.tsx'
import { useAction } from '../kit/use-action.ts'
import { useHydrated, useTimeZone } from '../kit/use-browser.ts'
import { Icon, IconButton } from './icon.tsx'
import { useWorkspaceId } from './workspace.ts'

export const MayPinContext = createContext(false)

/** What is pinned, as the call takes it. */
type Props = { answerId: string; of: PinBody['of']; label: string; icon?: boolean }

/** Puts what an answer shows on a canvas; nothing where the person may not, and before scripts run. */
export function Pin({ answerId, of, label, icon = false }: Props) {
  const hydrated = useHydrated()
  const mayPin = use(MayPinContext)
  const [open, setOpen] = useState(false)
  if (!hydrated || !mayPin) return null
  return (
    <>
      {icon ? (
        <IconButton icon="pin" label={label} onClick={() => setOpen(true)} />
      ) : (
        <button type="button" className="pin-button" onClick={() => setOpen(true)}>
          <Icon name="pin" /> {label}
        </button>
      )}
      {open && <PinDialog answerId={answerId} of={of} title={label} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Watches a result for whoever may pin it: the page that opens says so, and changes when and for whom. */
export function WatchButton({ answerId, result }: { answerId: string; result: string }) {
  const mayPin = use(MayPinContext)
  const id = useWorkspaceId()
  const zone = useTimeZone()
  if (!mayPin) return null
  return (
    <form method="post" action={href(urls.workspaceWatches, { id })} target="_blank" rel="noopener">
      {Object.entries({ message: answerId, result, zone }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <IconButton className="pin-button" icon="bell" type="submit" label="Tell me when this changes" />
    </form>
  )
}

type WishProps = { answerId: string; question: string; result: string; chart: boolean }

/** What a question wished to be told of: its result is pinned, and the canvas opens with the watch or schedule filled in. */
export function WishButton({ answerId, question, result, chart }: WishProps) {
  const hydrated = useHydrated()
  const mayPin = use(MayPinContext)
  const [open, setOpen] = useState(false)
  const wish = wishOf(question)
  const zone = useTimeZone()
  if (!wish || !hydrated || !mayPin) return null
  const { condition, schedule } = wish
  const label = condition
    ? `Watch this: tell me when it ${conditionText(condition)}`
    : `Mail this ${scheduleText({ ...NO_DAY, ...schedule, time_zone: zone })}`
  return (
    <p>
      <Button look="small" onClick={() => setOpen(true)}>
        <Icon name="bell" /> {label} …
      </Button>
      {open && (
        <PinDialog
          {...{ answerId }}
          // A watch chooses its number from a table; a mail shows the chart.
          of={schedule && chart ? { chart: 0 } : { result }}
          title="Pin it"
          onClose={() => setOpen(false)}
          onPinned={(canvas, block) =>
            location.assign(`${href(urls.canvas, { id: canvas })}#${new URLSearchParams({ block, wish: question })}`)
          }
        />
      )}
    </p>
  )
}
const NO_DAY = { day: 1, skip: [], holidays: null, quiet: null }

type DialogProps = {
  answerId: string
  of: PinBody['of']
  title: string
  onClose: () => void
  /** What follows; without it the dialog says that it is pinned. */
  onPinned?: (canvas: string, block: string) => void
}
function PinDialog({ answerId, of, title, onClose, onPinned }: DialogProps) {
  const workspaceId = useWorkspaceId()
  const [canvases, setCanvases] = useState<Listed[] | null>(null)
  const [name, setName] = useState('')
  const [done, setDone] = useState<{ id: string; name: string } | null>(null)
  const { busy, error, run } = useAction()
  const id = useId()
  useEffect(() => {
    readCanvases(workspaceId).then(setCanvases, () => setCanvases([]))
  }, [workspaceId])
  const pin = (find: () => Promise<{ id: string; name: string }>) =>
    run(async () => {
      const canvas = await find()
      const block = await pinTo(canvas.id, { message_id: answerId, of })
      if (onPinned) onPinned(canvas.id, block.id)
      else setDone(canvas)
    })
  const create = (event: FormEvent) => {
    event.preventDefault()
    void pin(() => createCanvas(workspaceId, { name: name.trim() }))
  }
  return (
    <Modal open className="dialog pin-dialog" onDismiss={onClose} aria-labelledby={id}>
      <header className="dialog-head">
        <h2 id={id}>{title} to a canvas</h2>
        <CloseButton onClose={onClose} />
      </header>
      <div className="dialog-body">
        {done ? (
          <p role="status">
            Pinned to <a href={href(urls.canvas, { id: done.id })}>{done.name}</a>. It stays up to date there.
          </p>
        ) : (
          <>
            {onPinned && <p>It is told from a canvas. Nothing is set up until you save it there.</p>}
            {canvases === null && <p>Loading …</p>}
            {canvases && canvases.length > 0 && (
              <ul className="pin-list" aria-label="Canvases">
                {canvases.map((canvas) => (
                  <li key={canvas.id}>
                    <button type="button" disabled={busy} onClick={() => pin(async () => canvas)}>
                      {canvas.name}
                    </button>
                  </li>
                ))}
              </ul>
            )}
            <form className="field" onSubmit={create}>
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
                <Button look="primary" type="submit" disabled={busy} aria-busy={busy}>
                  Create and pin
                </Button>
              </div>
            </form>
            <Problem text={error} />
          </>
        )}
      </div>
    </Modal>
  )
}
