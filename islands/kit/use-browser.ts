import { useEffect, useState, useSyncExternalStore } from 'react'
import { PLAIN } from '#base/format.ts'
import { listen } from './listen.ts'
import { region } from './region.ts'

/** What components know of the reader's browser. The server draws them plainly; the browser corrects that after hydration. */
const never = () => () => {}

/** The reader's region, in whose way numbers and days are written. */
export const useLocale = (): string => useSyncExternalStore(never, region, () => PLAIN)

/** The reader's time zone; the server writes UTC. */
export const useTimeZone = (): string =>
  useSyncExternalStore(
    never,
    () => Intl.DateTimeFormat().resolvedOptions().timeZone,
    () => 'UTC',
  )

/** False in the server's markup and in the first paint, true from then on: for what only a script can do. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )

/** Whether a media query holds; false on the server. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => listen(matchMedia(query), 'change', changed),
    () => matchMedia(query).matches,
    () => false,
  )
}

/** Whether the browser is connected to a network; true on the server. */
export const useOnline = (): boolean =>
  useSyncExternalStore(
    (changed) => listen(window, 'online offline', changed),
    () => navigator.onLine,
    () => true,
  )

/** The time for "2 min ago": that of the page at first, then the browser's, every half minute or as often as is said. */
export function useNow(start: string | number, every = 30_000): number {
  const [now, setNow] = useState(Number(new Date(start)))
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), every)
    return () => clearInterval(timer)
  }, [every])
  return now
}
