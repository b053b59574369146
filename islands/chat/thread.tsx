/** @jsxImportSource react */
import type { ReactNode } from 'react'
import type { ChatMessage } from '#analyst/rules/answer.ts'
import type { ChartSpec } from '#query/rules/chart.ts'
import { textOf } from './answer-of.ts'
import { AnswerView } from './answer-view.tsx'
import type { Tab } from './drawer.tsx'
import { useReading } from './share-menu.tsx'
import type { Answered } from './use-drawer.ts'
import { useNear } from './use-near.ts'

type Props = {
  messages: ChatMessage[]
  answered: Answered[]
  running: boolean
  /** Charts that the person has changed, by result. */
  charts: Record<string, ChartSpec>
  locale: string
  workspaceId: string
  /** What lies open beside the thread. */
  opened: { answerId: string; resultId: string } | null
  onOpen: (answerId: string, result: string, tab: Tab) => void
  onAsk: (question: string) => void
  onRetry: () => void
  /** Addresses of the pages before and after these messages; null where there are none. */
  older: string | null
  newer: string | null
  onLoad: (end: 'older' | 'newer') => void
  onCut: (id: string) => void
  /** The address that opens the conversation at this message. */
  addressOf: (id: string) => string
}

/** Questions and answers, oldest first. */
export function Thread({ messages, answered, running, opened, ...props }: Props) {
  const waiting = running && messages.at(-1)?.role === 'user'
  const reading = useReading()
  const last = waiting || props.newer || reading ? undefined : answered.at(-1)
  const byId = new Map(answered.map((one) => [one.id, one]))
  return (
    <>
      {props.older && <PageLink address={props.older} label="Older messages" onNear={() => props.onLoad('older')} />}
      <ol className="thread">
        {messages.map((message) => {
          const one = byId.get(message.id)
          const cut = message.metadata?.cut ?? false
          return (
            <Turn key={message.id} id={message.id} role={message.role} cut={cut} onCut={props.onCut}>
              {one ? (
                <AnswerView
                  id={one.id}
                  answer={one.answer}
                  address={props.addressOf(one.id)}
                  rating={message.metadata?.rating ?? null}
                  charts={one.answer.charts.map((chart) => props.charts[chart.result] ?? chart)}
                  running={running && one === last}
                  last={one === last}
                  locale={props.locale}
                  workspaceId={props.workspaceId}
                  opened={opened?.answerId === one.id ? opened.resultId : null}
                  onOpen={props.onOpen}
                  onAsk={props.onAsk}
                  onRetry={props.onRetry}
                />
              ) : (
                <p className="question">
                  {textOf(message)}
                  {cut && '…'}
                </p>
              )}
            </Turn>
          )
        })}
        {waiting && (
          <li className="turn-answer">
            <p className="waiting">
              <span className="spinner" /> Reading the question
            </p>
          </li>
        )}
      </ol>
      {props.newer && <PageLink address={props.newer} label="Newer messages" onNear={() => props.onLoad('newer')} />}
    </>
  )
}

type TurnProps = { id: string; role: string; cut: boolean; onCut: (id: string) => void; children: ReactNode }

/** One message; the rest of one that was cut is fetched when it comes near. */
function Turn({ id, role, cut, onCut, children }: TurnProps) {
  const element = useNear(cut, () => onCut(id))
  return (
    <li id={`m-${id}`} ref={element} className={role === 'user' ? 'turn-question' : 'turn-answer'}>
      {children}
    </li>
  )
}

/** A link to the page before or after; its messages come by themselves when it is scrolled to. */
function PageLink({ address, label, onNear }: { address: string; label: string; onNear: () => void }) {
  const element = useNear(true, onNear)
  return (
    <p className="thread-page" ref={element}>
      <a className="link-button" href={address}>
        {label}
      </a>
    </p>
  )
}
