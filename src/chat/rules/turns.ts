type Ring<T> = Map<string, Map<string, T[]>>

/**
 * Who waits, and whose turn it is: workspaces take turns, and in each the people who ask there. So nobody who asks much, and no workspace with many
 * people, keeps the others waiting for more than one of theirs.
 */
export function turns<T>() {
  const ring: Ring<T> = new Map()
  let size = 0
  return {
    add(workspaceId: string, userId: string, one: T) {
      const people = ring.get(workspaceId) ?? new Map<string, T[]>()
      people.set(userId, [...(people.get(userId) ?? []), one])
      ring.set(workspaceId, people)
      size++
    },
    /** Takes the next one out; undefined when nobody waits. */
    next() {
      const one = take(ring)
      if (one !== undefined) size--
      return one
    },
    remove(gone: T) {
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
    /** All who wait, in the order in which their turns come. */
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
