import { useMemo, useState } from 'react'
import type { ChatScreen, ConversationLine } from '#chat/rules/screen.ts'
import { textOf } from './answer-of.ts'

/** Conversations of the left column as they stand after asking, renaming and deleting here. */
export function useConversations(screen: ChatScreen, current: string | null, messages: ChatScreen['messages']) {
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
