/** A step into a value of JSON; undefined where there is nothing. */
const stepInto = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined

/** The value at a path such as `data.items` or `meta.next`; undefined where there is none. */
export const valueAt = (value: unknown, path: string): unknown =>
  path
    .replace(/^\$\.?/, '')
    .split('.')
    .filter(Boolean)
    .reduce(stepInto, value)

const isRecord = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isList = (value: unknown): value is object[] => Array.isArray(value) && value.length > 0 && value.every(isRecord)

/** How deep a list of records is looked for. */
const DEPTH = 3

/**
 * The records of an answer: at `path`, or the longest list of objects in it, or the answer itself as the only one.
 * @returns null when the path leads to nothing that holds records
 */
export function recordsIn(value: unknown, path: string | undefined): object[] | null {
  if (path) {
    const found = valueAt(value, path)
    if (Array.isArray(found)) return found.map(asRecord)
    return isRecord(found) ? [found] : null
  }
  if (Array.isArray(value)) return value.map(asRecord)
  if (!isRecord(value)) return null
  const lists = listsIn(value, DEPTH)
  const longest = lists.reduce<object[] | null>((best, list) => (list.length > (best?.length ?? 0) ? list : best), null)
  if (longest) return longest
  // A page after the last has the same list, empty.
  return Object.values(value).some((it) => Array.isArray(it) && it.length === 0) ? [] : [value]
}

const asRecord = (value: unknown): object => (isRecord(value) ? value : { value })

function listsIn(value: object, depth: number): object[][] {
  const inside = Object.values(value)
  return [
    ...inside.filter(isList),
    ...(depth > 1 ? inside.filter(isRecord).flatMap((it) => listsIn(it, depth - 1)) : []),
  ]
}
