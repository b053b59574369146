import { unavailable } from '#base/errors.ts'
import { SECOND } from '#base/time.ts'
import { turns } from './rules/turns.ts'

/** Answers of a process that get ready at once: more would only make all of them, and those that are being written, slower. */
const AT_ONCE = 8
/** Questions of a process that wait at most. */
const MOST_WAITING = 1_000
/** How often those who wait are told how many come before them. */
const TOLD_EVERY = SECOND

type Waiting = { begin: () => void; tell: (before: number) => void; toldPlace: number | null }

/** A place among those who get ready. `begun` gives it to the next one; calling it again does nothing. */
export type Start = { begun(): void }

/** @param atOnce how many may get ready side by side */
export function openStarts(atOnce = AT_ONCE, most = MOST_WAITING) {
  const waiting = turns<Waiting>()
  let starting = 0
  let telling = false

  const tell = () => {
    for (const [before, one] of waiting.order().entries()) {
      if (one.toldPlace !== before) one.tell(before)
      one.toldPlace = before
    }
    telling = waiting.size > 0
    if (telling) setTimeout(tell, TOLD_EVERY)
  }
  const start = (): Start => {
    let holdsPlace = true
    starting++
    return {
      begun() {
        if (!holdsPlace) return
        holdsPlace = false
        starting--
        // What runs has its say before the next one begins.
        setImmediate(() => starting < atOnce && waiting.next()?.begin())
      },
    }
  }
  return {
    /** @throws AppError unavailable `too_busy` when too many wait already */
    checkRoom(): void {
      if (waiting.size >= most)
        throw unavailable('Too many questions are waiting. Please ask again in a minute.', 'too_busy')
    },
    /**
     * Waits for the turn of a question. Stopped while it waits, it gets a place at once and ends.
     * @param tell is told how many come before it, at first and whenever that changes; never when it need not wait
     */
    async turn(
      who: { workspaceId: string; userId: string },
      signal: AbortSignal,
      tellOne: (before: number) => void,
    ): Promise<Start> {
      if (signal.aborted) return { begun: () => {} }
      if (starting < atOnce && waiting.size === 0) return start()
      const turn = Promise.withResolvers<Start>()
      const one: Waiting = { begin: () => turn.resolve(start()), tell: tellOne, toldPlace: null }
      waiting.add(who.workspaceId, who.userId, one)
      if (!telling) setTimeout(tell)
      telling = true
      const stopped = () => {
        waiting.remove(one)
        turn.resolve({ begun: () => {} })
      }
      signal.addEventListener('abort', stopped, { once: true })
      try {
        return await turn.promise
      } finally {
        signal.removeEventListener('abort', stopped)
      }
    },
  }
}

/** The queue of this process for answers that get ready. */
export const starts = openStarts()
/** That for questions being kept, a few milliseconds each: connections to the database are left for answers that are being written. */
export const claims = openStarts()
