type Place = 'localStorage' | 'sessionStorage'

/** What this browser, or this tab of it, keeps under a name; null where that is nothing, or nothing that can be read. */
export function readStored<T>(place: Place, name: string): T | null {
  try {
    return JSON.parse(globalThis[place].getItem(name) ?? 'null') as T | null
  } catch {
    return null
  }
}

/** Keeps a value that survives JSON; null forgets it. A storage that is full or closed keeps nothing. */
export function store(place: Place, name: string, value: unknown): void {
  try {
    if (value === null) globalThis[place].removeItem(name)
    else globalThis[place].setItem(name, JSON.stringify(value))
  } catch {
    // Everything that is kept here only spares a call, or survives a reload.
  }
}

export function takeStored<T>(place: Place, name: string): T | null {
  const value = readStored<T>(place, name)
  store(place, name, null)
  return value
}

/** Milliseconds in which a page is not loaded anew twice for one reason: what did not help once may not help again. */
const ONCE_IN = 10_000

/** Whether this tab did not do it lately; from now on it did. */
export function isFirst(name: string): boolean {
  const at = readStored<number>('sessionStorage', name) ?? 0
  if (Date.now() - at < ONCE_IN) return false
  store('sessionStorage', name, Date.now())
  // Where nothing can be kept, nobody can tell.
  return readStored('sessionStorage', name) !== null
}
