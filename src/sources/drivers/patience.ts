import { cancelled } from './failure.ts'

/**
 * What `work` gives, unless it takes too long or the caller cancels first.
 * @param late makes the error of taking too long
 * @param giveUp ends the work that nobody waits for any more
 */
export async function within<T>(
  work: Promise<T>,
  { ms, signal, late, giveUp }: { ms: number; signal?: AbortSignal; late: () => Error; giveUp?: () => void },
): Promise<T> {
  const stopped = Promise.withResolvers<never>()
  const onAbort = () => stopped.reject(cancelled())
  if (signal?.aborted) onAbort()
  signal?.addEventListener('abort', onAbort, { once: true })
  const timer = setTimeout(() => stopped.reject(late()), ms)
  try {
    return await Promise.race([work, stopped.promise])
  } catch (error) {
    // The work goes on until it notices: its own failure by then is nobody's.
    work.catch(() => {})
    giveUp?.()
    throw error
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', onAbort)
  }
}
