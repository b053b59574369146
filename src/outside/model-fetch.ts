import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '#base/errors.ts'
import { SECOND } from '#base/time.ts'
import { tellRequest } from './egress.ts'
import { mergeDeltas } from './model-stream.ts'

/** Milliseconds unless said otherwise. */
export type ModelTimeouts = {
  /** Until the first byte of the answer, and between two of its bytes. */
  firstByte: number
  nextByte: number
  tries: number
  /** Wait before the second try, doubled for each further one; `Retry-After` goes first, up to `longestWait`. */
  firstWait: number
  longestWait: number
  /** Content that arrives within this time is handed on as one piece. */
  merge: number
}

/** How long a provider may say nothing, unless somebody configured it. */
const SILENCE = 300 * SECOND

export const TIMEOUTS: ModelTimeouts = {
  firstByte: SILENCE,
  nextByte: SILENCE,
  tries: 3,
  firstWait: SECOND,
  longestWait: 20 * SECOND,
  merge: 50,
}

const timedOut = () =>
  new AppError('timeout', 'The model did not answer in time. Please ask again.', { code: 'model_timeout' })
const unreachable = (cause: unknown) =>
  new AppError('unavailable', 'The model cannot be reached. Please ask again in a minute.', {
    code: 'model_unreachable',
    cause,
  })

/**
 * The `fetch` of the model's provider: tries again on 429, 5xx and refused connections, gives up on silence, and merges the small
 * pieces of a stream. Nothing is tried again once a byte of the answer has arrived.
 * @param send what makes one request
 */
export function retryingFetch(timeouts: ModelTimeouts, send: typeof fetch = fetch): typeof fetch {
  const call = async (input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
    for (let attempt = 1; ; attempt++) {
      const last = attempt >= timeouts.tries
      const outcome = await attemptOnce(input, init, timeouts, send).catch((error: unknown) => {
        if (init.signal?.aborted) throw error
        if (last || (error instanceof AppError && error.code === 'model_timeout')) throw error
        return null
      })
      if (outcome && (last || !worthAnotherTry(outcome.status))) return outcome
      const wait = waitBefore(attempt, outcome, timeouts)
      if (wait === null) return outcome!
      await outcome?.body?.cancel()
      await sleep(wait, undefined, { signal: init.signal ?? undefined }).catch(() => init.signal?.throwIfAborted())
    }
  }
  return Object.assign(call, { preconnect: () => {} }) as typeof fetch
}

const worthAnotherTry = (status: number) => status === 429 || status === 408 || status >= 500

/** Milliseconds to wait, or null when the server asks for more than we are ready to wait. */
function waitBefore(attempt: number, outcome: Response | null, timeouts: ModelTimeouts): number | null {
  const asked = outcome?.headers.get('retry-after')
  if (!asked) return Math.min(timeouts.firstWait * 2 ** (attempt - 1), timeouts.longestWait)
  const seconds = Number(asked)
  const wait = Number.isFinite(seconds) ? seconds * SECOND : Date.parse(asked) - Date.now()
  return wait > timeouts.longestWait ? null : Math.max(0, wait || 0)
}

async function attemptOnce(
  input: RequestInfo | URL,
  init: RequestInit,
  timeouts: ModelTimeouts,
  send: typeof fetch,
): Promise<Response> {
  const silence = new AbortController()
  const signal = init.signal ? AbortSignal.any([init.signal, silence.signal]) : silence.signal
  const timer = setTimeout(() => silence.abort(timedOut()), timeouts.firstByte)
  try {
    tellRequest(input, init)
    const response = await send(input, { ...init, signal })
    if (!response.body) return response
    const { status, headers } = response
    const body = endedBySilence(response.body, silence, timeouts.nextByte)
    const isText = headers.get('content-type')?.includes('text/event-stream')
    return new Response(isText ? mergeDeltas(body, timeouts.merge) : body, { status, headers })
  } catch (error) {
    if (init.signal?.aborted) throw error
    if (silence.signal.aborted) throw timedOut()
    throw error instanceof AppError ? error : unreachable(error)
  } finally {
    clearTimeout(timer)
  }
}

/** Ends the stream with an error when it stays silent for `limit` ms. */
function endedBySilence(body: ReadableStream<Uint8Array>, silence: AbortController, limit: number) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const watch = () => {
    clearTimeout(timer)
    timer = setTimeout(() => silence.abort(timedOut()), limit)
  }
  watch()
  const reader = body.getReader()
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read()
        if (done) {
          clearTimeout(timer)
          controller.close()
        } else {
          watch()
          controller.enqueue(value)
        }
      } catch (error) {
        clearTimeout(timer)
        controller.error(silence.signal.aborted ? timedOut() : error)
      }
    },
    cancel(reason) {
      clearTimeout(timer)
      return reader.cancel(reason)
    },
  })
}
