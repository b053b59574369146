/** What is kept between the pages of a tab stands in session storage under this prefix. */
const PREFIX = 'kept:'
type Kept<T> = { key: string; at: number; value: T }

/**
 * A value that is kept for a while per key, so that a burst of askers makes one call.
 * @param keepMs how long, in milliseconds
 * @param name keeps it for the next pages of this tab too; the value must survive JSON
 */
export function cached<T>(load: (key: string) => Promise<T>, keepMs: number, name?: string) {
  let kept: Kept<Promise<T>> | null = null
  const stored = name ? storedEntry<T>(PREFIX + name) : null
  const forget = () => {
    kept = null
    stored?.drop()
  }
  all.add(forget)
  const fresh = (it: Kept<unknown> | null, key: string) =>
    it !== null && it.key === key && it.at <= Date.now() && Date.now() - it.at < keepMs
  const keep = (key: string, at: number, value: Promise<T>) => {
    const mine = { key, at, value }
    kept = mine
    return mine
  }
  return {
    get(key: string): Promise<T> {
      if (kept && fresh(kept, key)) return kept.value
      const before = stored?.read() ?? null
      if (before && fresh(before, key)) return keep(key, before.at, Promise.resolve(before.value)).value
      const mine = keep(key, Date.now(), load(key))
      mine.value.then(
        (value) => {
          if (kept === mine) stored?.write({ key, at: mine.at, value })
        },
        () => {
          if (kept === mine) kept = null
        },
      )
      return mine.value
    },
    forget,
    /** What is known without asking is kept like an answer. */
    put(key: string, value: T) {
      keep(key, Date.now(), Promise.resolve(value))
      stored?.write({ key, at: Date.now(), value })
    },
  }
}

function storedEntry<T>(name: string) {
  return {
    read(): Kept<T> | null {
      try {
        return JSON.parse(sessionStorage.getItem(name) ?? 'null') as Kept<T> | null
      } catch {
        return null
      }
    },
    write(entry: Kept<T>) {
      try {
        sessionStorage.setItem(name, JSON.stringify(entry))
      } catch {
        // A full storage keeps nothing: the next page asks again.
      }
    },
    drop: () => sessionStorage.removeItem(name),
  }
}

const all = new Set<() => void>()

/** Forgets everything this tab keeps about the person: the first act of signing out. */
export function clearCaches(): void {
  for (const forget of all) forget()
  // Also what parts of the kit that this page has not loaded kept on the pages before.
  for (const name of Object.keys(sessionStorage)) if (name.startsWith(PREFIX)) sessionStorage.removeItem(name)
}
