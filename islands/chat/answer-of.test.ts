import { expect, test } from 'bun:test'
import type { Answer, AnswerResult, ChatMessage, EditedResult, Step } from '#analyst/rules/answer.ts'
import { ago, answerOf, checksOf, duration, shownOf, steady, stepsLine, withoutOffers } from './answer-of.ts'

const step = (tool: string, title = '', state: Step['state'] = 'done'): Step => ({
  id: crypto.randomUUID(),
  tool,
  title,
  state,
})
const message = (parts: ChatMessage['parts']): ChatMessage => ({ id: 'm', role: 'assistant', parts })
const answer = (change: Partial<Answer>): Answer => ({ ...answerOf(message([])), ...change })

test('steps fold to one line that says what was done', () => {
  const steps = [
    step('search_catalog'),
    step('describe_tables', 'Looking at orders, returns'),
    step('describe_tables', 'Looking at returns, couriers'),
    step('run_sql'),
    step('run_sql'),
  ]
  expect(stepsLine(steps, 1200)).toBe('Looked at 3 tables, ran 2 queries · 1.2\u00a0s')
  expect(stepsLine([step('describe_tables', 'Looking at orders'), step('run_sql')], 840)).toBe(
    'Looked at 1 table, ran 1 query · 840\u00a0ms',
  )
  expect(stepsLine([step('search_catalog')], null)).toBe('Looked through the catalog')
})

test('a repaired query is told, a failed one too', () => {
  expect(stepsLine([step('run_sql', 'no such column', 'failed'), step('run_sql')], null)).toBe(
    'Ran 1 query, repaired 1 error',
  )
  expect(stepsLine([step('run_sql', 'no such column', 'failed')], null)).toBe('1 query failed')
})

test('durations are short, and a number stays beside its unit', () => {
  expect([duration(0), duration(999), duration(1240), duration(125_000)]).toEqual([
    '0\u00a0ms',
    '999\u00a0ms',
    '1.2\u00a0s',
    '2\u00a0min 5\u00a0s',
  ])
})

test('a stream folds to an answer as its parts arrive, and a replayed part replaces the earlier one', () => {
  const running: Step = { id: 's', tool: 'run_sql', title: 'Running', state: 'running' }
  const result = { id: 'r', name: 'r1' } as AnswerResult
  const folded = answerOf(
    message([
      { type: 'data-step', id: 's', data: running },
      { type: 'data-step', id: 's', data: { ...running, state: 'done' } },
      { type: 'data-result', id: 'r', data: result },
      { type: 'text', text: 'So ' },
      { type: 'text', text: 'far' },
    ]),
  )
  expect(folded).toMatchObject({
    status: 'running',
    text: 'So far',
    steps: [{ state: 'done' }],
    results: [{ id: 'r' }],
  })
})

test('what was said before a thought is no part of the answer', () => {
  const thought: Step = { id: 's1', tool: 'say', title: 'I look.', state: 'done' }
  const parts: ChatMessage['parts'] = [
    { type: 'text', text: 'I look.' },
    { type: 'data-step', id: 's1', data: thought },
    { type: 'text', text: '\n\nIt is ' },
    { type: 'text', text: '5.' },
  ]
  expect(answerOf(message(parts.slice(0, 1))).text).toBe('I look.')
  expect(answerOf(message(parts.slice(0, 2)))).toMatchObject({ text: '', steps: [thought] })
  expect(answerOf(message(parts)).text).toBe('It is 5.')
})

test('results that only led to the answer stand not in it, with what was made of them', () => {
  const [r1, r2] = ['r1', 'r2'].map((id) => ({ id, name: id }) as AnswerResult)
  const edited = ['r1', 'r2'].map((of) => ({ id: `edited ${of}`, of }) as EditedResult)
  const given = answer({ results: [r1!, r2!], edited })
  expect(shownOf({ ...given, main: 'r2', shown: ['r2'] }).map(({ id }) => id)).toEqual(['r2', 'edited r2'])
  expect(shownOf(given)).toHaveLength(4)
})

test('the final answer wins over everything streamed before it', () => {
  const final = answer({ status: 'answered', text: 'Final' })
  expect(
    answerOf(
      message([
        { type: 'text', text: 'Draft' },
        { type: 'data-answer', data: final },
      ]),
    ),
  ).toBe(final)
})

test('the first check counts the numbers that claim something', () => {
  const number = (state: 'bound' | 'unbound' | 'quoted' | 'derived') => ({
    text: '1',
    start: 0,
    end: 1,
    state,
    cells: [],
  })
  const counted = (...states: Parameters<typeof number>[0][]) => checksOf(answer({ numbers: states.map(number) }))[0]
  expect(counted('bound', 'derived', 'quoted')).toMatchObject({ name: '2 of 2 numbers bound', state: 'pass' })
  expect(counted('bound', 'unbound')).toMatchObject({ name: '1 of 2 numbers bound', state: 'warn' })
  expect(counted('quoted')).toBeUndefined()
  const assumptions = [{ text: '1', numbers: [number('unbound')] }]
  expect(checksOf(answer({ numbers: [number('bound')], assumptions }))[0]?.name).toBe('1 of 2 numbers bound')
})

test('ages are told in the largest unit that fits', () => {
  const now = Date.parse('2026-04-02T10:00:00Z')
  expect(
    ['2026-04-02T09:59:50Z', '2026-04-02T09:58:00Z', '2026-04-02T07:00:00Z', '2026-03-28T10:00:00Z'].map((at) =>
      ago(at, now),
    ),
  ).toEqual(['just now', '2 min ago', '3 h ago', '5 days ago'])
})

test('results and charts stay the same objects while copies of their message stream in', () => {
  const pool = new Map<string, unknown>()
  const streamed = answer({
    results: [{ id: 'r', name: 'r1', columns: [], rows: [] } as unknown as AnswerResult],
    charts: [{ result: 'r', kind: 'bar', x: 'a', y: ['b'], series: null, title: '' }],
  })
  const first = steady(structuredClone(streamed), pool)
  const second = steady(structuredClone(streamed), pool)
  expect(second.results[0]).toBe(first.results[0]!)
  expect(second.charts[0]).toBe(first.charts[0]!)
})

test('a refusal leaves out the questions that stand below it as buttons', () => {
  const text = 'I cannot answer this.\nYou could ask, for example:\n- Revenue by city\n- 3 of 4'
  const refusal = { status: 'refused' as const, text, suggestions: ['Revenue by city'] }
  expect(withoutOffers(refusal).text).toBe('I cannot answer this.\nYou could ask, for example:\n- 3 of 4')
  expect(withoutOffers({ ...refusal, status: 'answered' as const }).text).toBe(text)
})
