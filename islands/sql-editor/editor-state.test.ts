import { describe, expect, test } from 'bun:test'
import type { ResultPage, VerifiedQuery } from '#query/rules/answers.ts'
import type { EditorScreen } from '#query/rules/editor.ts'
import {
  activeDraft,
  type Draft,
  type EditorEvent,
  editorOf,
  editorState,
  MOST_DRAFTS,
  type Run,
} from './editor-state.ts'

const screen = (change: Partial<EditorScreen> = {}): EditorScreen => ({
  ...{ workspaceId: 'w', data: { tables: [], total: 0, sources: [] }, databases: [], source: 'workspace', sql: '' },
  ...{
    given: false,
    result: null,
    error: null,
    statements: [],
    verified: [],
    mayVerify: true,
    mayPin: true,
    said: null,
  },
  now: '2026-04-02T10:00:00Z',
  ...change,
})
const draft = (id: string, sql = '', source = 'workspace'): Draft => ({ id, sql, source })
const after = (events: EditorEvent[], from = screen()) => events.reduce(editorState, editorOf(from))
/** The tabs in a line: the active one in brackets. */
const tabs = (events: EditorEvent[], from = screen()) => {
  const { list, active } = after(events, from).drafts
  return list.map(({ id, sql }) => (id === active ? `[${id} ${sql}]` : `${id} ${sql}`)).join(' ')
}
const opened = (id: string, sql = '', source = 'workspace'): EditorEvent => ({
  type: 'opened',
  draft: draft(id, sql, source),
})
const edited = (sql: string): EditorEvent => ({ type: 'edited', change: { sql } })
const closed = (id: string): EditorEvent => ({ type: 'closed', id, next: draft('new') })
const chosen = (id: string): EditorEvent => ({ type: 'chosen', id })
const restored = (list: Draft[], active: string, page = screen()): EditorEvent => ({
  ...{ type: 'restored', drafts: { list, active }, sql: page.sql, given: page.given, id: 'was-first' },
})

const TABS: [story: string, events: EditorEvent[], tabs: string][] = [
  ['the page comes with one tab', [], '[first ]'],
  ['what is typed goes to the active one', [opened('b', '2'), edited('22')], '[b 22]'],
  ['an empty tab is used for the statement that is opened', [opened('b', '2')], '[b 2]'],
  ['one with text stays', [edited('1'), opened('b', '2')], 'first 1 [b 2]'],
  ['a new tab is empty', [edited('1'), opened('b')], 'first 1 [b ]'],
  ['a statement that is there already is shown', [edited('1'), opened('b', '2'), opened('c', '1')], '[first 1] b 2'],
  ['for another source it is another statement', [edited('1'), opened('b', '1', 'shop')], 'first 1 [b 1]'],
  ['another tab is chosen', [edited('1'), opened('b', '2'), chosen('first')], '[first 1] b 2'],
  [
    'closing shows the tab that comes to its place',
    [edited('1'), opened('b', '2'), opened('c', '3'), chosen('b'), closed('b')],
    'first 1 [c 3]',
  ],
  ['closing the last one shows the one before', [edited('1'), opened('b', '2'), closed('b')], '[first 1]'],
  ['closing another one changes nothing else', [edited('1'), opened('b', '2'), closed('first')], '[b 2]'],
  ['there is always a tab', [edited('1'), closed('first')], '[new ]'],
  ['tabs of an earlier visit come back', [restored([draft('x', '7'), draft('y', '8')], 'x')], '[x 7] y 8'],
  ['its first tab is not the first of this page', [restored([draft('first', '7')], 'first')], '[was-first 7]'],
  ['what somebody typed before is kept beside them', [edited('1'), restored([draft('x', '7')], 'x')], 'x 7 [first 1]'],
]
test.each(TABS)('%s', (_, events, expected) => {
  expect(tabs(events)).toBe(expected)
})

test('a statement that the page names goes before the tabs of an earlier visit', () => {
  const page = screen({ sql: 'select 9', given: true })
  expect(tabs([restored([draft('first', '7')], 'first', page)], page)).toBe('was-first 7 [first select 9]')
  expect(tabs([restored([draft('x', 'select 9')], 'x', page)], page)).toBe('[x select 9]')
})

test('the oldest tab gives way when there are too many', () => {
  const many = Array.from({ length: MOST_DRAFTS + 1 }, (_, at) => opened(`t${at}`, String(at)))
  const { list, active } = after(many).drafts
  expect([list.length, list[0]?.id, active]).toEqual([MOST_DRAFTS, 't1', `t${MOST_DRAFTS}`])
})

describe('what statements came to', () => {
  const result = { id: 'r' } as ResultPage
  const error = { message: 'No.', candidates: [], position: 3 }
  test.each<[string, Partial<EditorScreen>, Record<string, Run>]>([
    ['nothing was run', {}, {}],
    [
      'the form was sent without script',
      { result, sql: 'x' },
      { first: { state: 'done', result, sql: 'x', source: 'workspace' } },
    ],
    [
      'it failed',
      { error, sql: 'select' },
      { first: { state: 'failed', error, sql: 'select', at: { from: 0, to: 6 } } },
    ],
  ])('%s before the page came', (_, change, runs) => {
    expect(editorOf(screen(change)).runs).toEqual(runs)
  })
  test('stands with its tab, also when that of the page is restored', () => {
    const page = screen({ result, sql: 'select 9', given: true })
    const state = after([restored([draft('first', '7')], 'first', page)], page)
    expect(state.runs[activeDraft(state).id]).toEqual({ state: 'done', result, sql: 'select 9', source: 'workspace' })
  })
  test('each tab has its own, the last one', () => {
    const ran = (id: string, run: Run): EditorEvent => ({ type: 'ran', id, run })
    const running: Run = { state: 'running', since: 1 }
    const { runs } = after([ran('first', running), ran('b', running), ran('first', { state: 'cancelled' })])
    expect(runs).toEqual({ first: { state: 'cancelled' }, b: running })
  })
})

test('verified queries stand in the order of their questions', () => {
  const query = (id: string, question: string) => ({ id, question }) as VerifiedQuery
  const add = (id: string, question: string): EditorEvent => ({ type: 'verified', query: query(id, question) })
  const state = after([add('1', 'Who?'), add('2', 'how many?'), add('3', 'What?'), { type: 'unverified', id: '1' }])
  expect(state.verified.map(({ id }) => id)).toEqual(['2', '3'])
})
