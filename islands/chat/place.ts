import { useEffect, useState, useSyncExternalStore } from 'react'
import { PLAIN } from '#base/format.ts'
import { region } from '../kit/region.ts'

const never = () => () => {}

/** The reader's region; the server draws islands plainly, the browser corrects it after they woke up. */
export const useLocale = (): string => useSyncExternalStore(never, region, () => PLAIN)

/** The reader's time zone; the server writes UTC. */
export const useTimeZone = (): string =>
  useSyncExternalStore(
    never,
    () => Intl.DateTimeFormat().resolvedOptions().timeZone,
    () => 'UTC',
  )

/** False in the server's markup and in the first paint, true once the island is awake. */
export const useAwake = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )

/** Whether a media query holds; false on the server. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const media = matchMedia(query)
      media.addEventListener('change', changed)
      return () => media.removeEventListener('change', changed)
    },
    () => matchMedia(query).matches,
    () => false,
  )
}

/** The time for "2 min ago": that of the page at first, then the browser's, every half minute. */
export function useNow(start: string): number {
  const [now, setNow] = useState(Date.parse(start))
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
