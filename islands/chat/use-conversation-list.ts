import { useMemo, useState } from 'react'
import type { ChatScreen, ConversationLine } from '#chat/rules/screen.ts'
import { textOf } from './answer-of.ts'

/** Conversations of the left column as they stand after asking, renaming and deleting here. */
export function useConversationList(screen: ChatScreen, current: string | null, messages: ChatScreen['messages']) {
  /** New titles by id; null for a conversation that was deleted. */
  const [changes, setChanges] = useState<Record<string, string | null>>({})
  const given = messages.flatMap((message) => message.parts).findLast((part) => part.type === 'data-title')?.data
  const question = messages.find((message) => message.role === 'user')
  const title = given ?? (question ? textOf(question) : 'New conversation')
  const list = useMemo(() => {
    const isListed = screen.conversations.some(({ id }) => id === current)
    const added: ConversationLine[] = current && !isListed ? [{ id: current, title, updated_at: screen.now }] : []
    return [...added, ...screen.conversations]
      .filter(({ id }) => changes[id] !== null)
      .map((one) => ({ ...one, title: changes[one.id] ?? one.title }))
  }, [screen, current, title, changes])
  return {
    list,
    title: list.find(({ id }) => id === current)?.title ?? null,
    rename: (id: string, title: string) => setChanges((before) => ({ ...before, [id]: title })),
    remove: (id: string) => setChanges((before) => ({ ...before, [id]: null })),
  }
}
export type ConversationList = ReturnType<typeof useConversationList>
