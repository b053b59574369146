import { useCallback, useRef, useState } from 'react'
import type { ChatMessage } from '#analyst/rules/answer.ts'
import type { ChatScreen } from '#chat/rules/screen.ts'
import { href, urls } from '../../src/urls.ts'
import { readMessage, readScreen } from './calls.ts'

/** The page that begins where the thread ends, at one of its ends. */
export const pageAddress = (
  screen: Place,
  to: { before: string } | { after: string } | { message: string } | object = {},
) => href(urls.workspace, { id: screen.workspaceId }, { conversation: screen.conversationId ?? '', ...to })
type Place = Pick<ChatScreen, 'workspaceId' | 'conversationId'>

/** The parts of a long conversation that the page did not begin with: older and newer messages, and the rest of long ones. */
export function usePages(
  screen: ChatScreen,
  messages: ChatMessage[],
  setMessages: (change: ChatMessage[] | ((before: ChatMessage[]) => ChatMessage[])) => void,
) {
  const [ends, setEnds] = useState({ older: screen.older, newer: screen.newer })
  const now = useRef({ messages, ends })
  now.current = { messages, ends }
  const asked = useRef(new Set<string>())
  /** Does once what was not done yet; a failure may be tried again. */
  const once = useCallback(async (key: string, work: () => Promise<void>) => {
    if (asked.current.has(key)) return
    asked.current.add(key)
    await work().catch(() => asked.current.delete(key))
  }, [])

  const show = useCallback(
    ({ messages, older, newer }: ChatScreen) => {
      setMessages(messages)
      setEnds({ older, newer })
    },
    [setMessages],
  )
  const load = useCallback(
    (end: 'older' | 'newer') => {
      const edge = end === 'older' ? now.current.messages[0] : now.current.messages.at(-1)
      if (!edge || !now.current.ends[end]) return
      const address = pageAddress(screen, end === 'older' ? { before: edge.id } : { after: edge.id })
      void once(address, async () => {
        const page = await readScreen(address)
        if (!page) return
        setMessages((thread) => (end === 'older' ? [...page.messages, ...thread] : [...thread, ...page.messages]))
        setEnds((before) => ({ ...before, [end]: page[end] }))
      })
    },
    [screen, once, setMessages],
  )
  const toEnd = useCallback(async () => {
    if (!now.current.ends.newer) return
    const page = await readScreen(pageAddress(screen))
    if (page) show(page)
  }, [screen, show])
  /** Fetches the rest of a message that is there in part. */
  const whole = useCallback(
    (id: string) =>
      void once(id, async () => {
        const { parts } = await readMessage(id)
        const filled = ({ metadata, ...message }: ChatMessage): ChatMessage => {
          const { cut: _, ...known } = metadata ?? {}
          return { ...message, parts, ...(metadata && { metadata: known as NonNullable<typeof metadata> }) }
        }
        setMessages((thread) => thread.map((message) => (message.id === id ? filled(message) : message)))
      }),
    [once, setMessages],
  )
  return { ...ends, show, load, toEnd, whole }
}
