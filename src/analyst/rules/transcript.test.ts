import { describe, expect, test } from 'bun:test'
import type { RowsSeen } from '#records/rules/xai.ts'
import type { Answer, AnswerResult } from './answer.ts'
import { pastResults, transcript } from './transcript.ts'

const result: AnswerResult = {
  name: 'r1',
  id: 'id-1',
  title: 'Orders by country',
  source: 'workspace',
  sql: 'select country, count(*) as orders from orders group by country',
  columns: [
    { name: 'country', type: 'VARCHAR' },
    { name: 'orders', type: 'BIGINT' },
  ],
  rows: [['France', 3]],
  total_rows: 1,
  truncated: false,
  elapsed_ms: 1,
  rows_read: 3,
  fresh_at: '2026-01-01T00:00:00.000Z',
}
const answer: Answer = {
  status: 'answered',
  text: 'France has 3 orders.',
  steps: [],
  results: [result],
  charts: [],
  numbers: [],
  checks: [],
  suggestions: [],
  clarification: null,
  error: null,
  receipt: null,
}

test('a past query is told as the call that made it, so that a follow-up can edit it', () => {
  const messages = transcript(
    [
      { role: 'user', text: 'Orders by country?', answer: null },
      { role: 'assistant', text: answer.text, answer },
    ],
    'only for France',
  )
  expect(messages.map((message) => message.role)).toEqual(['user', 'assistant', 'tool', 'assistant', 'user'])
  expect(messages[1]).toMatchObject({ content: [{ toolName: 'run_sql', input: { sql: result.sql } }] })
  expect(messages[2]).toMatchObject({
    content: [{ output: { value: { ok: true, name: 'r1', rows: [['France', 3]] } } }],
  })
})

test('a question back is told with its choices', () => {
  const asked: Answer = {
    ...answer,
    text: '',
    results: [],
    status: 'clarify',
    clarification: { question: 'Which date?', options: ['Order date', 'Ship date'] },
  }
  expect(transcript([{ role: 'assistant', text: '', answer: asked }], 'Order date')[0]).toEqual({
    role: 'assistant',
    content: 'Which date?\n- Order date\n- Ship date',
  })
})

test('a long result of before is told by its first rows and how many there were', () => {
  const rows = Array.from({ length: 40 }, (_, row): [string, number] => [`Land ${row}`, row])
  const long: Answer = { ...answer, results: [{ ...result, rows, total_rows: 40 }] }
  const [, told] = transcript([{ role: 'assistant', text: long.text, answer: long }], 'and now?')
  expect(told).toMatchObject({
    content: [{ output: { value: { row_count: 40, rows: rows.slice(0, 10), statistics: [], truncated: false } } }],
  })
})

test('only the queries of the last answers are told, older answers by their text', () => {
  const history = Array.from({ length: 6 }, (_, index) => ({
    role: 'assistant' as const,
    text: 'text',
    answer: { ...answer, results: [{ ...result, name: `r${index + 1}` }] },
  }))
  expect([...pastResults(history).keys()]).toEqual(['r3', 'r4', 'r5', 'r6'])
  expect(transcript(history, 'next').filter((message) => message.role === 'tool')).toHaveLength(4)
})

describe('an answer with references', () => {
  const text = 'Top is France with 3 orders.'
  const of = (words: string, reference: string) => ({
    ...{ text: words, start: text.indexOf(words), end: text.indexOf(words) + words.length },
    ...{ state: 'bound' as const, cells: [], reference },
  })
  const numbers = [of('France', 'r1.country[#1]'), of('3', 'r1.orders[#1]')]
  const written = 'Top is {{r1.country[#1]}} with {{r1.orders[#1]}} orders.'
  test.each<[RowsSeen, boolean, string]>([
    ['all', false, text],
    ['samples', false, written],
    ['none', true, written],
    // Its typed words may tell what a model saw then.
    ['none', false, '(Answered from the results above; you do not see the words.)'],
  ])('is told to a model that sees %s (written unseen: %p)', (sees, unseen, expected) => {
    const past = { ...answer, text, numbers, results: [], ...(unseen ? { unseen: true as const } : {}) }
    const [told] = transcript([{ role: 'assistant', text, answer: past }], 'Why?', { sees })
    expect(told).toEqual({ role: 'assistant', content: expected })
  })
})
