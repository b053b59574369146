import { useCallback, useRef, useState } from 'react'
import type { EditorError, EditorScreen } from '#query/rules/editor.ts'
import type { ResultPage } from '#query/rules/result.ts'
import type { Statement } from '#query/rules/statement.ts'
import { ApiError, sentenceOf } from '../kit/api.ts'
import { track } from '../kit/track.ts'
import { readStatements, runStatement } from './calls.ts'
import type { Draft } from './drafts.ts'
import type { Span } from './statement.ts'

/** What became of the last statement of a tab; `at` is where in its text that statement stands. */
export type Run =
  | { state: 'running'; since: number; abort: AbortController }
  | { state: 'done'; result: ResultPage }
  | { state: 'failed'; error: EditorError; sql: string; at: Span }
  | { state: 'cancelled' }

/** How long the server takes to note that somebody went away, in milliseconds. */
const NOTED = 1200

/** Runs the statements of the tabs, one at a time in each, and keeps the history up to date. */
export function useRuns(screen: EditorScreen) {
  const { workspaceId } = screen
  const [statements, setStatements] = useState<Statement[]>(screen.statements)
  const [runs, setRuns] = useState<Record<string, Run>>(() => firstRun(screen))
  const now = useRef(runs)
  now.current = runs
  const set = useCallback((id: string, run: Run) => setRuns((before) => ({ ...before, [id]: run })), [])

  const refresh = useCallback(() => {
    // The list is a convenience: the next statement asks for it again.
    readStatements(workspaceId).then(setStatements, () => {})
  }, [workspaceId])

  const run = useCallback(
    async ({ id, source }: Draft, sql: string, at: Span) => {
      if (now.current[id]?.state === 'running' || sql.trim() === '') return
      const abort = new AbortController()
      set(id, { state: 'running', since: Date.now(), abort })
      try {
        set(id, { state: 'done', result: await runStatement(workspaceId, source, sql, abort.signal) })
        track('execute_query', { workspace_id: workspaceId, surface: 'editor', status: 'done' })
        refresh()
      } catch (reason) {
        set(id, abort.signal.aborted ? { state: 'cancelled' } : { state: 'failed', error: errorOf(reason), sql, at })
        const status = abort.signal.aborted ? 'cancelled' : 'failed'
        track('execute_query', { workspace_id: workspaceId, surface: 'editor', status })
        if (abort.signal.aborted) setTimeout(refresh, NOTED)
        else refresh()
      }
    },
    [workspaceId, set, refresh],
  )
  const cancel = useCallback((id: string) => {
    const running = now.current[id]
    if (running?.state === 'running') running.abort.abort()
  }, [])
  return { runs, statements, run, cancel }
}

function firstRun({ result, error, sql }: EditorScreen): Record<string, Run> {
  if (result) return { first: { state: 'done', result } }
  return error ? { first: { state: 'failed', error, sql, at: { from: 0, to: sql.length } } } : {}
}

function errorOf(reason: unknown): EditorError {
  const { candidates, position } = reason instanceof ApiError ? reason.details : {}
  return {
    message: sentenceOf(reason),
    candidates: Array.isArray(candidates) ? candidates.map(String) : [],
    position: typeof position === 'number' ? position : null,
  }
}
