import { readUIMessageStream } from 'ai'
import { useCallback, useEffect, useEffectEvent, useMemo, useReducer, useRef } from 'react'
import type { Answer, ChatMessage, EditedResult } from '#analyst/rules/answer.ts'
import type { ChatScreen } from '#chat/rules/screen.ts'
import { isFirst } from '../kit/stored.ts'
import { track } from '../kit/track.ts'
import { useOnline } from '../kit/use-browser.ts'
import { textOf } from './answer-of.ts'
import { pageAddress, readMessage, readScreen, stopAnswer } from './calls.ts'
import { isRunning, type ThreadEvent, type ThreadState, threadOf, threadState } from './thread-state.ts'
import { askTransport } from './transport.ts'
import { keepUnsent } from './unsent.ts'

/** Waits between attempts to continue an answer after the connection broke, in milliseconds. */
const BACKOFF = [300, 700, 1500, 3000, 6000, 10_000, 15_000]
/** Least time between two drawings of an answer that is arriving, in milliseconds. */
const FRAME = 50

/** How often, and after how many milliseconds again, an answer is stopped that the server does not know yet. */
const STOP_TRIES = 60
const STOP_EVERY = 250

/**
 * The thread of one conversation: asks, continues answers that were running, connects again when the connection breaks, stops. The answer
 * itself lives on the server; this only listens.
 * @param sources ids of the sources in play; null for all of the workspace
 */
export function useThread(screen: ChatScreen, sources: string[] | null, agent: string) {
  const { workspaceId } = screen
  const [state, dispatch] = useReducer(threadState, screen, threadOf)
  const { conversationId, phase, attempts } = state
  const online = useOnline()
  const latest = useRef({ state, sources, agent })
  latest.current = { state, sources, agent }
  const transport = useMemo(() => askTransport(workspaceId), [workspaceId])
  const listening = useRef<AbortController>(undefined)
  useEffect(() => () => listening.current?.abort(), [])

  /** Asks a question, or without one continues the running answer of the conversation. */
  const listen = useCallback(
    async (question: ChatMessage | null) => {
      listening.current?.abort()
      const abort = new AbortController()
      listening.current = abort
      const tell = (event: ThreadEvent) => abort.signal.aborted || dispatch(event)
      const { state, sources, agent } = latest.current
      const { conversationId } = state
      const report = question?.metadata?.report ?? false
      const body = { conversationId, sources, report, agent }
      const options = { chatId: conversationId ?? '', abortSignal: abort.signal, body }
      const asking = { trigger: 'submit-message', messageId: undefined } as const
      try {
        const stream = await (question
          ? transport.sendMessages({ ...options, ...asking, messages: [question] })
          : transport.reconnectToStream(options))
        if (!stream) return tell({ type: 'nothingRuns' })
        const answers = readUIMessageStream<ChatMessage>({ stream, terminateOnError: true })
        await drawEach(answers, (answer) => {
          tell({ type: 'arrived', answer })
          trackAnswered(workspaceId, answer)
        })
        tell({ type: 'ended' })
      } catch (error) {
        tell({ type: 'failed', error: error as Error, resuming: question === null })
      }
    },
    [workspaceId, transport],
  )

  useNewAddress(screen.conversationId, conversationId)
  useReload(state)
  // Once, for an answer that was running when the page was made.
  const resumed = useRef(false)
  useEffect(() => {
    if (resumed.current || !screen.running) return
    resumed.current = true
    void listen(null)
  }, [screen.running, listen])
  useEffect(() => {
    if (online) dispatch({ type: 'cameOnline' })
  }, [online])
  useEffect(() => {
    if (phase !== 'lost') return
    const timer = setTimeout(() => void listen(null), BACKOFF[Math.min(attempts, BACKOFF.length - 1)])
    return () => clearTimeout(timer)
  }, [phase, attempts, online, listen])

  /** Under which the chat counts once, however often its first question is refused. */
  const beginning = useRef(crypto.randomUUID())
  /** While the page turns to the end of the conversation for a question, no second one is asked. */
  const turning = useRef(false)
  const ask = useCallback(
    async (text: string, report = false) => {
      // A question stands at the end of the conversation, which this page may not show.
      if (latest.current.state.newer) {
        if (turning.current) return
        turning.current = true
        // Where the end cannot be read the question is asked all the same, and says itself what is wrong.
        const page = await readScreen(pageAddress(screen)).catch(() => null)
        turning.current = false
        if (page) dispatch({ type: 'replaced', page })
      }
      if (!latest.current.state.conversationId) track('start_chat', { workspace_id: workspaceId }, beginning.current)
      track('send_message', { workspace_id: workspaceId, message_length: text.length })
      const { conversationId } = latest.current.state
      const question: ChatMessage = {
        id: crypto.randomUUID(),
        role: 'user',
        ...(report && {
          metadata: { conversation_id: conversationId ?? '', created_at: new Date().toISOString(), report },
        }),
        parts: [{ type: 'text', text }],
      }
      dispatch({ type: 'asked', question })
      void listen(question)
    },
    [screen, workspaceId, listen],
  )
  const stop = useCallback(async () => {
    dispatch({ type: 'stopAsked' })
    // What was asked a moment ago may not run yet, and a new conversation has no id before it does.
    for (let tries = 0; tries < STOP_TRIES && isRunning(latest.current.state); tries++) {
      const id = latest.current.state.conversationId
      const answer = id ? await stopAnswer(id).catch(() => null) : { stopped: false }
      // The stream goes on until the server says how the answer ended; only a refusal is final here.
      if (answer?.stopped) return
      if (!answer) break
      await new Promise((resolve) => setTimeout(resolve, STOP_EVERY))
    }
    dispatch({ type: 'stopRefused' })
  }, [])

  const requested = useRef(new Set<string>())
  /** Does once what was not done yet; a failure may be tried again. */
  const once = useCallback(async (key: string, work: () => Promise<void>) => {
    if (requested.current.has(key)) return
    requested.current.add(key)
    await work().catch(() => requested.current.delete(key))
  }, [])
  const load = useCallback(
    (end: 'older' | 'newer') => {
      const { state } = latest.current
      const edge = end === 'older' ? state.messages[0] : state.messages.at(-1)
      if (!edge || !state[end]) return
      const address = pageAddress(screen, end === 'older' ? { before: edge.id } : { after: edge.id })
      void once(address, async () => {
        const page = await readScreen(address)
        if (page) dispatch({ type: 'extended', end, page })
      })
    },
    [screen, once],
  )
  /** Fetches the rest of a message that is there in part. */
  const complete = useCallback(
    (id: string) =>
      void once(id, async () => dispatch({ type: 'completed', id, parts: (await readMessage(id)).parts })),
    [once],
  )
  const catchUp = useCallback(
    (page: ChatScreen) => {
      dispatch({ type: 'replaced', page })
      if (page.running) void listen(null)
    },
    [listen],
  )
  const answered = useCallback(
    (id: string, data: Answer) =>
      dispatch({ type: 'completed', id, parts: [{ type: 'data-answer', id: 'answer', data }] }),
    [],
  )
  const edited = useCallback(
    (answerId: string, result: EditedResult) => dispatch({ type: 'edited', answerId, result }),
    [],
  )

  const connection = !online ? ('offline' as const) : phase === 'lost' ? ('lost' as const) : ('online' as const)
  return { ...state, running: isRunning(state), connection, ask, stop, load, complete, catchUp, edited, answered }
}
export type Thread = ReturnType<typeof useThread>

/** Draws the answer as it arrives, not more often than somebody can see. */
async function drawEach(answers: AsyncIterable<ChatMessage>, draw: (answer: ChatMessage) => void) {
  let last: ChatMessage | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = () => {
    timer = undefined
    if (last) draw(last)
  }
  try {
    for await (const answer of answers) {
      last = answer
      timer ??= setTimeout(flush, FRAME)
    }
  } finally {
    clearTimeout(timer)
    flush()
  }
}

/** What an answer that is over came to; one that a restart ended has failed. */
function trackAnswered(workspaceId: string, { id, parts }: ChatMessage) {
  const status = parts.find((part) => part.type === 'data-answer')?.data.status
  if (!status || status === 'running') return
  track('ai_response', { workspace_id: workspaceId, status: status === 'interrupted' ? 'failed' : status }, id)
}

/** The server names a new conversation in the first event of its first answer: from then on a reload comes back to it. */
function useNewAddress(before: string | null, now: string | null) {
  useEffect(() => {
    if (!now || now === before) return
    const url = new URL(location.href)
    url.searchParams.set('conversation', now)
    url.searchParams.delete('question')
    history.replaceState(history.state, '', url)
  }, [before, now])
}

/** Loads the page anew where the state asks for it, with a question that did not arrive. */
function useReload({ reload, messages, conversationId }: ThreadState) {
  const keepQuestion = useEffectEvent(() => {
    const last = messages.at(-1)
    if (last?.role === 'user') keepUnsent(textOf(last), messages)
  })
  useEffect(() => {
    if (reload === 'no') return
    if (reload === 'now') {
      keepQuestion()
      return location.reload()
    }
    if (isFirst(`reloaded ${conversationId}`)) location.reload()
  }, [reload, conversationId])
}
