import type { Block } from '#canvases/rules/block.ts'
import { freePlace, SIZES } from '#canvases/rules/layout.ts'
import type { ResultPage, Statement, VerifiedQuery } from '#query/rules/answers.ts'
import { href, urls } from '../../src/urls.ts'
import { newId, readCanvas, saveChange } from '../canvas/calls.ts'
import { api } from '../kit/api.ts'

/** For queries over large data, in milliseconds; the engine has limits of its own. */
const TIMEOUT = 600_000

/** Runs a statement and keeps it in the history; leaving (aborting) cancels it where it runs. */
export const runStatement = (workspaceId: string, source: string, sql: string, signal: AbortSignal) =>
  api<ResultPage>(href(urls.apiSql, { id: workspaceId }), {
    method: 'POST',
    body: { source, sql, remember: true },
    signal,
    timeout: TIMEOUT,
  })

export const readStatements = (workspaceId: string) =>
  api<Statement[]>(href(urls.apiStatements, { id: workspaceId }, { limit: '50' }))

export const saveVerified = (workspaceId: string, input: { question: string; source: string; sql: string }) =>
  api<VerifiedQuery>(href(urls.apiVerifiedQueries, { id: workspaceId }), { method: 'POST', body: input })

export const removeVerified = (workspaceId: string, queryId: string) =>
  api(href(urls.apiVerifiedQuery, { id: workspaceId, queryId }), { method: 'DELETE' })

/** Puts what a statement gives on the first tab of a canvas, where there is room. */
export async function pinStatement(canvas: string, made: Pick<Block, 'kind' | 'content'>): Promise<{ id: string }> {
  const { blocks, tabs } = await readCanvas(canvas, 0, '')
  const size = { tab: tabs[0]!.id, ...SIZES[made.kind] }
  const block = { id: newId(), ...size, ...freePlace(blocks, size), ...made }
  await saveChange(canvas, { act: 'put', block })
  return block
}
