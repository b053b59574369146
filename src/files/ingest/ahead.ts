import type { ServedCall } from '#outside/child.ts'
import type { Arriving } from './job.ts'

/** `finish` is called once the file is whole; from then on the call that waits gets the progress and may cancel. */
export type Ahead<T> = { finish(call: ServedCall): Promise<T> }

/** Begins a work on a file that is still arriving. */
export function beginAhead<T>(work: (arriving: Arriving, call: ServedCall) => Promise<T>): Ahead<T> {
  const { promise: arrived, resolve } = Promise.withResolvers<void>()
  const arriving: Arriving = { whole: false, arrived }
  const cancelling = new AbortController()
  let told: ServedCall['progress'] = () => {}
  const working = work(arriving, { signal: cancelling.signal, progress: (value) => told(value) })
  // What is wrong with the file is said when it has arrived.
  working.catch(() => {})
  return {
    finish({ signal, progress }) {
      told = progress
      if (signal.aborted) cancelling.abort()
      signal.addEventListener('abort', () => cancelling.abort(), { once: true })
      arriving.whole = true
      resolve()
      return working
    },
  }
}
