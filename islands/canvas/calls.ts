import type { z } from 'zod'
import { serverEvents } from '#base/server-events.ts'
import type {
  BlockJson,
  CanvasJson,
  ListedValues,
  listedCanvas,
  Mark,
  ReadTable,
  version,
} from '#canvases/rules/answers.ts'
import type { Placement } from '#canvases/rules/block.ts'
import type { FilterKind, Place as FilterPlace } from '#canvases/rules/filter.ts'
import type { Cell, QueryResult, ResultPage } from '#query/rules/answers.ts'
import type { WatchJson, webhook } from '#watches/rules/answers.ts'
import { href, urls } from '../../src/urls.ts'
import { api, call } from '../kit/api.ts'
import type { Change } from './canvas-state.ts'

/** For queries over large data, in milliseconds; the engine has limits of its own. */
const TIMEOUT = 300_000
/** Characters, of at most four bytes each: browsers carry on with 64 KiB. */
const MOST_KEPT_ALIVE = 15_000

export type Version = z.infer<typeof version>
export type Listed = z.infer<typeof listedCanvas>
export type Webhook = z.infer<typeof webhook>
export type Place = Placement & { id: string }

/** An id for a block that is made here; `randomUUID` is only there over https. */
export const newId = (): string =>
  crypto.randomUUID?.() ??
  '10000000-1000-4000-8000-100000000000'.replace(/[018]/g, (digit) =>
    (Number(digit) ^ (crypto.getRandomValues(new Uint8Array(1))[0]! & (15 >> (Number(digit) / 4)))).toString(16),
  )

/** @param filters as addresses have them */
export const readCanvas = (id: string, since: number, filters: string): Promise<CanvasJson> =>
  api(href(urls.apiCanvas, { id }, { since: String(since), filters }))
/**
 * Saves one change, which comes to the same when it is saved twice.
 * @returns the block that was put
 */
export async function saveChange(id: string, change: Change): Promise<BlockJson | null> {
  // What is on its way arrives even though the page is left.
  const keepalive = JSON.stringify(change).length < MOST_KEPT_ALIVE
  if (change.act === 'put') {
    const { id: blockId, ...body } = change.block
    return api(href(urls.apiCanvasBlock, { id, blockId }), { method: 'PUT', body, keepalive })
  }
  if (change.act === 'remove')
    await api(href(urls.apiCanvasBlock, { id, blockId: change.id }), { method: 'DELETE', keepalive })
  else if (change.act === 'place')
    await api(href(urls.apiCanvasBlocks, { id }), { method: 'PATCH', body: { blocks: change.places }, keepalive })
  else await api(href(urls.apiCanvas, { id }), { method: 'PATCH', body: change.about, keepalive })
  return null
}
type Refreshing = { blocks: string[]; force: boolean; filters: string }
export const refreshBlocks = (id: string, body: Refreshing): Promise<BlockJson[]> =>
  api(href(urls.apiCanvasRefresh, { id }), { method: 'POST', body, timeout: TIMEOUT })
export const readTables = (id: string): Promise<ReadTable[]> => api(href(urls.apiCanvasColumns, { id }))
export const readPlaces = (
  id: string,
  seed: { table: string; column: string; kind: FilterKind },
): Promise<FilterPlace[]> => api(href(urls.apiCanvasPlaces, { id }, seed))
type Pointed = { cells: Record<string, Cell>; filters: string }
export const readMark = (id: string, blockId: string, body: Pointed): Promise<Mark> =>
  api(href(urls.apiCanvasMark, { id, blockId }), { method: 'POST', body })
export const readRows = (id: string, blockId: string, body: Pointed): Promise<ResultPage> =>
  api(href(urls.apiCanvasRows, { id, blockId }), { method: 'POST', body, timeout: TIMEOUT })
export const readValues = (
  id: string,
  filterId: string,
  { q, offset, filters }: { q: string; offset: number; filters: string },
): Promise<ListedValues> =>
  api(href(urls.apiCanvasValues, { id, filterId }, { q, offset: String(offset), filters }), { timeout: TIMEOUT })
export const readVersions = (id: string): Promise<Version[]> => api(href(urls.apiCanvasVersions, { id }))
export const restoreVersion = (id: string, versionId: string): Promise<CanvasJson> =>
  api(href(urls.apiCanvasRestore, { id, versionId }), { method: 'POST' })
export const createCanvas = (workspaceId: string, body: object): Promise<Listed> =>
  api(href(urls.apiCanvases, { id: workspaceId }), { method: 'POST', body })
export const readCanvases = (workspaceId: string): Promise<Listed[]> =>
  api(href(urls.apiCanvases, { id: workspaceId }, { limit: '200' }))
export const pinTo = (id: string, body: { message_id: string; of: object }): Promise<BlockJson> =>
  api(href(urls.apiCanvasPin, { id }), { method: 'POST', body, timeout: TIMEOUT })

export const readWebhooks = (id: string): Promise<Webhook[]> => api(href(urls.apiWatchWebhooks, { id }))
export const createWatch = (id: string, body: object): Promise<WatchJson> =>
  api(href(urls.apiWatches, { id }), { method: 'POST', body })
export const changeWatch = (id: string, watchId: string, body: object): Promise<WatchJson> =>
  api(href(urls.apiWatch, { id, watchId }), { method: 'PATCH', body })

/** Runs a statement for a block that is being made. @param filters as addresses have them, for parameters that it names */
export const runSql = async (id: string, sql: string, source: string, filters: string): Promise<QueryResult> => {
  const page = await api<ResultPage>(href(urls.apiCanvasRun, { id }), {
    method: 'POST',
    body: { sql, source, filters },
    timeout: TIMEOUT,
  })
  return { ...page, title: '', source, sql, rows_read: 0, fresh_at: '' }
}

/** The versions of a canvas and of the tables of its workspace, and who looks at it. */
export type Live = { version: number; tables: string; people: { id: string; name: string }[] }
/** Calls `onChange` with what a canvas is now and after each change, and `onGone` once it was deleted. Ends where the connection does. */
export async function followCanvas(
  id: string,
  told: { onChange: (now: Live) => void; onGone: () => void },
  signal: AbortSignal,
): Promise<void> {
  const { body } = await call(href(urls.apiCanvasEvents, { id }), { signal })
  for await (const { event, data } of serverEvents(body!)) {
    if (event === 'gone') return told.onGone()
    told.onChange(JSON.parse(data))
  }
}
