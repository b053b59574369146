const KEY = 'unsent question'

type Unsent = { question: string; place: number }

/**
 * Keeps a question that may not have reached the server over the reload that finds out.
 * @param place its number among the questions of the conversation, from 1
 */
export const keepUnsent = (question: string, place: number): void =>
  sessionStorage.setItem(KEY, JSON.stringify({ question, place } satisfies Unsent))

/** The question kept, once; null when there is none, or when it is among the `asked` of the conversation. */
export function takeUnsent(asked: number): string | null {
  const kept = sessionStorage.getItem(KEY)
  sessionStorage.removeItem(KEY)
  if (!kept) return null
  const { question, place } = JSON.parse(kept) as Unsent
  return asked < place ? question : null
}
