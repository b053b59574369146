import { useEffect, useEffectEvent } from 'react'

type Lookup<T> = {
  /** What is looked for: another key looks again, null for nothing. */
  key: string | null
  look: () => Promise<T>
  onFound: (found: T) => void
  onFailed?: (error: unknown) => void
  /** Milliseconds after the last letter. */
  pause: number
}

/** Looks for something a while after the last letter was typed; what comes when another thing is looked for is dropped. */
export function useLookup<T>({ key, look, onFound, onFailed, pause }: Lookup<T>): void {
  const [search, found, failed] = [
    useEffectEvent(look),
    useEffectEvent(onFound),
    useEffectEvent(onFailed ?? (() => {})),
  ]
  useEffect(() => {
    if (key === null) return
    let isOver = false
    const timer = setTimeout(
      () =>
        search().then(
          (all) => isOver || found(all),
          (error) => isOver || failed(error),
        ),
      pause,
    )
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [key, pause])
}
