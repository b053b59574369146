import { useEffect, useEffectEvent, useState } from 'react'

/** A list that is fetched once, and again with another key; null until it is here, empty where it cannot be had. */
export function useFetched<T>(key: string, fetch: () => Promise<T[]>) {
  const [list, setList] = useState<T[] | null>(null)
  const read = useEffectEvent(fetch)
  useEffect(() => void read().then(setList, () => setList([])), [key])
  return [list, setList] as const
}
