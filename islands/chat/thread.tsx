/** @jsxImportSource react */
import { type ReactNode, type RefCallback, useCallback, useRef } from 'react'
import { textOf } from './answer-of.ts'
import { AnswerView } from './answer-view.tsx'
import { ChipsContext } from './chips.tsx'
import type { Answered } from './drawer-state.ts'
import { ReadingsContext } from './readings.tsx'
import type { DrawerControl } from './use-drawer.ts'
import type { Thread } from './use-thread.ts'

type Props = {
  thread: Thread
  answers: Answered[]
  drawer: DrawerControl
  onRetry: () => void
  /** Whether the person may ask here, and whether the conversation is that of somebody else. */
  mayAsk: boolean
  isOthers: boolean
  /** The address that shows the conversation from one of its messages on, or up to it. */
  addressOf: (to: { before: string } | { after: string } | { message: string }) => string
}

/** Questions and answers, oldest first. */
export function ThreadView({ thread, answers, drawer, onRetry, mayAsk, isOthers, addressOf }: Props) {
  const { messages, running, older, newer, load } = thread
  const waiting = running && messages.at(-1)?.role === 'user'
  const last = waiting || newer || !mayAsk ? undefined : answers.at(-1)
  const several = messages.some(({ metadata }) => metadata?.by)
  const byId = new Map(answers.map((one) => [one.id, one]))
  const { opened } = drawer
  return (
    <>
      {older && messages[0] && (
        <PageLink address={addressOf({ before: messages[0].id })} label="Older messages" onNear={() => load('older')} />
      )}
      <ol className="thread">
        {messages.map((message, at) => {
          const { id, metadata } = message
          const answered = byId.get(id)
          const cut = metadata?.cut ?? false
          return (
            <Turn key={id} id={id} role={message.role} cut={cut} onCut={thread.complete}>
              {answered ? (
                <Changeable by={!isOthers || !(messages[at - 1] ?? message).metadata?.by}>
                  <AnswerView
                    id={id}
                    answer={answered.answer}
                    question={messages[at - 1] ? textOf(messages[at - 1]!) : ''}
                    agent={answered.answer.agent ?? metadata?.agent ?? null}
                    address={`${addressOf({ message: id })}#m-${id}`}
                    rating={metadata?.rating ?? null}
                    charts={drawer.charts}
                    running={running && answered === last}
                    last={answered === last}
                    opened={opened?.answerId === id ? opened.resultId : null}
                    onOpen={drawer.show}
                    onAsk={thread.ask}
                    onRetry={onRetry}
                  />
                </Changeable>
              ) : (
                <p className="question">
                  {several && <small>{metadata?.by ?? 'You'}</small>}
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
      {newer && (
        <PageLink
          address={addressOf({ after: messages.at(-1)?.id ?? '' })}
          label="Newer messages"
          onNear={() => load('newer')}
        />
      )}
    </>
  )
}

/** An answer is changed by whose conversation it is, and by who was answered: others look at it. */
const Changeable = ({ by, children }: { by: boolean; children: ReactNode }) =>
  by ? (
    children
  ) : (
    <ChipsContext value={null}>
      <ReadingsContext value={null}>{children}</ReadingsContext>
    </ChipsContext>
  )

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

/** Before something is in sight it is fetched, so that nobody waits for it. */
const NEAR = '300px 0px'

/** Calls `near` when the element comes near the part of the thread in sight, as long as it is `wanted`. */
function useNear(wanted: boolean, near: () => void): RefCallback<HTMLElement> {
  const act = useRef(near)
  act.current = near
  return useCallback(
    (element: HTMLElement | null) => {
      if (!element || !wanted) return
      const seen = new IntersectionObserver((entries) => entries.some((one) => one.isIntersecting) && act.current(), {
        root: element.closest('.chat-thread'),
        rootMargin: NEAR,
      })
      seen.observe(element)
      return () => seen.disconnect()
    },
    [wanted],
  )
}
