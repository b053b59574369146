import type { DriverContext } from './driver.ts'
import { cancelled, timedOut } from './failure.ts'

/** How much longer we wait than a source may take by its own limit: what it says of it is the better answer, and has a way to come. */
export const GRACE_MS = 2000

/** Asking a source to stop may take this long, and is not itself cancelled when the caller cancels. */
export const cancelLimits = () => ({ timeoutMs: 3000, signal: AbortSignal.timeout(3000) })

type Waiting = {
  timeoutMs: number
  signal?: AbortSignal
  /** Makes the error of taking too long. */
  late?: () => Error
  /** Ends the work that is not waited for any longer; not called when it failed by itself. */
  abort?: () => void
}

/** What `work` gives, unless it takes too long or the caller cancels first. */
export async function withTimeout<T>(
  work: Promise<T>,
  { timeoutMs, signal, late = () => timedOut(timeoutMs), abort }: Waiting,
): Promise<T> {
  const stopped = Promise.withResolvers<never>()
  const stop = (error: Error) => {
    stopped.reject(error)
    abort?.()
  }
  const onAbort = () => stop(cancelled())
  if (signal?.aborted) onAbort()
  signal?.addEventListener('abort', onAbort, { once: true })
  const timer = setTimeout(() => stop(late()), timeoutMs)
  try {
    return await Promise.race([work, stopped.promise])
  } catch (error) {
    // The work continues until it notices the abort; nobody waits for its error by then.
    work.catch(() => {})
    throw error
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', onAbort)
  }
}

/**
 * An answer of a source in time.
 * @param cancel stops what runs there when it is not waited for any longer
 * @param asFailure what an error of the source means
 */
export async function answerInTime<T>(
  work: Promise<T>,
  { timeoutMs, signal }: Pick<DriverContext, 'timeoutMs' | 'signal'>,
  cancel: () => void,
  asFailure: (error: unknown) => Error,
): Promise<T> {
  try {
    const late = () => timedOut(timeoutMs)
    return await withTimeout(work, { timeoutMs: timeoutMs + GRACE_MS, signal, late, abort: cancel })
  } catch (error) {
    throw asFailure(error)
  }
}
