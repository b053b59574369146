/** @jsxImportSource react */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Answer, BoundNumber } from '#analyst/rules/answer.ts'
import type { ChatScreen, ConversationLine } from '#chat/rules/screen.ts'
import { href, urls } from '../src/urls.ts'
import { AnswerView } from './chat/answer.tsx'
import { answerOf, steady, textOf } from './chat/answer-of.ts'
import { Composer, type ComposerHandle } from './chat/composer.tsx'
import { Drawer } from './chat/drawer.tsx'
import { type Evidence, EvidenceContext } from './chat/evidence.ts'
import { Icon } from './chat/icon.tsx'
import { NumberCard, type Shown } from './chat/number-card.tsx'
import { useLocale, useTimeZone } from './chat/place.ts'
import { Side } from './chat/side.tsx'
import { Start } from './chat/start.tsx'
import { refusalOf, useAnswers } from './chat/use-answers.ts'
import { useDrawer } from './chat/use-drawer.ts'
import { useThreadScroll } from './chat/use-thread-scroll.ts'
import { announceSpent } from './kit/credit-balance.ts'

/** The main screen: conversations and data at the left, the thread in the middle, what stands behind an answer at the right. */
export default function Chat(screen: ChatScreen) {
  const locale = useLocale()
  const timeZone = useTimeZone()
  const now = useNow(screen.now)
  const sources = useMemo(() => sourcesOf(screen), [screen])
  const [out, setOut] = useState<Set<string>>(new Set())
  const inPlay = out.size > 0 ? sources.filter((source) => !out.has(source.id)).map((source) => source.id) : null
  const answers = useAnswers(screen, inPlay)
  const { messages, running } = answers
  const pool = useRef(new Map<string, unknown>())
  const answered = useMemo(
    () =>
      messages
        .filter((message) => message.role === 'assistant')
        .map((message) => ({ id: message.id, answer: steady(answerOf(message), pool.current) })),
    [messages],
  )
  const drawer = useDrawer(answered)
  const [side, setSide] = useState(false)
  const [shown, setShown] = useState<Shown | null>(null)
  const composer = useRef<ComposerHandle>(null)
  const thread = useThreadScroll(messages, running)
  const conversations = useConversations(screen, answers.conversationId, messages)

  const show = drawer.show
  const evidence = useMemo(
    (): Evidence => ({
      locale,
      show: (number: BoundNumber, answer: Answer, anchor: HTMLElement) => setShown({ number, answer, anchor }),
      hide: () => setShown(null),
      open: (number: BoundNumber, answer: Answer) => {
        const cell = number.cells[0]
        const owner = answered.find((one) => one.answer === answer)
        if (cell && owner) show(owner.id, cell.result, 'Table', cell)
      },
    }),
    [locale, answered, show],
  )

  const { stop, ask } = answers
  useEffect(() => {
    const key = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return
      if (side) setSide(false)
      else if (drawer.sheet && matchMedia('(width < 1080px)').matches) drawer.setSheet(false)
      else if (running) stop()
    }
    addEventListener('keydown', key)
    return () => removeEventListener('keydown', key)
  }, [side, running, stop, drawer])

  const lastQuestion = messages.findLast((message) => message.role === 'user')
  const retry = useCallback(() => {
    if (lastQuestion) ask(textOf(lastQuestion))
  }, [lastQuestion, ask])
  const insert = (name: string) => {
    setSide(false)
    composer.current?.insert(name)
  }
  const receipts = answered.filter((one) => one.answer.receipt).length
  const knownReceipts = useRef(receipts)
  useEffect(() => {
    if (receipts > knownReceipts.current) announceSpent()
    knownReceipts.current = receipts
  }, [receipts])
  const refusal = answers.refusal && refusalOf(answers.refusal)
  const balance = answered.findLast((one) => one.answer.receipt)?.answer.receipt?.balance ?? screen.balance
  const lastAnswer = answered.at(-1)
  const waiting = running && messages.at(-1)?.role === 'user'
  const { open, result, answer } = drawer

  return (
    <EvidenceContext value={evidence}>
      <div className={`chat ${open && result ? 'chat-with-drawer' : ''}`}>
        <aside className="chat-side" id="chat-side" data-open={side || undefined} aria-label="Conversations and data">
          <button type="button" className="side-close" aria-label="Close" onClick={() => setSide(false)}>
            <Icon name="cross" />
          </button>
          <Side
            screen={screen}
            conversations={conversations.list}
            current={answers.conversationId}
            locale={locale}
            timeZone={timeZone}
            onInsert={insert}
            onRenamed={conversations.rename}
            onDeleted={(id) => {
              conversations.remove(id)
              if (id === answers.conversationId) location.assign(href(urls.workspace, { id: screen.workspaceId }))
            }}
          />
        </aside>
        {side && <button type="button" className="chat-veil" aria-label="Close" onClick={() => setSide(false)} />}
        <section className="chat-main" aria-label="Conversation">
          <div className="chat-bar">
            <button
              type="button"
              className="button button-quiet button-small"
              aria-expanded={side}
              aria-controls="chat-side"
              onClick={() => setSide(true)}
            >
              <Icon name="menu" /> <span className="truncate">{conversations.title ?? 'Conversations and data'}</span>
            </button>
            {result && (
              <button type="button" className="button button-small" onClick={() => drawer.setSheet(true)}>
                <Icon name="table" /> Results
              </button>
            )}
          </div>
          <div className="chat-thread" ref={thread}>
            {messages.length === 0 ? (
              <Start screen={screen} onAsk={ask} />
            ) : (
              <ol className="thread">
                {messages.map((message) => {
                  const one = answered.find((entry) => entry.id === message.id)
                  return (
                    <li key={message.id} className={one ? 'turn-answer' : 'turn-question'}>
                      {one ? (
                        <AnswerView
                          id={one.id}
                          answer={one.answer}
                          charts={one.answer.charts.map((chart) => drawer.charts[chart.result] ?? chart)}
                          running={running && one === lastAnswer && !waiting}
                          last={one === lastAnswer && !waiting}
                          locale={locale}
                          workspaceId={screen.workspaceId}
                          opened={open?.answerId === one.id ? open.resultId : null}
                          onOpen={show}
                          onAsk={ask}
                          onRetry={retry}
                        />
                      ) : (
                        <p className="question">{textOf(message)}</p>
                      )}
                    </li>
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
            )}
            {refusal && (
              <div className="answer-ending answer-failed" role="alert">
                <strong>{refusal.title}</strong>
                <p>{refusal.message}</p>
                {refusal.credits && (
                  <a className="button button-small button-primary" href={urls.billing}>
                    Get credits
                  </a>
                )}
                {refusal.retry && (
                  <button type="button" className="button button-small" onClick={retry}>
                    <Icon name="retry" /> Retry
                  </button>
                )}
              </div>
            )}
          </div>
          {answers.connection !== 'online' && (
            <p className="chat-banner" role="status">
              {answers.connection === 'offline'
                ? 'You are offline. A running answer goes on and is shown when you are back.'
                : 'The connection was lost. The answer goes on; connecting again…'}
            </p>
          )}
          <Composer
            handle={composer}
            action={href(urls.workspace, { id: screen.workspaceId })}
            placeholder={
              messages.length > 0
                ? 'Ask a follow-up…'
                : screen.catalog.length > 0
                  ? 'Ask about your data…'
                  : 'Add data first, then ask about them…'
            }
            question={screen.question ?? ''}
            sources={sources}
            out={out}
            onSources={setOut}
            price={screen.pricePerAnswer}
            balance={balance}
            running={running}
            stopping={answers.stopping}
            onAsk={ask}
            onStop={stop}
          />
          <p className="chat-model">
            {screen.builtIn
              ? 'Answered by the built-in analyst: rules, no language model.'
              : `Answered by ${screen.modelName}. Check what matters.`}
          </p>
        </section>
        {open && result && answer && (
          <aside className="chat-drawer" id="results" data-sheet={drawer.sheet || undefined} aria-label="Results">
            <Drawer
              workspaceId={screen.workspaceId}
              answer={answer}
              result={result}
              results={drawer.results}
              tab={open.tab}
              chart={drawer.charts[result.id] ?? answer.charts.find((chart) => chart.result === result.id) ?? null}
              lit={(shown?.number.cells ?? []).filter((cell) => cell.result === result.id)}
              goTo={drawer.goTo}
              locale={locale}
              now={now}
              onTab={(tab) => drawer.setChosen({ ...open, tab })}
              onResult={(id) => drawer.setChosen({ ...open, resultId: id })}
              onChart={drawer.changeChart}
              onRan={(_, ran) => drawer.addRun(open.answerId, ran)}
              onClose={drawer.close}
            />
          </aside>
        )}
        <NumberCard shown={shown} locale={locale} now={now} />
        <Announcer answer={lastAnswer?.answer ?? null} running={running} />
      </div>
    </EvidenceContext>
  )
}

/** Tells screen readers what happens: the step under way, then the answer. */
function Announcer({ answer, running }: { answer: Answer | null; running: boolean }) {
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

/** Conversations of the left column as they stand after asking, renaming and deleting here. */
function useConversations(screen: ChatScreen, current: string | null, messages: ChatScreen['messages']) {
  const [changes, setChanges] = useState<Record<string, string | null>>({})
  const told = messages.flatMap((message) => message.parts).findLast((part) => part.type === 'data-title')
  const question = messages.find((message) => message.role === 'user')
  const list = useMemo(() => {
    const known = screen.conversations.some((one) => one.id === current)
    const title = told?.type === 'data-title' ? told.data : question ? textOf(question) : 'New conversation'
    const added: ConversationLine[] = current && !known ? [{ id: current, title, updated_at: screen.now }] : []
    return [...added, ...screen.conversations]
      .filter((one) => changes[one.id] !== null)
      .map((one) => ({ ...one, title: changes[one.id] ?? one.title }))
  }, [screen, current, told, question, changes])
  return {
    list,
    title: list.find((one) => one.id === current)?.title ?? null,
    rename: (id: string, title: string) => setChanges((before) => ({ ...before, [id]: title })),
    remove: (id: string) => setChanges((before) => ({ ...before, [id]: null })),
  }
}

/** The time for "2 min ago": that of the page at first, then the browser's, every half minute. */
function useNow(start: string): number {
  const [now, setNow] = useState(Date.parse(start))
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000)
    return () => clearInterval(timer)
  }, [])
  return now
}

const sourcesOf = (screen: ChatScreen) => [
  ...new Map(
    screen.catalog.map((table) => [table.source.id, { id: table.source.id, name: table.source.name }]),
  ).values(),
]
