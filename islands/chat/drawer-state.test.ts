import { expect, test } from 'bun:test'
import type { AnswerResult } from '#analyst/rules/answer.ts'
import { blankAnswer } from '#chat/rules/blank.ts'
import type { ChartSpec } from '#query/rules/chart.ts'
import {
  type Answered,
  CLOSED_SHEET,
  chartKey,
  type DrawerEvent,
  drawerState,
  newestOf,
  openedOf,
  type Tab,
} from './drawer-state.ts'

const answered = (id: string, ...results: string[]): Answered => ({
  id,
  answer: {
    ...blankAnswer('answered', null),
    results: results.map((id) => ({ id, name: `name of ${id}` }) as AnswerResult),
  },
})
const ONE = answered('a1', 'r1', 'r2')
const TALK = answered('a2')
const REFUSED = { ...answered('a4', 'r4'), answer: { ...answered('a4', 'r4').answer, shown: [] } }
const MAIN = { id: 'a5', answer: { ...answered('a5', 'r5', 'r6', 'r7').answer, main: 'r6', shown: ['r6', 'r7'] } }
const TWO = answered('a3', 'r3')

const choice = (answerId: string, resultId: string, tab: Tab = 'Table') => ({ answerId, resultId, tab })
const cell = { result: 'r1', row: 3, column: 'n' }
const chosen = (of: string, result: string, tab: Tab, newest: string): DrawerEvent => ({
  type: 'chosen',
  choice: choice(of, result, tab),
  newest,
})
const asked = (of: string, result: string, newest: string): DrawerEvent => ({
  type: 'asked',
  choice: choice(of, result),
  cell,
  newest,
})
const closed = (newest: string): DrawerEvent => ({ type: 'closed', newest })

const STORIES: [story: string, events: DrawerEvent[], answers: Answered[], opened: string | null][] = [
  ['nothing is open without results', [], [TALK], null],
  ['the last result of an answer opens by itself', [], [ONE], 'a1 r2 Table'],
  ['where the answer names its main result, that opens', [], [MAIN], 'a5 r6 Table'],
  ['what only led there opens when it is asked for', [chosen('a5', 'r5', 'Table', 'a5')], [MAIN], 'a5 r5 Table'],
  ['an answer that shows none of its results leaves the one before open', [], [ONE, REFUSED], 'a1 r2 Table'],
  ['an answer without results leaves the one before open', [], [ONE, TALK], 'a1 r2 Table'],
  ['that of the newest answer comes to the front', [], [ONE, TALK, TWO], 'a3 r3 Table'],
  ['what was chosen stays', [chosen('a1', 'r1', 'SQL', 'a1')], [ONE, TALK], 'a1 r1 SQL'],
  ['until a newer answer has results', [chosen('a1', 'r1', 'SQL', 'a1')], [ONE, TWO], 'a3 r3 Table'],
  ['an older result can be chosen', [chosen('a1', 'r1', 'Chart', 'a3')], [ONE, TWO], 'a1 r1 Chart'],
  ['also by its name', [chosen('a1', 'name of r1', 'Table', 'a3')], [ONE, TWO], 'a1 name of r1 Table'],
  ['a result that is gone shows nothing', [chosen('a1', 'r9', 'Table', 'a3')], [ONE, TWO], null],
  ['of an answer that is gone the newest is shown', [chosen('a9', 'r9', 'Table', 'a3')], [ONE, TWO], 'a3 r3 Table'],
  ['closed, it stays closed', [closed('a1')], [ONE, TALK], null],
  ['until a newer answer has results, too', [closed('a1')], [ONE, TWO], 'a3 r3 Table'],
  ['or somebody asks for one', [closed('a1'), asked('a1', 'r1', 'a1')], [ONE], 'a1 r1 Table'],
  ['closing forgets what was chosen', [chosen('a1', 'r1', 'SQL', 'a3'), closed('a3')], [ONE, TWO], null],
]

test.each(STORIES)('%s', (_, events, answers, expected) => {
  const opened = openedOf(events.reduce(drawerState, CLOSED_SHEET), answers)
  expect(opened && `${opened.answerId} ${opened.resultId} ${opened.tab}`).toBe(expected)
})

test('what is open carries its answer and the results beside it', () => {
  const opened = openedOf(CLOSED_SHEET, [ONE])
  expect(opened?.answer).toBe(ONE.answer)
  expect(opened?.results.map(({ id }) => id)).toEqual(['r1', 'r2'])
  expect(opened?.result.id).toBe('r2')
})

test('beside the main result lie those that the answer shows, and the one that was opened', () => {
  const listed = (...events: DrawerEvent[]) =>
    openedOf(events.reduce(drawerState, CLOSED_SHEET), [MAIN])?.results.map(({ id }) => id)
  expect(listed()).toEqual(['r6', 'r7'])
  expect(listed(chosen('a5', 'r5', 'Table', 'a5'))).toEqual(['r5', 'r6', 'r7'])
})

test('a cell is shown until something else is chosen, and opens the sheet of narrow screens', () => {
  const shown = drawerState(CLOSED_SHEET, asked('a1', 'r1', 'a1'))
  expect(shown).toMatchObject({ cell, sheet: true })
  expect(drawerState(shown, chosen('a1', 'r2', 'Table', 'a1'))).toMatchObject({ cell: null, sheet: true })
  expect(drawerState(shown, closed('a1')).sheet).toBe(false)
  expect(drawerState(shown, { type: 'sheetMoved', open: false }).sheet).toBe(false)
})

test('a changed chart is remembered by its place, so that another of the same result stays as it is', () => {
  const chart = (kind: string) => ({ result: 'r1', kind }) as ChartSpec
  const changes = [
    [chartKey('a1', 0), chart('bar')],
    [chartKey('a1', 1), chart('line')],
    [chartKey('a2', 'r1'), chart('area')],
    [chartKey('a1', 0), chart('share')],
  ] as const
  const { charts } = changes
    .map(([key, chart]): DrawerEvent => ({ type: 'chartChanged', key, chart }))
    .reduce(drawerState, CLOSED_SHEET)
  expect(charts).toEqual({ 'a1 0': chart('share'), 'a1 1': chart('line'), 'a2 r1': chart('area') })
})

test('the newest answer is the last one with results', () => {
  expect([[], [TALK], [ONE, TALK]].map((answers) => newestOf(answers)?.id)).toEqual([undefined, undefined, 'a1'])
})
