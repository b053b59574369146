import { AppError } from '../src/base/errors.ts'
import { SECOND } from '../src/base/time.ts'
import { dimNote, note } from './print.ts'

/** Waits before what broke is tried again; the last one is repeated. */
const WAITS = [1, 2, 5, 10]

/**
 * Does something again and again until it is interrupted; a server that is away for a while is waited for.
 * @param round resolves when it is time for the next one
 */
export async function following(round: () => Promise<void>): Promise<never> {
  let failures = 0
  for (;;) {
    try {
      await round()
      failures = 0
    } catch (error) {
      if (!passes(error)) throw error
      const wait = WAITS[Math.min(failures++, WAITS.length - 1)]!
      note(dimNote(`The connection broke. Trying again in ${wait} s …`))
      await Bun.sleep(wait * SECOND)
    }
  }
}

/** Whether waiting helps: the network and servers that restart, not refusals. */
const passes = (error: unknown): boolean =>
  error instanceof AppError
    ? ['unavailable', 'timeout', 'rate_limited', 'internal'].includes(error.kind)
    : error instanceof Error && error.name !== 'AbortError' && !(error instanceof SyntaxError)
