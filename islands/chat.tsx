/** @jsxImportSource react */
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { Answer } from '#analyst/rules/answer.ts'
import type { Edit } from '#analyst/rules/chips/part.ts'
import type { ChatScreen } from '#chat/rules/screen.ts'
import { textOf } from './chat/answer-of.ts'
import { changeByChips, chooseReading, editSql, pageAddress } from './chat/calls.ts'
import { ChipsContext } from './chat/chips.tsx'
import { Talk, useTalkOf } from './chat/comments.tsx'
import { Composer, type ComposerHandle } from './chat/composer.tsx'
import { Drawer } from './chat/drawer.tsx'
import type { Answered } from './chat/drawer-state.ts'
import { EvidenceContext, useShownEvidence } from './chat/evidence.ts'
import { Announcer, ConnectionNotice, ModelNotice, ReaderNotice, ThreadBar } from './chat/frame.tsx'
import { NumberCard } from './chat/number-card.tsx'
import { Panel, Veil } from './chat/panel.tsx'
import { MayPinContext } from './chat/pin.tsx'
import { MayProposeContext } from './chat/propose.tsx'
import { ReadingsContext } from './chat/readings.tsx'
import { Refusal } from './chat/refusal.tsx'
import { SharingContext } from './chat/share-menu.tsx'
import { Side } from './chat/side.tsx'
import { Start } from './chat/start.tsx'
import { ThreadView } from './chat/thread.tsx'
import { takeUnsent } from './chat/unsent.ts'
import { useConversationList } from './chat/use-conversation-list.ts'
import { useAnswered, useDrawer } from './chat/use-drawer.ts'
import { useNews } from './chat/use-news.ts'
import { useThread } from './chat/use-thread.ts'
import { useThreadScroll } from './chat/use-thread-scroll.ts'
import { LinkHostsContext, WorkspaceContext } from './chat/workspace.ts'
import { announceSpent, onBalance } from './kit/credit-balance.ts'
import { listen } from './kit/listen.ts'
import { useMedia, useNow } from './kit/use-browser.ts'

/** The main screen: conversations and data at the left, the thread in the middle, what stands behind an answer at the right. */
export default function Chat(screen: ChatScreen) {
  const { workspaceId, data } = screen
  const mayAsk = screen.level === 'edit'
  const now = useNow(screen.now)
  const [leftOut, setLeftOut] = useState<Set<string>>(new Set())
  const inPlay = data.sources.filter(({ id }) => !leftOut.has(id)).map(({ id }) => id)
  const [agentId, setAgent] = useState(screen.agent)
  const agent = screen.agents.find(({ id }) => id === agentId) ?? screen.agents[0]!
  const thread = useThread(screen, leftOut.size > 0 ? inPlay : null, agent.id)
  const { messages, running, conversationId, ask, stop } = thread
  const answers = useAnswered(messages)
  const drawer = useDrawer(answers)
  const { opened, moveSheet } = drawer
  const { evidence, shown, cellsIn } = useShownEvidence(answers, drawer.show)
  const conversations = useConversationList(screen, screen.by ? null : conversationId, messages)
  const balance = useBalance(screen.balance, answers)
  const sharing = useSharing(screen, conversationId)
  const composer = useComposer(screen)
  const box = useThreadScroll(messages, running, screen.message)
  const [visit, setVisit] = useState(0)
  useNews(workspaceId, thread, () => setVisit(visit + 2))
  const { talk, dialog } = useTalkOf(screen, conversationId, answers, visit, now)

  const [sideOpen, setSideOpen] = useState(false)
  const narrow = useMedia('(width < 1080px)')
  const phone = useMedia('(width < 860px)')
  const sheetOpen = narrow && drawer.sheet && opened !== null
  const closeSide = () => setSideOpen(false)
  const closeSheet = () => moveSheet(false)
  useEscape(sideOpen ? closeSide : sheetOpen ? closeSheet : running ? stop : null)

  const lastQuestion = messages.findLast((message) => message.role === 'user')
  const last = messages.at(-1)?.role === 'assistant' ? answers.at(-1)?.answer : undefined
  const retry = useCallback(() => {
    if (lastQuestion) void ask(textOf(lastQuestion), lastQuestion.metadata?.report ?? last?.report ?? false)
  }, [lastQuestion, last, ask])
  const edit = async (answerId: string, original: string, sql: string, signal: AbortSignal) => {
    const result = await editSql(answerId, original, sql, signal)
    thread.edited(answerId, result)
    drawer.choose({ answerId, resultId: result.id, tab: 'Table' })
  }
  const became = (answerId: string, answer: Answer) => {
    thread.answered(answerId, answer)
    // What was changed of the charts before is not of those that are there now.
    for (const key of Object.keys(drawer.charts)) if (key.startsWith(`${answerId} `)) drawer.changeChart(key, null)
    if (opened?.answerId === answerId) drawer.choose({ answerId, resultId: answer.main ?? '', tab: opened.tab })
  }
  const byChips = async (answerId: string, result: string, edits: Edit[] | null) =>
    became(answerId, (await changeByChips(answerId, result, edits)).answer)
  const choose = async (answerId: string, reading: string | null) =>
    became(answerId, (await chooseReading(answerId, reading)).answer)

  return (
    <WorkspaceContext value={workspaceId}>
      <MayProposeContext value={screen.mayPropose}>
        <MayPinContext value={screen.mayPin}>
          <EvidenceContext value={evidence}>
            <LinkHostsContext value={screen.linkHosts}>
              <SharingContext value={sharing}>
                <ChipsContext value={mayAsk ? byChips : null}>
                  <ReadingsContext value={mayAsk ? choose : null}>
                    <Talk value={talk}>
                      <div
                        className={`chat ${opened ? 'chat-with-drawer' : ''}`}
                        data-steps={screen.shows.steps ? undefined : 'off'}
                      >
                        <Panel
                          modal={phone && sideOpen}
                          className="chat-side"
                          id="chat-side"
                          data-open={sideOpen || undefined}
                          aria-label="Conversations and data"
                        >
                          <Side
                            screen={screen}
                            conversations={conversations}
                            current={conversationId}
                            onClose={closeSide}
                            onInsert={(name) => {
                              closeSide()
                              composer.current?.insert(name)
                            }}
                          />
                        </Panel>
                        {sideOpen && <Veil onClose={closeSide} />}
                        {sheetOpen && <Veil onClose={closeSheet} />}
                        <section className="chat-main" aria-label="Conversation">
                          {messages.length > 0 && <h1 className="quiet">{conversations.title ?? 'Conversation'}</h1>}
                          <ThreadBar
                            title={conversations.title}
                            sideOpen={sideOpen}
                            onSide={() => setSideOpen(true)}
                            sheetOpen={sheetOpen}
                            onSheet={opened && (() => moveSheet(true))}
                          />
                          <div className="chat-thread" ref={box}>
                            {messages.length === 0 ? (
                              <Start screen={screen} agent={agent} onAsk={ask} />
                            ) : (
                              <ThreadView
                                {...{ thread, answers, drawer }}
                                onRetry={retry}
                                mayAsk={mayAsk}
                                isOthers={screen.by !== null}
                                addressOf={(to) => pageAddress({ workspaceId, conversationId }, to)}
                              />
                            )}
                            {thread.refusal && <Refusal error={thread.refusal} onRetry={retry} />}
                          </div>
                          <ConnectionNotice connection={thread.connection} />
                          {!mayAsk && screen.by ? (
                            <ReaderNotice by={screen.by} withAll={screen.shared} conversationId={conversationId} />
                          ) : (
                            <Composer
                              handle={composer}
                              {...{ screen, thread, balance, leftOut, agent }}
                              onSources={setLeftOut}
                              onAgent={setAgent}
                            />
                          )}
                          <ModelNotice screen={screen} />
                        </section>
                        {opened && (
                          <Panel
                            modal={sheetOpen}
                            className="chat-drawer"
                            id="results"
                            data-sheet={drawer.sheet || undefined}
                            aria-label="Results"
                          >
                            <Drawer
                              {...{ opened, drawer, now }}
                              showSql={screen.shows.sql}
                              lit={cellsIn(opened.result.id)}
                              onEdit={
                                screen.by ? null : (result, sql, signal) => edit(opened.answerId, result, sql, signal)
                              }
                              onClose={narrow ? closeSheet : drawer.close}
                            />
                          </Panel>
                        )}
                        <NumberCard shown={shown} now={now} />
                        <Announcer answer={answers.at(-1)?.answer ?? null} running={running} />
                        {dialog}
                      </div>
                    </Talk>
                  </ReadingsContext>
                </ChipsContext>
              </SharingContext>
            </LinkHostsContext>
          </EvidenceContext>
        </MayPinContext>
      </MayProposeContext>
    </WorkspaceContext>
  )
}

/** How the conversation is shared; null for somebody who only reads it. */
function useSharing(screen: ChatScreen, conversationId: string | null) {
  const { by, workspaces, workspaceId, shared: before, mayPin: mayLink } = screen
  const [shared, onShared] = useState(before)
  const workspace = workspaces.find(({ id }) => id === workspaceId)?.name ?? 'the workspace'
  return useMemo(
    () => (by ? null : { conversationId, workspace, shared, mayLink, onShared }),
    [by, conversationId, workspace, shared, mayLink],
  )
}

const UNSENT = 'Your question did not reach us before the connection was lost. It stands in the box: ask it again.'

/** The box for questions; one that did not arrive before a reload stands in it again. */
function useComposer({ messages }: ChatScreen) {
  const composer = useRef<ComposerHandle>(null)
  useEffect(() => {
    const question = takeUnsent(messages)
    if (!question) return
    composer.current?.fill(question)
    void import('./kit/dialog.ts').then(({ toast }) => toast('warning', UNSENT))
  }, [messages])
  return composer
}

/** Escape does `act`, unless something nearer to the keyboard has used it. */
function useEscape(act: (() => void) | null) {
  const onKey = useEffectEvent(({ key, defaultPrevented }: KeyboardEvent) => {
    if (key === 'Escape' && !defaultPrevented) act?.()
  })
  useEffect(() => listen(window, 'keydown', onKey), [])
}

/** Credits left: that of the page at first, then what receipts say, here and in other tabs. Tells the header as well. */
function useBalance(start: number, answered: Answered[]): number {
  const [balance, setBalance] = useState(start)
  useEffect(() => onBalance(setBalance), [])
  const receipts = answered.filter((one) => one.answer.receipt)
  const before = useRef(receipts.length)
  const left = receipts.at(-1)?.answer.receipt?.balance
  useEffect(() => {
    if (receipts.length > before.current) announceSpent(left)
    before.current = receipts.length
  }, [receipts.length, left])
  return balance
}
