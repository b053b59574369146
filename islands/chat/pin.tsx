/** @jsxImportSource react */
import { createContext, use, useEffect, useState } from 'react'
import { type Answer, WORD_LEFT_OUT } from '#analyst/rules/answer.ts'
import { mainResult } from '#analyst/rules/presented.ts'
import type { Pin as PinBody } from '#canvases/rules/answers.ts'
import { wishOf } from '#chat/rules/wish.ts'
import { conditionText, scheduleText } from '#watches/rules/words.ts'
import { href, urls } from '../../src/urls.ts'
import { type Listed, pinTo, readCanvases } from '../canvas/calls.ts'
import { openWished } from '../canvas/wished.ts'
import { Icon, IconButton } from '../kit/icon.tsx'
import { TitledModal } from '../kit/modal.tsx'
import { Button, Problem } from '../kit/parts.tsx'
import { useAction } from '../kit/use-action.ts'
import { useHydrated, useTimeZone } from '../kit/use-browser.ts'
import { CanvasList, PinDialog } from './pin-dialog.tsx'
import { useWorkspaceId } from './workspace.ts'

export const MayPinContext = createContext(false)

/** What is pinned, as the call takes it. */
type Props = { answerId: string; of: PinBody['of']; label: string; icon?: boolean }

const pinOn = (answerId: string, of: PinBody['of']) => (canvas: string) => pinTo(canvas, { message_id: answerId, of })

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
      {open && <PinDialog pinOn={pinOn(answerId, of)} title={label} onClose={() => setOpen(false)} />}
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
      <IconButton icon="bell" type="submit" label="Tell me when this changes" />
    </form>
  )
}

/** What a question wished to be told of: its result is pinned, and the canvas opens with the watch or schedule filled in. */
export function WishButton({ answerId, question, answer }: { answerId: string; question: string; answer: Answer }) {
  const hydrated = useHydrated()
  const mayPin = use(MayPinContext)
  const [open, setOpen] = useState(false)
  const wish = wishOf(question)
  const zone = useTimeZone()
  const result = answer.status === 'answered' ? mainResult(answer)?.id : undefined
  if (!wish || !hydrated || !mayPin || (wish.board === undefined && !result)) return null
  // What is told time and again must be what was meant.
  if (answer.checks.some(({ note }) => note === WORD_LEFT_OUT))
    return <p className="hint">No watch or mail is offered, since a word of the question found no place.</p>
  const { condition, schedule, board, addresses } = wish
  const label = condition
    ? `Watch this: tell me when it ${conditionText(condition)}`
    : `Mail ${board === undefined ? 'this' : board || 'the canvas'} ${scheduleText({ ...NO_DAY, ...schedule, time_zone: zone })}${addresses && ` to ${addresses}`}`
  const close = () => setOpen(false)
  return (
    <p>
      <Button look="small" onClick={() => setOpen(true)}>
        <Icon name="bell" /> {label} …
      </Button>
      {open && board !== undefined && <BoardDialog name={board} question={question} onClose={close} />}
      {open && result && (
        <PinDialog
          // A watch chooses its number from a table; a mail shows the chart.
          pinOn={pinOn(answerId, schedule && answer.charts.length > 0 ? { chart: 0 } : { result })}
          title="Pin it"
          onClose={close}
          onPinned={(canvas, block) => openWished({ canvas, block, question })}
        />
      )}
    </p>
  )
}
const NO_DAY = { day: 1, skip: [], holidays: null, quiet: null }

/** Opens the canvas of this name, or the only one there is; where that is none or several, they are chosen from. */
function BoardDialog({ name, question, onClose }: { name: string; question: string; onClose: () => void }) {
  const workspaceId = useWorkspaceId()
  const [canvases, setCanvases] = useState<Listed[] | null>(null)
  const { error, run } = useAction()
  useEffect(() => {
    void run(async () => {
      const all = await readCanvases(workspaceId)
      const named = all.filter((one) => one.name.toLowerCase() === name.toLowerCase())
      const fitting = named.length > 0 ? named : all
      if (fitting.length === 1 && (named.length > 0 || !name)) openWished({ canvas: fitting[0]!.id, question })
      else setCanvases(fitting)
    })
  }, [workspaceId, name, question])
  return (
    <TitledModal className="pin-dialog" title="Mail a canvas" onClose={onClose}>
      <div className="dialog-body">
        {canvases?.length === 0 ? (
          <p>There is no canvas yet. Pin an answer to one first.</p>
        ) : (
          <p>Choose the canvas. Nothing is set up until you save it there.</p>
        )}
        <CanvasList {...{ canvases }} onChoose={(canvas) => openWished({ canvas: canvas.id, question })} />
        <Problem text={error} />
      </div>
    </TitledModal>
  )
}
