import { cancelled } from './failure.ts'

/**
 * What `work` gives, unless it takes too long or the caller cancels first.
 * @param late makes the error of taking too long
 * @param giveUp ends the work that is not waited for any longer; not called when it failed by itself
 */
export async function within<T>(
  work: Promise<T>,
  { ms, signal, late, giveUp }: { ms: number; signal?: AbortSignal; late: () => Error; giveUp?: () => void },
): Promise<T> {
  const stopped = Promise.withResolvers<never>()
  const stop = (error: Error) => {
    stopped.reject(error)
    giveUp?.()
  }
  const onAbort = () => stop(cancelled())
  if (signal?.aborted) onAbort()
  signal?.addEventListener('abort', onAbort, { once: true })
  const timer = setTimeout(() => stop(late()), ms)
  try {
    return await Promise.race([work, stopped.promise])
  } catch (error) {
    // The work goes on until it notices: its own failure by then is nobody's.
    work.catch(() => {})
    throw error
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', onAbort)
  }
}
