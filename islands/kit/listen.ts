/** Hears events of one or more types, which stand with spaces between them. @returns what ends it */
export function listen<E extends Event>(
  target: EventTarget,
  types: string,
  hear: (event: E) => unknown,
  options: AddEventListenerOptions = {},
): () => void {
  const over = new AbortController()
  for (const type of types.split(' '))
    target.addEventListener(type, hear as (event: Event) => void, { ...options, signal: over.signal })
  return () => over.abort()
}

/** The event of the window when the person was told something. */
export const TOLD = 'told'
