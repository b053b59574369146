/** @jsxImportSource react */
import { expect, test } from 'bun:test'
import { renderToString } from 'react-dom/server'
import type { Answer } from '#analyst/rules/answer.ts'
import type { ChatScreen } from '#chat/rules/screen.ts'
import Chat from '../chat.tsx'
import { Chart } from './chart.tsx'

const HOSTILE = `<img src=x onerror="alert(1)">"'\`</script><script>alert(2)</script>`
const text = `Rose to 17.2 % at ${HOSTILE}. [x](javascript:alert(3)) Maybe 4.4 %.`
const place = (part: string) => ({ text: part, start: text.indexOf(part), end: text.indexOf(part) + part.length })

const answer: Answer = {
  status: 'answered',
  text,
  steps: [{ id: 's', tool: 'run_sql', title: HOSTILE, note: HOSTILE, state: 'done', elapsed_ms: 1200 }],
  results: [
    {
      id: 'res',
      name: 'r1',
      title: HOSTILE,
      source: 'workspace',
      sql: `select '${HOSTILE}'`,
      columns: [
        { name: HOSTILE, type: 'VARCHAR' },
        { name: 'share', type: 'DOUBLE' },
      ],
      rows: [
        [HOSTILE, 17.2],
        [null, 3],
      ],
      total_rows: 2,
      truncated: false,
      elapsed_ms: 5,
      rows_read: 10,
      fresh_at: '2026-04-02T09:58:00Z',
    },
  ],
  charts: [{ result: 'res', kind: 'bar', x: HOSTILE, y: ['share'], series: null, title: HOSTILE }],
  numbers: [
    { ...place('17.2 %'), state: 'bound', cells: [{ result: 'res', row: 0, column: 'share' }] },
    { ...place('4.4 %'), state: 'unbound', cells: [] },
  ],
  checks: [{ name: HOSTILE, state: 'warn', note: HOSTILE, probe: HOSTILE }],
  suggestions: [HOSTILE],
  clarification: null,
  error: null,
  receipt: {
    credits: 1,
    balance: 24,
    elapsed_ms: 1400,
    rows_read: 10,
    input_tokens: 0,
    output_tokens: 0,
    model: 'x',
    built_in: true,
  },
}

const screen = (change: Partial<ChatScreen>): ChatScreen => ({
  workspaceId: 'w',
  agents: [
    { id: 'analyst', name: 'Analyst', colour: 'blue', description: '', starters: [] },
    { id: 'a1', name: HOSTILE, colour: 'red', description: HOSTILE, starters: [HOSTILE] },
  ],
  agent: 'a1',
  level: 'edit',
  workspaces: [{ id: 'w', name: HOSTILE, organization: HOSTILE }],
  conversationId: 'c',
  message: null,
  older: false,
  newer: false,
  messages: [
    { id: 'q', role: 'user', parts: [{ type: 'text', text: HOSTILE }] },
    { id: 'a', role: 'assistant', parts: [{ type: 'data-answer', data: answer }] },
  ],
  data: { tables: [], total: 0, sources: [] },
  balance: 25,
  pricePerAnswer: 1,
  pricePerReport: null,
  linkHosts: [],
  questionLength: 4000,
  shows: { sql: true, steps: true },
  starters: [HOSTILE],
  conversations: [{ id: 'c', title: HOSTILE, updated_at: '2026-04-02T09:00:00Z' }],
  sharedConversations: [{ id: 's', title: HOSTILE, by: HOSTILE, updated_at: '2026-04-02T09:00:00Z' }],
  modelName: 'some-model',
  builtIn: true,
  mayAddData: true,
  mayPropose: true,
  mayPin: true,
  uploadMaxMb: 2048,
  running: false,
  shared: false,
  by: null,
  now: '2026-04-02T10:00:00Z',
  question: HOSTILE,
  ...change,
})
const html = (change: Partial<ChatScreen> = {}) =>
  renderToString(<Chat {...screen(change)} />).replaceAll('<!-- -->', '')

test('the whole screen is drawn on the server, and hostile text stays text', () => {
  const page = html()
  expect(page).toContain('&lt;img src=x')
  expect(page).not.toContain('<img')
  expect(page).not.toContain('<script')
  expect(page).not.toContain('javascript:')
})

test('a link is one only where its host is allowed, and says where it leads', () => {
  const text = 'See [our bank](https://docs.bank.example/x?of=17).'
  const data = { ...answer, text, numbers: [] }
  const messages = [{ id: 'a', role: 'assistant', parts: [{ type: 'data-answer', data }] }] as ChatScreen['messages']
  const host = '<span class="link-host"> (docs.bank.example)</span>'
  expect(html({ messages })).toContain(`See our bank${host}.`)
  const linked = html({ messages, linkHosts: ['bank.example'] })
  expect(linked).toMatch(/See <a href="https:\/\/docs\.bank\.example\/x\?of=17"[^>]*>our bank<\/a><span/)
})

test('the markup has no style attributes, which the content security policy would refuse', () => {
  expect(html()).not.toMatch(/\sstyle=/)
})

test('a figure has its course once, and in no paragraph, which browsers would close before it', () => {
  const result = {
    ...answer.results[0]!,
    columns: [
      { name: 'month', type: 'DATE' },
      { name: 'orders', type: 'BIGINT' },
    ],
    rows: [
      ['2026-01-01', 4],
      ['2026-02-01', 5],
    ],
  }
  const spec = { result: 'res', kind: 'number' as const, x: 'month', y: ['orders'], series: null, title: 'Orders' }
  const html = renderToString(<Chart spec={spec} result={result} />)
  expect(html.match(/chart-stage/g)).toHaveLength(1)
  expect(html).not.toMatch(/<p[ >](?:(?!<\/p>).)*<div/)
})

test('bound numbers lead to their cell, unbound ones are marked', () => {
  const page = html()
  expect(page).toMatch(/class="number number-bound"[^>]*>17\.2 %</)
  expect(page).toMatch(/class="number number-unbound"[^>]*>4\.4 %</)
  expect(page).toContain('1 of 2 numbers bound')
})

test('the built-in analyst is never called AI', () => {
  const page = html().replaceAll(HOSTILE, '')
  expect(page).toContain('built-in analyst')
  expect(page).not.toMatch(/\bAI\b/)
  expect(page).not.toContain('some-model')
})

test('a result is shown with nulls as such, its SQL, its size and its age', () => {
  const page = html()
  expect(page).toMatch(/class="null"[^>]*>null</)
  expect(page).toContain('sql-keyword')
  expect(page).toContain('fresh 2 min ago')
})

test('only sources that have no chip are counted as more', () => {
  const sources = Array.from({ length: 5 }, (_, i) => ({ id: `s${i}`, name: `file ${i}`, kind: 'file' }) as never)
  const of = (count: number) => html({ messages: [], data: { tables: [], total: 0, sources: sources.slice(0, count) } })
  expect(of(5)).toContain('+1 <span class="quiet">more sources')
  expect(of(2)).toContain('2 sources')
  expect(of(2)).not.toContain('more sources')
})

test('without data the screen leads to data, and only those who may add them are asked to', () => {
  const owner = html({ messages: [], conversationId: null })
  for (const way of ['data', 'sources']) expect(owner).toContain(`href="/workspaces/w/${way}"`)
  const viewer = html({ messages: [], conversationId: null, mayAddData: false })
  expect(viewer).not.toContain('Add sample data')
  expect(viewer).toContain('An owner of this workspace can add data')
})

test('how an answer ended is told with what to do next', () => {
  const ended = (change: Partial<Answer>) =>
    html({
      messages: [{ id: 'a', role: 'assistant', parts: [{ type: 'data-answer', data: { ...answer, ...change } }] }],
    })
  expect(ended({ status: 'failed', error: 'Out of time.' })).toMatch(
    /The question was not answered.*Out of time\..*Retry/,
  )
  expect(ended({ status: 'stopped' })).toContain('Ask again')
  expect(ended({ status: 'clarify', clarification: { question: 'Which?', options: ['One', 'Two'] } })).toMatch(
    /Which\?.*One.*Two/,
  )
})

test('what can be done with a conversation of somebody else is what it is shared for, and who asked stands at each question', () => {
  const turn = (id: string, text: string, by?: string): ChatScreen['messages'] => {
    const metadata = { conversation_id: 'c', created_at: '2026-04-02T09:00:00Z', ...(by && { by }) }
    return [
      { id: `${id}q`, role: 'user', metadata, parts: [{ type: 'text', text }] },
      { id, role: 'assistant', metadata, parts: [{ type: 'data-answer', id: 'answer', data: answer }] },
    ]
  }
  const messages = [...turn('a', 'Theirs?', 'Asha'), ...turn('b', 'Mine?')]
  const shows = (level: ChatScreen['level']) => {
    const page = html({ by: 'Asha', level, messages })
    return ['id="question"', 'Ask next', 'asked this', 'You ask with your own'].map((text) => page.includes(text))
  }
  for (const level of ['view', 'comment'] as const) expect(shows(level)).toEqual([false, false, true, false])
  expect(shows('edit')).toEqual([true, true, false, true])
  expect(html({ by: 'Asha', level: 'edit', messages })).toMatch(
    /<small>Asha<\/small>Theirs\?.*<small>You<\/small>Mine\?/s,
  )
  // A conversation of one person says of nobody that they asked.
  expect(html({ messages: turn('b', 'Mine?') })).not.toContain('<small>You</small>')
})
