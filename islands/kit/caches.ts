import { readStored, store } from './stored.ts'

/** What is kept between the pages of a tab stands in session storage under this prefix. */
const PREFIX = 'kept:'
type Entry<T> = { key: string; at: number; value: T }

/**
 * A value that is kept for a while per key, so that a burst of askers makes one call.
 * @param keepMs how long, in milliseconds
 * @param name keeps it for the next pages of this tab too; the value must survive JSON
 */
export function cached<T>(load: (key: string) => Promise<T>, keepMs: number, name?: string) {
  let current: Entry<Promise<T>> | null = null
  const keep = (entry: Entry<T> | null) => name && store('sessionStorage', PREFIX + name, entry)
  const forget = () => {
    current = null
    keep(null)
  }
  all.add(forget)
  const fresh = (it: Entry<unknown> | null, key: string) =>
    it !== null && it.key === key && it.at <= Date.now() && Date.now() - it.at < keepMs
  const remember = (key: string, at: number, value: Promise<T>) => {
    const entry = { key, at, value }
    current = entry
    return entry
  }
  return {
    get(key: string): Promise<T> {
      if (current && fresh(current, key)) return current.value
      const before = name ? readStored<Entry<T>>('sessionStorage', PREFIX + name) : null
      if (before && fresh(before, key)) return remember(key, before.at, Promise.resolve(before.value)).value
      const entry = remember(key, Date.now(), load(key))
      entry.value.then(
        (value) => {
          if (current === entry) keep({ ...entry, value })
        },
        () => {
          if (current === entry) current = null
        },
      )
      return entry.value
    },
    forget,
    /** What is known without asking is kept like an answer. */
    put(key: string, value: T) {
      keep({ ...remember(key, Date.now(), Promise.resolve(value)), value })
    },
  }
}

const all = new Set<() => void>()

/** Forgets everything this tab keeps about the person: the first act of signing out. */
export function clearCaches(): void {
  for (const forget of all) forget()
  // Also what parts of the kit that this page has not loaded kept on the pages before.
  for (const name of Object.keys(sessionStorage)) if (name.startsWith(PREFIX)) sessionStorage.removeItem(name)
}
