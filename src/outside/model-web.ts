import { AppError } from '#base/errors.ts'
import { MINUTE } from '#base/time.ts'
import { createWeb } from './guarded-fetch.ts'
import type { Network } from './network.ts'

/** Bytes of one answer of a model at most. */
const MOST_BYTES = 64 << 20

/**
 * `fetch` for models whose address a person gave: it goes through the guarded client, so that no address leads to a private place which
 * the operator has not allowed. Only what the provider's client needs: POST with text, headers, a signal.
 * @param silence milliseconds that a server may say nothing
 */
export function guardedFetch(network: Network, silence = 2 * MINUTE): typeof fetch {
  const web = createWeb(network, { bytes: MOST_BYTES, waitMs: silence })
  const call = async (input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
    const url = input instanceof Request ? input.url : String(input)
    const { host: _host, 'content-length': _length, ...headers } = Object.fromEntries(new Headers(init.headers))
    if (init.body !== undefined && typeof init.body !== 'string')
      throw new AppError('internal', 'A model is asked with text only.')
    const answer = await web.get(
      {
        url,
        method: init.method === 'POST' ? 'POST' : 'GET',
        // Each provider has its key in another one.
        secretHeaders: headers,
        ...(init.body ? { body: init.body } : {}),
      },
      init.signal ?? undefined,
    )
    const pieces = answer.body[Symbol.asyncIterator]()
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        const { done, value } = await pieces.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      cancel: () => answer.close(),
    })
    const type = answer.header('content-type')
    const retry = answer.header('retry-after')
    return new Response(body, {
      status: answer.status,
      headers: { ...(type ? { 'content-type': type } : {}), ...(retry ? { 'retry-after': retry } : {}) },
    })
  }
  return Object.assign(call, { preconnect: () => {} }) as typeof fetch
}
