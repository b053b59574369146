import { useMemo, useRef } from 'react'
import type { Answer, ChatMessage } from '#analyst/rules/answer.ts'
import { answerOf, steady } from './answer-of.ts'
import type { Answered } from './drawer-state.ts'

/** The answers of a thread. One that did not change is the same object as before, so that it is not drawn again. */
export function useAnswered(messages: ChatMessage[]): Answered[] {
  const pool = useRef(new Map<string, unknown>())
  const cache = useRef(new WeakMap<ChatMessage, Answer>())
  return useMemo(
    () =>
      messages
        .filter(({ role }) => role === 'assistant')
        .map((message) => {
          const answer = cache.current.get(message) ?? steady(answerOf(message), pool.current)
          cache.current.set(message, answer)
          return { id: message.id, answer }
        }),
    [messages],
  )
}
