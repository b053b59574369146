import type { z } from 'zod'
import type { Agent } from '#agents/rules/answers.ts'
import type { Answer, AnswerChunk } from '#analyst/rules/answer.ts'
import { AppError, kindOf, notFound } from '#base/errors.ts'
import { counted, numberText } from '#base/format.ts'
import { nextLink } from '#base/link-header.ts'
import { jsonEvents } from '#base/server-events.ts'
import { SECOND } from '#base/time.ts'
import { creditText } from '#billing/rules/credit.ts'
import type { CanvasJson, listedCanvas } from '#canvases/rules/answers.ts'
import type { CatalogTable, TableName } from '#catalog/rules/answers.ts'
import type { message } from '#chat/rules/answers.ts'
import { replyOf } from '#chat/rules/reply.ts'
import type { Organization } from '#organizations/rules/answers.ts'
import type { ResultPage } from '#query/rules/answers.ts'
import { href, urls } from '../urls.ts'
import { type Input, MOST_COLUMNS, ROWS_OF_BLOCK, TOP_VALUES, type ToolName } from './rules/tools.ts'

/** Clients wait a minute for a tool unless they are told otherwise: what takes longer is fetched by get_answer. */
export const LONGEST_WAIT = 50 * SECOND

/** A call of the API as whoever calls the tool, with a body by POST. @throws AppError as the API answered */
export type Api = (path: string, body?: object, accept?: string) => Promise<Response>
/**
 * `admit`: counts the call, and refuses too many. `tell`: says how far the tool is. `withSql`: whether statements are shown. `wait`:
 * milliseconds for an answer.
 */
export type Call = {
  api: Api
  admit: () => Promise<void>
  tell: (step: string) => void
  withSql: boolean
  wait: number
}
/** `value`: what the output of the tool is written from; `text`: the same for people, in short. */
type Done = { value: object; text: string; failed?: boolean }

/** What each tool does: it calls the API, so that guards, limits, credits and audit are the same. */
export const runs: { [N in ToolName]: (call: Call, input: Input<N>) => Promise<Done> } = {
  async list_workspaces({ api }, page) {
    const { items, next_cursor } = await pageOf<Organization>(api, href(urls.apiOrganizations, {}, paged(page)))
    const workspaces = items.flatMap(({ workspaces, ...organization }) =>
      workspaces.map((workspace) => ({ ...workspace, organization })),
    )
    return { value: { workspaces, next_cursor }, text: `${counted(workspaces.length, 'workspace')}.` }
  },

  async search_catalog({ api }, { workspace_id, query, ...page }) {
    const address = href(urls.apiCatalogNames, { id: workspace_id }, { q: query, ...paged(page) })
    const { items: tables, next_cursor } = await pageOf<TableName>(api, address)
    return { value: { tables, next_cursor }, text: `${counted(tables.length, 'table')}.` }
  },

  async describe_tables({ api }, { workspace_id, tables: names }) {
    const tables = await Promise.all(names.map((name) => tableOf(api, workspace_id, name)))
    return { value: { tables }, text: `${counted(tables.length, 'table')}.` }
  },

  async run_sql({ api }, { workspace_id, ...body }) {
    const found = (await (await api(href(urls.apiSql, { id: workspace_id }), body)).json()) as ResultPage
    const rows = counted(found.total_rows, 'row')
    const sent = found.rows.length
    const part = sent < found.total_rows ? `, of which these are the first ${numberText(sent)}` : ''
    return { value: found, text: `${rows}${part}.${found.truncated ? ' There are more, which were not kept.' : ''}` }
  },

  async get_rows({ api }, { workspace_id, result_id, offset, limit, sort, filter }) {
    const asked = { offset: String(offset), limit: String(limit), sort, filter }
    const address = href(urls.apiResult, { id: workspace_id, resultId: result_id }, asked)
    const found = (await (await api(address)).json()) as ResultPage
    const last = offset + found.rows.length
    const isLast = found.rows.length === 0 || last >= found.total_rows
    const which = found.rows.length === 0 ? 'None' : `Rows ${numberText(offset + 1)} to ${numberText(last)}`
    return {
      value: { ...found, next_offset: isLast ? null : last },
      text: `${which} of ${counted(found.total_rows, 'row')}.`,
    }
  },

  async list_agents({ api }, { workspace_id, ...page }) {
    const { items, next_cursor } = await pageOf<Agent>(api, href(urls.apiAgents, { id: workspace_id }, paged(page)))
    return { value: { agents: items, next_cursor }, text: `${counted(items.length, 'agent')}.` }
  },

  async ask(call, { workspace_id, question, ...context }) {
    const address = href(urls.apiQueryData, { id: workspace_id })
    return followed(call, await call.api(address, { message: question, context }, 'text/event-stream'))
  },

  async get_answer(call, { message_id }) {
    const found = (await (await call.api(href(urls.apiMessage, { id: message_id }))).json()) as z.infer<typeof message>
    const { conversation_id, role, status } = found
    if (role !== 'assistant') throw notFound('Answer')
    if (found.answer) return done(call, { conversation_id, message_id }, found.answer as unknown as Answer)
    if (status !== 'running') return { value: found, text: found.text, failed: true }
    const address = href(urls.apiConversationStream, { id: conversation_id }, { after: message_id })
    // Whoever may not follow it, as a reader of a shared conversation, asks again later.
    const stream = await call.api(address).catch(() => null)
    return stream?.body ? followed(call, stream) : still({ conversation_id, message_id })
  },

  async list_canvases({ api }, { workspace_id, ...page }) {
    const address = href(urls.apiCanvases, { id: workspace_id }, paged(page))
    const { items, next_cursor } = await pageOf<z.infer<typeof listedCanvas>>(api, address)
    return {
      value: { canvases: items, next_cursor },
      text: `${counted(items.length, 'canvas', 'canvases')}.`,
    }
  },

  async get_canvas({ api }, { canvas_id }) {
    const canvas = (await (await api(href(urls.apiCanvas, { id: canvas_id }))).json()) as CanvasJson
    const blocks = canvas.blocks.map(({ data, ...block }) => ({
      ...block,
      // A picture is hundreds of kilobytes that no model can read here.
      content: block.kind === 'image' ? { alt: block.content.alt } : block.content,
      data: data && {
        ...data,
        results: data.results.map((result) => ({ ...result, rows: result.rows.slice(0, ROWS_OF_BLOCK) })),
      },
    }))
    return { value: { ...canvas, blocks }, text: `${canvas.name}: ${counted(blocks.length, 'block')}.` }
  },
}

const paged = ({ limit, cursor }: { limit?: number | undefined; cursor?: string | undefined }) => ({
  limit: limit?.toString(),
  cursor,
})

async function pageOf<T>(api: Api, path: string): Promise<{ items: T[]; next_cursor: string | null }> {
  const answer = await api(path)
  const next = nextLink(answer.headers.get('link'))
  const next_cursor = next ? new URL(next, 'http://localhost').searchParams.get('cursor') : null
  return { items: (await answer.json()) as T[], next_cursor }
}

/** A table by its id, or by its name in SQL. */
async function tableOf(api: Api, workspaceId: string, name: string) {
  const { items } = await pageOf<TableName>(
    api,
    href(urls.apiCatalogNames, { id: workspaceId }, { q: name.slice(0, 200), limit: '5' }),
  )
  const named = items.find((table) => table.name.toLowerCase() === name.toLowerCase())
  const address = href(urls.apiCatalogTable, { id: workspaceId, tableId: named?.id ?? name })
  const answer = await api(address).catch((error) => {
    if (!(error instanceof AppError && error.kind === 'not_found')) throw error
    throw new AppError('not_found', `There is no table "${name}". search_catalog finds tables by a part of their name.`)
  })
  const table = (await answer.json()) as CatalogTable
  const columns = table.columns.slice(0, MOST_COLUMNS)
  return {
    ...table,
    column_count: table.columns.length,
    columns: columns.map((column) => ({ ...column, top: column.top.slice(0, TOP_VALUES) })),
  }
}

type Place = { conversation_id: string; message_id: string }

/** Follows an answer to its end, or as long as clients wait. */
async function followed(call: Call, { body }: Response): Promise<Done> {
  const late = Promise.withResolvers<IteratorReturnResult<undefined>>()
  const chunks = jsonEvents(body!) as AsyncGenerator<AnswerChunk>
  let place: Place = { conversation_id: '', message_id: '' }
  let timer: Timer | undefined
  try {
    for (;;) {
      const { value: chunk } = await Promise.race([chunks.next(), late.promise])
      if (!chunk) return still(place)
      if (chunk.type === 'start') {
        place = { conversation_id: chunk.messageMetadata!.conversation_id, message_id: chunk.messageId! }
        timer = setTimeout(() => late.resolve({ done: true, value: undefined }), call.wait)
      }
      if (chunk.type === 'data-step' && chunk.data.state === 'running') call.tell(chunk.data.title)
      if (chunk.type === 'data-answer') return done(call, place, chunk.data)
    }
  } finally {
    clearTimeout(timer)
    // Not waited for: it ends when what is being read comes.
    void chunks.return(undefined)
  }
}

const still = (place: Place): Done => ({
  value: { ...place, status: 'running' },
  text: `The answer is still being worked on. Call get_answer with the message_id ${place.message_id}.`,
})

/** How an answer is told that has ended; what is none is an error of the tool. */
function done({ withSql }: Call, { conversation_id, message_id }: Place, answer: Answer): Done {
  const reply = replyOf(conversation_id, message_id, answer, withSql)
  const options = reply.clarification?.options.map((option) => `\n- ${option}`).join('') ?? ''
  const again = reply.status === 'clarify' ? `\nAsk again with the conversation_id ${conversation_id}.` : ''
  const cost = reply.receipt
    ? `\nThis cost ${creditText(reply.receipt.credits)}; ${numberText(reply.receipt.balance)} left.`
    : ''
  return {
    value: reply,
    text: `${reply.answer}${options}${again}${cost}`,
    failed: reply.status !== 'answered' && reply.status !== 'clarify',
  }
}

/** What of an answer of the API is an error, as it was thrown there. */
export async function refusalOf(answer: Response): Promise<AppError> {
  const { error, code, details } = (await answer.json()) as { error: string; code: string; details?: object }
  return new AppError(kindOf(answer.status), error, { code, ...(details && { details: { ...details } }) })
}
