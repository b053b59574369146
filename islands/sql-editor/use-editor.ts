import { type Dispatch, useEffect, useReducer, useRef } from 'react'
import type { VerifiedQuery } from '#query/rules/answers.ts'
import type { EditorError, EditorScreen } from '#query/rules/editor.ts'
import { ApiError, sentenceOf } from '../kit/api.ts'
import { listen } from '../kit/listen.ts'
import { readStored, store } from '../kit/stored.ts'
import { track } from '../kit/track.ts'
import { viewerOfPage } from '../kit/viewer.ts'
import { readStatements, runStatement } from './calls.ts'
import {
  activeDraft,
  type Draft,
  type Drafts,
  type EditorEvent,
  editorOf,
  editorState,
  type Run,
} from './editor-state.ts'
import type { Span } from './statement.ts'

/** Longest time before what is typed is stored, in milliseconds. */
const STORE_WITHIN = 400
/** How long the server takes to notice a cancelled statement, in milliseconds. */
const NOTICED = 1200

/** The tabs of the editor, what their statements came to, the history and the verified queries, with what changes them. */
export function useEditor(screen: EditorScreen) {
  const { workspaceId } = screen
  const [state, dispatch] = useReducer(editorState, screen, editorOf)
  const { drafts } = state
  const active = activeDraft(state)
  useStoredDrafts(screen, drafts, dispatch)

  const running = useRef(new Map<string, AbortController>())
  const cancel = (id: string) => running.current.get(id)?.abort()
  const readHistory = () => {
    // The list is a convenience: the next statement asks for it again.
    readStatements(workspaceId).then(
      (statements) => dispatch({ type: 'historyRead', statements }),
      () => {},
    )
  }
  /** Runs a part of the tab that is written in; one statement at a time in each tab. */
  const run = async (at: Span) => {
    const { id, source } = active
    const statement = active.sql.slice(at.from, at.to)
    if (running.current.has(id) || statement.trim() === '') return
    const abort = new AbortController()
    running.current.set(id, abort)
    dispatch({ type: 'ran', id, run: { state: 'running', since: Date.now() } })
    const outcome = await runStatement(workspaceId, source, statement, abort.signal).then(
      (result): Run => ({ state: 'done', result, sql: statement, source }),
      (reason): Run =>
        abort.signal.aborted ? { state: 'cancelled' } : { state: 'failed', error: errorOf(reason), sql: statement, at },
    )
    running.current.delete(id)
    dispatch({ type: 'ran', id, run: outcome })
    if (outcome.state === 'running') return
    track('execute_query', { workspace_id: workspaceId, surface: 'editor', status: outcome.state })
    setTimeout(readHistory, outcome.state === 'cancelled' ? NOTICED : 0)
  }

  return {
    ...state,
    active,
    outcome: state.runs[active.id],
    run,
    cancel,
    edit: (change: Partial<Omit<Draft, 'id'>>) => dispatch({ type: 'edited', change }),
    open: (source: string, sql = '') => dispatch({ type: 'opened', draft: { id: newId(), source, sql } }),
    choose: (id: string) => dispatch({ type: 'chosen', id }),
    close: (id: string) => {
      cancel(id)
      dispatch({ type: 'closed', id, next: { id: newId(), source: 'workspace', sql: '' } })
    },
    addVerified: (query: VerifiedQuery) => dispatch({ type: 'verified', query }),
    removeVerified: (id: string) => dispatch({ type: 'unverified', id }),
  }
}
export type Editor = ReturnType<typeof useEditor>

/** The first paint shows what the page came with; what this browser stored joins it once the island is hydrated. */
function useStoredDrafts(screen: EditorScreen, drafts: Drafts, dispatch: Dispatch<EditorEvent>) {
  const { workspaceId, sql, given } = screen
  const restored = useRef(false)
  useEffect(() => {
    if (restored.current) return
    restored.current = true
    const stored = readDrafts(workspaceId)
    if (stored) dispatch({ type: 'restored', drafts: stored, sql, given, id: newId() })
  }, [workspaceId, sql, given, dispatch])
  useEffect(() => {
    const store = () => storeDrafts(workspaceId, drafts)
    const timer = setTimeout(store, STORE_WITHIN)
    const deafen = listen(window, 'pagehide', store)
    return () => {
      clearTimeout(timer)
      deafen()
    }
  }, [workspaceId, drafts])
}

let ids = 0
/** Ids of tabs are told apart over reloads too: they are stored. */
const newId = () => `d${Date.now().toString(36)}${ids++}`

function errorOf(reason: unknown): EditorError {
  const { candidates, position } = reason instanceof ApiError ? reason.details : {}
  return {
    message: sentenceOf(reason),
    candidates: Array.isArray(candidates) ? candidates.map(String) : [],
    position: typeof position === 'number' ? position : null,
  }
}

const keyOf = (workspaceId: string) => `sql-drafts:${viewerOfPage()?.id ?? ''}:${workspaceId}`

/** The tabs that this person left in this workspace; null where there are none, or those of an earlier version. */
function readDrafts(workspaceId: string): Drafts | null {
  const drafts = readStored<Partial<Drafts>>('localStorage', keyOf(workspaceId))
  return drafts?.list?.length && drafts.list.every(isDraft) ? (drafts as Drafts) : null
}

const isDraft = (value: Draft) => [value?.id, value?.source, value?.sql].every((part) => typeof part === 'string')

const storeDrafts = (workspaceId: string, drafts: Drafts): void => store('localStorage', keyOf(workspaceId), drafts)
