/** @jsxImportSource react */
import { useRef } from 'react'
import type { Answer } from '#analyst/rules/answer.ts'
import type { ChatScreen } from '#chat/rules/screen.ts'
import { href, urls } from '../../src/urls.ts'
import { Icon } from '../kit/icon.tsx'
import { Button, Problem } from '../kit/parts.tsx'
import { useAction } from '../kit/use-action.ts'
import { useHydrated } from '../kit/use-browser.ts'
import { forkConversation } from './calls.ts'
import type { Thread } from './use-thread.ts'
import { useWorkspaceId } from './workspace.ts'

type BarProps = {
  title: string | null
  sideOpen: boolean
  onSide: () => void
  sheetOpen: boolean
  /** Opens the results; null where there are none. */
  onSheet: (() => void) | null
}

/** Above the thread on narrow screens: opens what stands beside it on wide ones. */
export const ThreadBar = ({ title, sideOpen, onSide, sheetOpen, onSheet }: BarProps) => (
  <div className="chat-bar">
    <Button look="quiet small" aria-expanded={sideOpen} aria-controls="chat-side" onClick={onSide}>
      <Icon name="menu" /> <span className="truncate">{title ?? 'Conversations and data'}</span>
    </Button>
    {onSheet && (
      <Button look="small" aria-expanded={sheetOpen} aria-controls="results" onClick={onSheet}>
        <Icon name="table" /> Results
      </Button>
    )}
  </div>
)

const CONNECTION = {
  offline: 'You are offline. A running answer goes on and is shown when you are back.',
  lost: 'The connection was lost. The answer goes on; connecting again…',
}

/** That the browser is offline, or cannot reach the server. */
export const ConnectionNotice = ({ connection }: Pick<Thread, 'connection'>) =>
  connection !== 'online' && (
    <p className="chat-banner" role="status">
      {CONNECTION[connection]}
    </p>
  )

/** `withAll`: it is shared with the whole workspace. */
type ReaderProps = { by: string; withAll: boolean; conversationId: string | null }

/** In place of the box where questions are asked, for whoever reads what somebody else asked. */
export function ReaderNotice({ by, withAll, conversationId }: ReaderProps) {
  const id = useWorkspaceId()
  const hydrated = useHydrated()
  const { busy, error, run } = useAction()
  const goOn = () =>
    run(async () => {
      const copy = await forkConversation(conversationId!)
      location.assign(href(urls.workspace, { id }, { conversation: copy.id }))
    })
  return (
    <div className="chat-shared">
      <span>
        <strong>{by}</strong>
        {` asked this and shared it with ${withAll ? 'the workspace' : 'you'}.`}
      </span>
      <div className="row">
        {hydrated && conversationId && (
          <Button onClick={goOn} disabled={busy} aria-busy={busy} label="Go on in a copy" />
        )}
        <a className="button button-primary" href={href(urls.workspace, { id })}>
          Ask a question of your own
        </a>
      </div>
      <Problem text={error} />
    </div>
  )
}

export const ModelNotice = ({ screen: { by, level, builtIn, modelName } }: { screen: ChatScreen }) => (
  <p className="chat-model">
    {by && level === 'edit' && `${by} shares this conversation. You ask with your own rights and credits. `}
    {builtIn
      ? 'Answered by the built-in analyst: rules, no language model.'
      : `Answered by ${modelName}. Check what matters.`}
  </p>
)

/** Tells screen readers what happens: the step under way, then the answer. */
export function Announcer({ answer, running }: { answer: Answer | null; running: boolean }) {
  const began = useRef(false)
  if (running) began.current = true
  const step = answer?.steps.findLast((one) => one.state === 'running')
  const text = running
    ? (step?.title ?? '')
    : began.current && answer
      ? `Answer: ${answer.text || answer.error || answer.status}`
      : ''
  return (
    <div className="quiet" aria-live="polite" role="log">
      {text}
    </div>
  )
}
