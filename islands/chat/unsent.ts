import type { ChatMessage } from '#analyst/rules/answer.ts'
import { store, takeStored } from '../kit/stored.ts'

const KEY = 'unsent question'

type Unsent = { question: string; after: string | null }

/**
 * Keeps a question that may not have reached the server over the reload that finds out.
 * @param thread the messages before it
 */
export const keepUnsent = (question: string, thread: ChatMessage[]): void =>
  store('sessionStorage', KEY, { question, after: lastAnswer(thread) } satisfies Unsent)

/** Answers have the server's id from their first event on; questions of this page do not. */
const lastAnswer = (thread: ChatMessage[]) => thread.findLast(({ role }) => role === 'assistant')?.id ?? null

/** The question kept, once; null when there is none, or when the thread goes on after the answer before it. Ids are in the order of time. */
export function takeUnsent(thread: ChatMessage[]): string | null {
  const stored = takeStored<Unsent>('sessionStorage', KEY)
  if (!stored) return null
  const { question, after } = stored
  return thread.some(({ role, id }) => role === 'user' && (after === null || id > after)) ? null : question
}
