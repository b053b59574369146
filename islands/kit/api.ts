import { apiAddress } from './api-address.ts'
import { clearCaches } from './caches.ts'
import { freshToken } from './token-refresh.ts'
import { clearToken, readToken } from './token-store.ts'
import { takeMoments } from './track.ts'

/**
 * A refused or failed call; `status` is 0 when no answer came. `requestId` finds it in the server's log. `silent`: the answer could be
 * read and gave no reason.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  constructor(
    message: string,
    readonly status: number,
    readonly code: string | null = null,
    readonly details: Record<string, unknown> = {},
    readonly requestId: string | null = null,
    readonly silent = false,
  ) {
    super(message)
  }
}

type Init = Omit<RequestInit, 'body'> & {
  /** Sent as JSON, or as it is when it is a form or a text that is JSON already. */
  body?: unknown
  /** Sends no token: who asks is told by the session cookie. */
  withoutToken?: boolean
}

/** Who asks, for calls that cannot be made with `call`, such as uploads that tell how much is sent. */
export function bearer(): Record<string, string> {
  const token = readToken()
  return token ? { Authorization: `Bearer ${token}` } : {}
}

/**
 * Calls our API with the kept access token, for answers of any kind: streams, files, JSON.
 * @param path below /api, e.g. `/organizations`, or a whole path that begins with /api/
 * @throws ApiError when the server refuses, TypeError when the network fails
 */
export async function call(path: string, { body, withoutToken, ...init }: Init = {}): Promise<Response> {
  const token = withoutToken ? null : await freshToken()
  const headers = new Headers({ Accept: 'application/json', ...(token ? { Authorization: `Bearer ${token}` } : {}) })
  for (const [name, value] of new Headers(init.headers)) headers.set(name, value)
  if (body !== undefined && !(body instanceof FormData)) headers.set('Content-Type', 'application/json')
  const isReady = body instanceof FormData || typeof body === 'string'
  const response = await fetch(apiAddress(path), {
    ...init,
    headers,
    ...(body === undefined ? {} : { body: isReady ? body : JSON.stringify(body) }),
  })
  takeMoments()
  // What was kept may be different now.
  if (response.ok && !SAFE.has(init.method ?? 'GET')) clearCaches()
  if (response.ok) return response
  throw refusal(response.status, await response.text(), response.headers.get('x-request-id'))
}

const SAFE = new Set(['GET', 'HEAD'])

/** The code of a call that was given up because no answer came in time. */
export const TIMED_OUT = 'timed_out'

const INVALID_RESPONSE = 'Invalid response from server'

const refused = new Set<(error: ApiError) => void>()

/** Calls `listener` with every refusal of the API on this page. @returns what ends it */
export function onRefused(listener: (error: ApiError) => void): () => void {
  refused.add(listener)
  return () => void refused.delete(listener)
}

/** What a refusing answer says. A 401 clears the kept token from both storages. */
export function refusal(status: number, text: string, requestId: string | null): ApiError {
  if (status === 401) clearToken()
  type Body = { error?: string; code?: string; details?: Record<string, unknown>; request_id?: string }
  let parsed: Body | null = null
  try {
    parsed = JSON.parse(text) as Body
  } catch {
    // Something between us and the server answered in its place.
  }
  const { error: message, code = null, details, request_id = null } = parsed ?? {}
  const silent = parsed !== null && !message
  const error = new ApiError(message || INVALID_RESPONSE, status, code, details, requestId ?? request_id, silent)
  for (const listener of refused) listener(error)
  return error
}

/**
 * Calls our API and gives the JSON of the answer; undefined when it has none.
 * @param init.timeout milliseconds until the call is given up; 30 s unless told
 * @throws ApiError
 */
export async function api<T>(path: string, { timeout = 30_000, ...init }: Init & { timeout?: number } = {}) {
  const signals = [AbortSignal.timeout(timeout), ...(init.signal ? [init.signal] : [])]
  let response: Response
  let text: string
  try {
    response = await call(path, { ...init, signal: AbortSignal.any(signals) })
    text = await response.text()
  } catch (error) {
    if (error instanceof ApiError || init.signal?.aborted) throw error
    const late = error instanceof DOMException && error.name === 'TimeoutError'
    if (late) throw new ApiError('The server did not answer in time.', 0, TIMED_OUT)
    throw new ApiError('The server could not be reached.', 0)
  }
  if (text === '') return undefined as T
  try {
    return JSON.parse(text) as T
  } catch {
    const requestId = response.headers.get('x-request-id')
    throw new ApiError(INVALID_RESPONSE, response.status, null, {}, requestId)
  }
}

/** A failure as a sentence; one that is the server's fault carries the number under which its log has it. */
export function sentenceOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return error instanceof ApiError && error.status >= 500 && error.requestId
    ? `${message} (request ${error.requestId})`
    : message
}
