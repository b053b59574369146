/** A value that is kept for a while per key, so that a burst of askers makes one call. */
export function cached<T>(load: (key: string) => Promise<T>, keepMs: number) {
  let kept: { key: string; at: number; value: Promise<T> } | null = null
  const forget = () => {
    kept = null
  }
  all.add(forget)
  return {
    get(key: string): Promise<T> {
      if (kept && kept.key === key && Date.now() - kept.at < keepMs) return kept.value
      const value = load(key)
      const mine = { key, at: Date.now(), value }
      kept = mine
      value.catch(() => {
        if (kept === mine) kept = null
      })
      return value
    },
    forget,
    /** What is known without asking is kept like an answer. */
    put(key: string, value: T) {
      kept = { key, at: Date.now(), value: Promise.resolve(value) }
    },
  }
}

const all = new Set<() => void>()

/** Forgets everything this page keeps about the person: the first act of signing out. */
export function clearCaches(): void {
  for (const forget of all) forget()
}
