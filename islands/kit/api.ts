import { clearToken, readToken } from './token-store.ts'

/** A refused or failed call; `status` is 0 when no answer came. `requestId` finds it in the server's log. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  constructor(
    message: string,
    readonly status: number,
    readonly code: string | null = null,
    readonly details: Record<string, unknown> = {},
    readonly requestId: string | null = null,
  ) {
    super(message)
  }
}

type Init = Omit<RequestInit, 'body'> & {
  /** Sent as JSON, or as it is when it is a form. */
  body?: unknown
  /** Milliseconds until the call is given up; 30 s unless told. */
  timeout?: number
}

/**
 * Calls our API with the kept access token. A 401 clears that token from both storages.
 * @param path below /api, e.g. `/organizations`
 * @returns the JSON of the answer; undefined when it has none
 * @throws ApiError
 */
export async function api<T>(path: string, { body, timeout = 30_000, ...init }: Init = {}): Promise<T> {
  const headers = new Headers(init.headers)
  headers.set('Accept', 'application/json')
  const token = readToken()
  if (token) headers.set('Authorization', `Bearer ${token}`)
  if (body !== undefined && !(body instanceof FormData)) headers.set('Content-Type', 'application/json')
  const signals = [AbortSignal.timeout(timeout), ...(init.signal ? [init.signal] : [])]
  const sent = body === undefined || body instanceof FormData ? body : JSON.stringify(body)
  let response: Response
  try {
    response = await fetch(path.startsWith('/api/') ? path : `/api${path}`, {
      ...init,
      headers,
      ...(sent === undefined ? {} : { body: sent }),
      signal: AbortSignal.any(signals),
    })
  } catch (error) {
    if (init.signal?.aborted) throw error
    const late = error instanceof DOMException && error.name === 'TimeoutError'
    throw new ApiError(late ? 'The server did not answer in time.' : 'The server could not be reached.', 0)
  }
  if (response.status === 401) clearToken()
  const text = await response.text()
  if (response.ok) return (text === '' ? undefined : parsed(text, response)) as T
  const refusal = parsed(text, response) as { error?: string; code?: string; details?: Record<string, unknown> }
  throw new ApiError(
    refusal.error ?? 'Invalid response from server',
    response.status,
    refusal.code ?? null,
    refusal.details,
    response.headers.get('x-request-id'),
  )
}

function parsed(text: string, response: Response): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new ApiError('Invalid response from server', response.status, null, {}, response.headers.get('x-request-id'))
  }
}
