import type { ResultPage, Statement, VerifiedQuery } from '#query/rules/answers.ts'
import type { EditorError, EditorScreen } from '#query/rules/editor.ts'
import type { Span } from './statement.ts'

export type Draft = { id: string; source: string; sql: string }
export type Drafts = { list: Draft[]; active: string }

/** What became of the last statement of a tab; `at` is where in its text that statement stands, `since` in ms since the epoch. */
export type Run =
  | { state: 'running'; since: number }
  | { state: 'done'; result: ResultPage; sql: string; source: string }
  | { state: 'failed'; error: EditorError; sql: string; at: Span }
  | { state: 'cancelled' }

export type EditorState = {
  drafts: Drafts
  /** By the id of the tab; absent where nothing was run. */
  runs: Record<string, Run>
  statements: Statement[]
  verified: VerifiedQuery[]
}

/** `id`s come with the events, so that the same events always lead to the same state. */
export type EditorEvent =
  /** The browser has tabs of an earlier visit; `sql` is the statement of the page, and `given` that it goes before them. */
  | { type: 'restored'; drafts: Drafts; sql: string; given: boolean; id: string }
  | { type: 'edited'; change: Partial<Omit<Draft, 'id'>> }
  | { type: 'opened'; draft: Draft }
  | { type: 'chosen'; id: string }
  | { type: 'closed'; id: string; next: Draft }
  | { type: 'ran'; id: string; run: Run }
  | { type: 'historyRead'; statements: Statement[] }
  | { type: 'verified'; query: VerifiedQuery }
  | { type: 'unverified'; id: string }

export const MOST_DRAFTS = 12
/** The tab that the page of the server comes with. */
const FIRST = 'first'

export const editorOf = ({ source, sql, result, error, statements, verified }: EditorScreen): EditorState => ({
  drafts: { list: [{ id: FIRST, source, sql }], active: FIRST },
  runs: result
    ? { [FIRST]: { state: 'done', result, sql, source } }
    : error
      ? { [FIRST]: { state: 'failed', error, sql, at: { from: 0, to: sql.length } } }
      : {},
  statements,
  verified,
})

export function editorState(state: EditorState, event: EditorEvent): EditorState {
  const { drafts, runs } = state
  const { list, active } = drafts
  const withDrafts = (changed: Drafts): EditorState => ({ ...state, drafts: changed })
  switch (event.type) {
    case 'restored': {
      // Somebody was faster than the island and has typed already.
      const typed = list.length > 1 || list[0]?.sql !== event.sql
      const earlier = renamed(event.drafts, FIRST, event.id)
      return withDrafts(event.given || typed ? list.reduce(opened, earlier) : earlier)
    }
    case 'edited':
      return withDrafts({ ...drafts, list: list.map((one) => (one.id === active ? { ...one, ...event.change } : one)) })
    case 'opened':
      return withDrafts(opened(drafts, event.draft))
    case 'chosen':
      return withDrafts({ ...drafts, active: event.id })
    case 'closed': {
      const at = list.findIndex(({ id }) => id === event.id)
      const rest = list.toSpliced(at, 1)
      if (rest.length === 0) rest.push(event.next)
      return withDrafts({ list: rest, active: active === event.id ? rest[Math.min(at, rest.length - 1)]!.id : active })
    }
    case 'ran':
      return { ...state, runs: { ...runs, [event.id]: event.run } }
    case 'historyRead':
      return { ...state, statements: event.statements }
    case 'verified': {
      const byQuestion = (a: VerifiedQuery, b: VerifiedQuery) => a.question.localeCompare(b.question)
      return { ...state, verified: [...state.verified, event.query].sort(byQuestion) }
    }
    case 'unverified':
      return { ...state, verified: state.verified.filter(({ id }) => id !== event.id) }
  }
}

/** A tab more, unless there is one with the same text; an empty one is used again. */
function opened({ list, active }: Drafts, draft: Draft): Drafts {
  const same = draft.sql !== '' && list.find(({ sql, source }) => sql === draft.sql && source === draft.source)
  if (same) return { list, active: same.id }
  const current = list.find(({ id }) => id === active)
  if (current && current.sql.trim() === '' && draft.sql !== '')
    return { list: list.map((one) => (one === current ? draft : one)), active: draft.id }
  return { list: [...list, draft].slice(-MOST_DRAFTS), active: draft.id }
}

const renamed = ({ list, active }: Drafts, from: string, to: string): Drafts => ({
  list: list.map((draft) => (draft.id === from ? { ...draft, id: to } : draft)),
  active: active === from ? to : active,
})

export const activeDraft = ({ drafts: { list, active } }: EditorState): Draft =>
  list.find(({ id }) => id === active) ?? list[0]!
