import type { Answer, ChatMessage, EditedResult } from '#analyst/rules/answer.ts'
import type { Edit, Part } from '#analyst/rules/chips/part.ts'
import type { ProposalBody } from '#chat/rules/request.ts'
import type { ChatScreen } from '#chat/rules/screen.ts'
import type { ChartTable, ResultPage } from '#query/rules/answers.ts'
import type { ChartSpec } from '#query/rules/chart.ts'
import { href, urls } from '../../src/urls.ts'
import { ApiError, api, call } from '../kit/api.ts'
import { readPage } from '../kit/read-page.ts'

/** Order and selection of the rows of a result; `filter` is text that some column must contain. */
export type RowView = { sort: { column: string; descending: boolean } | null; filter: string }
export const PLAIN_VIEW: RowView = { sort: null, filter: '' }

/** For queries over large data, in milliseconds; the engine has limits of its own. */
const TIMEOUT = 300_000

type RowsWanted = { offset?: number; limit: number; view?: RowView; signal?: AbortSignal }

/** A page of a stored result, in the order and selection of `view`. */
export function readRows(
  workspaceId: string,
  resultId: string,
  { offset = 0, limit, view, signal }: RowsWanted,
): Promise<ResultPage> {
  const sort = view?.sort ? `${view.sort.descending ? '-' : ''}${view.sort.column}` : undefined
  const query = { offset: String(offset), limit: String(limit), sort, filter: view?.filter || undefined }
  return api(href(urls.apiResult, { id: workspaceId, resultId }, query), signal ? { signal } : {})
}

export const readChart = (workspaceId: string, chart: ChartSpec, signal?: AbortSignal): Promise<ChartTable> =>
  api(href(urls.apiResultChart, { id: workspaceId, resultId: chart.result }), {
    method: 'POST',
    body: chart,
    ...(signal ? { signal } : {}),
  })

/** Keeps a changed chart with its answer, or the one that it was made as where `chart` is null. */
export const keepChart = (answerId: string, of: number | string, chart: ChartSpec | null) =>
  api(href(urls.apiMessageChart, { id: answerId }), { method: 'PUT', body: { of, chart } })

/** Runs SQL that a person changed, where the query of that result ran, and keeps it with the answer; leaving (aborting) cancels it there. */
export const editSql = (answerId: string, result: string, sql: string, signal: AbortSignal): Promise<EditedResult> =>
  api(href(urls.apiMessageSql, { id: answerId }), { method: 'POST', body: { result, sql }, signal, timeout: TIMEOUT })

/** Changes an answer by its chips, or shows it as it was made where `edits` is null. */
export const changeByChips = (answerId: string, result: string, edits: Edit[] | null): Promise<{ answer: Answer }> =>
  api(href(urls.apiMessageChips, { id: answerId }), { method: 'POST', body: { result, edits }, timeout: TIMEOUT })

/** Shows an answer as one of its readings, or as it was made where `reading` is null. */
export const chooseReading = (answerId: string, reading: string | null): Promise<{ answer: Answer }> =>
  api(href(urls.apiMessageReading, { id: answerId }), { method: 'POST', body: { reading }, timeout: TIMEOUT })

export const buildAnswer = (workspaceId: string, parts: Part[]): Promise<{ conversation_id: string }> =>
  api(href(urls.apiChips, { id: workspaceId }), {
    ...{ method: 'POST', timeout: TIMEOUT },
    body: { edits: parts.map((part): Edit => ({ act: 'add', part })) },
  })

const TYPES = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  parquet: 'application/vnd.apache.parquet',
} as const
export type ExportFormat = keyof typeof TYPES

export async function exportResult(workspaceId: string, resultId: string, format: ExportFormat): Promise<Blob> {
  const response = await call(href(urls.apiResult, { id: workspaceId, resultId }), {
    headers: { Accept: TYPES[format] },
  })
  return response.blob()
}

/** An answer as a file, and what the server calls it. */
export async function exportAnswer(id: string, format: 'pdf' | 'md'): Promise<{ content: Blob; name: string | null }> {
  const response = await call(href(urls.apiMessageExport, { id }, { format }), {
    signal: AbortSignal.timeout(TIMEOUT),
  })
  const [, name] = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get('content-disposition') ?? '') ?? []
  return { content: await response.blob(), name: name ? decodeURIComponent(name) : null }
}

export const stopAnswer = (conversationId: string) =>
  api<{ stopped: boolean }>(href(urls.apiConversationStop, { id: conversationId }), { method: 'POST' })
export const renameConversation = (id: string, title: string) =>
  api(href(urls.apiConversation, { id }), { method: 'PATCH', body: { title } })
export const shareConversation = (id: string, shared: boolean) =>
  api(href(urls.apiConversation, { id }), { method: 'PATCH', body: { shared } })
export const forkConversation = (id: string): Promise<{ id: string }> =>
  api(href(urls.apiConversationFork, { id }), { method: 'POST' })
export const deleteConversation = (id: string) => api(href(urls.apiConversation, { id }), { method: 'DELETE' })
export const sendFeedback = (messageId: string, rating: 'up' | 'down' | null, reason?: string) =>
  api(href(urls.apiMessageFeedback, { id: messageId }), { method: 'POST', body: { rating, reason } })
export const sendProposal = (messageId: string, proposal: ProposalBody): Promise<{ id: string }> =>
  api(href(urls.apiMessageProposal, { id: messageId }), { method: 'POST', body: proposal, timeout: TIMEOUT })

/** Every request that was made to the provider of a model for an answer. */
export async function readSent(messageId: string): Promise<Blob> {
  return (await call(href(urls.apiMessageSent, { id: messageId }))).blob()
}

/** What the model thought before an answer, one text for each of its thoughts. */
export const readThoughts = async (id: string): Promise<string[]> =>
  (await api<{ thoughts: string[] }>(href(urls.apiMessageThoughts, { id }))).thoughts

/** A question or an answer as a page has the beginning of it, whole. */
export async function readMessage(id: string): Promise<ChatMessage> {
  type Message = { role: 'user' | 'assistant'; text: string; answer: Answer | null }
  const { role, text, answer } = await api<Message>(href(urls.apiMessage, { id }))
  const parts: ChatMessage['parts'] = answer
    ? [{ type: 'data-answer', id: 'answer', data: answer }]
    : [{ type: 'text', text }]
  return { id, role, parts }
}

/** A page of the chat as the server makes it: null when it is none, as after signing out. */
export async function readScreen(address: string, signal?: AbortSignal): Promise<ChatScreen | null> {
  const page = await readPage(address, signal)
  const props = page.querySelector('[data-island="chat"]')?.nextElementSibling?.textContent
  return props ? (JSON.parse(props) as ChatScreen) : null
}

/** The page that begins where the thread ends, at one of its ends; or the one with a message; or that of its end. */
export const pageAddress = (
  { workspaceId, conversationId }: Pick<ChatScreen, 'workspaceId' | 'conversationId'>,
  to: { before: string } | { after: string } | { message: string } | object = {},
) => href(urls.workspace, { id: workspaceId }, { conversation: conversationId ?? '', ...to })

/** The last question of a conversation and its answer, the newest first. */
export const readLast = (id: string, signal: AbortSignal) =>
  api<{ id: string; role: string }[]>(href(urls.apiConversationMessages, { id }, { limit: '2' }), { signal })

/** Adds the sample and waits until its tables are there. @throws ApiError with the reason when they could not be made */
export async function addSampleData(workspaceId: string): Promise<void> {
  type Added = { id: string; status: 'ready' | 'processing' | 'failed'; error?: string | null }
  let file = await api<Added>(href(urls.apiFileSample, { id: workspaceId }), { method: 'POST' })
  while (file.status === 'processing') {
    await new Promise((resolve) => setTimeout(resolve, 500))
    file = await api<Added>(href(urls.apiFile, { id: workspaceId, fileId: file.id }))
  }
  if (file.status === 'failed') throw new ApiError(file.error ?? 'The sample could not be added.', 422)
}

export function download(content: Blob, name: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
