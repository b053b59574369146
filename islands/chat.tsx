/** @jsxImportSource react */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Answer, BoundNumber } from '#analyst/rules/answer.ts'
import type { ChatScreen } from '#chat/rules/screen.ts'
import { href, urls } from '../src/urls.ts'
import { Announcer } from './chat/announcer.tsx'
import { answerOf, steady, textOf } from './chat/answer-of.ts'
import { editSql } from './chat/calls.ts'
import { Composer, type ComposerHandle } from './chat/composer.tsx'
import { Drawer } from './chat/drawer.tsx'
import { type Evidence, EvidenceContext } from './chat/evidence.ts'
import { Icon } from './chat/icon.tsx'
import { NumberCard, type Shown } from './chat/number-card.tsx'
import { useLocale, useMedia, useNow, useTimeZone } from './chat/place.ts'
import { Refusal } from './chat/refusal.tsx'
import { SharingContext } from './chat/share-menu.tsx'
import { Side } from './chat/side.tsx'
import { Start } from './chat/start.tsx'
import { Thread } from './chat/thread.tsx'
import { takeUnsent } from './chat/unsent.ts'
import { useAnswers } from './chat/use-answers.ts'
import { useBalance } from './chat/use-balance.ts'
import { useConversations } from './chat/use-conversations.ts'
import { useDrawer } from './chat/use-drawer.ts'
import { useModal } from './chat/use-modal.ts'
import { useNews } from './chat/use-news.ts'
import { pageAddress } from './chat/use-pages.ts'
import { useThreadScroll } from './chat/use-thread-scroll.ts'

const UNSENT = 'Your question did not reach us before the connection was lost. It stands in the box: ask it again.'

/** The main screen: conversations and data at the left, the thread in the middle, what stands behind an answer at the right. */
export default function Chat(screen: ChatScreen) {
  const locale = useLocale()
  const timeZone = useTimeZone()
  const now = useNow(screen.now)
  const { sources } = screen.data
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
  const [shared, setShared] = useState(screen.shared)
  const [shown, setShown] = useState<Shown | null>(null)
  const composer = useRef<ComposerHandle>(null)
  const thread = useThreadScroll(messages, running, screen.message)
  const conversations = useConversations(screen, screen.by ? null : answers.conversationId, messages)

  const { show, setSheet } = drawer
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

  const balance = useBalance(screen.balance, answered)
  const narrow = useMedia('(width < 1080px)')
  const phone = useMedia('(width < 860px)')
  const { open, result, answer } = drawer
  const sheet = narrow && drawer.sheet && result !== undefined
  const sidePanel = useModal(phone && side)
  const sheetPanel = useModal(sheet)
  useNews(screen.workspaceId, answers)
  useEffect(() => {
    const question = takeUnsent(screen.messages)
    if (!question) return
    composer.current?.fill(question)
    void import('./kit/dialog.ts').then(({ toast }) => toast('warning', UNSENT))
  }, [screen.messages])

  const { stop, ask } = answers
  useEffect(() => {
    const key = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return
      if (side) setSide(false)
      else if (sheet) setSheet(false)
      else if (running) stop()
    }
    addEventListener('keydown', key)
    return () => removeEventListener('keydown', key)
  }, [side, sheet, running, stop, setSheet])

  const lastQuestion = messages.findLast((message) => message.role === 'user')
  const retry = useCallback(() => {
    if (lastQuestion) void ask(textOf(lastQuestion))
  }, [lastQuestion, ask])
  const insert = (name: string) => {
    setSide(false)
    composer.current?.insert(name)
  }
  const edit = async (answerId: string, original: string, sql: string, signal: AbortSignal) => {
    const result = await editSql(answerId, original, sql, signal)
    answers.edited(answerId, result)
    drawer.choose({ answerId, resultId: result.id, tab: 'Table' })
  }
  const lastAnswer = answered.at(-1)
  const workspace = screen.workspaces.find((one) => one.id === screen.workspaceId)?.name ?? 'the workspace'
  const sharing = useMemo(
    () => (screen.by ? null : { conversationId: answers.conversationId, workspace, shared, onShared: setShared }),
    [screen.by, answers.conversationId, workspace, shared],
  )
  const here = { workspaceId: screen.workspaceId, conversationId: answers.conversationId }
  const addressOf = (message: string) => `${pageAddress(here, { message })}#m-${message}`

  return (
    <EvidenceContext value={evidence}>
      <SharingContext value={sharing}>
        <div
          className={`chat ${open && result ? 'chat-with-drawer' : ''}`}
          data-steps={screen.shows.steps ? undefined : 'off'}
        >
          <section
            className="chat-side"
            id="chat-side"
            ref={sidePanel}
            data-open={side || undefined}
            aria-label="Conversations and data"
            {...(phone && side && DIALOG)}
          >
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
          </section>
          {side && <Veil onClose={() => setSide(false)} />}
          {sheet && <Veil onClose={() => setSheet(false)} />}
          <section className="chat-main" aria-label="Conversation">
            {messages.length > 0 && <h1 className="quiet">{conversations.title ?? 'Conversation'}</h1>}
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
                <button
                  type="button"
                  className="button button-small"
                  aria-expanded={sheet}
                  aria-controls="results"
                  onClick={() => setSheet(true)}
                >
                  <Icon name="table" /> Results
                </button>
              )}
            </div>
            <div className="chat-thread" ref={thread}>
              {messages.length === 0 ? (
                <Start screen={screen} onAsk={ask} />
              ) : (
                <Thread
                  messages={messages}
                  answered={answered}
                  running={running}
                  charts={drawer.charts}
                  locale={locale}
                  workspaceId={screen.workspaceId}
                  opened={open}
                  onOpen={show}
                  onAsk={ask}
                  onRetry={retry}
                  older={answers.older ? pageAddress(here, { before: messages[0]?.id ?? '' }) : null}
                  newer={answers.newer ? pageAddress(here, { after: messages.at(-1)?.id ?? '' }) : null}
                  onLoad={answers.load}
                  onCut={answers.whole}
                  addressOf={addressOf}
                />
              )}
              {answers.refusal && <Refusal error={answers.refusal} onRetry={retry} />}
            </div>
            {answers.connection !== 'online' && (
              <p className="chat-banner" role="status">
                {answers.connection === 'offline'
                  ? 'You are offline. A running answer goes on and is shown when you are back.'
                  : 'The connection was lost. The answer goes on; connecting again…'}
              </p>
            )}
            {screen.by ? (
              <Shared by={screen.by} workspaceId={screen.workspaceId} />
            ) : (
              <Composer
                handle={composer}
                action={href(urls.workspace, { id: screen.workspaceId })}
                placeholder={
                  messages.length > 0
                    ? 'Ask a follow-up…'
                    : screen.data.total > 0
                      ? `Ask about your data${sources.length > 1 ? ', or about @ one source' : ''}…`
                      : 'Add data first, then ask about them…'
                }
                question={screen.question ?? ''}
                sources={sources}
                out={out}
                onSources={setOut}
                price={screen.pricePerAnswer}
                longest={screen.questionLength}
                balance={balance}
                running={running}
                stopping={answers.stopping}
                onAsk={ask}
                onStop={stop}
              />
            )}
            <p className="chat-model">
              {screen.builtIn
                ? 'Answered by the built-in analyst: rules, no language model.'
                : `Answered by ${screen.modelName}. Check what matters.`}
            </p>
          </section>
          {open && result && answer && (
            <section
              className="chat-drawer"
              id="results"
              ref={sheetPanel}
              data-sheet={drawer.sheet || undefined}
              aria-label="Results"
              {...(sheet && DIALOG)}
            >
              <Drawer
                workspaceId={screen.workspaceId}
                answer={answer}
                showSql={screen.shows.sql}
                result={result}
                results={drawer.results}
                tab={open.tab}
                chart={drawer.charts[result.id] ?? answer.charts.find((chart) => chart.result === result.id) ?? null}
                lit={(shown?.number.cells ?? []).filter((cell) => cell.result === result.id)}
                goTo={drawer.goTo}
                locale={locale}
                now={now}
                onTab={(tab) => drawer.choose({ ...open, tab })}
                onResult={(id) => drawer.choose({ ...open, resultId: id })}
                onChart={drawer.changeChart}
                onEdit={screen.by ? null : (result, sql, signal) => edit(open.answerId, result, sql, signal)}
                onClose={narrow ? () => setSheet(false) : drawer.close}
              />
            </section>
          )}
          <NumberCard shown={shown} locale={locale} now={now} />
          <Announcer answer={lastAnswer?.answer ?? null} running={running} />
        </div>
      </SharingContext>
    </EvidenceContext>
  )
}

/** In place of the box where questions are asked, for whoever reads what somebody else asked. */
const Shared = ({ by, workspaceId }: { by: string; workspaceId: string }) => (
  <p className="chat-shared">
    <span>
      <strong>{by}</strong> asked this and shared it with the workspace.
    </span>
    <a className="button button-primary" href={href(urls.workspace, { id: workspaceId })}>
      Ask a question of your own
    </a>
  </p>
)

/** A panel that lies over the others on a narrow screen. */
const DIALOG = { role: 'dialog', 'aria-modal': true, tabIndex: -1 } as const

/** Dims what lies below a panel; a tap closes it. The keyboard has the panel's own button. */
const Veil = ({ onClose }: { onClose: () => void }) => (
  <button type="button" className="chat-veil" aria-label="Close" tabIndex={-1} onClick={onClose} />
)
