import { AsyncLocalStorage } from 'node:async_hooks'

/** A request as it went to the provider of a model. The body is text with all providers; headers, where keys are, are not looked at. */
export type SentRequest = { host: string; path: string; body: string }

const listeners = new AsyncLocalStorage<(request: SentRequest) => void>()

/** Does `work`; `take` gets each request to a provider that is made for it, in the moment it is sent, those that are tried again each time. */
export const watchingRequests = <T>(take: (request: SentRequest) => void, work: () => T): T => listeners.run(take, work)

/**
 * Called where requests to providers leave the server, just before. The query of the address stays away: some put the key there.
 * @throws Error for a body whose bytes cannot be told: what is not recorded is not sent
 */
export function tellRequest(input: RequestInfo | URL, { body }: RequestInit): void {
  const take = listeners.getStore()
  if (!take) return
  const { host, pathname } = new URL(input instanceof Request ? input.url : input)
  take({ host, path: pathname, body: textOf(body) })
}

function textOf(body: unknown): string {
  if (typeof body === 'string') return body
  if (body === undefined || body === null) return ''
  if (body instanceof Uint8Array) return new TextDecoder().decode(body)
  throw new Error('a request to the provider of a model has a body that cannot be recorded')
}
