import type { Cell, ResultPage } from '#query/rules/result.ts'
import { href, urls } from '../../src/urls.ts'
import { clearToken, readToken } from '../kit/token-store.ts'

/** A call that the server refused: its sentence for the person, the HTTP status, its code and details. */
export class CallError extends Error {
  readonly status: number
  readonly code: string | null
  readonly details: Record<string, unknown>
  constructor(message: string, status: number, code: string | null, details: Record<string, unknown> = {}) {
    super(message)
    this.status = status
    this.code = code
    this.details = details
  }
}

/**
 * Calls our API with the kept access token, for answers that are streams and files too. A 401 clears that token.
 * @throws CallError for refusals, TypeError when the network fails
 */
export async function call(path: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers)
  const token = readToken()
  if (token) headers.set('Authorization', `Bearer ${token}`)
  const response = await fetch(path, { ...init, headers })
  if (response.ok) return response
  if (response.status === 401) clearToken()
  type Refusal = { error?: string; code?: string; details?: Record<string, unknown> }
  const body = (await response.json().catch(() => null)) as Refusal | null
  const sentence = body?.error ?? 'Invalid response from server'
  throw new CallError(sentence, response.status, body?.code ?? null, body?.details)
}

const json = (method: string, body: unknown): RequestInit => ({
  method,
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
})

/** Order and selection of the rows of a result; `filter` is text that some column must contain. */
export type RowView = { sort: { column: string; descending: boolean } | null; filter: string }

/** A page of a stored result in the order and selection given. */
export async function readRows(
  workspaceId: string,
  resultId: string,
  offset: number,
  limit: number,
  view: RowView,
  signal?: AbortSignal,
): Promise<ResultPage> {
  const sort = view.sort ? `${view.sort.descending ? '-' : ''}${view.sort.column}` : undefined
  const filter = view.filter || undefined
  const path = href(
    urls.apiResult,
    { id: workspaceId, resultId },
    { offset: String(offset), limit: String(limit), sort, filter },
  )
  return (await (await call(path, signal ? { signal } : {})).json()) as ResultPage
}

/** Runs SQL as a person wrote it; leaving (aborting) cancels it at the engine. */
export async function runSql(workspaceId: string, sql: string, signal: AbortSignal): Promise<ResultPage> {
  const response = await call(href(urls.apiSql, { id: workspaceId }), { ...json('POST', { sql }), signal })
  return (await response.json()) as ResultPage
}

const TYPES = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  parquet: 'application/vnd.apache.parquet',
} as const
export type ExportFormat = keyof typeof TYPES

/** The whole result as a file. */
export async function exportResult(workspaceId: string, resultId: string, format: ExportFormat): Promise<Blob> {
  const response = await call(href(urls.apiResult, { id: workspaceId, resultId }), {
    headers: { Accept: TYPES[format] },
  })
  return response.blob()
}

export const stopAnswer = (conversationId: string) =>
  call(href(urls.apiConversationStop, { id: conversationId }), { method: 'POST' })
export const renameConversation = (id: string, title: string) =>
  call(href(urls.apiConversation, { id }), json('PATCH', { title }))
export const deleteConversation = (id: string) => call(href(urls.apiConversation, { id }), { method: 'DELETE' })
export const sendFeedback = (messageId: string, rating: 'up' | 'down') =>
  call(href(urls.apiMessageFeedback, { id: messageId }), json('POST', { rating }))
/** Adds the sample and waits until its tables are there. @throws CallError with the reason when they could not be made */
export async function addSampleData(workspaceId: string): Promise<void> {
  type Added = { id: string; status: 'ready' | 'processing' | 'failed'; error?: string | null }
  const response = await call(href(urls.apiFileSample, { id: workspaceId }), { method: 'POST' })
  let file = (await response.json()) as Added
  while (file.status === 'processing') {
    await new Promise((resolve) => setTimeout(resolve, 500))
    file = (await (await call(href(urls.apiFile, { id: workspaceId, fileId: file.id }))).json()) as Added
  }
  if (file.status === 'failed') throw new CallError(file.error ?? 'The sample could not be added.', 422, null)
}

/** Gives a file to the person, as a download. */
export function download(content: Blob, name: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}

/** Rows as they came, keyed by their place. */
export type Rows = Map<number, Cell[]>
