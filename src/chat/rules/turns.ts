/**
 * Who waits, and whose turn it is: workspaces take turns, and in each the people who ask there. So nobody who asks much, and no workspace with many
 * people, keeps the others waiting for more than one of theirs.
 */
export type Turns<T> = {
  add(workspaceId: string, userId: string, one: T): void
  /** Takes the next one out; undefined when nobody waits. */
  next(): T | undefined
  remove(one: T): void
  /** All who wait, in the order in which their turns come. */
  order(): T[]
  readonly size: number
}

type Ring<T> = Map<string, Map<string, T[]>>

export function turns<T>(): Turns<T> {
  const ring: Ring<T> = new Map()
  let size = 0
  return {
    add(workspaceId, userId, one) {
      const people = ring.get(workspaceId) ?? new Map<string, T[]>()
      people.set(userId, [...(people.get(userId) ?? []), one])
      ring.set(workspaceId, people)
      size++
    },
    next() {
      const one = take(ring)
      if (one !== undefined) size--
      return one
    },
    remove(gone) {
      for (const [workspaceId, people] of ring)
        for (const [userId, waiting] of people) {
          const at = waiting.indexOf(gone)
          if (at < 0) continue
          size--
          waiting.splice(at, 1)
          if (waiting.length === 0) people.delete(userId)
          if (people.size === 0) ring.delete(workspaceId)
        }
    },
    order() {
      const copy: Ring<T> = new Map(
        [...ring].map(([id, people]) => [id, new Map([...people].map(([id, waiting]) => [id, [...waiting]]))]),
      )
      return Array.from({ length: size }, () => take(copy)!)
    },
    get size() {
      return size
    },
  }
}

/** The first of the first person of the first workspace; both go to the end. */
function take<T>(ring: Ring<T>): T | undefined {
  const [workspace] = ring
  if (!workspace) return
  const [workspaceId, people] = workspace
  const [[userId, waiting]] = people as unknown as [[string, T[]]]
  const one = waiting.shift()
  people.delete(userId)
  if (waiting.length > 0) people.set(userId, waiting)
  ring.delete(workspaceId)
  if (people.size > 0) ring.set(workspaceId, people)
  return one
}
