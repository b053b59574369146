import { useChat } from '@ai-sdk/react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { AnswerStatus, ChatMessage, EditedResult } from '#analyst/rules/answer.ts'
import type { ChatScreen } from '#chat/rules/screen.ts'
import { track } from '../kit/track.ts'
import { textOf } from './answer-of.ts'
import { stopAnswer } from './calls.ts'
import { askTransport } from './transport.ts'
import { keepUnsent } from './unsent.ts'
import { usePages } from './use-pages.ts'

export type Connection = 'online' | 'offline' | 'lost'
/** Waits between attempts to continue an answer after the connection broke, in milliseconds. */
const BACKOFF = [300, 700, 1500, 3000, 6000, 10_000, 15_000]

/**
 * The thread of one conversation: asks, continues answers that were running, reconnects when the connection breaks, stops.
 * The answer itself lives on the server; this only listens.
 */
export function useAnswers(screen: ChatScreen, sources: string[] | null) {
  const [conversationId, setConversationId] = useState(screen.conversationId)
  const [connection, setConnection] = useState<Connection>('online')
  const [stopping, setStopping] = useState(false)
  const now = useRef({ conversationId, sources })
  now.current.sources = sources
  const transport = useMemo(
    () =>
      askTransport({
        workspaceId: screen.workspaceId,
        conversationId: () => now.current.conversationId,
        sources: () => now.current.sources,
      }),
    [screen.workspaceId],
  )
  const chat = useChat<ChatMessage>({
    messages: screen.messages,
    transport,
    throttle: 50,
    onFinish: ({ message, isDisconnect }) => {
      if (!isDisconnect) setStopping(false)
      const final = message.parts.find((part) => part.type === 'data-answer')
      if (final) tellAnswered(screen.workspaceId, message.id, final.data.status)
    },
  })
  const { status, error, resumeStream, sendMessage, setMessages, messages, clearError } = chat

  // The server names a new conversation in the first event of its first answer.
  const named = messages.findLast((message) => message.role === 'assistant')?.metadata?.conversation_id
  useEffect(() => {
    if (!named || named === now.current.conversationId) return
    now.current.conversationId = named
    setConversationId(named)
    const url = new URL(location.href)
    url.searchParams.set('conversation', named)
    url.searchParams.delete('question')
    history.replaceState(history.state, '', url)
  }, [named, screen.workspaceId])

  // Once, for an answer that was running when the page was made. It may have ended since: then the page is asked for again.
  const latest = useRef(messages)
  latest.current = messages
  const resumed = useRef(false)
  useEffect(() => {
    if (resumed.current || !screen.running) return
    resumed.current = true
    void resumeStream().then(() => {
      if (latest.current.at(-1)?.role === 'user') reloadOnce(screen.conversationId)
    })
  }, [screen.running, screen.conversationId, resumeStream])

  const cut = status === 'error' && error instanceof TypeError && conversationId !== null
  useReconnection(cut, resumeStream, setConnection)

  // An answer may end while nobody listens; its page then has the whole of it.
  const last = messages.at(-1)
  const wasCut = useRef(false)
  if (cut) wasCut.current = true
  useEffect(() => {
    if (status !== 'ready' || !wasCut.current) return
    wasCut.current = false
    if (isComplete(last)) return
    if (last?.role === 'user') keepUnsent(textOf(last), latest.current)
    location.reload()
  }, [status, last])

  const pages = usePages(screen, messages, setMessages)
  const { show, toEnd } = pages
  /** Under which the chat counts once, however often its first question is refused. */
  const beginning = useRef(crypto.randomUUID())
  const ask = useCallback(
    async (question: string) => {
      clearError()
      setStopping(false)
      // A question stands at the end of the conversation, which this page may not show.
      await toEnd()
      // A question that was refused stands last in the thread; asking again replaces it.
      setMessages((thread) => (thread.at(-1)?.role === 'user' ? thread.slice(0, -1) : thread))
      if (!now.current.conversationId) track('start_chat', { workspace_id: screen.workspaceId }, beginning.current)
      track('send_message', { workspace_id: screen.workspaceId, message_length: question.length })
      void sendMessage({ text: question })
    },
    [clearError, sendMessage, setMessages, toEnd, screen.workspaceId],
  )
  const stop = useCallback(() => {
    const id = now.current.conversationId
    if (!id) return
    setStopping(true)
    // The stream goes on until the server says how the answer ended; only a refusal is final here.
    stopAnswer(id).catch(() => setStopping(false))
  }, [])

  const catchUp = useCallback(
    (fresh: ChatScreen) => {
      show(fresh)
      if (fresh.running) void resumeStream()
    },
    [show, resumeStream],
  )

  /** Puts what came of a changed statement into its answer, as the server keeps it. */
  const edited = useCallback(
    (answerId: string, result: EditedResult) =>
      setMessages((thread) =>
        thread.map((message) =>
          message.id === answerId ? { ...message, parts: message.parts.map(withEdit(result)) } : message,
        ),
      ),
    [setMessages],
  )

  const running = status === 'submitted' || status === 'streaming' || cut
  const refusal = status === 'error' && !cut ? (error ?? null) : null
  const { older, newer, load, whole } = pages
  return {
    messages,
    older,
    newer,
    load,
    whole,
    running,
    stopping,
    refusal,
    connection,
    conversationId,
    ask,
    stop,
    catchUp,
    edited,
  }
}

const withEdit =
  (result: EditedResult) =>
  (part: ChatMessage['parts'][number]): ChatMessage['parts'][number] =>
    part.type === 'data-answer'
      ? {
          ...part,
          data: { ...part.data, edited: [...(part.data.edited ?? []).filter(({ of }) => of !== result.of), result] },
        }
      : part

export type Answers = ReturnType<typeof useAnswers>

/** What an answer that is over came to; one that a restart ended has failed. */
function tellAnswered(workspaceId: string, id: string, status: AnswerStatus) {
  if (status === 'running') return
  track('ai_response', { workspace_id: workspaceId, status: status === 'interrupted' ? 'failed' : status }, id)
}

/** Loads the page anew, but not again and again when that does not help. */
function reloadOnce(conversationId: string | null) {
  const key = `reloaded ${conversationId}`
  if (Date.now() - Number(sessionStorage.getItem(key) ?? 0) < 10_000) return
  sessionStorage.setItem(key, String(Date.now()))
  location.reload()
}

const isComplete = (message: ChatMessage | undefined) =>
  message?.role === 'assistant' && message.parts.some((part) => part.type === 'data-answer')

/** Tries again with growing waits while an answer is cut off, at once when the browser is back online. */
function useReconnection(cut: boolean, resume: () => Promise<void>, setConnection: (state: Connection) => void) {
  const attempt = useRef(0)
  const [round, setRound] = useState(0)
  useEffect(() => {
    const online = () => {
      attempt.current = 0
      setRound((n) => n + 1)
      setConnection('online')
    }
    const offline = () => setConnection('offline')
    if (!navigator.onLine) offline()
    addEventListener('online', online)
    addEventListener('offline', offline)
    return () => {
      removeEventListener('online', online)
      removeEventListener('offline', offline)
    }
  }, [setConnection])
  useEffect(() => {
    if (!cut) {
      attempt.current = 0
      return
    }
    setConnection(navigator.onLine ? 'lost' : 'offline')
    const wait = BACKOFF[Math.min(attempt.current++, BACKOFF.length - 1)]
    const timer = setTimeout(async () => {
      await resume()
      setRound((n) => n + 1)
    }, wait)
    return () => clearTimeout(timer)
    // `round` starts the next attempt after a failed one.
  }, [cut, round, resume, setConnection])
  useEffect(() => {
    if (!cut) setConnection(navigator.onLine ? 'online' : 'offline')
  }, [cut, setConnection])
}
