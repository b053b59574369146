import type { ResultPage, Statement, VerifiedQuery } from '#query/rules/answers.ts'
import { href, urls } from '../../src/urls.ts'
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
